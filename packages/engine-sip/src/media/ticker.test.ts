import { expect, it } from 'vitest';
import { until } from './testing/plane.ts';
import { Ticker } from './ticker.ts';

it('ticks by the wall clock, also over a stall of the process', async () => {
  const ticker = new Ticker(() => {});
  let ticks = 0;
  const start = performance.now();
  /** How far behind the wall clock the beat is; measured as it beats, for a busy machine may stop us anywhere. */
  const behind: number[] = [];
  ticker.add(() => behind.push((performance.now() - start) / 20 - ++ticks));
  await until(() => ticks >= 15);
  const stalled = performance.now();
  while (performance.now() - stalled < 150);
  const before = ticks;
  await until(() => ticks > before + 25 && (behind.at(-1) ?? 100) < 1);
  ticker.close();
  expect(Math.min(...behind)).toBeGreaterThan(-1);
});

it('reports a listener that throws and goes on with the others', async () => {
  const errors: unknown[] = [];
  const ticker = new Ticker((error) => errors.push(error));
  let ticks = 0;
  ticker.add(() => {
    throw new Error('broken leg');
  });
  ticker.add(() => ticks++);
  await until(() => ticks > 2);
  ticker.close();
  expect(errors.length).toBe(ticks);
});

it('lets a listener leave from within its own tick, and starts again after it was empty', async () => {
  const ticker = new Ticker(() => {});
  let ticks = 0;
  const once = () => {
    ticks++;
    ticker.remove(once);
  };
  let others = 0;
  ticker.add(once);
  await until(() => ticks === 1);
  ticker.add(once);
  ticker.add(() => others++);
  await until(() => others > 3);
  ticker.close();
  expect(ticks).toBe(2);
});
