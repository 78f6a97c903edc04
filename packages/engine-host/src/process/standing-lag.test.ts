import { expect, test } from 'vitest';
import { StandingLag } from './standing-lag.ts';

/** Notes a lag each 50 ms from `from` on, and gives the moment after the last one. */
function note(lag: StandingLag, from: number, lags: readonly number[]): number {
  for (const [index, ms] of lags.entries()) lag.noted(ms, from + index * 50);
  return from + lags.length * 50;
}

const always = (lagMs: number, times: number) => Array.from({ length: times }, () => lagMs);

test('a server that takes everything late for half a second is behind', () => {
  const lag = new StandingLag({ targetMs: 250, standingMs: 500 });
  const now = note(lag, 1_000, always(250, 10));
  expect(lag.stands(now)).toBe(false);
  lag.noted(250, now);
  expect(lag.stands(now)).toBe(true);
});

test('one late word and silence is no server that is behind: nothing is known to be late since', () => {
  const lag = new StandingLag({ targetMs: 250, standingMs: 500 });
  lag.noted(3_000, 1_000);
  for (const later of [500, 1_000, 1_999]) expect(lag.stands(1_000 + later)).toBe(false);
});

test('one long stop, after which it is up to date again, is none', () => {
  const lag = new StandingLag({ targetMs: 250, standingMs: 500 });
  const now = note(lag, 1_000, [1, 3_000, 2_000, 1, ...always(300, 9)]);
  expect(lag.stands(now)).toBe(false);
});

test('it is itself again with the first word that was taken in time', () => {
  const lag = new StandingLag({ targetMs: 250, standingMs: 500 });
  const now = note(lag, 1_000, always(900, 40));
  expect(lag.stands(now)).toBe(true);
  lag.noted(249, now);
  expect(lag.stands(now)).toBe(false);
});

test('what nobody heard of for long is forgotten', () => {
  const lag = new StandingLag({ targetMs: 250, standingMs: 500 });
  const now = note(lag, 1_000, always(900, 40));
  expect(lag.stands(now + 2_000)).toBe(false);
  lag.noted(900, now + 10_000);
  expect(lag.stands(now + 10_000)).toBe(false);
  lag.noted(900, now + 10_500);
  expect(lag.stands(now + 10_500)).toBe(true);
});

test('two late words with nothing under way between them are two moments', () => {
  const lag = new StandingLag({ targetMs: 250, standingMs: 500 });
  lag.noted(300, 1_000);
  lag.noted(300, 2_500);
  expect(lag.stands(2_500)).toBe(false);
});

test('a server that is so late that its words come rarely is behind', () => {
  const lag = new StandingLag({ targetMs: 250, standingMs: 500 });
  lag.noted(2_600, 1_000);
  lag.noted(2_600, 4_000);
  expect(lag.stands(4_000)).toBe(true);
});
