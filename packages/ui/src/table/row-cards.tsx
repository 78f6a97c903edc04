import { isValidElement, type ReactNode } from 'react';

import { classNames } from '../class-names.ts';
import { Checkbox } from '../controls/checkbox.tsx';
import { chosenWith } from './chosen.ts';
import type { DataTableProps } from './data-table-props.ts';
import styles from './row-cards.module.css';

/** How many columns stand below the name; the first of them at its right. */
const lines = 4;

/** The rows for a phone, two lines each: the name with the first value at its right, below them the next ones. */
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
  const [head, beside, ...rest] = columns.filter(({ id }) => !hidden?.has(id));
  if (!head) return null;
  return (
    <ul className={styles.cards} aria-label={caption} data-stale={stale || undefined}>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          <li key={id} data-row className={classNames(styles.card, id === openId && styles.open)}>
            {selection && (
              <Checkbox
                hideLabel
                label={`Chọn ${selection.nameOf(row)}`}
                checked={selection.chosen.has(id)}
                onChange={(event) =>
                  selection.onChange(chosenWith(selection.chosen, [id], event.currentTarget.checked))
                }
              />
            )}
            <div className={styles.words}>
              <div className={styles.top}>
                {onOpen ? (
                  <button type="button" data-row-open className={styles.name} onClick={() => onOpen(row)}>
                    {head.cell(row)}
                  </button>
                ) : (
                  <span className={styles.name}>{head.cell(row)}</span>
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
            </div>
            {actions && <div className={styles.actions}>{actions(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}

/** The dash of an empty cell fills a column; here there is none to fill. */
const isNothing = (value: ReactNode): boolean =>
  value === '–' || (isValidElement<{ children?: ReactNode }>(value) && value.props.children === '–');
