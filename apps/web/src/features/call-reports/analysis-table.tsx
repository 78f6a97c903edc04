import {
  type AnalysisLine,
  type callAnalysis,
  callsOfFigure,
  type FigureMeaning,
  figuresOfThing,
  type Grouping,
  groupings,
  headOf,
  type ResultOf,
} from '@alo/contract';
import { Chart, type Series } from '@alo/ui';
import { type CSSProperties, useMemo } from 'react';

import { CallsLink } from '../../domain/calls/calls-link.tsx';
import { Explained } from '../../resource/page/explained.tsx';
import styles from './analysis.module.css';
import type { Asked } from './analysis-asked.ts';
import { differenceText, valueText } from './analysis-text.ts';
import reportStyles from './call-reports.module.css';

export interface Shown {
  readonly asked: Asked;
  readonly data: ResultOf<typeof callAnalysis>;
  /** Of the figure that is looked at. */
  readonly means: FigureMeaning;
}

type Value = number | null | undefined;
type Groups = readonly (readonly [Grouping, string])[];

/** The figure by its rows, as a picture or as a table, beside the days that these are compared with. */
export function AnalysisChart({ asked: { by }, data: { rows, figure }, means }: Shown) {
  const categories = useMemo(() => rows.map(({ name }) => name), [rows]);
  const series = useMemo(
    (): Series[] => [
      { name: headOf(means), look: 'main', values: rows.map(({ values }) => values[figure] ?? 0) },
      ...(rows.some(({ before }) => before !== null)
        ? [{ name: 'Kỳ so sánh', look: 'compare' as const, values: rows.map(({ before }) => before?.[figure] ?? 0) }]
        : []),
    ],
    [rows, figure, means],
  );
  return (
    <div className={styles.chart}>
      <Chart
        title={`${means.label} theo ${groupings[by].toLowerCase()}`}
        column={groupings[by]}
        summary={`Biểu đồ ${means.label.toLowerCase()} theo ${groupings[by].toLowerCase()}`}
        categories={categories}
        series={series}
        evenly={by === 'hour' || by === 'day'}
        format={(value) => valueText(means, value)}
      />
    </div>
  );
}

/** Rows by columns, the more the deeper in colour: picture and table are one. Without columns each row has every figure. */
export const AnalysisTable = ({ asked, data, means }: Shown) =>
  data.columns.length > 0 && asked.across !== undefined ? (
    <Heat asked={asked} across={asked.across} data={data} means={means} />
  ) : (
    <Figures asked={asked} data={data} means={means} />
  );

function Heat({ asked, across, data, means }: Shown & { across: Grouping }) {
  const { rows, columns, cells, figure, total } = data;
  const at = useMemo(() => new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell])), [cells]);
  const most = Math.max(0, ...cells.map(({ value }) => value ?? 0));
  const own = { asked, data, figure, means };
  return (
    <Scrolled label={`${means.label} theo ${groupings[asked.by].toLowerCase()} và ${groupings[across].toLowerCase()}`}>
      <thead>
        <tr>
          <th scope="col">{groupings[asked.by]}</th>
          {columns.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">Tất cả</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, nth) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            {columns.map((column, mth) => {
              const cell = at.get(`${nth} ${mth}`);
              return (
                <Cell
                  key={column.key}
                  {...own}
                  value={cell?.value}
                  before={cell?.before}
                  heat={(cell?.value ?? 0) / (most || 1)}
                  of={`${row.name}, ${column.name}`}
                  groups={[
                    [asked.by, row.key],
                    [across, column.key],
                  ]}
                />
              );
            })}
            <Cell {...own} {...lineOf(row, figure)} of={row.name} groups={[[asked.by, row.key]]} isSum />
          </tr>
        ))}
        <tr className={reportStyles.sum}>
          <th scope="row">Tất cả</th>
          {columns.map((column) => (
            <Cell
              key={column.key}
              {...own}
              {...lineOf(column, figure)}
              of={column.name}
              groups={[[across, column.key]]}
              isSum
            />
          ))}
          <Cell {...own} {...lineOf(total, figure)} of="tất cả" groups={[]} isSum />
        </tr>
      </tbody>
    </Scrolled>
  );
}

function Figures({ asked, data }: Shown) {
  const { rows, total, figure: looked } = data;
  const figures = Object.entries(figuresOfThing[asked.of]);
  const most = Math.max(0, ...rows.map(({ values }) => values[looked] ?? 0));
  const lines: readonly (Pick<AnalysisLine, 'name' | 'values' | 'before'> & { groups: Groups; isSum: boolean })[] = [
    ...rows.map((row) => ({ ...row, groups: [[asked.by, row.key] as const], isSum: false })),
    { ...total, name: 'Tất cả', groups: [], isSum: true },
  ];
  return (
    <Scrolled label={`Số liệu theo ${groupings[asked.by].toLowerCase()}`}>
      <thead>
        <tr>
          <th scope="col">{groupings[asked.by]}</th>
          {figures.map(([key, means]) => (
            <th key={key} scope="col">
              <Explained word={headOf(means)} by={means.formula} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, groups, isSum, ...line }) => (
          <tr key={name} className={isSum ? reportStyles.sum : undefined}>
            <th scope="row">{name}</th>
            {figures.map(([figure, means]) => (
              <Cell
                key={figure}
                {...{ asked, data, figure, means, groups, isSum }}
                {...lineOf(line, figure)}
                of={name}
                heat={figure === looked && !isSum ? (line.values[figure] ?? 0) / (most || 1) : 0}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </Scrolled>
  );
}

const lineOf = ({ values, before }: Pick<AnalysisLine, 'values' | 'before'>, figure: string) => ({
  value: values[figure],
  before: before?.[figure],
});

function Cell({
  asked,
  data: { from, to },
  figure,
  means,
  value,
  before,
  groups,
  of,
  heat = 0,
  isSum = false,
}: {
  asked: Asked;
  data: Shown['data'];
  figure: string;
  means: FigureMeaning;
  value: Value;
  before: Value;
  groups: Groups;
  /** Whose the figure is. */
  of: string;
  /** Between 0 and 1. */
  heat?: number;
  isSum?: boolean;
}) {
  const style: CSSProperties & { '--heat': string } = { '--heat': `${Math.round(heat * 40)}%` };
  const counted = value ?? (means.unit === 'calls' || means.unit === 'people' ? 0 : null);
  const difference = before === undefined || before === null ? 0 : (counted ?? 0) - before;
  return (
    <td className={styles.cell} data-sum={isSum || undefined} data-better={means.better ?? undefined} style={style}>
      <CallsLink
        text={counted === 0 && !isSum ? '·' : valueText(means, counted)}
        value={counted}
        calls={callsOfFigure({ ...asked, from, to }, groups, figure) ?? undefined}
        label={headOf(means)}
        of={of}
      />
      {difference !== 0 && <small className={styles.difference}>{differenceText(means, difference)}</small>}
    </td>
  );
}

export const Scrolled = ({ label, children }: { label: string; children: React.ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys roll what is wider than the page
  <div className={reportStyles.scroll} tabIndex={0} role="group" aria-label={label}>
    <table className={reportStyles.table} aria-label={label}>
      {children}
    </table>
  </div>
);
