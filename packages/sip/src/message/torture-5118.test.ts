/** IPv6 in every place, after RFC 5118; the messages are our own, each case is named by its clause. */
import { expect, test } from 'vitest';
import { scriptedPeer } from '../transaction/test-scripted-peer.ts';
import type { Flow } from '../transport/flow.ts';
import { parseMessage } from './parse-message.ts';
import { header, topVia } from './read-headers.ts';
import { parseSipUri, sameUri } from './uri.ts';
import { parseVia } from './via.ts';

const parse = (uri: string, via: string, more = '') =>
  parseMessage(
    new TextEncoder().encode(
      `REGISTER ${uri} SIP/2.0\r\nVia: ${via}\r\nMax-Forwards: 70\r\nFrom: <sip:a@[2001:db8::1]>;tag=1\r\n` +
        `To: <sip:a@[2001:db8::1]>\r\nCall-ID: six@[2001:db8::1]\r\nCSeq: 1 REGISTER\r\n${more}\r\n`,
    ),
  );

test('§4.1 an IPv6 reference in brackets, and §4.3 with a port', () => {
  const result = parse('sip:[2001:db8::10]', 'SIP/2.0/UDP [2001:db8::9:1];branch=z9hG4bKas3');
  expect(result.ok && topVia(result.message)).toMatchObject({ host: '[2001:db8::9:1]' });
  expect(parseSipUri('sip:[2001:db8::10]:5070')).toMatchObject({ host: '[2001:db8::10]', port: 5070 });
});

test('§4.2 an address without brackets is refused, not guessed at', () => {
  expect(parseSipUri('sip:2001:db8::10')).toBeUndefined();
  expect(parseVia('SIP/2.0/UDP 2001:db8::9:1;branch=z9hG4bKx')).toBeUndefined();
});

test('§4.4 ambiguous ports: within the brackets it belongs to the address', () => {
  expect(parseSipUri('sip:[2001:db8::10:5070]')).toMatchObject({ host: '[2001:db8::10:5070]' });
  expect(parseSipUri('sip:[2001:db8::10:5070]')?.port).toBeUndefined();
});

test('§4.5 received with and without brackets is read', () => {
  expect(
    parseVia('SIP/2.0/UDP [2001:db8::9:1];received=[2001:db8::9:255];branch=z9hG4bKa')?.params.get('received'),
  ).toBe('[2001:db8::9:255]');
  expect(parseVia('SIP/2.0/UDP [2001:db8::9:1];received=2001:db8::9:255;branch=z9hG4bKa')?.params.get('received')).toBe(
    '2001:db8::9:255',
  );
});

test('§4.5 the received that we note has no brackets, as the grammar wants; the same address needs none', () => {
  const stamped = (address: string): string | undefined => {
    const peer = scriptedPeer();
    const flow: Flow = { id: 'six', transport: 'udp', remote: { address, port: 5060 } };
    const text = `OPTIONS sip:a@b SIP/2.0\nVia: SIP/2.0/UDP [2001:db8::9];branch=z9hG4bKs\nFrom: <sip:a@b>;tag=1\nTo: <sip:a@b>\nCall-ID: c\nCSeq: 1 OPTIONS\n\n`;
    const [request] = peer.says(text, flow);
    return request?.type === 'request' ? header(request.request, 'via') : undefined;
  };
  expect(stamped('2001:db8::77')).toBe('SIP/2.0/UDP [2001:db8::9];branch=z9hG4bKs;received=2001:db8::77');
  expect(stamped('2001:db8::9')).toBe('SIP/2.0/UDP [2001:db8::9];branch=z9hG4bKs');
});

test('§4.6 and §4.7 mixed addresses in Via and SDP stand side by side', () => {
  const vias = 'SIP/2.0/UDP [2001:db8::9:1];branch=z9hG4bKa, SIP/2.0/TCP 192.0.2.1;branch=z9hG4bKb';
  expect(parse('sip:[2001:db8::10]', vias).ok).toBe(true);
});

test('§4.10 an IPv4 address mapped into IPv6', () => {
  expect(parseSipUri('sip:lan@[::ffff:192.0.2.10]')).toMatchObject({ host: '[::ffff:192.0.2.10]' });
});

test('hosts are compared without case, brackets or not', () => {
  const a = parseSipUri('sip:a@[2001:DB8::1]');
  const b = parseSipUri('sip:a@[2001:db8::1]');
  expect(a && b && sameUri(a, b)).toBe(true);
});
