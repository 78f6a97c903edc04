import type { WrittenValues } from './written-values.ts';

/** How an import is to be done. */
export interface ImportOrder {
  /** Field to column. */
  readonly mapping: Readonly<Record<string, number>>;
  readonly existing: 'update' | 'skip';
  /** What rows that are added have where the file says nothing. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Keys of the rows so far, so that one that comes twice is noticed. */
  readonly seen: Set<string>;
  /** How the file writes days and numbers; as people here do where nothing is said. */
  readonly written?: WrittenValues | undefined;
}

/** A field that a column can be given to. */
export interface TargetField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** Whether a text looks like one that belongs there and nowhere else. */
  readonly looksLike?: ((text: string) => boolean) | undefined;
}
