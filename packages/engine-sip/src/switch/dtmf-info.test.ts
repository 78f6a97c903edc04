import { newRequest, parseNameAddr } from '@alo/sip';
import { expect, test } from 'vitest';
import { infoBody, pressOfInfo } from './dtmf-info.ts';

const address = parseNameAddr('<sip:101@demo.example>;tag=a');
if (address === undefined) throw new Error('the address of this test is broken');

const info = (type: string, body: string | Uint8Array) =>
  newRequest({
    method: 'INFO',
    uri: 'sip:alo@demo.example',
    from: address,
    to: address,
    callId: 'c',
    cseq: 1,
    headers: [{ name: 'content-type', value: type }],
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });

test.each([
  ['application/dtmf-relay', 'Signal=5\r\nDuration=250\r\n', '5', 250],
  ['application/dtmf-relay', 'signal = #\r\n', '#', 160],
  ['application/dtmf-relay', 'Duration=100\r\nSignal= *', '*', 100],
  ['application/dtmf-relay', 'Signal=11\r\nDuration=long', '#', 160],
  ['application/dtmf-relay', 'Signal=d', 'D', 160],
  ['application/dtmf', '7', '7', 160],
  ['application/dtmf; charset=utf-8', ' 10 ', '*', 160],
] as const)('INFO of %s %j is the key %s, pressed for %i ms', (type, body, digit, durationMs) => {
  expect(pressOfInfo(info(type, body))).toEqual({ digit, durationMs });
});

test.each([
  ['application/dtmf-relay', 'Signal=55'],
  ['application/dtmf-relay', 'Duration=160'],
  ['application/dtmf', ''],
  ['application/dtmf', '5 or 6'],
  ['application/media_control+xml', '5'],
])('INFO of %s %j is no key', (type, body) => {
  expect(pressOfInfo(info(type, body))).toBeUndefined();
});

test('what we send reads as what we meant', () => {
  const press = pressOfInfo(info('application/dtmf-relay', infoBody('#', 240)));
  expect(press).toEqual({ digit: '#', durationMs: 240 });
});
