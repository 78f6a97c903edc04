import { expect, test } from 'vitest';

import { chooseNumber, type OtpNumber } from '../../domain/otp/choose-number.ts';
import { type EndedCall, outcomeOf } from './outcome.ts';

const standing = { attempts: 1, tries: 2, pauseMs: 20_000, expiresAt: 300_000 };
const call = (more: Partial<EndedCall>): EndedCall => ({
  status: 'no_answer',
  cause: 'no-answer',
  heard: false,
  ...more,
});

test('a code that was read to its end needs no further call, whoever hung up', () => {
  expect(outcomeOf(call({ status: 'answered', heard: true }), standing, 0)).toEqual({ state: 'heard', reason: '' });
});

test('whoever was not reached is called again after the pause, as often as was asked', () => {
  expect(outcomeOf(call({}), standing, 1_000)).toMatchObject({ state: 'asked', nextAt: 21_000 });
  expect(outcomeOf(call({}), { ...standing, attempts: 2 }, 1_000)).toMatchObject({ state: 'no_answer' });
  expect(outcomeOf(call({ status: 'answered' }), { ...standing, attempts: 2 }, 0)).toMatchObject({ state: 'cut' });
});

test('nobody is called again after the code has expired, or where it would come out the same', () => {
  expect(outcomeOf(call({ status: 'busy' }), standing, 290_000)).toMatchObject({ state: 'busy' });
  expect(outcomeOf(call({ status: 'blocked', cause: 'blocked' }), standing, 0)).toMatchObject({
    state: 'failed',
    reason: 'Số nằm trong danh sách chặn gọi ra',
  });
});

const number = (id: string, more: Partial<OtpNumber> = {}): OtpNumber => ({
  id,
  position: 0,
  per_minute: 2,
  per_day: 10,
  abroad: false,
  last_minute: 0,
  today: 0,
  ...more,
});
const chosen = (all: readonly OtpNumber[], abroad = false) => {
  const one = chooseNumber(all, { abroad });
  return one.kind === 'number' ? one.number.id : one.kind;
};

test('the first number in order calls; those that are alike take turns', () => {
  expect(chosen([number('b', { position: 2 }), number('a', { position: 1, today: 5 })])).toBe('a');
  expect(chosen([number('a', { today: 5 }), number('b', { today: 4 })])).toBe('b');
});

test('a number rests when its minute or its day is used up', () => {
  expect(chosen([number('a', { last_minute: 2 }), number('b', { position: 9 })])).toBe('b');
  expect(chosen([number('a', { last_minute: 2 })])).toBe('later');
  expect(chosen([number('a', { today: 10 })])).toBe('none');
  expect(chosen([])).toBe('none');
});

test('abroad is called by numbers that may', () => {
  expect(chosen([number('a'), number('b', { abroad: true, position: 9 })], true)).toBe('b');
  expect(chosen([number('a')], true)).toBe('none');
});
