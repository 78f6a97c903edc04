import {
  columnVisibilityFeature,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type MouseEvent, useMemo } from 'react';

import { classNames } from '../class-names.ts';
import { Checkbox } from '../controls/checkbox.tsx';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../icons.ts';
import { narrow, useMediaQuery } from '../media-query.ts';
import type { Column, Sorting } from './column.ts';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import { RowCards } from './row-cards.tsx';

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

/** The list of the product: a real table on a wide screen, cards on a phone. Which rows it shows is up to its owner. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowId,
    hidden,
    sorting,
    onSort,
    selection,
    onOpen,
    openId,
    actions,
    stale = false,
    density = 'normal',
  } = props;
  const small = useMediaQuery(narrow);
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(
      () => columns.map(({ id, cell }) => ({ id, cell: ({ row }: { row: { original: Row } }) => cell(row.original) })),
      [columns],
    ),
    getRowId: rowId,
    state: {
      columnVisibility: useMemo(() => Object.fromEntries([...(hidden ?? [])].map((id) => [id, false])), [hidden]),
      rowSelection: useMemo(
        () => Object.fromEntries([...(selection?.chosen ?? [])].map((id) => [id, true])),
        [selection?.chosen],
      ),
    },
    onRowSelectionChange: (change) => {
      const before: RowSelectionState = Object.fromEntries([...(selection?.chosen ?? [])].map((id) => [id, true]));
      const after = typeof change === 'function' ? change(before) : change;
      selection?.onChange(new Set(Object.keys(after).filter((id) => after[id])));
    },
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  if (small) return <RowCards {...props} />;

  const open = (event: MouseEvent, row: Row) => {
    // Whatever acts by itself inside a row keeps its own click, and selecting text is not opening.
    const inner = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (!inner && getSelection()?.toString() === '') onOpen?.(row);
  };

  return (
    <div className={styles.frame}>
      <table
        className={styles.table}
        aria-label={caption}
        data-density={density}
        data-stale={stale || undefined}
        aria-busy={stale}
      >
        <thead>
          <tr>
            {selection && (
              <th className={styles.check} scope="col">
                <Checkbox
                  hideLabel
                  label="Chọn cả trang"
                  checked={rows.length > 0 && table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                  onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
                />
              </th>
            )}
            {table.getVisibleLeafColumns().map(({ id }) => {
              const column = byId.get(id);
              if (!column) return null;
              return <HeaderCell key={id} column={column} sorting={sorting} onSort={onSort} />;
            })}
            {actions && (
              <th className={styles.actions} scope="col">
                <span className="alo-unseen">Thao tác</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-row
              data-open={row.id === openId || undefined}
              data-chosen={row.getIsSelected() || undefined}
              data-opens={onOpen !== undefined || undefined}
              onClick={(event) => open(event, row.original)}
            >
              {selection && (
                <td className={styles.check}>
                  <Checkbox
                    hideLabel
                    label={`Chọn ${selection.nameOf(row.original)}`}
                    checked={row.getIsSelected()}
                    onChange={(event) => row.toggleSelected(event.currentTarget.checked)}
                  />
                </td>
              )}
              {row.getVisibleCells().map((cell, index) => {
                const content = byId.get(cell.column.id)?.cell(row.original);
                const numeric = byId.get(cell.column.id)?.numeric === true;
                return (
                  <td key={cell.id} className={classNames(numeric && styles.numeric)}>
                    {index === 0 && onOpen ? (
                      <button type="button" data-row-open className={styles.name} onClick={() => onOpen(row.original)}>
                        {content}
                      </button>
                    ) : (
                      content
                    )}
                  </td>
                );
              })}
              {actions && (
                <td className={styles.actions}>
                  <div>{actions(row.original)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row extends RowData>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row>;
  sorting: Sorting | undefined;
  onSort: DataTableProps<Row>['onSort'];
}) {
  const { id, label, numeric, sortable, width } = column;
  const sorted = sorting?.id === id ? sorting : undefined;
  const next =
    sorted === undefined ? { id, descending: false } : sorted.descending ? undefined : { id, descending: true };
  const Arrow = sorted === undefined ? IconArrowsSort : sorted.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={classNames(numeric && styles.numeric)}
      style={width === undefined ? undefined : { minWidth: width }}
      aria-sort={sorted === undefined ? undefined : sorted.descending ? 'descending' : 'ascending'}
    >
      {sortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted !== undefined || undefined}
          onClick={() => onSort(next)}
        >
          {label}
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        label
      )}
    </th>
  );
}
