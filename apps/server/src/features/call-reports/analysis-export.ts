import { callAnalysis, type FigureMeaning, figuresOfThing, groupings } from '@alo/contract';
import { z } from 'zod';
import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import { fullAnalysis } from './analysis.ts';
import { exported, headingOf } from './export-reports.ts';

/** When it was asked for is kept with it: a day that is not over is compared with another up to that time. */
const asked = callAnalysis.query.extend({ asked_at: z.iso.datetime() });

/** A line for each cell, or for each row where nothing is across, with every figure, those of the days before beside it, and the sum last. */
export const analysisExport: Exportable = {
  ...exported(
    { subject: 'call-analysis', permission: 'history-by-department-team.export', title: 'Phân tích cuộc gọi' },
    [],
    linesOf,
  ),
  headings: async (_trx, query) => {
    const { of, by, across, against } = asked.parse(query);
    const figures = meaningsOf(of);
    return [
      groupings[by],
      ...(across === undefined ? [] : [groupings[across]]),
      ...figures.map(headingOf),
      ...(against === undefined ? [] : figures.map((means) => `${headingOf(means)}, kỳ trước`)),
    ];
  },
};

const meaningsOf = (of: keyof typeof figuresOfThing): readonly FigureMeaning[] => Object.values(figuresOfThing[of]);

async function linesOf(trx: Trx, { caller }: By, query: unknown): Promise<Cell[][]> {
  const wanted = asked.parse(query);
  const table = await fullAnalysis(trx, wanted, caller, new Date(wanted.asked_at));
  const figures = Object.keys(figuresOfThing[wanted.of]);
  const told = ({ values, before }: Pick<(typeof table.rows)[number], 'values' | 'before'>): Cell[] => [
    ...figures.map((figure) => values[figure] ?? null),
    ...(wanted.against === undefined ? [] : figures.map((figure) => before?.[figure] ?? null)),
  ];
  const sum = ['Tất cả', ...(wanted.across === undefined ? [] : ['']), ...told(table.total)];
  if (wanted.across === undefined) return [...table.rows.map((row) => [row.name, ...told(row)]), sum];
  const named = table.cells
    .toSorted((one, other) => one.row - other.row || one.column - other.column)
    .map(({ row, column, ...cell }) => [table.rows[row]?.name ?? '', table.columns[column]?.name ?? '', ...told(cell)]);
  return [...named, sum];
}
