import { axisFigures, namedEvery } from './axis.ts';
import styles from './chart.module.css';
import type { ChartData } from './chart-data.ts';

/** As chart.module.css has it, so that nothing jumps. */
export const chartHeight = 220;

/** Room around the bars for what is written there, and how wide a bar becomes, in pixels. */
const edge = { left: 42, right: 8, top: 22, bottom: 26 };
const widestBar = 26;
const barOfBand = 0.8;

/** Where the categories of a chart stand in a picture that is so wide: each in a band of the same width. */
export function bandsOf(count: number, width: number) {
  const band = Math.max(0, width - edge.left - edge.right) / Math.max(1, count);
  return {
    band,
    middle: (at: number) => edge.left + band * (at + 0.5),
    at: (x: number) => Math.floor((x - edge.left) / band),
  };
}

/** Thin bars that are piled up, their sum above them, hair lines, and what they are compared with as a line of steps. */
export function Bars({
  categories,
  series,
  whole,
  format,
  width,
  height,
}: ChartData & { width: number; height: number }) {
  const { band, middle } = bandsOf(categories.length, width);
  const bars = barsOf(series);
  const sums = sumsOf({ categories, series });
  const figures = axisFigures(mostOf({ categories, series }), whole);
  const [ground, room] = [height - edge.bottom, height - edge.bottom - edge.top];
  const y = (value: number) => ground - (value / (figures.at(-1) ?? 1)) * room;
  const barWidth = Math.min(widestBar, band * barOfBand);
  const every = namedEvery(categories, band);
  // Where they would touch they are read in the table, and beside the pointer.
  const haveRoom = namedEvery(sums.map(format), band) === 1;
  return (
    <svg width={width} height={height} aria-hidden focusable="false" className={styles.picture}>
      {figures.map((figure) => (
        <g key={figure}>
          <path className={styles.hair} d={`M${edge.left} ${Math.round(y(figure)) + 0.5}H${width - edge.right}`} />
          <text className={styles.figures} x={edge.left - 8} y={y(figure) + 4}>
            {format(figure)}
          </text>
        </g>
      ))}
      {categories.map((category, at) => (
        <text key={category} className={styles.words} x={middle(at)} y={ground + 15}>
          {at % every === 0 && category}
        </text>
      ))}
      <g className={styles.grow} style={{ transformOrigin: `0 ${ground}px` }}>
        {bars.map(({ name, look, values }, index) =>
          categories.map((category, at) => {
            const [value, below] = [values[at] ?? 0, sumAt(bars.slice(0, index), at)];
            const high = y(below) - y(below + value);
            if (value <= 0) return null;
            const place = { x: middle(at) - barWidth / 2, y: y(below + value), width: barWidth, height: high };
            return <rect key={`${name} ${category}`} className={styles[look]} rx={Math.min(2, high / 2)} {...place} />;
          }),
        )}
      </g>
      {series
        .filter(({ look }) => look === 'compare')
        .map(({ name, values }) => (
          <path
            key={name}
            className={styles.compare}
            d={steps(categories.length, middle, (at) => y(values[at] ?? 0))}
          />
        ))}
      {sums.map((sum, at) => (
        <text key={categories[at]} className={styles.words} x={middle(at)} y={y(sum) - 6}>
          {haveRoom && sum > 0 && format(sum)}
        </text>
      ))}
    </svg>
  );
}

const barsOf = (series: ChartData['series']) => series.filter(({ look }) => look !== 'compare');

/** What the bars of each category come to. */
export const sumsOf = ({ categories, series }: Pick<ChartData, 'categories' | 'series'>) =>
  categories.map((_, at) => sumAt(barsOf(series), at));

/** The highest figure that a picture has to have room for. */
export const mostOf = (data: Pick<ChartData, 'categories' | 'series'>) =>
  Math.max(0, ...sumsOf(data), ...data.series.flatMap(({ values }) => values));

const sumAt = (series: ChartData['series'], at: number) =>
  series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);

/** A line that is level about each category and steps up or down half way to the next. */
function steps(count: number, middle: (at: number) => number, y: (at: number) => number): string {
  const turns = Array.from({ length: Math.max(0, count - 1) }, (_, at) => `H${middle(at + 0.5)}V${y(at + 1)}`);
  return count === 0 ? '' : `M${middle(0)} ${y(0)}${turns.join('')}H${middle(count - 1)}`;
}
