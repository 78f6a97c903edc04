/** Messages of our own that torture a parser in the ways which RFC 4475 lists; each case is named by its clause. */
import { describe, expect, test } from 'vitest';
import { splitList } from './lexer.ts';
import type { Message, Request } from './message.ts';
import { formatNameAddr } from './name-addr.ts';
import { type ParseResult, parseMessage } from './parse-message.ts';
import {
  callIdOf,
  contact,
  contacts,
  cseq,
  from,
  header,
  headerList,
  headerNumber,
  to,
  topVia,
} from './read-headers.ts';
import { serializeMessage } from './serialize-message.ts';
import { parseSipUri, parseUri, userOf } from './uri.ts';
import { parseVia } from './via.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text.replaceAll('\n', '\r\n'));
const parse = (text: string): ParseResult => parseMessage(encode(text));

function valid(text: string): Message {
  const result = parse(text);
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  const again = parseMessage(new Uint8Array(serializeMessage(result.message)));
  expect(again.ok && again.message).toEqual(result.message);
  return result.message;
}

function validRequest(text: string): Request {
  const parsed = valid(text);
  if (parsed.kind !== 'request') throw new Error('a response');
  return parsed;
}

interface Parts {
  readonly start?: string;
  readonly via?: string;
  readonly from?: string;
  readonly to?: string;
  readonly callId?: string;
  readonly cseq?: string;
  readonly more?: string;
  readonly body?: string;
}

/** A good OPTIONS with some of its parts broken. */
const message = (parts: Parts = {}): string =>
  `${parts.start ?? 'OPTIONS sip:minh@alo.example SIP/2.0'}
Via: ${parts.via ?? 'SIP/2.0/UDP 192.0.2.7:5060;branch=z9hG4bKt1'}
Max-Forwards: 70
From: ${parts.from ?? 'Lan <sip:lan@alo.example>;tag=l1'}
To: ${parts.to ?? 'sip:minh@alo.example'}
Call-ID: ${parts.callId ?? 'torture@alo.example'}
CSeq: ${parts.cseq ?? '1 OPTIONS'}
${parts.more ?? ''}
${parts.body ?? ''}`;

describe('valid messages (§3.1.1)', () => {
  test('§3.1.1.1 a short tortuous INVITE: folding, compact names, blanks everywhere, unknown headers', () => {
    const parsed = valid(
      `INVITE sip:ban.hang@alo.example;ext=a;lr SIP/2.0
tO :
 Ban Hang <sip:ban.hang@alo.example> ;   tag  = 8f2a
f   : "Lan \\\\\\"B\\\\\\" Tran"   <sip:lan@alo.example>
  ;
  tag = 44ab
mAX-fORWARDS: 0042
Call-ID: tort.0099@alo.example
cSeQ: 0007
  INVITE
v:  SIP  / 2.0  / TCP     edge.alo.example   ;
  branch  =   z9hG4bKabc  ,
 SIP /    2.0   / UDP  192.0.2.9   ; branch=
 z9hG4bKdef
s :
X-Unheard-Of:   anything at all; "quoted
    twice folded
Content-Type: application/sdp
Route:
 <sip:one.alo.example;lr;odd-param=x>
m:"Quoted \\"Name\\"" <sip:lan@192.0.2.9> ; newparam =
  newvalue ;
  second;q=0.33
l: 3

abc and what follows is not ours`,
    );
    expect(to(parsed)).toMatchObject({ display: 'Ban Hang', params: new Map([['tag', '8f2a']]) });
    expect(from(parsed)?.params.get('tag')).toBe('44ab');
    expect(from(parsed)?.display).toBe('Lan \\"B\\" Tran');
    expect(headerNumber(parsed, 'max-forwards', 255)).toBe(42);
    expect(cseq(parsed)).toEqual({ number: 7, method: 'INVITE' });
    expect(topVia(parsed)).toMatchObject({ transport: 'TCP', host: 'edge.alo.example' });
    expect(headerList(parsed, 'via')).toHaveLength(2);
    expect(headerList(parsed, 'via').map((via) => parseVia(via)?.params.get('branch'))).toEqual([
      'z9hG4bKabc',
      'z9hG4bKdef',
    ]);
    expect(header(parsed, 'subject')).toBe('');
    expect(header(parsed, 'x-unheard-of')).toBe('anything at all; "quoted twice folded');
    expect(contact(parsed)).toMatchObject({ display: 'Quoted "Name"', uri: 'sip:lan@192.0.2.9' });
    expect(contact(parsed)?.params.get('q')).toBe('0.33');
    expect(new TextDecoder().decode(parsed.body)).toBe('abc');
  });

  test('§3.1.1.2 a wide range of characters: in method, URI, names and quoted pairs, control characters too', () => {
    const method = "!odd'`*_%.~+-Method";
    const parsed = validRequest(
      message({
        start: `${method} sip:1_u.%C3%A9=!'*()&+$,;?/:&pass=+$,@alo.example:5080 SIP/2.0`,
        cseq: `1 ${method}`,
        from: '"a\\\u0007 bell, \\\u0000 nothing, \\\u007f gone" <sip:x@alo.example>;tag=_t-~',
        callId: 'word%ZK-!.*_+\'@word`~)(><:\\/"][?}{',
      }),
    );
    expect(parsed.method).toBe(method);
    expect(parseSipUri(parsed.uri)).toMatchObject({
      user: "1_u.%C3%A9=!'*()&+$,;?/",
      password: '&pass=+$,',
      port: 5080,
    });
    expect(callIdOf(parsed)).toContain('}{');
  });

  test('§3.1.1.3 escaped characters in a URI are part of the name, not of the syntax', () => {
    const uri = parseUri('sip:sips%3Alan%40alo.example@other.example');
    expect(uri && userOf(uri)).toBe('sips:lan@alo.example');
    expect(uri).toMatchObject({ scheme: 'sip', host: 'other.example' });
  });

  test('§3.1.1.4 an escaped NUL is a character like any other', () => {
    const parsed = validRequest(message({ start: 'OPTIONS sip:null-%00-null@alo.example SIP/2.0' }));
    const uri = parseUri(parsed.uri);
    expect(uri && userOf(uri)).toBe('null-\0-null');
  });

  test('§3.1.1.5 a percent sign that escapes nothing: fine in a method, in a name', () => {
    const parsed = validRequest(
      message({
        start: 'OPT%49ONS sip:minh@alo.example SIP/2.0',
        cseq: '1 OPT%49ONS',
        from: '%Z%45 <sip:lan@alo.example>;tag=%%',
      }),
    );
    expect(parsed.method).toBe('OPT%49ONS');
    expect(from(parsed)?.display).toBe('%Z%45');
  });

  test('§3.1.1.6 no blank between name and <', () => {
    expect(to(valid(message({ to: 'caller<sip:minh@alo.example>;tag=2' })))).toMatchObject({
      display: 'caller',
      uri: 'sip:minh@alo.example',
    });
  });

  test('§3.1.1.7 long values in every header', () => {
    const long = 'long'.repeat(200);
    const parsed = valid(
      message({
        start: `OPTIONS sip:${long}@${long}.example;${long}=${long} SIP/2.0`,
        from: `"${long}" <sip:${long}@alo.example>;tag=${long}`,
        callId: `${long}@alo`,
        more: `X-${long}: ${long}\nVia: ${Array.from({ length: 30 }, (_, n) => `SIP/2.0/TCP h${n}.example`).join(', ')}\n`,
      }),
    );
    expect(headerList(parsed, 'via')).toHaveLength(31);
  });

  test('§3.1.1.8 what follows Content-Length in a datagram is not looked at', () => {
    const parsed = valid(`${message({ more: 'Content-Length: 0\n' })}INVITE sip:second@alo.example SIP/2.0\n`);
    expect(parsed.body).toHaveLength(0);
  });

  test('§3.1.1.9 a semicolon in the user part is no URI parameter', () => {
    expect(parseSipUri('sip:lan;par=u%40h@alo.example;transport=udp')).toMatchObject({
      user: 'lan;par=u%40h',
      params: new Map([['transport', 'udp']]),
    });
  });

  test('§3.1.1.10 every transport, known or not', () => {
    const hops = ['UDP', 'SCTP', 'TLS', 'UNKNOWN', 'TCP'];
    const parsed = valid(
      message({ via: hops.map((hop) => `SIP/2.0/${hop} h.example;branch=z9hG4bK${hop}`).join(', ') }),
    );
    expect(headerList(parsed, 'via').map((via) => parseVia(via)?.transport)).toEqual(hops);
  });

  test('§3.1.1.11 a body of many parts, bytes and all, comes through untouched', () => {
    const body = new Uint8Array([0, 13, 10, 255, 45, 45]);
    const head = encode(message({ more: 'Content-Type: multipart/mixed;boundary="--"\nContent-Length: 6\n' }));
    const parsed = parseMessage(new Uint8Array([...head, ...body]));
    expect(parsed.ok && [...parsed.message.body]).toEqual([...body]);
  });

  test('§3.1.1.12 and §3.1.1.13 a reason phrase in any language, and none', () => {
    const response = (line: string): Message => valid(message({ start: line }));
    expect(response('SIP/2.0 200 = 2**3 * 5**2 но сто')).toMatchObject({ status: 200, reason: '= 2**3 * 5**2 но сто' });
    expect(response('SIP/2.0 100 ')).toMatchObject({ status: 100, reason: '' });
  });
});

describe('invalid messages (§3.1.2)', () => {
  const expectAnswered = (text: string, status = 400): void => {
    const result = parse(text);
    expect(result).toMatchObject({ ok: false, status });
    expect(!result.ok && result.answerable?.method).toBeTruthy();
  };
  const expectSilent = (text: string): void => {
    const result = parse(text);
    expect(result.ok).toBe(false);
    expect(!result.ok && result.answerable).toBeUndefined();
  };

  test('§3.1.2.1 separators without anything between', () => {
    expectAnswered(message({ more: 'Contact: "Lan" <sip:lan@alo.example>;;;;\n' }));
    expectSilent(message({ via: 'SIP/2.0/UDP 192.0.2.15;;,;,,' }));
  });
  test('§3.1.2.2 Content-Length larger than the body', () =>
    expectAnswered(message({ more: 'Content-Length: 99\n', body: 'v=0' })));
  test('§3.1.2.3 negative Content-Length', () => expectAnswered(message({ more: 'Content-Length: -999\n' })));
  test('§3.1.2.4 numbers out of range', () => {
    expectAnswered(message({ cseq: '36893488147419103232 OPTIONS' }));
    expectAnswered(message().replace('Max-Forwards: 70', 'Max-Forwards: 300'));
    expectAnswered(message({ more: 'Expires: 10000000000000000000000000\n' }));
    expectAnswered(message({ cseq: '2147483648 OPTIONS' }));
  });
  test('§3.1.2.5 a response with numbers out of range is dropped', () => {
    expectSilent(message({ start: 'SIP/2.0 200 OK', cseq: '9292394834772304023312 OPTIONS' }));
  });
  test('§3.1.2.6 a quote that does not end', () => expectAnswered(message({ to: '"Mr. J. User <sip:j@alo.example>' })));
  test('§3.1.2.7 <> around the Request-URI', () =>
    expectAnswered(message({ start: 'OPTIONS <sip:minh@alo.example> SIP/2.0' })));
  test('§3.1.2.8 blanks in the Request-URI', () =>
    expectAnswered(message({ start: 'OPTIONS sip:minh@alo.example; lr SIP/2.0' })));
  test('§3.1.2.9 several blanks in the start line', () =>
    expectAnswered(message({ start: 'OPTIONS  sip:minh@alo.example  SIP/2.0' })));
  test('§3.1.2.10 blanks at the end of the start line', () =>
    expectAnswered(message({ start: 'OPTIONS sip:minh@alo.example SIP/2.0  ' })));
  test('§3.1.2.13 a Contact with "?" and no <>', () =>
    expectAnswered(message({ more: 'Contact: sip:lan@alo.example?Route=%3Csip:x%3E\n' })));
  test('§3.1.2.14 blanks inside <>', () => expectAnswered(message({ to: '"Minh" < sip:minh@alo.example >' })));
  test('§3.1.2.15 a name that needs quotes and has none', () =>
    expectAnswered(message({ from: 'Bell, Alexander <sip:a@alo.example>;tag=43' })));
  test('§3.1.2.16 another version of SIP', () =>
    expectAnswered(message({ start: 'OPTIONS sip:minh@alo.example SIP/7.0' }), 505));
  test('§3.1.2.17 and §3.1.2.18 the method of CSeq is another', () => {
    expectAnswered(message({ cseq: '8 INVITE' }));
    expectAnswered(message({ start: 'NEWMETHOD sip:minh@alo.example SIP/2.0' }));
  });
  test('§3.1.2.19 a status beyond all numbers is dropped', () => {
    expectSilent(message({ start: 'SIP/2.0 4294967301 better not break the receiver' }));
    expectSilent(message({ start: 'SIP/2.0 700 none of ours' }));
  });
  test('a broken ACK is never answered (RFC 3261 §17.1.1.3)', () => {
    expectSilent(message({ start: 'ACK  sip:minh@alo.example SIP/2.0', cseq: '1 ACK' }));
  });
  test('a lone CR or LF ends no line', () => {
    expectAnswered(message({ from: 'Lan <sip:lan@alo.example>;tag=1\rX: y' }));
    const loose = new TextEncoder().encode(message().replaceAll('\n', '\r\n').replace('70\r\n', '70\n'));
    expect(parseMessage(loose)).toMatchObject({ ok: false, status: 400 });
  });
});

describe('what is for those above the parser (§3.3, §3.4)', () => {
  test('§3.3.1 a request that lacks what every request has is dropped', () => {
    const bare = parse('INVITE sip:minh@alo.example SIP/2.0\nCSeq: 1 INVITE\nVia: SIP/2.0/UDP h;branch=z9hG4bKx\n\n');
    expect(bare).toEqual({ ok: false, status: 400, reason: 'Missing From' });
  });
  test('§3.3.2 and §3.3.3 URIs of unknown schemes are read as such', () => {
    const parsed = validRequest(message({ start: 'OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0' }));
    expect(parseUri(parsed.uri)).toEqual({
      scheme: 'other',
      name: 'nobodyknowsthisscheme',
      rest: 'totallyopaquecontent',
    });
    expect(parseUri('soap.beep://192.0.2.103:3002')?.scheme).toBe('other');
  });
  test('§3.3.8 a header twice that may stand once', () => {
    expect(parse(message({ more: 'From: sip:other@alo.example;tag=2\n' }))).toMatchObject({ ok: false, status: 400 });
  });
  test('§3.3.9 two Content-Lengths', () => {
    const result = parse(message({ more: 'Content-Length: 0\nContent-Length: 3\n', body: 'abc' }));
    expect(result).toMatchObject({ ok: false, status: 400 });
  });
  test("§3.3.12 and §3.3.13 parameters inside <> are the URI's, outside the header's", () => {
    const parsed = valid(message({ more: 'Contact: sip:a@b;unknownparam, <sip:c@d;inside>;outside\n' }));
    expect(contacts(parsed)).toMatchObject([
      { uri: 'sip:a@b', params: new Map([['unknownparam', '']]) },
      { uri: 'sip:c@d;inside', params: new Map([['outside', '']]) },
    ]);
  });
  test('§3.3.14 escaped headers in a Contact stay escaped', () => {
    const uri = contact(valid(message({ more: 'Contact: <sip:a@b?Route=%3Csip:sip.example%3E>\n' })))?.uri ?? '';
    expect(parseSipUri(uri)?.headers).toBe('Route=%3Csip:sip.example%3E');
  });
  test('§3.4.1 an INVITE of RFC 2543: no branch, no tag, no Max-Forwards', () => {
    const text = `INVITE sip:minh@alo.example SIP/2.0
Via: SIP/2.0/UDP old.example
From: <sip:lan@alo.example>
To: sip:minh@alo.example
Call-ID: old
CSeq: 56 INVITE

`;
    expect(topVia(valid(text))?.params.has('branch')).toBe(false);
  });
});

test('a Vietnamese name without quotes is taken, and written with them', () => {
  const parsed = valid(message({ from: 'Trần Thị Lan <sip:lan@alo.example>;tag=1' }));
  const address = from(parsed);
  expect(address?.display).toBe('Trần Thị Lan');
  expect(address && formatNameAddr(address)).toBe('"Trần Thị Lan" <sip:lan@alo.example>;tag=1');
});

test('a response with a broken Contact is still a response; a request with one is refused, by the registrar where it is a REGISTER', () => {
  const more = 'Contact: <sip:\n';
  expect(
    contacts(valid(message({ start: 'REGISTER sip:alo.example SIP/2.0', cseq: '1 REGISTER', more }))),
  ).toBeUndefined();
  expect(contact(valid(message({ start: 'SIP/2.0 180 Ringing', more })))).toBeUndefined();
  expect(parse(message({ more }))).toMatchObject({ ok: false, reason: 'Malformed Contact' });
});

test('commas within quotes and <> do not split a list (RFC 3261 §7.3.1)', () => {
  expect(splitList('"a, b" <sip:c,d@e>;x="1,2", <sip:f@g>')).toEqual(['"a, b" <sip:c,d@e>;x="1,2"', '<sip:f@g>']);
});
