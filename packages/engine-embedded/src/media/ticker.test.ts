import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Ticker } from './ticker.ts';

it('ticks by the wall clock, also over a stall of the process', async () => {
  const ticker = new Ticker(() => {});
  let ticks = 0;
  const start = performance.now();
  ticker.add(() => ticks++);
  await sleep(300);
  const stalled = performance.now();
  while (performance.now() - stalled < 150);
  await sleep(500);
  const expected = (performance.now() - start) / 20;
  ticker.close();
  expect(Math.abs(ticks - expected)).toBeLessThanOrEqual(2);
});

it('reports a listener that throws and goes on with the others', async () => {
  const errors: unknown[] = [];
  const ticker = new Ticker((error) => errors.push(error));
  let ticks = 0;
  ticker.add(() => {
    throw new Error('broken leg');
  });
  ticker.add(() => ticks++);
  await sleep(120);
  ticker.close();
  expect(ticks).toBeGreaterThan(2);
  expect(errors.length).toBe(ticks);
});

it('lets a listener leave from within its own tick, and starts again after it was empty', async () => {
  const ticker = new Ticker(() => {});
  let ticks = 0;
  const once = () => {
    ticks++;
    ticker.remove(once);
  };
  ticker.add(once);
  await sleep(80);
  ticker.add(once);
  await sleep(80);
  expect(ticks).toBe(2);
});
