/** A word to stop: a signal, or the loss of the process that started us. */
export interface StopWord {
  readonly by: 'signal' | 'parent';
  /** By a clock that only goes forward. */
  readonly at: number;
}

const echoMs = 1_000;

/**
 * Whether both are one and the same word. A parent that is killed is lost and has a signal sent for it, by the kernel or by the last thing
 * that it did, in whichever order they come; two signals are impatience.
 */
export const isEcho = (before: StopWord, word: StopWord): boolean =>
  before.by !== word.by && word.at - before.at <= echoMs;
