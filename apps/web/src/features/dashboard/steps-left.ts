import type { FirstStep } from '@alo/contract';

/** How many steps a new company has before it. None, once customers reach people at its own number: whoever works so needs no guide. */
export const stepsLeft = (done: Readonly<Record<FirstStep, boolean>>): number =>
  done.way ? 0 : Object.values(done).filter((isDone) => !isDone).length;
