import { type ReactNode, useState } from 'react';

import { Button } from '../controls/button.tsx';
import { IconChartBar, IconTable } from '../icons.ts';
import styles from './chart.module.css';
import type { ChartData } from './chart-data.ts';
import { ChartPicture } from './chart-picture.tsx';

/** Figures as a picture with its legend, or as a table; both say the same. */
export function Chart({
  title,
  column,
  summary,
  ...data
}: ChartData & {
  title: ReactNode;
  /** What the categories are: heading of the table's first column. */
  column: string;
  /** The picture in a sentence, for those who do not see it. */
  summary: string;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      <div className={styles.head}>
        <h2>{title}</h2>
        {!asTable && (
          <ul className={styles.legend} aria-hidden>
            {data.series.map(({ name, look }) => (
              <li key={name} data-look={look}>
                {name}
              </li>
            ))}
          </ul>
        )}
        <Button
          size="sm"
          look="quiet"
          icon={asTable ? <IconChartBar aria-hidden /> : <IconTable aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Xem biểu đồ' : 'Xem bảng'}
        </Button>
      </div>
      {asTable ? <ChartTable column={column} {...data} /> : <ChartPicture summary={summary} {...data} />}
    </>
  );
}

const ChartTable = ({ column, categories, series, format }: ChartData & { column: string }) => (
  <div className={styles.scroll}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{column}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {categories.map((category, index) => (
          <tr key={category}>
            <th scope="row">{category}</th>
            {series.map(({ name, values }) => (
              <td key={name}>{format(values[index] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
