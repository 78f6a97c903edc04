import { canonicalName, spelledName } from './header-names.ts';
import { skipWhite, splitList, trimWhite } from './lexer.ts';
import { type Header, type Message, NO_BODY, type Request, type Response } from './message.ts';
import { header, isContact, parseNumber, readCSeq, readFrom, readTo, readTopVia, topVia } from './read-headers.ts';
import { parseVia } from './via.ts';

/** How much of a message is looked at before it is refused. */
export interface ParseLimits {
  /** Start line and headers together. */
  readonly headBytes: number;
  readonly headers: number;
  readonly bodyBytes: number;
}

/** Larger than anything that phones and carriers send; what is larger still is refused before it costs anything. */
export const PARSE_LIMITS: ParseLimits = { headBytes: 32_768, headers: 200, bodyBytes: 65_535 };

/** The message, or what is wrong with it, and as much of it as an answer wants. */
export type ParseResult =
  | { readonly ok: true; readonly message: Message }
  | {
      readonly ok: false;
      /** What an element that answers would answer. */
      readonly status: 400 | 413 | 505 | 513;
      readonly reason: string;
      /** A request with enough in it to be answered (Via, From, To, Call-ID, CSeq); undefined: drop it silently. */
      readonly answerable?: Request;
    };

const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });
const HEAD_END = Buffer.from('\r\n\r\n');
const REQUEST_LINE = /^([A-Za-z0-9\-.!%*_+`'~]+) ([^\s<>]+) (SIP\/\d+\.\d+)$/i;
const STATUS_LINE = /^(SIP\/\d+\.\d+) (\d{3})(?: (.*))?$/is;
/** Headers that may stand only once (§7.3.1, §20); two of one are an attempt to be read in two ways. */
const SINGLE = ['from', 'to', 'call-id', 'cseq', 'max-forwards', 'content-length', 'content-type', 'expires'];
const BIT_OF = new Map(SINGLE.map((name, index) => [name, 1 << index]));
const NEEDED = ['from', 'to', 'call-id', 'cseq'];
const ANSWERABLE = ['via', ...NEEDED];

/**
 * Reads one message: a datagram or a WebSocket frame, or what a stream framer cut out. Never throws, and looks at no
 * more than `limits` allows. A body shorter than Content-Length says is an error, a longer one is cut (RFC 3261 §18.3).
 */
export function parseMessage(bytes: Uint8Array, limits: ParseLimits = PARSE_LIMITS): ParseResult {
  const start = skipLineBreaks(bytes);
  const end = headEnd(bytes, start, limits.headBytes);
  const tooLong = end < 0 && bytes.length - start > limits.headBytes;
  const text = TEXT.decode(bytes.subarray(start, end >= 0 ? end : Math.min(bytes.length, start + limits.headBytes)));
  const head = parseHead(text, limits);
  // Read even when the end is missing: the sender may still get its answer.
  if (end < 0) return refuse(head, tooLong ? 513 : 400, tooLong ? 'Headers Too Large' : 'Missing End Of Headers');
  if (head.problem) return refuse(head, head.problem.status, head.problem.reason);
  const problem = head.kind === 'none' ? 'Malformed Start Line' : semanticProblem(head);
  if (problem !== undefined) return refuse(head, 400, problem);

  const rest = bytes.subarray(end + 4);
  const lengthText = head.headers.find(isLength)?.value;
  const length = lengthText === undefined ? rest.length : parseNumber(lengthText);
  if (length === undefined) return refuse(head, 400, 'Malformed Content-Length');
  if (length > limits.bodyBytes) return refuse(head, 413, 'Request Entity Too Large');
  if (length > rest.length) return refuse(head, 400, 'Body Shorter Than Content-Length');
  const body = length === 0 ? NO_BODY : rest.subarray(0, length);
  const headers = lengthText === undefined ? head.headers : head.headers.filter((field) => !isLength(field));
  if (head.kind === 'request') return { ok: true, message: { ...head.start, headers, body } };
  if (head.kind === 'response') return { ok: true, message: { ...head.start, headers, body } };
  return refuse(head, 400, 'Malformed Start Line');
}

const isLength = (field: Header): boolean => field.name === 'content-length';

interface Problem {
  readonly status: 400 | 505 | 513;
  readonly reason: string;
}

type Head = { readonly headers: readonly Header[]; readonly problem: Problem | undefined } & (
  | { readonly kind: 'request'; readonly start: Pick<Request, 'kind' | 'method' | 'uri'> }
  | { readonly kind: 'response'; readonly start: Pick<Response, 'kind' | 'status' | 'reason'> }
  | { readonly kind: 'none' }
);

function parseHead(text: string, limits: ParseLimits): Head {
  const lineEnd = text.indexOf('\r\n');
  const startLine = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const { headers, problem } = parseHeaders(text, limits.headers);
  if (startLine.slice(0, 4).toUpperCase() === 'SIP/') {
    const parts = STATUS_LINE.exec(startLine);
    const status = Number(parts?.[2]);
    if (!parts || status < 100 || status > 699) return { kind: 'none', headers, problem };
    return {
      kind: 'response',
      start: { kind: 'response', status, reason: parts[3] ?? '' },
      headers,
      problem: problem ?? version(parts[1]),
    };
  }
  const parts = REQUEST_LINE.exec(startLine);
  if (parts) {
    const start = { kind: 'request', method: parts[1] ?? '', uri: parts[2] ?? '' } as const;
    return { kind: 'request', start, headers, problem: version(parts[3]) ?? problem };
  }
  // A request whose line is broken (blanks in the URI, RFC 4475 §3.1.2.8) is still a request for its sender.
  const method = /^([A-Za-z0-9\-.!%*_+`'~]+)[ \t]/.exec(startLine)?.[1];
  if (method === undefined || !/SIP\/\d/i.test(startLine)) return { kind: 'none', headers, problem };
  const malformed = { status: 400, reason: 'Malformed Request Line' } as const;
  return { kind: 'request', start: { kind: 'request', method, uri: '' }, headers, problem: malformed };
}

/** "SIP/2.0" in any case is ours (§7.1); anything else is answered 505 (§21.5.6). */
const version = (text: string | undefined): Problem | undefined =>
  text === 'SIP/2.0' || text?.toUpperCase() === 'SIP/2.0'
    ? undefined
    : { status: 505, reason: 'Version Not Supported' };

function parseHeaders(
  text: string,
  limit: number,
): { readonly headers: readonly Header[]; readonly problem: Problem | undefined } {
  const headers: Header[] = [];
  let problem: Problem | undefined;
  const fault = (reason: string): void => {
    problem ??= { status: 400, reason };
  };
  /** Where the line that begins here ends: at a CRLF, or with the text. */
  const lineEnd = (from: number): number => {
    const [cr, lf] = [text.indexOf('\r', from), text.indexOf('\n', from)];
    if (cr >= 0 && lf === cr + 1) return cr;
    if (cr >= 0 || lf >= 0) fault('Line Break Without CRLF');
    const end = text.indexOf('\r\n', from);
    return end < 0 ? text.length : end;
  };
  let at = lineEnd(0) + 2;
  while (at < text.length) {
    if (headers.length === limit) {
      problem ??= { status: 513, reason: 'Too Many Headers' };
      break;
    }
    let end = lineEnd(at);
    const colon = text.indexOf(':', at);
    // White space may stand before the colon (§7.3.1, §25.1 HCOLON).
    const name = colon < 0 || colon > end ? undefined : canonicalName(trimmed(text, at, colon));
    let value = name === undefined ? '' : trimmed(text, skipWhite(text, colon + 1), end);
    let next = end + 2;
    // A line that starts with white space continues the one before (§7.3.1).
    while (next < text.length && (text.charCodeAt(next) === 0x20 || text.charCodeAt(next) === 0x09)) {
      end = lineEnd(next);
      const folded = trimWhite(text.slice(next, end));
      if (folded !== '') value = value === '' ? folded : `${value} ${folded}`;
      next = end + 2;
    }
    if (name === undefined) fault('Malformed Header');
    else headers.push({ name, value });
    at = next;
  }
  return { headers, problem };
}

function trimmed(text: string, from: number, to: number): string {
  let end = to;
  while (end > from && (text.charCodeAt(end - 1) === 0x20 || text.charCodeAt(end - 1) === 0x09)) end--;
  return text.slice(from, end);
}

/** What §8.1.1 and §20 demand of every message; the reason of the 400 where it is not so. */
function semanticProblem(head: Head): string | undefined {
  /** A bit for each of the single ones. */
  let seen = 0;
  let vias = 0;
  for (const { name, value } of head.headers) {
    const bit = BIT_OF.get(name) ?? 0;
    if ((seen & bit) !== 0) return `More Than One ${spelledName(name)}`;
    seen |= bit;
    switch (name) {
      case 'via':
        vias++;
        if (!readTopVia(value) || (value.includes(',') && !splitList(value).every(parseVia))) return 'Malformed Via';
        break;
      case 'from':
        if (!readFrom(value)) return 'Malformed From';
        break;
      case 'to':
        if (!readTo(value)) return 'Malformed To';
        break;
      case 'contact':
        // In a response it is the dialog's to judge: a trunk's odd Contact must not cost the call. In a REGISTER it is the
        // registrar's: nearly every phone says what it said last, which is not read again.
        if (head.kind === 'request' && head.start.method !== 'REGISTER' && !isContact(value))
          return 'Malformed Contact';
        break;
      case 'call-id':
        if (!/^\S+$/.test(value)) return 'Malformed Call-ID';
        break;
      case 'cseq': {
        const cseq = readCSeq(value);
        if (!cseq) return 'Malformed CSeq';
        // "The method MUST match that of the request" (§8.1.1.5).
        if (head.kind === 'request' && cseq.method !== head.start.method) return 'CSeq Method Does Not Match';
        break;
      }
      case 'max-forwards':
        if (parseNumber(value, 255) === undefined) return 'Malformed Max-Forwards';
        break;
      case 'expires':
        if (parseNumber(value) === undefined) return 'Malformed Expires';
        break;
      default:
        break;
    }
  }
  if (vias === 0) return 'Missing Via';
  for (const name of NEEDED) if ((seen & (BIT_OF.get(name) ?? 0)) === 0) return `Missing ${spelledName(name)}`;
  return undefined;
}

/** Content-Length of a head cut from a stream; undefined where it is missing, broken or given twice (§18.3, §20.14). */
export function declaredLength(head: Uint8Array, limits: ParseLimits): number | undefined {
  const text = TEXT.decode(head);
  const lengths = parseHeaders(text, limits.headers).headers.filter(isLength);
  return lengths.length === 1 ? parseNumber(lengths[0]?.value) : undefined;
}

function refuse(head: Head, status: 400 | 413 | 505 | 513, reason: string): ParseResult {
  // Responses are never answered, and neither is an ACK (§17.1.1.3, §18.3).
  if (head.kind !== 'request' || head.start.method === 'ACK') return { ok: false, status, reason };
  const kept = head.headers.filter((field) => !isLength(field));
  // A sender of another version writes that into its Via, too: it is answered in ours.
  const headers = status === 505 ? kept.map(inOurVersion) : kept;
  const request: Request = { ...head.start, headers, body: NO_BODY };
  const complete = ANSWERABLE.every((name) => header(request, name) !== undefined) && topVia(request) !== undefined;
  return complete ? { ok: false, status, reason, answerable: request } : { ok: false, status, reason };
}

const inOurVersion = ({ name, value }: Header): Header => ({
  name,
  value: name === 'via' ? value.replace(/(^|,)(\s*)SIP\s*\/\s*\d+\.\d+(?=\s*\/)/gi, '$1$2SIP/2.0') : value,
});

/** Line breaks before the start line are ignored (§7.5). */
function skipLineBreaks(bytes: Uint8Array): number {
  let at = 0;
  while (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) at += 2;
  return at;
}

/** Index of the CRLF CRLF that ends the headers, within `limit` bytes; -1 where there is none. */
export function headEnd(bytes: Uint8Array, start: number, limit: number): number {
  const stop = Math.min(bytes.length, start + limit + HEAD_END.length - 1);
  return Buffer.from(bytes.buffer, bytes.byteOffset, stop).indexOf(HEAD_END, start);
}
