import { isValidElement, memo, type ReactNode, useMemo } from 'react';

import { classNames } from '../class-names.ts';
import { Checkbox } from '../controls/checkbox.tsx';
import { chosenWith } from './chosen.ts';
import type { Column } from './column.ts';
import type { DataTableProps, DrawnRowProps } from './data-table-props.ts';
import styles from './row-cards.module.css';

/** How many columns stand below the name; the first of them at its right. */
const lines = 4;

/** The rows for a phone, two lines each: the name with the first value at its right, below them the next ones, and then what has a line of its own. */
export function RowCards<Row>({
  caption,
  columns,
  rows,
  rowId,
  hidden,
  selection,
  onOpen,
  openId,
  actions,
  stale,
}: DataTableProps<Row>) {
  const shown = useMemo(
    () => columns.filter(({ id, onCard }) => onCard === undefined && !hidden?.has(id)),
    [columns, hidden],
  );
  const lasts = useMemo(() => columns.filter(({ onCard }) => onCard !== undefined), [columns]);
  if (shown.length === 0) return null;
  const choose = (those: readonly string[], on: boolean) =>
    selection?.onChange(chosenWith(selection.chosen, those, on));
  return (
    <ul className={styles.cards} aria-label={caption} data-stale={stale || undefined}>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          <Card
            key={id}
            id={id}
            row={row}
            columns={shown}
            lasts={lasts}
            isOpen={id === openId}
            isChosen={selection?.chosen.has(id) === true}
            onChoose={selection && choose}
            nameOf={selection?.nameOf}
            onOpen={onOpen}
            actions={actions}
          />
        );
      })}
    </ul>
  );
}

function DrawnCard<Row>({
  id,
  row,
  columns,
  lasts,
  isOpen,
  isChosen,
  onChoose,
  nameOf,
  onOpen,
  actions,
}: DrawnRowProps<Row> & {
  /** Each has a line of its own below the others. */
  lasts: readonly Column<Row>[];
}) {
  const [head, beside, ...rest] = columns;
  return (
    <li data-row className={classNames(styles.card, isOpen && styles.open)}>
      {onChoose && (
        <Checkbox
          hideLabel
          label={`Chọn ${nameOf?.(row) ?? id}`}
          checked={isChosen}
          onChange={(event) => onChoose([id], event.currentTarget.checked)}
        />
      )}
      <div className={styles.words}>
        <div className={styles.top}>
          {onOpen ? (
            <button type="button" data-row-open className={styles.name} onClick={() => onOpen(row)}>
              {head?.cell(row)}
            </button>
          ) : (
            <span className={styles.name}>{head?.cell(row)}</span>
          )}
          {beside && !isNothing(beside.cell(row)) && (
            <span className={styles.beside}>
              {/* A figure says nothing by itself. */}
              <span className={beside.numeric === true ? styles.label : 'alo-unseen'}>{beside.label} </span>
              {beside.cell(row)}
            </span>
          )}
        </div>
        <dl className={styles.below}>
          {rest.slice(0, lines - 1).map(({ id: column, label, cell, numeric }) => {
            const value = cell(row);
            return (
              !isNothing(value) && (
                <div key={column} className={classNames(numeric === true && styles.whole)}>
                  <dt className={numeric === true ? undefined : 'alo-unseen'}>{label}</dt>
                  <dd>{value}</dd>
                </div>
              )
            );
          })}
        </dl>
        {lasts.map(({ id: column, label, onCard }) => {
          const value = onCard?.(row) ?? null;
          return (
            value !== null && (
              <div key={column} className={styles.last}>
                <span className="alo-unseen">{label} </span>
                {value}
              </div>
            )
          );
        })}
      </div>
      {actions && <div className={styles.actions}>{actions(row)}</div>}
    </li>
  );
}

// As with the rows of a table.
const Card = memo(DrawnCard) as typeof DrawnCard;

/** The dash of an empty cell fills a column; here there is none to fill. */
const isNothing = (value: ReactNode): boolean =>
  value === '–' ||
  value === '' ||
  value === null ||
  value === undefined ||
  (isValidElement<{ children?: ReactNode }>(value) && value.props.children === '–');
