import { useEffect, useRef, useState } from 'react';

import { draftOf, dropDraft, type KeptDraft, keepDraft, writeOnDraft } from './drafts.ts';

/** What is filled in of one thing, and what it is when nothing is. */
export interface KeptInput<T> {
  readonly blank: T;
  readonly isFilled: (input: T) => boolean;
  /** What was kept, and what somebody typed in the moment before it was found: none of it is lost. */
  readonly together: (kept: T, typed: T) => T;
  /** Undefined where it is not of this kind. */
  readonly read: (value: unknown) => T | undefined;
}

/** Words go on behind those that were there already. */
export const wordsTogether = (kept: string, typed: string, between: string): string =>
  kept === '' || typed === '' || kept === typed ? kept || typed : `${kept}${between}${typed}`;

export const draftWith = (input: object): KeptDraft => ({ text: JSON.stringify(input), base: '', version: 0 });

/** What a draft was made with; undefined where it has nothing, or is of another kind. */
export function inputIn<T>({ text }: KeptDraft, { read, isFilled }: KeptInput<T>): T | undefined {
  const input = read(JSON.parse(text));
  return input !== undefined && isFilled(input) ? input : undefined;
}

/** Keeps in the browser what is filled in, for as long as something is: over a reload, a closed tab, an ended session. */
export function useKeptInput<T extends object>(
  key: string,
  kind: KeptInput<T>,
): {
  readonly input: T;
  readonly change: (part: Partial<T>) => void;
  /** What the server has: it is filled in, and there is nothing to keep. */
  readonly show: (input: T) => void;
  /** The server has this by now: it stays filled in, and is kept no more, unless more was filled in since. */
  readonly sent: (input: T) => void;
  /** The server has it: nothing is filled in, and nothing kept, even if the page shows this no more from now on. */
  readonly clear: () => Promise<void>;
} {
  const [{ input, isKept }, set] = useState({ input: kind.blank, isKept: true });
  const [looked, setLooked] = useState(false);
  // While somebody writes here nobody is told of words that were left over.
  useEffect(() => writeOnDraft(key), [key]);
  useEffect(() => {
    void draftOf(key).then((draft) => {
      const left = draft && inputIn(draft, kind);
      if (left !== undefined) set((now) => ({ input: kind.together(left, now.input), isKept: true }));
      setLooked(true);
    });
  }, [key, kind]);
  const wasWanted = useRef(false);
  useEffect(() => {
    // Nothing is kept over words that have not been read yet.
    if (!looked) return;
    const isWanted = isKept && kind.isFilled(input);
    if (isWanted) void keepDraft(key, draftWith(input));
    else if (wasWanted.current) void dropDraft(key);
    wasWanted.current = isWanted;
  }, [key, kind, input, isKept, looked]);
  return {
    input,
    change: (part) => set((now) => ({ input: { ...now.input, ...part }, isKept: true })),
    show: (shown) => set({ input: shown, isKept: false }),
    sent: (known) => set((now) => (now.input === known ? { input: known, isKept: false } : now)),
    clear: async () => {
      set({ input: kind.blank, isKept: true });
      await dropDraft(key);
    },
  };
}
