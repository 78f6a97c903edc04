import { expect, test } from 'vitest';
import { callIdIn } from './glimpse.ts';

const bytesOf = (...lines: readonly string[]) => new TextEncoder().encode(lines.join('\r\n'));

test('the Call-ID is seen in a message that nobody has read, in each of its spellings', () => {
  for (const line of ['Call-ID: a@b', 'call-id:a@b ', 'i: a@b', 'I\t:\ta@b'])
    expect(callIdIn(bytesOf('OPTIONS sip:x SIP/2.0', 'Via: SIP/2.0/UDP x', line, 'CSeq: 1 OPTIONS', '', ''))).toBe(
      'a@b',
    );
});

test('what is no message has none', () => {
  expect(callIdIn(new Uint8Array())).toBeUndefined();
  expect(callIdIn(bytesOf('Call-ID: a@b'))).toBeUndefined();
  expect(callIdIn(new Uint8Array(5_000).fill(32))).toBeUndefined();
});
