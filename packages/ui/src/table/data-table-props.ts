import type { ReactNode } from 'react';

import type { Column, Sorting } from './column.ts';

/** How high rows are: 32 pixels, 40 and as many more as the screen has to give, or 48. */
export type Density = 'tight' | 'normal' | 'airy';

/** What one row of it is drawn of, on either screen. */
export interface DrawnRowProps<Row> {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  isOpen: boolean;
  isChosen: boolean;
  onChoose: ((those: readonly string[], on: boolean) => void) | undefined;
  nameOf: ((row: Row) => string) | undefined;
  onOpen: DataTableProps<Row>['onOpen'];
  actions: DataTableProps<Row>['actions'];
}

/** What a table shows and tells. */
export interface DataTableProps<Row> {
  /** Read out as the name of the table. */
  caption: string;
  /** The first one names the row and opens it. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Columns that are not shown. */
  hidden?: ReadonlySet<string>;
  sorting?: Sorting | undefined;
  onSort?: (sorting: Sorting | undefined) => void;
  selection?:
    | { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void; nameOf: (row: Row) => string }
    | undefined;
  /** Opens a row: a click anywhere on it, Enter on its first cell. */
  onOpen?: (row: Row) => void;
  /** The row that stands open beside the table. */
  openId?: string | undefined;
  actions?: ((row: Row) => ReactNode) | undefined;
  density?: Density;
  /** While the next page is on its way the old one stays, paler. */
  stale?: boolean;
}
