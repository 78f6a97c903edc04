import { narrow, useMediaQuery } from '../media-query.ts';
import { AfterDelay, Skeleton } from '../state/skeleton.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { Density } from './data-table-props.ts';
import { inTwoLines } from './in-two-lines.ts';
import cards from './row-cards.module.css';

const widths = ['62%', '78%', '54%', '70%', '46%'];
const widthOf = (nth: number) => widths[nth % widths.length] ?? '60%';

/** The table that is about to come, bar for word; on a phone the cards. */
export function TableSkeleton<Row>({
  columns,
  rows = 10,
  density = 'normal',
}: {
  columns: readonly Column<Row>[];
  rows?: number;
  density?: Density;
}) {
  const small = useMediaQuery(narrow);
  return (
    <AfterDelay>
      <output className={styles.frame} aria-label="Đang tải danh sách">
        {small ? (
          <CardsSkeleton rows={rows} />
        ) : (
          <table className={styles.table} data-density={density} aria-hidden>
            <thead>
              <tr>
                {columns.map(({ id, label, width }) => (
                  <th key={id} style={width === undefined ? undefined : { minWidth: width }}>
                    {inTwoLines(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: rows }, (_, row) => (
                <tr key={row}>
                  {columns.map(({ id }, column) => (
                    <td key={id}>
                      <Skeleton width={widthOf(row + column)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </output>
    </AfterDelay>
  );
}

const CardsSkeleton = ({ rows }: { rows: number }) =>
  Array.from({ length: rows }, (_, row) => (
    <div key={row} className={cards.card}>
      <div className={cards.coming}>
        <Skeleton width={widthOf(row + 1)} height={14} />
        <Skeleton width={widthOf(row)} />
      </div>
    </div>
  ));
