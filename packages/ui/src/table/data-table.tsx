import { type CSSProperties, type MouseEvent, memo, useMemo } from 'react';

import { classNames } from '../class-names.ts';
import { Checkbox } from '../controls/checkbox.tsx';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../icons.ts';
import { narrow, useMediaQuery } from '../media-query.ts';
import { chosenWith } from './chosen.ts';
import type { Column, Sorting } from './column.ts';
import styles from './data-table.module.css';
import type { DataTableProps, DrawnRowProps } from './data-table-props.ts';
import { inTwoLines } from './in-two-lines.ts';
import { RowCards } from './row-cards.tsx';
import { useRoom } from './use-room.ts';

/** So many columns stand closer together. */
const many = 8;

/** The list of the product: a real table on a wide screen, cards on a phone. Which rows it shows is up to its owner. */
export function DataTable<Row>(props: DataTableProps<Row>) {
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
  const chosen = useMemo(() => columns.filter(({ id }) => !hidden?.has(id)), [columns, hidden]);
  const { place, shown } = useRoom(chosen);
  if (small) return <RowCards {...props} />;

  const ids = rows.map(rowId);
  const isChosen = (id: string) => selection?.chosen.has(id) === true;
  const chosenHere = ids.filter(isChosen).length;
  const choose = (those: readonly string[], on: boolean) =>
    selection?.onChange(chosenWith(selection.chosen, those, on));

  return (
    <div className={styles.frame}>
      <div ref={place} className={styles.scroller}>
        <table
          className={styles.table}
          // What a style sheet names itself React's types do not know.
          style={{ '--columns': shown.length } as CSSProperties}
          aria-label={caption}
          data-density={density}
          data-many={shown.length >= many || undefined}
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
                    checked={chosenHere > 0 && chosenHere === ids.length}
                    indeterminate={chosenHere > 0 && chosenHere < ids.length}
                    onChange={(event) => choose(ids, event.currentTarget.checked)}
                  />
                </th>
              )}
              {shown.map((column) => (
                <HeaderCell key={column.id} column={column} sorting={sorting} onSort={onSort} />
              ))}
              {actions && (
                <th className={styles.actions} scope="col">
                  <span className="alo-unseen">Thao tác</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const id = rowId(row);
              return (
                <TableRow
                  key={id}
                  id={id}
                  row={row}
                  columns={shown}
                  isOpen={id === openId}
                  isChosen={isChosen(id)}
                  onChoose={selection && choose}
                  nameOf={selection?.nameOf}
                  onOpen={onOpen}
                  actions={actions}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function DrawnRow<Row>({ id, row, columns, isOpen, isChosen, onChoose, nameOf, onOpen, actions }: DrawnRowProps<Row>) {
  const open = (event: MouseEvent) => {
    // Whatever acts by itself inside a row keeps its own click, and selecting text is not opening.
    const inner = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (!inner && getSelection()?.toString() === '') onOpen?.(row);
  };
  return (
    <tr
      data-row
      data-open={isOpen || undefined}
      data-chosen={isChosen || undefined}
      data-opens={onOpen !== undefined || undefined}
      onClick={open}
    >
      {onChoose && (
        <td className={styles.check}>
          <Checkbox
            hideLabel
            label={`Chọn ${nameOf?.(row) ?? id}`}
            checked={isChosen}
            onChange={(event) => onChoose([id], event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.map(({ id: column, numeric, cell }, index) => (
        <td key={column} className={classNames(numeric === true && styles.numeric)}>
          {index === 0 && onOpen ? (
            <button type="button" data-row-open className={styles.name} onClick={() => onOpen(row)}>
              {cell(row)}
            </button>
          ) : (
            cell(row)
          )}
        </td>
      ))}
      {actions && (
        <td className={styles.actions}>
          <div>{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

// `memo` forgets that it is one for rows of every kind. A row that is as it was is not drawn again, where its owner gives the same functions.
const TableRow = memo(DrawnRow) as typeof DrawnRow;

function HeaderCell<Row>({
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
          {inTwoLines(label)}
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        inTwoLines(label)
      )}
    </th>
  );
}
