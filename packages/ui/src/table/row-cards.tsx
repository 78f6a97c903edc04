import type { RowData } from '@tanstack/react-table';

import { classNames } from '../class-names.ts';
import { Checkbox } from '../controls/checkbox.tsx';
import type { DataTableProps } from './data-table-props.ts';
import styles from './row-cards.module.css';

/** How many columns below the name a card shows. */
const lines = 4;

/** The rows as cards, for a phone: the name, the first columns with their labels, the actions. */
export function RowCards<Row extends RowData>({
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
  const shown = columns.filter(({ id }) => !hidden?.has(id));
  const [head, ...rest] = shown;
  if (!head) return null;
  const choose = (id: string, on: boolean) => {
    const chosen = new Set(selection?.chosen);
    if (on) chosen.add(id);
    else chosen.delete(id);
    selection?.onChange(chosen);
  };
  return (
    <ul className={styles.cards} aria-label={caption} data-stale={stale || undefined}>
      {rows.map((row) => {
        const id = rowId(row);
        return (
          <li key={id} className={classNames(styles.card, id === openId && styles.open)}>
            <div className={styles.top}>
              {selection && (
                <Checkbox
                  hideLabel
                  label={`Chọn ${selection.nameOf(row)}`}
                  checked={selection.chosen.has(id)}
                  onChange={(event) => choose(id, event.currentTarget.checked)}
                />
              )}
              {onOpen ? (
                <button type="button" className={styles.name} onClick={() => onOpen(row)}>
                  {head.cell(row)}
                </button>
              ) : (
                <span className={styles.name}>{head.cell(row)}</span>
              )}
              {actions && <div className={styles.actions}>{actions(row)}</div>}
            </div>
            <dl className={styles.lines}>
              {rest.slice(0, lines).map(({ id: column, label, cell }) => (
                <div key={column}>
                  <dt>{label}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
