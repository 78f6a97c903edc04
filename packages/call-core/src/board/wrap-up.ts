import type { CallId } from './vocabulary.ts';

/** How a conversation is written up: `optional` for so long, `required` until what came of it is kept. */
export type WrapUpRule = { readonly mode: 'off' | 'optional' | 'required'; readonly seconds: number };

/** The company's rules for calls from and to customers; a queue or ring group that a call came through may have one of its own. */
export type WrapUpRules = { readonly inbound?: WrapUpRule; readonly outbound?: WrapUpRule };

/** A conversation that somebody has or had, and that is to be written up once they hang up. */
export type WriteUp = {
  readonly call: CallId;
  readonly mode: 'optional' | 'required';
  readonly seconds: number;
  /** They have hung up: the time to write up runs. */
  readonly begun: boolean;
};

/** As long as somebody may ask for more time, in milliseconds from when they ask. */
export const longestWrapUpMs = 600_000;

/** The conversation of which what came of it must still be kept, the last one; null where none is owed. */
export const owedOf = (writesUp: readonly WriteUp[] = []): CallId | null =>
  writesUp.findLast(({ mode, begun }) => begun && mode === 'required')?.call ?? null;

export const owesOutcome = (writesUp?: readonly WriteUp[]): boolean => owedOf(writesUp) !== null;
