import type { DraftSentence, SpokenLine } from './evidence.ts';

/** A transcript as a writer of summaries is given it: telephone numbers in it are hidden. */
export interface Spoken {
  readonly lines: readonly SpokenLine[];
  /** Who each voice is, in words. */
  readonly names: Readonly<Record<SpokenLine['side'], string>>;
}

/** What came of it: sentences with the lines that are said to bear them out, or why there are none. */
export type Drafted =
  | { readonly is: 'drafted'; readonly sentences: readonly DraftSentence[] }
  /** `again`: another try later may do better. `inside`: its address must not be asked. */
  | { readonly is: 'undrafted'; readonly because: string; readonly again: boolean; readonly inside?: true };

/** Writes what a call came to. What it is, and where, is nobody else's business; what of it stays, evidence decides. */
export type SummaryWriter = (spoken: Spoken, signal?: AbortSignal) => Promise<Drafted>;
