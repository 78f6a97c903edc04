/** How an import is to be done. */
export interface ImportOrder {
  /** Field to column. */
  readonly mapping: Readonly<Record<string, number>>;
  readonly existing: 'update' | 'skip';
  /** What rows that are added have where the file says nothing. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Keys of the rows so far, so that one that comes twice is noticed. */
  readonly seen: Set<string>;
}

/** A field that a column can be given to. */
export interface TargetField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
}
