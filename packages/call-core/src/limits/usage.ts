import type { Allowance, Usage } from '../board/usage.ts';
import type { Instant, LegId } from '../board/vocabulary.ts';

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** More of it would say nothing new, and everything that is remembered is bounded. */
const most = 200;

/** The same, without what is too old to count. */
export function aged(usage: Usage, at: Instant): Usage {
  return {
    ...usage,
    attempts: usage.attempts.filter((one) => at - one.at < hourMs).slice(-most),
    costly: usage.costly.filter((one) => at - one.at < dayMs),
    ...(usage.spent === undefined ? {} : { spent: usage.spent.filter((one) => at - one.at < dayMs) }),
  };
}

/** What ends within so long is kept as one: a day has so few of them that none need be forgotten. */
const slotMs = 300_000;
const isOneSlot = (a: Instant, b: Instant): boolean => Math.floor(a / slotMs) === Math.floor(b / slotMs);

/** Talk with a costly destination is over. */
export function talked(usage: Usage, at: Instant, ms: number): Usage {
  const last = usage.costly.at(-1);
  if (last === undefined || !isOneSlot(last.at, at)) return { ...usage, costly: [...usage.costly, { at, ms }] };
  return { ...usage, costly: [...usage.costly.slice(0, -1), { at, ms: last.ms + ms }] };
}

/** A call has cost something. */
export function paid(usage: Usage, at: Instant, dong: number): Usage {
  const { spent = [] } = usage;
  const last = spent.at(-1);
  if (last === undefined || !isOneSlot(last.at, at)) return { ...usage, spent: [...spent, { at, dong }] };
  return { ...usage, spent: [...spent.slice(0, -1), { at, dong: last.dong + dong }] };
}

/** What calls have cost within a day, and those that go on may cost yet. */
export const spentOf = ({ spent = [], held = [] }: Usage, at: Instant): number =>
  spent.reduce((sum, one) => (at - one.at < dayMs ? sum + one.dong : sum), 0) +
  held.reduce((sum, one) => sum + one.dong, 0);

/** One more call began. */
export function begin(usage: Usage, at: Instant): Usage {
  return { ...usage, begun: { second: secondOf(at), count: begunLately(usage, at) + 1 } };
}

const secondOf = (at: Instant): number => Math.floor(at / 1_000);

/** The company's usage with what this leg holds, in place of what it held; null is nothing. */
export function holding(usage: Usage, leg: LegId, held: Allowance | null): Usage {
  const others = (usage.held ?? []).filter((one) => one.leg !== leg);
  return { ...usage, held: held === null ? others : [...others, held] };
}

/** How many calls began within this second of the clock. */
export const begunLately = ({ begun }: Usage, at: Instant): number => (begun.second === secondOf(at) ? begun.count : 0);

/** Talk with costly destinations that ended within so long, in milliseconds. */
export const costlyMs = ({ costly }: Usage, at: Instant, within: number): number =>
  costly.reduce((sum, one) => (at - one.at < within ? sum + one.ms : sum), 0);

/** The same of a day, with what calls that go on may talk yet. */
export const costlyDayMs = (usage: Usage, at: Instant): number =>
  costlyMs(usage, at, dayMs) + (usage.held ?? []).reduce((sum, one) => sum + one.costlyMs, 0);
