import type { Cell } from './cell.ts';

/** A table on its way into a file: headings in Vietnamese, rows in pieces as they come. */
export interface Sheet {
  /** Names the file and the sheet. */
  readonly title: string;
  readonly headings: readonly string[];
  readonly pieces: AsyncIterable<readonly (readonly Cell[])[]>;
  /** Times are written as the clock on this wall shows them. */
  readonly timeZone: string;
}
