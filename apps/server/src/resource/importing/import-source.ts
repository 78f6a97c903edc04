import type { Readable } from 'node:stream';
import type { ImportReport } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';

/** How what comes from a source was taken the last time, and is taken from then on. */
export interface SourceOrder {
  /** Field to the heading of its column. */
  readonly headings: Readonly<Record<string, string>>;
  readonly existing: 'update' | 'skip';
}

/** What a source has, in the form of a file. */
export interface FetchedFile {
  readonly content: Readable;
  /** Which page of a workbook it is; its only one where nothing is said. */
  readonly page?: string;
}

/** Where rows come from again and again, in place of a file that somebody brings. */
export interface ImportSource {
  /** What is there now; refuses in words where it cannot be had. */
  fetch(trx: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>, id: string): Promise<FetchedFile>;
  /** Undefined before it was taken for the first time. */
  order(trx: Trx, id: string): Promise<SourceOrder | undefined>;
  /** What rows that are added have where the source says nothing. */
  given(trx: Trx, id: string): Promise<Readonly<Record<string, unknown>>>;
  /** It was taken. */
  taken(trx: Trx, by: By, id: string, order: SourceOrder, report: ImportReport): Promise<void>;
  /** It could not be had, or not be taken. */
  failed(trx: Trx, id: string, why: string): Promise<void>;
}
