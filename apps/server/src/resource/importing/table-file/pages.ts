import { alike } from '../alike.ts';
import type { FileRow } from '../file-row.ts';
import { badFile } from './bad-file.ts';

/** A page of a workbook, as it names it. */
export interface Page {
  readonly name: string;
  readonly isHidden: boolean;
}

/** The pages of a workbook, and the rows of the one that is read. */
export interface OpenWorkbook {
  readonly pages: readonly string[];
  readonly page: string;
  readonly rows: AsyncGenerator<FileRow[]>;
}

const mostPages = 500;
const longestName = 200;
const longestTold = 500;

/** The pages that people see, and those of them of which one is to be read. */
export interface AskedPages<Its extends Page> {
  readonly names: readonly string[];
  readonly wanted: readonly [Its, ...Its[]];
}

/**
 * Those that a workbook shows, or all where it hides each. Wanted is the one of the name that is asked for; where none is, the first that
 * has any rows. Refuses a name that none has, with those that there are.
 */
export function pagesAsked<Its extends Page>(pages: readonly Its[], asked: string | undefined): AskedPages<Its> {
  if (pages.length > mostPages) throw badFile('Tệp có quá nhiều trang');
  const visible = pages.filter(({ isHidden }) => !isHidden);
  const shown = visible.length === 0 ? pages : visible;
  const names = shown.map(({ name }) => name.slice(0, longestName));
  const [first, ...others] = asked === undefined ? shown : shown.slice(placeOf(names, asked)).slice(0, 1);
  if (first !== undefined) return { names, wanted: [first, ...others] };
  throw badFile(
    asked === undefined
      ? 'Tệp không có trang nào'
      : `Bảng tính không có trang “${asked}”, chỉ có: ${names.join(', ').slice(0, longestTold)}`,
  );
}

/** As it is written; else as people write it, who look past capitals and blanks. Behind the last where there is none. */
function placeOf(names: readonly string[], asked: string): number {
  const exact = names.indexOf(asked);
  if (exact !== -1) return exact;
  const like = names.findIndex((name) => alike(name) === alike(asked));
  return like === -1 ? names.length : like;
}

/** Where all pages stand in one text, it is known of each whether it has rows. */
export interface ToldPage extends Page {
  /** Which one it is, counted from 0. */
  readonly place: number;
  readonly isFilled: boolean;
}

export const firstFilled = ([first, ...others]: AskedPages<ToldPage>['wanted']): ToldPage =>
  [first, ...others].find(({ isFilled }) => isFilled) ?? first;
