import { chartHeight, mostOf, sumsOf } from './bars.tsx';
import styles from './chart.module.css';
import type { ChartData } from './chart-data.ts';

/** As chart.module.css has it: a row has its word over its bar on a phone, and before it where there is room. */
const rowHeights = { narrow: 42, wide: 30, most: 52 };
const wideFrom = 560;

/** Where the categories of lying bars stand in a picture that is so wide: each in a row of the same height. */
export function rowsOf(count: number, width: number) {
  const least = width < wideFrom ? rowHeights.narrow : rowHeights.wide;
  const row = Math.max(least, Math.min(rowHeights.most, Math.floor(chartHeight / Math.max(1, count))));
  // Never lower than what stands: a page that lost its scroll bar by it would be wide enough for bars that stand, and so to and fro.
  return { row, height: Math.max(chartHeight, row * count), at: (y: number) => Math.floor(y / row) };
}

/** Each category on a line of its own, where its word has room however long it is; what they are compared with is a mark across. */
export function LyingBars({ categories, series, whole, format, width }: ChartData & { width: number }) {
  const sums = sumsOf({ categories, series });
  const most = Math.max(1, whole ?? 0, mostOf({ categories, series }));
  const part = (value: number) => `${(100 * Math.max(0, value)) / most}%`;
  const figures = sums.map(format);
  const figureWidth = `${Math.max(0, ...figures.map(({ length }) => length)) + 1}ch`;
  return (
    <div aria-hidden className={styles.lying} data-wide={width >= wideFrom || undefined}>
      {categories.map((category, at) => (
        <div key={category} className={styles.row} style={{ height: rowsOf(categories.length, width).row }}>
          <span className={styles.word}>{category}</span>
          <span className={styles.track}>
            {series.map(({ name, look, values }) =>
              look === 'compare' ? (
                <span key={name} data-look={look} style={{ left: part(values[at] ?? 0) }} />
              ) : (
                <span key={name} data-look={look} style={{ width: part(values[at] ?? 0) }} />
              ),
            )}
          </span>
          <span className={styles.sum} style={{ width: figureWidth }}>
            {figures[at]}
          </span>
        </div>
      ))}
    </div>
  );
}
