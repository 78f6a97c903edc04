import {
  type AnalysisLine,
  type AnalysisQuery,
  analysedDaysAtMost,
  callDirections,
  callStatuses,
  figuresOfThing,
  type Grouping,
  groupings,
  groupingsOf,
  groupName,
  numberedDaysAtMost,
  queueOutcomes,
  queueWaits,
  surveyScores,
} from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { goneQueue } from '../../domain/queue-stays.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Analysed, type AnalysisAsked, analysed, countedEach, type Placed } from './analysed.ts';
import { changeParts } from './change-parts.ts';
import { daysOf } from './parties.ts';
import { earlierDays } from './span-compared.ts';

/** Any figure by any two groupings, beside other days. */
export async function analyse(trx: Trx, query: AnalysisQuery, caller: Caller, now: Date) {
  const { cells, figure, ...table } = await fullAnalysis(trx, query, caller, now);
  return {
    ...table,
    figure,
    cells: cells.map(({ values, before, ...place }) => ({
      ...place,
      value: values[figure] ?? null,
      before: before?.[figure] ?? null,
    })),
  };
}

/** The same with every figure of each cell. */
export async function fullAnalysis(trx: Trx, query: AnalysisQuery, caller: Caller, now: Date) {
  const { of } = query;
  const figure = figureOf(query);
  const groups: readonly Grouping[] = query.across === undefined ? [query.by] : [query.by, query.across];
  mayBeGrouped(query, groups);
  const isEachCounted = of === 'returns' || countedEach.some((one) => groups.includes(one));
  const days = await daysOf(trx, query, caller, now, isEachCounted ? numberedDaysAtMost : analysedDaysAtMost);
  const before = query.against && (await earlierDays(trx, days, query.against, caller, now));
  const asked: AnalysisAsked = {
    ...query,
    caller,
    window: { from: days.begin, to: days.end },
    shift: '0',
    across: query.across,
  };
  const table = await tableOf(trx, of, figure, asked, before && { ...asked, ...before });
  const names = await namesOf(trx, groups, [...table.rows, ...table.columns]);
  const lines = (by: Grouping, all: readonly Line[]) =>
    all.map((one): AnalysisLine => ({ ...one, name: nameOf(by, one.key, names) }));
  return {
    from: days.from,
    to: days.to,
    before: before ? { from: before.from, to: before.to } : null,
    figure,
    ...sortedTable(
      { ...table, rows: lines(query.by, table.rows), columns: lines(query.across ?? query.by, table.columns) },
      query,
    ),
  };
}

/** The figure that is looked at. */
function figureOf({ of, figure }: AnalysisQuery): string {
  const all = Object.keys(figuresOfThing[of]);
  const found = figure ?? all[0] ?? '';
  if (!all.includes(found)) throw Problem.badRequest({ figure: 'Không có số liệu này' });
  return found;
}

function mayBeGrouped({ of }: AnalysisQuery, groups: readonly Grouping[]): void {
  const known: readonly Grouping[] = groupingsOf[of];
  for (const [place, one] of groups.entries()) {
    if (!known.includes(one) || groups.indexOf(one) !== place)
      throw Problem.badRequest({ [place === 0 ? 'by' : 'across']: `Không chia được theo ${groupings[one]}` });
  }
}

type Line = Omit<AnalysisLine, 'name'>;
interface Cell extends Pick<AnalysisLine, 'values' | 'before'> {
  readonly row: string;
  readonly column: string;
}

/** What is counted, by row and column. */
function tableOf(
  trx: Trx,
  of: AnalysisQuery['of'],
  figure: string,
  now: AnalysisAsked,
  before: AnalysisAsked | undefined,
) {
  // Each reads its own sums and counts no others'.
  switch (of) {
    case 'calls':
      return table(trx, analysed.calls, figure, now, before);
    case 'queues':
      return table(trx, analysed.queues, figure, now, before);
    case 'returns':
      return table(trx, analysed.returns, figure, now, before);
    case 'transfers':
      return table(trx, analysed.transfers, figure, now, before);
    case 'voices':
      return table(trx, analysed.voices, figure, now, before);
    default:
      return of satisfies never;
  }
}

async function table<Sum>(
  trx: Trx,
  thing: Analysed<Sum>,
  figure: string,
  asked: AnalysisAsked,
  earlier: AnalysisAsked | undefined,
) {
  const now = placed(await thing.read(trx, asked), thing.hasOwnTotals);
  const before = earlier && placed(await thing.read(trx, earlier), thing.hasOwnTotals);
  const valuesOf = ([sums, were]: readonly [readonly Sum[], readonly Sum[]]) => ({
    values: thing.valuesOf(sums),
    before: before === undefined ? null : thing.valuesOf(were),
  });
  const linesOf = (side: 'rows' | 'columns', by: Grouping): Line[] => {
    const keys = withoutGaps(by, new Set([...now[side].keys(), ...(before?.[side].keys() ?? [])]));
    const pairs = keys.map((key) => [now[side].get(key) ?? [], before?.[side].get(key) ?? []] as const);
    const ratios = pairs.map(([sums, were]) => ({
      now: thing.ratiosOf(sums)[figure],
      before: thing.ratiosOf(were)[figure],
    }));
    const compared = ratios.flatMap(({ now: one, before: was }) =>
      one === undefined || was === undefined ? [] : [{ now: one, before: was }],
    );
    // A call stands in each of its groups there: they are no parts of all.
    const isWhole = compared.length === keys.length && before !== undefined && !thing.hasOwnTotals;
    const parts = isWhole ? changeParts(compared) : null;
    const scale = thing.scaleOf(figure);
    return keys.map((key, place) => {
      const part = parts?.[place];
      return {
        key,
        ...valuesOf(pairs[place] ?? [[], []]),
        change: part === undefined ? null : { mix: part.mix * scale, rate: part.rate * scale },
      };
    });
  };
  const cells: Cell[] = [];
  if (asked.across !== undefined) {
    for (const at of new Set([...now.cells.keys(), ...(before?.cells.keys() ?? [])])) {
      const [row = '', column = ''] = at.split('\n');
      cells.push({ row, column, ...valuesOf([now.cells.get(at) ?? [], before?.cells.get(at) ?? []]) });
    }
  }
  return {
    rows: linesOf('rows', asked.by),
    columns: asked.across === undefined ? [] : linesOf('columns', asked.across),
    cells,
    total: valuesOf([now.total, before?.total ?? []]),
  };
}

/** Sums by where they belong. */
function placed<Sum>(sums: readonly (Sum & Placed)[], hasOwnTotals: boolean) {
  const isOf = (is: (one: Placed) => boolean) => sums.filter(is);
  const inCells = isOf(({ row, column }) => row !== null && column !== null);
  const inRows = hasOwnTotals ? isOf(({ row, column }) => row !== null && column === null) : inCells;
  const inColumns = hasOwnTotals ? isOf(({ row, column }) => row === null && column !== null) : inCells;
  const inTotal = hasOwnTotals ? isOf(({ row, column }) => row === null && column === null) : inCells;
  return {
    rows: Map.groupBy(inRows, ({ row }) => row ?? ''),
    columns: Map.groupBy(inColumns, ({ column }) => column ?? ''),
    cells: Map.groupBy(inCells, ({ row, column }) => `${row}\n${column}`),
    total: inTotal,
  };
}

/** Hours from the first to the last, and every day of the week: what is empty is seen as well. */
function withoutGaps(by: Grouping, keys: ReadonlySet<string>): readonly string[] {
  if (keys.size === 0) return [];
  if (by === 'weekday') return ['1', '2', '3', '4', '5', '6', '7'];
  if (by === 'wait') return Object.keys(queueWaits);
  if (by !== 'hour') return [...keys];
  const hours = [...keys].map(Number);
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  return Array.from({ length: last - first + 1 }, (_, place) => String(first + place));
}

/** Lines in the order of their words, and cells by their places. */
function sortedTable<Rest extends { rows: AnalysisLine[]; columns: AnalysisLine[]; cells: Cell[] }>(
  { rows, columns, cells, ...rest }: Rest,
  { by, across }: AnalysisQuery,
) {
  const [sortedRows, sortedColumns] = [sorted(by, rows), sorted(across ?? by, columns)];
  const [rowAt, columnAt] = [placesOf(sortedRows), placesOf(sortedColumns)];
  return {
    ...rest,
    rows: sortedRows,
    columns: sortedColumns,
    cells: cells.map(({ row, column, ...values }) => ({
      ...values,
      row: rowAt.get(row) ?? 0,
      column: columnAt.get(column) ?? 0,
    })),
  };
}

const placesOf = (lines: readonly AnalysisLine[]) => new Map(lines.map(({ key }, place) => [key, place]));

const inOrder: Readonly<Partial<Record<Grouping, readonly string[]>>> = {
  direction: Object.keys(callDirections),
  status: Object.keys(callStatuses),
  outcome: Object.keys(queueOutcomes),
  wait: Object.keys(queueWaits),
  survey: Object.keys(surveyScores),
};

function sorted(by: Grouping, lines: readonly AnalysisLine[]): AnalysisLine[] {
  const words = inOrder[by];
  return lines.toSorted((one, other) =>
    words === undefined
      ? groupName(by, one.key) === undefined
        ? one.name.localeCompare(other.name, 'vi', { numeric: true })
        : one.key.localeCompare(other.key, 'en', { numeric: true })
      : words.indexOf(one.key) - words.indexOf(other.key),
  );
}

type Names = ReadonlyMap<string, string>;

/** What queues, numbers and extensions among the lines are called today. */
async function namesOf(trx: Trx, groups: readonly Grouping[], lines: readonly Line[]): Promise<Names> {
  const keys = lines.map(({ key }) => key);
  const people = sql`select extension as key, extension || ' ' || name as name from account where extension = any(${keys}::text[])`;
  const named = {
    queue: sql`select id::text as key, name from queue where id::text = any(${keys}::text[])`,
    number: sql`select id::text as key, number as name from service_number where id::text = any(${keys}::text[])`,
    campaign: sql`select id::text as key, name from campaign where id::text = any(${keys}::text[])`,
    receiver: people,
    agent: people,
  };
  const wanted = groups.flatMap((by) => (by in named ? [named[by as keyof typeof named]] : []));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ key: string; name: string }>`${sql.join(wanted, sql` union all `)}`.execute(trx);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

function nameOf(by: Grouping, key: string, names: Names): string {
  const known = groupName(by, key) ?? names.get(key);
  if (known !== undefined) return known;
  if (by === 'queue') return goneQueue;
  if (by === 'campaign') return key === '' ? 'Ngoài chiến dịch' : 'Chiến dịch đã xoá';
  return by === 'number' ? 'Không qua đầu số hiện có' : key;
}
