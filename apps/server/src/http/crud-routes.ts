import type { CrudContract, ListQuery, ProblemBody, StoredRowOf } from '@alo/contract';
import type { z } from 'zod';

import { Problem } from './problem.ts';
import { type By, fileRoute, type Handler, type Route, route } from './route.ts';
import { type Cell, sheetFile } from './sheet.ts';

type Filters = Record<string, unknown>;

/** Where the rows of a resource are kept. Rows of other tenants are not there. */
export interface CrudStore<C extends CrudContract> {
  list(by: By, query: ListQuery & Filters): Promise<{ data: StoredRowOf<C>[]; total: number; total_capped: boolean }>;
  /** Every row for an export, up to a limit; the trail tells who took them. */
  all(by: By, query: Pick<ListQuery, 'search' | 'sort'> & { filters: Filters }): Promise<StoredRowOf<C>[]>;
  find(by: By, id: string): Promise<StoredRowOf<C> | undefined>;
  insert(by: By, input: z.output<C['input']>): Promise<StoredRowOf<C>>;
  /** Undefined where the row is not there; refuses with `conflict` where `version` is not the latest. */
  update(by: By, id: string, input: z.output<C['input']> & { version: number }): Promise<StoredRowOf<C> | undefined>;
  remove(by: By, id: string): Promise<'gone' | 'missing' | ProblemBody['used_by']>;
  removeMany(
    by: By,
    ids: readonly string[],
  ): Promise<{ deleted: string[]; refused: { id: string; used_by: ProblemBody['used_by'] }[] }>;
}

/** How the resource is exported: the title names the file, the columns are headed in Vietnamese, in this order. */
export interface CrudSheet<C extends CrudContract> {
  readonly title: string;
  readonly columns: Partial<Record<keyof StoredRowOf<C> & string, string>>;
}

// `crud()` builds every list's query on `listQuery`, and the export's on that and the format.
type ExportQuery = ListQuery & { format: 'xlsx' | 'csv' } & Filters;
type JsonCall = 'list' | 'removeMany' | 'get' | 'create' | 'update' | 'remove';
type Overrides<C extends CrudContract> = { [K in JsonCall]?: Handler<C[K]> | 'absent' };

/** The calls of a resource. Name a handler to replace one, or 'absent' to leave it out. */
export function crudRoutes<C extends CrudContract>(
  contract: C,
  store: CrudStore<C>,
  sheet: CrudSheet<C>,
  overrides: Overrides<C> = {},
): Route[] {
  // Each handler fits the call of the same name in `CrudContract`, whose parts the contract only makes more precise.
  const defaults = {
    list: (request) => store.list(request, request.query as ListQuery & Filters),
    removeMany: (request) => store.removeMany(request, request.body.ids),
    get: async (request) => found(await store.find(request, request.params.id)),
    create: (request) => store.insert(request, request.body as z.output<C['input']>),
    update: async (request) =>
      found(await store.update(request, request.params.id, request.body as z.output<C['input']> & { version: number })),
    remove: async (request) => {
      const outcome = await store.remove(request, request.params.id);
      if (outcome === 'missing') throw Problem.notFound();
      if (outcome !== 'gone') throw Problem.inUse(outcome);
      return {};
    },
  } satisfies { [K in JsonCall]: Handler<CrudContract[K]> };

  const calls = Object.keys(defaults) as JsonCall[];
  return [
    fileRoute(contract.export, async (request) => {
      const { page: _, per_page: _all, search, sort, format, ...filters } = request.query as ExportQuery;
      const rows = await store.all(request, { search, sort, filters });
      return sheetFile(asSheet(sheet, rows, request.caller.timeZone), format);
    }),
    ...calls.flatMap((call) => {
      const handler = (overrides[call] ?? defaults[call]) as Handler<CrudContract[JsonCall]> | 'absent';
      return handler === 'absent' ? [] : [route<CrudContract[JsonCall]>(contract[call], handler)];
    }),
  ];
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw Problem.notFound();
  return row;
}

function asSheet<C extends CrudContract>({ title, columns }: CrudSheet<C>, rows: StoredRowOf<C>[], timeZone: string) {
  const names = Object.keys(columns);
  const headings = Object.values(columns as Record<string, string>);
  const cells = rows.map((row) => names.map((name) => asCell((row as Record<string, unknown>)[name])));
  return { title, headings, rows: cells, timeZone };
}

function asCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
