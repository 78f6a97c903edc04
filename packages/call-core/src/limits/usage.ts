import type { Instant } from '../vocabulary.ts';

/** An attempt at a number outside. */
export type Attempted = { readonly at: Instant; readonly number: string; readonly costly: boolean };

/** What the company, an extension or a trunk has used of what it may. */
export type Usage = {
  /** Calls that go on: of a trunk its channels. */
  readonly now: number;
  /** How many calls began in a second, the last in which any did. */
  readonly begun: { readonly second: number; readonly count: number };
  /** Of the last hour, oldest first. */
  readonly attempts: readonly Attempted[];
  /** Talk with costly destinations, each stay of the last day with when it ended. */
  readonly costly: readonly { readonly at: Instant; readonly ms: number }[];
  /** No costly destination is called before this. */
  readonly stoppedUntil: Instant | null;
};

export const unused: Usage = { now: 0, begun: { second: 0, count: 0 }, attempts: [], costly: [], stoppedUntil: null };

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** More of it would say nothing new, and everything that is remembered is bounded. */
const most = 200;

/** The same, without what is too old to count. */
export function aged(usage: Usage, at: Instant): Usage {
  return {
    ...usage,
    attempts: usage.attempts.filter((one) => at - one.at < hourMs).slice(-most),
    costly: usage.costly.filter((one) => at - one.at < dayMs).slice(-most),
  };
}

/** One more call began. */
export function begin(usage: Usage, at: Instant): Usage {
  return { ...usage, begun: { second: secondOf(at), count: begunLately(usage, at) + 1 } };
}

const secondOf = (at: Instant): number => Math.floor(at / 1_000);

/** How many calls began within this second of the clock. */
export const begunLately = ({ begun }: Usage, at: Instant): number => (begun.second === secondOf(at) ? begun.count : 0);

/** Talk with costly destinations that ended within so long, in milliseconds. */
export const costlyMs = ({ costly }: Usage, at: Instant, within: number): number =>
  costly.reduce((sum, one) => (at - one.at < within ? sum + one.ms : sum), 0);

/** Something that whoever runs the company wants to know of at once. */
export type Alarm = {
  readonly kind: 'limit' | 'fraud';
  /** Whose: `company`, `extension 101`, `trunk <id>`. */
  readonly of: string;
  readonly words: string;
  /** The first of these in a row, the last, and how many there were. */
  readonly since: Instant;
  readonly last: Instant;
  readonly count: number;
};
