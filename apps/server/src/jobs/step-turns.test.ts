import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { StepTurns } from './step-turns.ts';

/** A job that goes on until it is told to end, and how many steps it has done. */
function jobOf(turns: StepTurns, company: string) {
  const job = { steps: 0, end: () => void 0 };
  let over = false;
  job.end = () => void (over = true);
  const done = turns.job(company, async () => {
    while (!over) {
      await turns.next(company);
      job.steps += 1;
      await sleep(1);
    }
  });
  return { job, done };
}

test('a job of a company that has had little goes before those of one that has had much, which go on', async () => {
  const turns = new StepTurns();
  const many = [jobOf(turns, 'a'), jobOf(turns, 'a'), jobOf(turns, 'a')];
  await expect.poll(() => many.every(({ job }) => job.steps > 100)).toBe(true);
  const few = jobOf(turns, 'b');
  const before = many.map(({ job }) => job.steps);
  await expect.poll(() => few.job.steps).toBeGreaterThan(100);
  const meanwhile = many.map(({ job }, at) => job.steps - (before[at] ?? 0));
  expect(Math.max(...meanwhile)).toBeLessThan(few.job.steps / 5);
  few.job.end();
  await few.done;
  const after = many.map(({ job }) => job.steps);
  await expect.poll(() => many.every(({ job }, at) => job.steps > (after[at] ?? 0) + 20)).toBe(true);
  for (const { job } of many) job.end();
  await Promise.all(many.map(({ done }) => done));
});

test('who is alone never steps aside', async () => {
  const turns = new StepTurns();
  const { job, done } = jobOf(turns, 'a');
  await expect.poll(() => job.steps).toBeGreaterThan(20);
  expect(turns.goesLast('a')).toBe(false);
  job.end();
  await done;
});
