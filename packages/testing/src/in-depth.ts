import { describe, test } from 'vitest';

type Tells<Told> = (name: string, tell: () => Told, timeoutMs?: number) => void;

/** `npm run test:long` has everything. */
export const hasAll = process.env['ALO_TESTS'] === 'all';
const leftOut = (): void => undefined;

/**
 * A test in depth, which `npm run test:long` has with those beside it: its main way is another test's, as docs/lab/stories-moved.md says
 * of each story.
 */
export const inDepth: Tells<Promise<void>> = hasAll ? test : leftOut;

/** A whole group of them. */
export const groupInDepth: Tells<void> = hasAll ? describe : leftOut;

/** The first of many cases of one kind. */
export const someOf = <Case>(count: number, cases: readonly Case[]): readonly Case[] =>
  hasAll ? cases : cases.slice(0, count);

/** Of many cases of one kind one in so many, for each `turn` others: together they try all of them. */
export const oneIn = <Case>(count: number, cases: readonly Case[], turn: number): readonly Case[] =>
  hasAll ? cases : cases.filter((_, place) => (place + turn) % count === 0);
