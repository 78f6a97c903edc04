import { expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';
import { an, officeWith } from '../testing/queue-office.ts';

/** Lan talks with a customer, on a clock that may be set. */
function talk() {
  const desk = new Desk(officeWith(), ['101']);
  const call = desk.customerCalls(an, hotline);
  desk.answers('101');
  const hold = (on: boolean) => desk.asks('101', { kind: 'hold', call, on });
  const stay = () => {
    const [segment] = desk.call(call).segments;
    if (segment === undefined) throw new Error('nobody talked');
    const { from, to, holdMs, holds = [] } = segment;
    return { to: to === null ? null : to - from, holdMs, holds: holds.map((one) => [one.from - from, one.to - from]) };
  };
  return { desk, call, hold, stay };
}

test('where the clock is set back, a stay ends with its leg, and its period on hold with it', () => {
  const { desk, call, hold, stay } = talk();
  hold(true);
  desk.wait(9);
  hold(false);
  desk.wait(-5);
  desk.asks('101', { kind: 'hang-up', call, leg: null });
  expect(stay()).toEqual({ to: 4_000, holdMs: 4_000, holds: [[0, 4_000]] });
});

test('where the clock is set back, nobody is on hold before they talk, nor twice at once', () => {
  const { desk, hold, stay } = talk();
  desk.wait(-3);
  hold(true);
  desk.wait(10);
  hold(false);
  expect(stay()).toMatchObject({ holdMs: 7_000, holds: [[0, 7_000]] });
  desk.wait(-5);
  hold(true);
  desk.wait(9);
  hold(false);
  expect(stay()).toMatchObject({
    holdMs: 11_000,
    holds: [
      [0, 7_000],
      [7_000, 11_000],
    ],
  });
});
