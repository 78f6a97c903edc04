import { type BothWays, type Wrong, worseWay, wrongWith } from './e-model.ts';

/** How something sounds, in a word. */
export type Level = 'good' | 'fair' | 'poor';

/** G.107 annex B: users are satisfied from an R of 80 on, many are not below 70. */
const [satisfied, manyAreNot] = [4, 3.6];
/** Nearly nobody is satisfied below an R of 50. */
const nearlyNobody = 2.6;

export function levelOf(mos: number): Level {
  if (mos >= satisfied) return 'good';
  return mos >= manyAreNot ? 'fair' : 'poor';
}

/** Whether a call counts as poor: all of it, or ten seconds in which nearly nothing could be understood. */
export const soundsPoor = (mos: number, worst: number | null): boolean =>
  levelOf(mos) === 'poor' || (worst !== null && worst < nearlyNobody);

/** What is told of a sound that is not good: what is wrong with it, and how much of that there is, in percent or milliseconds. */
export interface Bad {
  readonly level: Exclude<Level, 'good'>;
  readonly wrong: Wrong;
  readonly figure: number;
}

/** The same of a measurement that a level was told by; null of a good one. */
export function badOf(level: Level, measured: BothWays): Bad | null {
  if (level === 'good') return null;
  const way = worseWay(measured);
  const wrong = wrongWith(way);
  const figures = { loss: way.lossPercent, jitter: way.jitterMs, delay: way.roundTripMs ?? 0 };
  return { level, wrong, figure: Math.round(figures[wrong]) };
}

/** A level that is shown, and how many measurements in a row have said that it is another one. */
export interface Steady {
  readonly level: Level;
  /** The nearest to it of those. */
  readonly towards: Level;
  readonly run: number;
}

export const steadyGood: Steady = { level: 'good', towards: 'good', run: 0 };

/** A hiccup is no bad network, and a moment without one is no good one. */
const [worseAfter, betterAfter] = [2, 3];

/**
 * What is shown after another measurement: a worse level after two in a row that are worse, a better one after three in a row that
 * are better, and as far as all of these are. Measurements that go up and down change nothing.
 */
export function steadied({ level, towards, run }: Steady, measured: Level): Steady {
  const way = Math.sign(rank[measured] - rank[level]);
  if (way === 0) return { level, towards: level, run: 0 };
  const goesOn = run > 0 && Math.sign(rank[towards] - rank[level]) === way;
  const nearest = goesOn && Math.abs(rank[towards] - rank[level]) < Math.abs(rank[measured] - rank[level]);
  const next = { level, towards: nearest ? towards : measured, run: goesOn ? run + 1 : 1 };
  const isEnough = next.run >= (way > 0 ? worseAfter : betterAfter);
  return isEnough ? { level: next.towards, towards: next.towards, run: 0 } : next;
}

const rank: Readonly<Record<Level, number>> = { good: 0, fair: 1, poor: 2 };
