import { badFile } from './bad-file.ts';

/** What is told of a document as it comes in. Names are without the prefix of their namespace, which each writer chooses. */
export interface TagReader {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** A piece of text as it is written; what stands in one element may come in several. */
  text(piece: string): void;
}

/** A tag of more characters than this is none that a spreadsheet has written. */
const longestTag = 64 * 1024;
const broken = () => badFile('Tệp .xlsx bị hỏng');

/** Spans that hold no tags: how they begin and end. */
const spans = [
  { begin: '<!--', end: '-->', isText: false },
  { begin: '<![CDATA[', end: ']]>', isText: true },
  { begin: '<?', end: '?>', isText: false },
] as const;
const longestBegin = 9;

/**
 * Reads XML from beginning to end and goes back nowhere, so that it takes time in proportion to its length whatever stands in it. It takes
 * what spreadsheets write: no document declares entities of its own.
 */
export class TagScanner {
  readonly #told: TagReader;
  /** What has come and is not whole yet: at most one tag, and what came since. */
  #rest = '';
  /** How much of it has been looked at. */
  #seen = 0;
  #span: (typeof spans)[number] | undefined;
  /** How many characters have been looked at, those that were looked at twice included. */
  looked = 0;

  constructor(told: TagReader) {
    this.#told = told;
  }

  write(piece: string): void {
    this.#rest += piece;
    // A tag that comes in many pieces is not looked at anew for each.
    if (this.#rest.length >= 2 * this.#seen) this.#look();
  }

  end(): void {
    this.#look();
    if (this.#rest !== '' || this.#span !== undefined) throw broken();
  }

  #look(): void {
    const xml = this.#rest;
    let at = 0;
    for (let next = this.#step(xml, at); next !== undefined; next = this.#step(xml, at)) at = next;
    this.looked += xml.length;
    this.#rest = xml.slice(at);
    this.#seen = this.#rest.length;
  }

  /** Where to go on; undefined where more has to come first. */
  #step(xml: string, at: number): number | undefined {
    if (at >= xml.length) return undefined;
    if (this.#span !== undefined) return this.#inSpan(this.#span, xml, at);
    const start = xml.indexOf('<', at);
    if (start === -1) {
      this.#told.text(xml.slice(at));
      return xml.length;
    }
    if (start > at) {
      this.#told.text(xml.slice(at, start));
      return start;
    }
    const second = xml.charCodeAt(at + 1);
    if (second === bang || second === question) return this.#beginSpan(xml, at);
    const end = tagEnd(xml, at + 1);
    if (end - at > longestTag || (end === -1 && xml.length - at > longestTag)) throw broken();
    if (end === -1) return undefined;
    this.#tag(xml, at, end);
    return end + 1;
  }

  #tag(xml: string, start: number, end: number): void {
    if (xml.charCodeAt(start + 1) === slash) return this.#told.close(localName(xml.slice(start + 2, end).trim()));
    const isEmpty = xml.charCodeAt(end - 1) === slash;
    const inner = xml.slice(start + 1, isEmpty ? end - 1 : end);
    const nameEnd = endOfName(inner);
    const name = localName(inner.slice(0, nameEnd));
    this.#told.open(name, inner.slice(nameEnd));
    if (isEmpty) this.#told.close(name);
  }

  #beginSpan(xml: string, at: number): number | undefined {
    const span = spans.find(({ begin }) => xml.startsWith(begin, at));
    if (span !== undefined) {
      this.#span = span;
      return at + span.begin.length;
    }
    if (xml.length - at < longestBegin) return undefined;
    throw badFile('Tệp .xlsx không an toàn nên không được nhận');
  }

  #inSpan(span: (typeof spans)[number], xml: string, at: number): number | undefined {
    const end = xml.indexOf(span.end, at);
    // Its end may be cut in two.
    const upTo = end === -1 ? Math.max(at, xml.length - span.end.length + 1) : end;
    if (span.isText && upTo > at) this.#told.text(xml.slice(at, upTo).replaceAll('&', '&amp;'));
    if (end === -1) return upTo === at ? undefined : upTo;
    this.#span = undefined;
    return end + span.end.length;
  }
}

const [bang, question, slash, less, greater, quote, apostrophe] = [33, 63, 47, 60, 62, 34, 39];

/** Where a tag ends; what stands in quotation marks may hold anything. -1 where it has not come yet. */
function tagEnd(xml: string, from: number): number {
  let open = 0;
  for (let at = from; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (open !== 0) {
      if (code === open) open = 0;
    } else if (code === greater) return at;
    else if (code === quote || code === apostrophe) open = code;
    else if (code === less) throw broken();
  }
  return -1;
}

function endOfName(tag: string): number {
  let at = 0;
  while (at < tag.length && tag.charCodeAt(at) > 32) at += 1;
  return at;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** The value of an attribute, whatever the prefix of its name. */
export function attribute(attributes: string, name: string): string | undefined {
  let at = 0;
  for (;;) {
    const equals = attributes.indexOf('=', at);
    if (equals === -1) return undefined;
    let start = equals + 1;
    while (attributes.charCodeAt(start) <= 32) start += 1;
    const mark = attributes.charCodeAt(start);
    if (mark !== quote && mark !== apostrophe) return undefined;
    const end = attributes.indexOf(mark === quote ? '"' : "'", start + 1);
    if (end === -1) return undefined;
    if (localName(attributes.slice(at, equals).trim()) === name) return unescaped(attributes.slice(start + 1, end));
    at = end + 1;
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five entities of XML and characters by number. */
export const unescaped = (xml: string): string =>
  xml.includes('&')
    ? xml.replace(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{1,8}));/gi,
        (whole, hex?: string, decimal?: string, name = '') => {
          const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
          return named[name] ?? (code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole);
        },
      )
    : xml;
