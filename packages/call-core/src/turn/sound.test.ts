import { expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { badSoundOf, soundsOtherwise } from './sound.ts';

const clean = { lossPercent: 0, farLossPercent: 0, jitterMs: 3, roundTripMs: 30 };

/** 101 talks to 102, whose sound is measured again and again. */
function talking() {
  const desk = new Desk();
  desk.extensionCalls('101', '102');
  desk.answers('102');
  const leg = () => {
    const found = desk.call().legs.find(({ id }) => id !== desk.call().caller);
    if (found === undefined) throw new Error('102 has no leg.');
    return found;
  };
  const measured = (quality: Partial<typeof clean>) => {
    const before = desk.call();
    desk.take({ type: 'quality', call: before.id, leg: leg().id, at: desk.now, ...clean, ...quality });
    return soundsOtherwise(before, desk.call());
  };
  return { desk, leg, measured, bad: () => badSoundOf(leg()) };
}

test('of a party that sounds bad for a while it is told what is wrong, and of nobody else', () => {
  const { desk, measured, bad } = talking();
  expect([measured({}), measured({ lossPercent: 40 }), bad()]).toEqual([false, false, null]);
  expect([measured({ farLossPercent: 12 }), bad()]).toEqual([true, { level: 'poor', wrong: 'loss', figure: 12 }]);
  expect(desk.call().legs.map(badSoundOf)).toEqual([null, { level: 'poor', wrong: 'loss', figure: 12 }]);
  // One good moment takes nothing of it away, and is not what is told.
  expect([measured({}), bad()]).toEqual([false, { level: 'poor', wrong: 'loss', figure: 12 }]);
  expect([measured({}), measured({}), bad()]).toEqual([false, true, null]);
});

test('jitter and delay are told in milliseconds', () => {
  const { measured, bad } = talking();
  measured({ jitterMs: 130 });
  measured({ jitterMs: 130 });
  expect(bad()).toEqual({ level: 'fair', wrong: 'jitter', figure: 130 });
  measured({ roundTripMs: 900 });
  measured({ roundTripMs: 900 });
  expect(bad()).toEqual({ level: 'poor', wrong: 'delay', figure: 900 });
});

test('who has left sounds like nothing any more', () => {
  const { desk, measured, bad } = talking();
  measured({ lossPercent: 30 });
  measured({ lossPercent: 30 });
  desk.ends('102');
  expect(bad()).toBeNull();
});
