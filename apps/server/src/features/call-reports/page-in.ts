import type { ListQuery } from '@alo/contract';

import { Problem } from '../../kernel/problem.ts';

/** A page of rows that are all at hand: those that are called so, or have this extension, in the order that is asked for. */
export function pageIn<Row extends { readonly name: string; readonly extension?: string }>(
  rows: readonly Row[],
  { search, sort, page, per_page: size }: ListQuery,
) {
  const found = sorted(
    rows.filter(({ name, extension = '' }) => folded(`${extension} ${name}`).includes(folded(search))),
    sort,
  );
  return { data: found.slice((page - 1) * size, page * size), total: found.length, total_capped: false };
}

function sorted<Row extends object>(rows: readonly Row[], sort: string | undefined): readonly Row[] {
  if (sort === undefined || rows.length === 0) return rows;
  const name = sort.replace(/^-/, '');
  const value = (row: Row): unknown => new Map<string, unknown>(Object.entries(row)).get(name);
  const sign = sort.startsWith('-') ? -1 : 1;
  const [first] = rows;
  if (first === undefined || !Object.hasOwn(first, name)) {
    throw Problem.badRequest({ sort: `Không sắp xếp được theo ${name}` });
  }
  return rows.toSorted((one, other) => sign * compared(value(one), value(other)));
}

/** Figures by size, those that have none before all others; words as a dictionary has them. */
function compared(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return one.localeCompare(other, 'vi', { numeric: true });
  return size(one) - size(other);
}

const size = (value: unknown) => (typeof value === 'number' ? value : -1);

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
