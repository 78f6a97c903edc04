/** One thing that was looked at. `words` says how it is and, unless it is well, what to do. */
export interface Finding {
  readonly state: 'good' | 'warning' | 'bad';
  readonly about: string;
  readonly words: string;
}

/** Findings about one thing. */
export const findingsAbout = (about: string) => ({
  good: (words: string): Finding => ({ state: 'good', about, words }),
  warning: (words: string): Finding => ({ state: 'warning', about, words }),
  bad: (words: string): Finding => ({ state: 'bad', about, words }),
});

/** Why something could not be looked at, in one line. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
