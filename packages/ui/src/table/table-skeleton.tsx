import { AfterDelay, Skeleton } from '../state/skeleton.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { Density } from './data-table-props.ts';

const widths = ['62%', '78%', '54%', '70%', '46%'];

/** The table that is about to come, bar for word. */
export function TableSkeleton<Row>({
  columns,
  rows = 10,
  density = 'normal',
}: {
  columns: readonly Column<Row>[];
  rows?: number;
  density?: Density;
}) {
  return (
    <AfterDelay>
      <output className={styles.frame} aria-label="Đang tải danh sách">
        <table className={styles.table} data-density={density} aria-hidden>
          <thead>
            <tr>
              {columns.map(({ id, label, width }) => (
                <th key={id} style={width === undefined ? undefined : { minWidth: width }}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              <tr key={row}>
                {columns.map(({ id }, column) => (
                  <td key={id}>
                    <Skeleton width={widths[(row + column) % widths.length] ?? '60%'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </output>
    </AfterDelay>
  );
}
