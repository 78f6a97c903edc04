import { expect, it, vi } from 'vitest';
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

it('says how long a stall was that is too long to be caught up, and goes on from now', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  try {
    const stalls: number[] = [];
    const ticker = new Ticker(
      () => {},
      (leftOutMs) => stalls.push(leftOutMs),
    );
    let ticks = 0;
    ticker.add(() => ticks++);
    vi.advanceTimersByTime(200);
    expect([ticks, stalls]).toEqual([10, []]);
    const now = performance.now() + 5_010;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.advanceTimersByTime(20);
    clock.mockRestore();
    ticker.close();
    expect([ticks, stalls]).toEqual([11, [4_980]]);
  } finally {
    vi.useRealTimers();
  }
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
