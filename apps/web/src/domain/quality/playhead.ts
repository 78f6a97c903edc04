import type { EvaluationMark } from '@alo/contract';

/** Where somebody listens to a recording, and how to get elsewhere in it. */
export interface Playhead {
  at: number;
  seek: (to: number) => void;
}

/** A place of a recording that a scorer has marked, and what about. */
export interface MarkShown extends EvaluationMark {
  readonly about: string;
}
