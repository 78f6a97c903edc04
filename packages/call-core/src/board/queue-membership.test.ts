import { describe, expect, test } from 'vitest';

import { emptyTally, isStaffed, readyIn, recount, type Standing, tallyWords } from './queue-membership.ts';

const those = (...standings: readonly Standing[]) =>
  standings.reduce((tally, standing) => recount(tally, null, standing), emptyTally);

/** Every standing, with what a rule that asks for people makes of one member who stands so. */
const each = {
  free: { ready: true, joined: true, isFree: true },
  'on-a-call': { ready: true, joined: true, isFree: false },
  'wrapping-up': { ready: true, joined: true, isFree: false },
  resting: { ready: true, joined: true, isFree: false },
  'on-a-break': { ready: false, joined: true, isFree: false },
  paused: { ready: false, joined: true, isFree: false },
  'do-not-disturb': { ready: false, joined: true, isFree: false },
  asleep: { ready: false, joined: true, isFree: false },
  'no-microphone': { ready: false, joined: true, isFree: false },
  'no-phone': { ready: false, joined: true, isFree: false },
  off: { ready: false, joined: false, isFree: false },
  'off-shift': { ready: false, joined: false, isFree: false },
  'not-joined': { ready: false, joined: false, isFree: false },
} satisfies Record<Standing, { ready: boolean; joined: boolean; isFree: boolean }>;

describe.each(Object.entries(each))('one member who is %s', (standing, { ready, joined, isFree }) => {
  // A key of the table.
  const tally = those(standing as Standing);

  test('counts as ready, as joined and as free only where it is so', () => {
    expect(readyIn(tally)).toBe(ready ? 1 : 0);
    expect({
      anything: isStaffed(tally, 'anything'),
      joined: isStaffed(tally, 'somebody-joined'),
      ready: isStaffed(tally, 'somebody-ready'),
      free: isStaffed(tally, 'somebody-free'),
    }).toEqual({ anything: true, joined, ready, free: isFree });
  });
});

test('who moves from one standing to another is counted once, where they stand now', () => {
  const before = those('free', 'off');
  const after = recount(before, 'free', 'on-a-call');
  expect(after).toEqual({ ...emptyTally, 'on-a-call': 1, off: 1 });
  expect(recount(after, 'on-a-call', null)).toEqual({ ...emptyTally, off: 1 });
  expect(recount(before, 'free', 'free')).toBe(before);
});

test('what those do who are not free is said with how many they are', () => {
  expect(tallyWords(those('on-a-call', 'on-a-call', 'off', 'free'))).toBe('2 đang có cuộc gọi, 1 ngoại tuyến');
  expect(tallyWords(those('free'))).toBe('');
  expect(tallyWords(null)).toBe('');
});
