import { callAnalysis, comparedWith, type FigureMeaning, figuresOfThing, groupings } from '@alo/contract';
import { z } from 'zod';
import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import type { Exportable, PaperTable } from '../../resource/exporting.ts';
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
  tables: async (trx, { caller }, query) => {
    const wanted = asked.parse(query);
    return paperOf(wanted, await fullAnalysis(trx, wanted, caller, new Date(wanted.asked_at)));
  },
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

/** As the page has it: the figure that is looked at by both groupings, and below it every figure of the rows. */
function paperOf(
  { of, by, across, against }: Pick<z.output<typeof asked>, 'of' | 'by' | 'across' | 'against'>,
  { figure, rows, columns, cells, total }: Awaited<ReturnType<typeof fullAnalysis>>,
): readonly PaperTable[] {
  const means = figuresOfThing[of];
  const figures = Object.keys(means);
  const looked = means[figure];
  const every: PaperTable = {
    title: across === undefined ? '' : 'Mọi số liệu',
    headings: [groupings[by], ...Object.values(means).map(headingOf)],
    rows: rows.map(({ name, values }) => [name, ...figures.map((one) => values[one] ?? null)]),
    total: ['Tất cả', ...figures.map((one) => total.values[one] ?? null)],
  };
  const before = (values: Readonly<Record<string, number | null>> | null) => values?.[figure] ?? null;
  const compared: PaperTable[] =
    against === undefined || looked === undefined
      ? []
      : [
          {
            title: `${headingOf(looked)}, so với ${comparedWith[against].toLowerCase()}`,
            headings: [groupings[by], 'Kỳ này', 'Kỳ trước'],
            rows: rows.map((row) => [row.name, before(row.values), before(row.before)]),
            total: ['Tất cả', before(total.values), before(total.before)],
          },
        ];
  if (across === undefined || looked === undefined) return [every, ...compared];
  const at = new Map(cells.map(({ row, column, values }) => [`${row} ${column}`, values[figure] ?? null]));
  const crossed: PaperTable = {
    title: `${headingOf(looked)} theo ${groupings[by].toLowerCase()} và ${groupings[across].toLowerCase()}`,
    headings: [groupings[by], 'Tất cả', ...columns.map(({ name }) => name)],
    rows: rows.map(({ name, values }, row) => [
      name,
      values[figure] ?? null,
      ...columns.map((_, column) => at.get(`${row} ${column}`) ?? null),
    ]),
    total: ['Tất cả', before(total.values), ...columns.map(({ values }) => before(values))],
  };
  return [crossed, every, ...compared];
}

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
