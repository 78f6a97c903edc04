import { z } from 'zod';

/** One of the words that have a label. */
export const oneOf = <Word extends string>(labels: Readonly<Record<Word, string>>, params?: { error: string }) =>
  // The keys of an object that is written down with at least one.
  z.enum(Object.keys(labels) as [Word, ...Word[]], params);
