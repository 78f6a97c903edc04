import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { askedEveryMs, endWhereSilent, unansweredAtMost } from './end-where-silent.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A child that answers as long as `answers` says, and what was done to it. */
function childThat(answers: (ping: number) => boolean) {
  const told = new EventEmitter();
  let pings = 0;
  const signals: unknown[] = [];
  const child = Object.assign(told, {
    connected: true,
    send() {
      pings += 1;
      if (answers(pings)) told.emit('message', { kind: 'pong' });
      return true;
    },
    kill(signal?: unknown) {
      signals.push(signal);
      told.emit('exit', null, signal);
      return true;
    },
  });
  return { child, signals, pings: () => pings };
}

test('a process that answers lives on, and one that stops answering is killed once', () => {
  const well = childThat(() => true);
  const hanging = childThat((ping) => ping <= 3);
  let kills = 0;
  for (const { child } of [well, hanging]) endWhereSilent(child, () => (kills += 1));
  vi.advanceTimersByTime((3 + unansweredAtMost) * askedEveryMs);
  expect([hanging.signals, kills]).toEqual([[], 0]);
  vi.advanceTimersByTime(100 * askedEveryMs);
  expect([well.signals, hanging.signals, kills]).toEqual([[], ['SIGKILL'], 1]);
  expect(well.pings()).toBe(115);
});
