import { newRequest, parseNameAddr } from '@alo/sip';
import { expect, test } from 'vitest';
import { digitOfInfo, infoBody } from './dtmf-info.ts';

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
  ['application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n', '5'],
  ['application/dtmf-relay', 'signal = #\r\n', '#'],
  ['application/dtmf-relay', 'Duration=100\r\nSignal= *', '*'],
  ['application/dtmf-relay', 'Signal=11', '#'],
  ['application/dtmf-relay', 'Signal=d', 'D'],
  ['application/dtmf', '7', '7'],
  ['application/dtmf; charset=utf-8', ' 10 ', '*'],
] as const)('INFO of %s %j is the key %s', (type, body, digit) => {
  expect(digitOfInfo(info(type, body))).toBe(digit);
});

test.each([
  ['application/dtmf-relay', 'Signal=55'],
  ['application/dtmf-relay', 'Duration=160'],
  ['application/dtmf', ''],
  ['application/dtmf', '5 or 6'],
  ['application/media_control+xml', '5'],
])('INFO of %s %j is no key', (type, body) => {
  expect(digitOfInfo(info(type, body))).toBeUndefined();
});

test('what we send reads as what we meant', () => {
  expect(digitOfInfo(info('application/dtmf-relay', infoBody('#')))).toBe('#');
});
