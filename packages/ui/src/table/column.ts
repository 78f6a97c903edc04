import type { ReactNode } from 'react';

/** One column of a table over rows of type `Row`. */
export interface Column<Row> {
  /** Also the name that the list is sorted by. */
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
  /** A click on the header sorts. */
  sortable?: boolean;
  /** What stands in a line of its own on a row's card, also where the column is hidden; null is nothing. */
  onCard?: (row: Row) => ReactNode;
  /** Not shown until it is chosen. */
  hidden?: boolean;
  /** Least width in pixels. */
  width?: number;
}

/** The column by which a table is sorted, and which way. */
export interface Sorting {
  id: string;
  descending: boolean;
}
