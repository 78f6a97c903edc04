import { expect, test } from 'vitest';
import { LifeWatch } from './life-watch.ts';

/** A watch whose time passes by hand, a turn at a time; whom it asked may answer. */
function watched() {
  let due: (() => void) | undefined;
  const asked: (() => void)[] = [];
  let gone = 0;
  const watch = new LifeWatch({
    after: (_ms, fire) => {
      due = fire;
      return () => {
        if (due === fire) due = undefined;
      };
    },
    ask: (heard) => void asked.push(heard),
    onGone: () => {
      gone += 1;
    },
  });
  const turn = () => {
    const fire = due;
    due = undefined;
    fire?.();
  };
  return { watch, asked, turn, gone: () => gone };
}

test('a phone that answers is asked on and on, also when an answer comes late', () => {
  const { watch, asked, turn, gone } = watched();
  watch.begin('later', 1);
  for (let i = 0; i < 20; i += 1) {
    turn();
    if (i % 3 === 2) asked.at(-2)?.();
  }
  expect(asked).toHaveLength(20);
  expect(gone()).toBe(0);
});

test('one that answers nothing three times is gone, and is not asked any more', () => {
  const { watch, asked, turn, gone } = watched();
  watch.begin('later', 1);
  for (let i = 0; i < 10; i += 1) turn();
  expect(asked).toHaveLength(3);
  expect(gone()).toBe(1);
});

test('one that came back is not asked, and the next hold begins anew', () => {
  const { watch, asked, turn, gone } = watched();
  watch.begin('later', 1);
  for (let i = 0; i < 3; i += 1) turn();
  watch.end();
  turn();
  watch.begin('later', 1);
  for (let i = 0; i < 3; i += 1) turn();
  expect([asked.length, gone()]).toEqual([6, 0]);
});

test('one that fell silent is asked at once', () => {
  const { watch, asked, turn, gone } = watched();
  watch.begin('now', 1);
  expect(asked).toHaveLength(1);
  for (let i = 0; i < 3; i += 1) turn();
  expect([asked.length, gone()]).toEqual([3, 1]);
});
