import type { Stretch } from '../../../kernel/recorded-voices.ts';

/** A piece of one voice, as a WAV file of one channel. */
export interface Piece {
  readonly wav: Buffer;
  readonly ms: number;
}

/** What was said from one moment to another, in milliseconds of the piece. */
export interface Said {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly words: readonly (readonly [from: number, to: number, word: string])[];
}

/** What came of a piece: what was said in it, or why nobody knows. */
export type Recognised =
  | { readonly is: 'heard'; readonly said: readonly Said[] }
  /** `again`: another try later may do better. `inside`: its address must not be asked. */
  | { readonly is: 'unheard'; readonly because: string; readonly again: boolean; readonly inside?: true };

/** Writes down what one voice says. What it is, and where, is nobody else's business. */
export type Recogniser = (piece: Piece, signal?: AbortSignal) => Promise<Recognised>;

/** Recognisers write sentences where nobody speaks; so near to somebody's voice a sentence has to be. */
const nearMs = 300;

/** Those with a second of their own at which this voice is heard. */
export const saidAloud = (said: readonly Said[], voice: readonly Stretch[]): readonly Said[] =>
  said.filter(({ from, to }) => voice.some(([begins, ends]) => begins < to + nearMs && ends > from - nearMs));
