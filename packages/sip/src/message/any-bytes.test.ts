import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StreamFramer } from '../transport/stream-framer.ts';
import { type Header, type Message } from './message.ts';
import { formatNameAddr, parseNameAddr } from './name-addr.ts';
import { newRequest } from './new-message.ts';
import { PARSE_LIMITS, parseMessage } from './parse-message.ts';
import { contacts, headerList, topVia } from './read-headers.ts';
import { serializeMessage } from './serialize-message.ts';
import { formatUri, parseUri } from './uri.ts';
import { formatVia, parseVia } from './via.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const GOOD = [
  'INVITE sip:102@demo SIP/2.0',
  'Via: SIP/2.0/WS x.invalid;branch=z9hG4bK1, SIP/2.0/UDP [::1]:5060;rport',
  'Max-Forwards: 70',
  'From: "Lan, Trần" <sip:101@demo;transport=ws>;tag=1',
  'To: <sip:102@demo>',
  'Call-ID: abc@demo',
  'CSeq: 1 INVITE',
  'Contact: <sip:x@y.invalid;transport=ws;ob>;+sip.instance="<urn:uuid:1>";reg-id=1',
  'Route: <sip:a;lr>, <sip:b;lr>',
  'Content-Type: application/sdp',
  '',
  'v=0',
].join('\r\n');

/** Any bytes; a good message with bytes changed, put in or cut out; and one made of the pieces that parsers stumble over. */
const piece = fc.constantFrom(
  '\r\n',
  '\r',
  '\n',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '"',
  '\\',
  '<',
  '>',
  '@',
  '=',
  '%',
  '%4',
  '[',
  ']',
  '(',
  ')',
  '?',
  '\0',
  '\u00e9',
  'SIP/2.0',
  'Via',
  'v',
  'Content-Length',
  'l',
  '-1',
  '99999999999999999999',
  'sip:',
  'tel:',
  'tag',
  '__proto__',
  '*',
);
const damage = fc.tuple(fc.nat(GOOD.length), fc.nat(20), fc.oneof(piece, fc.string()));
const damaged = fc
  .array(damage, { maxLength: 5 })
  .map((cuts) =>
    encode(cuts.reduce((text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length), GOOD)),
  );
const madeOfPieces = fc
  .array(piece, { maxLength: 60 })
  .map((pieces) => encode(`OPTIONS sip:a SIP/2.0\r\n${pieces.join('')}\r\n\r\n`));
const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 400 }), damaged, madeOfPieces);

test('no bytes make the parser throw, and what it accepts is written and read again as the same', () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      const result = parseMessage(bytes);
      if (result.ok) accepted++;
      const written = result.ok ? new Uint8Array(serializeMessage(result.message)) : undefined;
      expect(written ? parseMessage(written) : result).toEqual(result);
    }),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test('no text makes a reader of values throw, and what it reads it writes to read the same', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 20 }).map((pieces) => `sip:${pieces.join('')}`),
  );
  fc.assert(
    fc.property(text, (value) => {
      const uri = parseUri(value);
      expect(uri && parseUri(formatUri(uri))).toEqual(uri);
      const address = parseNameAddr(value);
      expect(address && parseNameAddr(formatNameAddr(address))).toEqual(address);
      const via = parseVia(`SIP/2.0/UDP ${value}`);
      expect(via && parseVia(formatVia(via))).toEqual(via);
    }),
    { numRuns: 3000 },
  );
});

test('nothing that is put into a message adds a header or a message (RFC 3261 §7.3.1)', () => {
  const party = (display: string) => ({ display, uri: 'sip:101@demo', params: new Map([['tag', 't']]) });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (text) => {
        const headers: Header[] = [{ name: 'subject', value: text }];
        const request = newRequest({
          method: 'INVITE',
          uri: 'sip:a@b',
          from: party(text),
          to: party(''),
          callId: 'c',
          cseq: 1,
          headers,
        });
        const via = { name: 'via', value: 'SIP/2.0/UDP h;branch=z9hG4bK1' };
        const parsed = parseMessage(serializeMessage({ ...request, headers: [via, ...request.headers] }));
        expect(parsed.ok && parsed.message.headers.map((header) => header.name)).toEqual([
          'via',
          'max-forwards',
          'from',
          'to',
          'call-id',
          'cseq',
          'subject',
        ]);
      },
    ),
  );
});

test('a stream is cut into the same messages wherever it is torn, with pings between', () => {
  const one = encode(GOOD.replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\n'));
  const stream = new Uint8Array([...one, 13, 10, 13, 10, ...one, 13, 10, ...one]);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (tears) => {
      const framer = new StreamFramer();
      const edges = [0, ...tears.toSorted((a, b) => a - b), stream.length];
      const framed = edges.flatMap((edge, index) => framer.push(stream.slice(edges[index - 1] ?? 0, edge)));
      expect(framed.map((each) => each.kind)).toEqual(['message', 'ping', 'message', 'message']);
      expect(framed.flatMap((each) => (each.kind === 'message' ? [each.bytes] : []))).toEqual([one, one, one]);
    }),
  );
});

describe('hostile sizes are refused in bounded time', () => {
  const withHeaders = (headers: string): Uint8Array => encode(GOOD.replace('\r\n\r\n', `\r\n${headers}\r\n\r\n`));
  const refusal = (bytes: Uint8Array): readonly [number | undefined, boolean] => {
    const result = parseMessage(bytes);
    return result.ok ? [undefined, false] : [result.status, result.answerable !== undefined];
  };

  test('a megabyte of headers: 513, and the sender still gets its answer', () => {
    expect(refusal(withHeaders(`X: ${'x'.repeat(1_000_000)}`))).toEqual([513, true]);
  });
  test('ten thousand headers', () => {
    expect(refusal(withHeaders(Array.from({ length: 10_000 }, () => 'X:').join('\r\n')))).toEqual([513, true]);
  });
  test('as many headers as fit', () => {
    expect(refusal(withHeaders(Array.from({ length: 5000 }, () => 'X:').join('\r\n')))).toEqual([513, true]);
  });
  test('numbers beyond numbers', () => {
    for (const length of ['-1', '1e9', '0x10', '+5', '9'.repeat(40), '5 5', '']) {
      expect(refusal(withHeaders(`Content-Length: ${length}`))[0]).toBe(400);
    }
    expect(refusal(withHeaders('Content-Length: 70000'))[0]).toBe(413);
  });
  test('a stream without an end of headers, without a length, or with too long a body is broken, once', () => {
    const ends = (bytes: Uint8Array): string[] => new StreamFramer().push(bytes).map((each) => each.kind);
    expect(ends(encode('x'.repeat(2_000_000)))).toEqual(['broken']);
    expect(ends(encode(GOOD))).toEqual(['broken']);
    expect(ends(withHeaders('Content-Length: 9999999'))).toEqual(['broken']);
    expect(ends(withHeaders('Content-Length: 3\r\nContent-Length: 4'))).toEqual(['broken']);
  });

  /** Texts on which a careless expression or loop takes quadratic time or worse. */
  const size = PARSE_LIMITS.headBytes - 1500;
  test.each([
    ['blanks before a colon', `X${' '.repeat(size)}`],
    ['blanks after a host', `Via: SIP/2.0/UDP h${' '.repeat(size)}x`],
    ['blanks in a CSeq', `X: ${'\t '.repeat(size / 2)}x`],
    ['nested parentheses', `User-Agent: ${'('.repeat(size)}`],
    ['open quotes', `Contact: ${'"<'.repeat(size / 2)}`],
    ['backslashes', `Contact: "${'\\'.repeat(size)}`],
    ['open angles', `Contact: ${'<'.repeat(size)}`],
    ['commas', `Contact: ${','.repeat(size)}`],
    ['vias', `Via: ${'SIP/2.0/UDP h,'.repeat(size / 14)}`],
    ['parameters', `Contact: <sip:a>${';a'.repeat(size / 2)}`],
    ['words', `Contact: ${'a '.repeat(size / 2)}<sip:a>`],
    ['folds', `X: a${'\r\n '.repeat(size / 3)}`],
    ['escapes', `Contact: <sip:${'%41'.repeat(size / 3)}@a>`],
    ['colons', `Contact: <sip:${':'.repeat(size)}>`],
  ])('%s', (_name, header) => {
    const bytes = withHeaders(header);
    // Linear work on 32 kB takes about a millisecond of the processor's time, quadratic work takes seconds.
    const milliseconds = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      const result = parseMessage(bytes);
      if (result.ok) readEverything(result.message);
      return process.cpuUsage(before).user / 1000;
    });
    expect(Math.min(...milliseconds)).toBeLessThan(100);
  });
});

function readEverything(message: Message): void {
  topVia(message);
  for (const address of contacts(message) ?? []) parseUri(address.uri);
  headerList(message, 'x');
}
