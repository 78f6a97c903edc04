import { describe, test } from 'vitest';

type Tells<Told> = (name: string, tell: () => Told, timeoutMs?: number) => void;

/** `npm run test:long` tells everything. */
const tellsAll = process.env['ALO_STORIES'] === 'all';
const leftOut = (): void => undefined;

/**
 * A story in depth, that `npm run test:long` tells with those beside it: its main way is told by another story or held by a test of
 * less, as docs/lab/stories-moved.md says of each.
 */
export const inDepth: Tells<Promise<void>> = tellsAll ? test : leftOut;

/** A whole group of them. */
export const groupInDepth: Tells<void> = tellsAll ? describe : leftOut;
