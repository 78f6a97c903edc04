import type { Instant, LegId } from './vocabulary.ts';

/** An attempt at a number outside. */
export type OutsideAttempt = { readonly at: Instant; readonly number: string; readonly costly: boolean };

/** A leg's allowance since a moment: talk with a costly destination, and money. */
export type Allowance = {
  readonly leg: LegId;
  readonly since: Instant;
  readonly costlyMs: number;
  readonly dong: number;
};

/** The usage of a company, an extension or a trunk against its limits. */
export type Usage = {
  /** Calls that go on: of a trunk its channels. */
  readonly now: number;
  /** How many calls began in a second, the last in which any did. */
  readonly begun: { readonly second: number; readonly count: number };
  /** Of the last hour, oldest first. */
  readonly attempts: readonly OutsideAttempt[];
  /** Talk with costly destinations, each stay of the last day with when it ended. */
  readonly costly: readonly { readonly at: Instant; readonly ms: number }[];
  /** Đồng that calls cost, of the last day; absent where none had a price. */
  readonly spent?: readonly { readonly at: Instant; readonly dong: number }[];
  /** What calls that go on have been allowed and not used yet: nobody else can have it. Absent where nothing ever was. */
  readonly held?: readonly Allowance[];
  /** No costly destination is called before this. */
  readonly stoppedUntil: Instant | null;
};

export const unused: Usage = { now: 0, begun: { second: 0, count: 0 }, attempts: [], costly: [], stoppedUntil: null };

/** A reached limit or a pattern of fraud, which the people who run the company are told at once. */
export type Alarm = {
  readonly kind: 'limit' | 'fraud' | 'broken';
  /** Whose: `company`, `extension 101`, `trunk <id>`; of what is broken, what. */
  readonly of: string;
  readonly words: string;
  /** The first of these in a row, the last, and how many there were. */
  readonly since: Instant;
  readonly last: Instant;
  readonly count: number;
};
