import { expect, test } from 'vitest';
import { iceServersFor } from './relays.ts';

const relays = { urls: ['turn:turn.example.vn:3478'], secret: 'north' };
const at = Date.UTC(2026, 10, 30, 2, 20);

test('a sign-in to the relays says until when it is good, and is proved as coturn checks it', () => {
  // printf '1796050800:7' | openssl dgst -sha1 -hmac north -binary | base64
  expect(iceServersFor(relays, '7', at)).toEqual([
    { urls: ['turn:turn.example.vn:3478'], username: '1796050800:7', credential: 'H2AicHNPRJnExYurRZOMvvmqqyQ=' },
  ]);
  expect(1_796_050_800_000 - at).toBe((12 * 60 + 40) * 60_000);
});

test('it stays the same for an hour, and is another person’s nor another hour’s', () => {
  const now = iceServersFor(relays, '7', at);
  expect(iceServersFor(relays, '7', at + 39 * 60_000)).toEqual(now);
  expect(iceServersFor(relays, '7', at + 41 * 60_000)).not.toEqual(now);
  expect(iceServersFor(relays, '8', at)).not.toEqual(now);
});

test('without relays nobody is told of any', () => expect(iceServersFor(undefined, '7', at)).toEqual([]));
