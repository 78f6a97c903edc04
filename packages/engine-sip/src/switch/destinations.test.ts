import { type Flow, newRequest, parseNameAddr, udpFlow } from '@alo/sip';
import { expect, test } from 'vitest';
import { audioKindOfOffer, trunkRoute } from './destinations.ts';

const ws: Flow = { id: 'ws:1', transport: 'ws', remote: { address: '192.0.2.1', port: 4000 } };
const udp = udpFlow('192.0.2.1', 5060);
const party = parseNameAddr('<sip:a@192.0.2.1>;tag=1');
if (party === undefined) throw new Error('the address of this test is broken');

test('a browser is known by its keys, not by its transport alone', () => {
  const browser = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 8\r\na=ice-ufrag:abcd\r\na=fingerprint:sha-256 AA\r\n';
  const phone = 'v=0\r\nm=audio 4000 RTP/AVP 8\r\n';
  expect(audioKindOfOffer(browser, ws)).toBe('webrtc');
  expect(audioKindOfOffer(browser, udp)).toBe('webrtc');
  expect(audioKindOfOffer(phone, ws)).toBe('rtp');
  expect(audioKindOfOffer('', ws)).toBe('webrtc');
  expect(audioKindOfOffer('', udp)).toBe('rtp');
});

test.each([
  ['sip:a@198.51.100.4:5080', [], udpFlow('198.51.100.4', 5080)],
  ['sip:a@198.51.100.4', [], udpFlow('198.51.100.4', 5060)],
  ['sip:a@198.51.100.4', ['<sip:203.0.113.9;lr>'], udpFlow('203.0.113.9', 5060)],
  ['sip:a@10.255.255.1:5060', [], udp],
  ['sip:a@198.51.100.4', ['<sip:192.168.1.1;lr>'], udp],
  ['sip:a@[fd00::2]', [], udp],
  ['sip:a@carrier.example', [], udp],
  ['sip:a@198.51.100.4;transport=tcp', [], udp],
])('a request to %s by %j goes where the carrier wants it', (uri, routes, expected) => {
  const request = newRequest({ method: 'BYE', uri, routes, from: party, to: party, callId: 'c', cseq: 2 });
  expect(trunkRoute(request, udp)).toEqual(expected);
});
