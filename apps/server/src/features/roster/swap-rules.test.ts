import type { RosterShift } from '@alo/contract';
import { expect, test } from 'vitest';

import { type OfferedShift, type SwapWorld, whyNotTaken, whyVoid } from './swap-rules.ts';

const shift = (id: string, from_time: string, to_time: string): [string, RosterShift] => [
  id,
  { id, name: id, colour: '#64748b', from_time, to_time, breaks: [] },
];
const shifts = new Map([
  shift('morning', '08:00', '16:00'),
  shift('late', '14:00', '22:00'),
  shift('night', '22:00', '06:00'),
  shift('early', '05:00', '12:00'),
]);

/** Lan and Minh of one team, Hoa of another; `days` is who works what when. */
const world = (
  days: Readonly<Record<string, string | null>>,
  now = { date: '2026-12-01', minute: 600 },
): SwapWorld => ({
  roster: (account, day) => days[`${account} ${day}`],
  shifts,
  teams: new Map([
    ['lan', 'one'],
    ['minh', 'one'],
    ['hoa', 'two'],
  ]),
  now,
});
const given: OfferedShift = {
  kind: 'give',
  state: 'open',
  offered_by: 'lan',
  day: '2026-12-03',
  shift_id: 'morning',
  offered_to: null,
  taken_by: null,
  back_day: null,
  back_shift_id: null,
};
const lans = { 'lan 2026-12-03': 'morning' };

test('an offer holds until its shift is planned anew, begins, or somebody leaves', () => {
  expect(whyVoid(given, world(lans))).toBeUndefined();
  expect(whyVoid(given, world({ 'lan 2026-12-03': 'late' }))).toBe('Ca đã được xếp lại');
  expect(whyVoid(given, world({}))).toBe('Ca đã được xếp lại');
  expect(whyVoid(given, world(lans, { date: '2026-12-03', minute: 479 }))).toBeUndefined();
  expect(whyVoid(given, world(lans, { date: '2026-12-03', minute: 480 }))).toContain('đã bắt đầu');
  expect(whyVoid({ ...given, offered_by: 'gone' }, world(lans))).toContain('không còn tài khoản');
  expect(whyVoid({ ...given, offered_to: 'hoa' }, world(lans))).toContain('cùng nhóm');
  expect(whyVoid({ ...given, taken_by: 'gone' }, world(lans))).toContain('cùng nhóm');
});

test('who has a shift or leave on that day, or works into it, cannot take it', () => {
  const taken = (days: Readonly<Record<string, string | null>>, swap = given) =>
    whyNotTaken({ swap, taker: 'minh', back: null }, world({ ...lans, ...days }));
  expect(taken({})).toBeUndefined();
  expect(taken({ 'minh 2026-12-03': 'late' })).toContain('đã có ca');
  expect(taken({ 'minh 2026-12-03': null })).toContain('nghỉ phép');
  // The night before ends at six, the early shift begins at five.
  expect(taken({ 'minh 2026-12-02': 'night' })).toBeUndefined();
  const early = { ...given, shift_id: 'early' };
  expect(taken({ 'minh 2026-12-02': 'night' }, early)).toContain('chồng');
  const night = { ...given, shift_id: 'night' };
  expect(taken({ 'minh 2026-12-04': 'early' }, night)).toContain('chồng');
  expect(taken({ 'minh 2026-12-04': 'morning' }, night)).toBeUndefined();
});

test('an exchange needs a shift for it that has not begun, on a day that the other has free', () => {
  const exchange = { ...given, kind: 'exchange' } as const;
  const days = { ...lans, 'minh 2026-12-05': 'late' };
  const back = { day: '2026-12-05', shift: 'late' };
  const taken = (more: object, of: typeof back | null = back, now?: SwapWorld['now']) =>
    whyNotTaken({ swap: exchange, taker: 'minh', back: of }, world({ ...days, ...more }, now));
  expect(taken({})).toBeUndefined();
  expect(taken({}, null)).toContain('chọn ca');
  expect(taken({ 'minh 2026-12-05': 'morning' })).toContain('xếp lại');
  expect(taken({ 'lan 2026-12-05': null })).toContain('Người nhượng đã có');
  expect(
    taken({ 'lan 2026-12-04': 'night', 'minh 2026-12-05': 'early' }, { day: '2026-12-05', shift: 'early' }),
  ).toContain('của người nhượng');
  expect(taken({ 'minh 2026-12-01': 'morning' }, { day: '2026-12-01', shift: 'morning' })).toBe(
    'Ca đổi lại đã bắt đầu',
  );
});

test('two of the same day change places, and what is given away is in nobody’s way', () => {
  const exchange = { ...given, kind: 'exchange' } as const;
  const same = { ...lans, 'minh 2026-12-03': 'late' };
  expect(
    whyNotTaken({ swap: exchange, taker: 'minh', back: { day: '2026-12-03', shift: 'late' } }, world(same)),
  ).toBeUndefined();
  // The night that Minh gives for it would have run into the early shift that he gets.
  const early = { ...exchange, shift_id: 'early' };
  const nights = { 'lan 2026-12-03': 'early', 'minh 2026-12-02': 'night' };
  expect(
    whyNotTaken({ swap: early, taker: 'minh', back: { day: '2026-12-02', shift: 'night' } }, world(nights)),
  ).toBeUndefined();
});
