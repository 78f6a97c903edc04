import { z } from 'zod';
import { type Access, all, type Feature, licensed } from './access.ts';
import {
  type Base,
  type Endpoint,
  endpoint,
  jobTicket,
  type None,
  namesIn,
  type RowsName,
  type TenantIn,
} from './endpoint.ts';
import { lazily } from './lazily.ts';
import { listQuery, pageOf } from './list.ts';
import { messages } from './messages.ts';
import type { Permission, Screen } from './permission.ts';
import { usedBy } from './problem.ts';
import { id, timestamp, version } from './values.ts';

/** What every stored row carries. `version` grows with each change: an update that quotes an old one is refused. */
export const stored = { id, version, created_at: timestamp, updated_at: timestamp };
type Stored = typeof stored;

/** Screens whose permissions are those of a plain resource. */
type CrudScreen = { [S in Screen]: `${S}.delete` extends Permission ? S : never }[Screen];

/** What lists can be had as. */
export const exportFormat = z.enum(['xlsx', 'csv']);

const one = z.object({ id });
const chosen = z.object({ rows: z.array(z.object({ id, version })).min(1).max(500) });
/** What became of rows that were to be deleted; those that are no longer there are in neither list. */
const removal = z.object({
  deleted: z.array(id),
  /** In use, or changed since they were looked at. */
  refused: z.array(z.object({ id, code: z.enum(['in_use', 'conflict']), used_by: z.array(usedBy) })),
  /** The change of many rows by which what was deleted is taken back, for a day; null where nothing was. Of a draft there is none. */
  undo: id.nullable().default(null),
});
/**
 * All rows that a list finds by these words and filters, or only some of them. Strict: a filter that is misspelt would else mean
 * every row there is.
 */
export const wantedRows = <Filters extends z.ZodObject>(filters: Filters) =>
  z.strictObject({
    search: listQuery.shape.search,
    filters: z.strictObject(filters.shape).prefault({}),
    ids: z.array(id).min(1).max(10_000).optional(),
  });
type WantedRows = z.ZodObject<{ wanted: ReturnType<typeof wantedRows> }>;
/** Onto which list rows are put: the resource that it belongs to and the row of it. */
const placing = { list: z.string(), id, off: z.boolean().default(false) };
const these = z.object({ ids: z.array(id).min(1).max(500) });
/** What refers to rows; those that nothing refers to are not in it. */
const users = z.object({
  data: z.array(
    z.object({
      id,
      used_by: z.array(usedBy),
      /** Whether all of it can be made to refer to another row, by who asks: see `replace`. */
      replaceable: z.boolean().default(false),
    }),
  ),
});
/** A row that goes, and the one that takes its place wherever it is referred to. */
const replacement = z.object({ row: z.object({ id, version }), by: id });
const replaced = z.object({ moved: z.number().int() });
const lastSeen = z.object({
  version: z.coerce.number().pipe(version).optional().describe('Refuses the delete where the row has changed since'),
});
const change = { version };
/** For programs that keep a copy: deleted rows are in no list, and are told of by webhooks. */
const since = {
  updated_since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'Only rows that were made or changed at this moment or later, in this order. Go on from the last one’s updated_at, not by page',
    ),
};
const format = { format: exportFormat };

type CrudCall =
  | 'list'
  | 'export'
  | 'usedBy'
  | 'replace'
  | 'removeMany'
  | 'removeAll'
  | 'setAll'
  | 'putAll'
  | 'get'
  | 'create'
  | 'update'
  | 'remove';
type Shape = z.core.$ZodLooseShape;

/** The calls of a resource, and what they are made of. Shared machinery takes any of them as `CrudContract`. */
export interface CrudContract<
  Input extends Shape = Shape,
  Row extends Shape = Shape,
  Filters extends Shape = Shape,
  Query extends Shape = Shape,
> {
  /** Names the resource: in permissions, in `resource-changed`, on the screen. */
  readonly screen: CrudScreen;
  readonly input: z.ZodObject<Input>;
  /** A row as it is answered: input, what the list shows besides, and what every stored row carries. */
  readonly row: z.ZodObject<Row>;
  readonly filters: z.ZodObject<Filters>;
  /** How a row is called among people. */
  called(row: Readonly<Record<string, unknown>>): string;
  readonly list: Endpoint<
    None,
    z.ZodObject<Query & Filters & typeof since>,
    None,
    ReturnType<typeof pageOf<z.ZodObject<Row>>>
  >;
  readonly export: Endpoint<None, z.ZodObject<Query & Filters & typeof since & typeof format>, None, None>;
  readonly usedBy: Endpoint<None, None, typeof these, typeof users>;
  /** Deletes a row that is in use: what refers to it refers to another one from then on, all in one go. */
  readonly replace: Endpoint<None, None, typeof replacement, typeof replaced>;
  readonly removeMany: Endpoint<None, None, typeof chosen, typeof removal>;
  /** The same for any number of them, as a job. */
  readonly removeAll: Endpoint<None, None, WantedRows, typeof jobTicket>;
  /** Sets fields of any number of rows, as a job; not there where none may be set for many at once. */
  readonly setAll:
    | Endpoint<None, None, z.ZodObject<{ set: z.ZodObject } & WantedRows['shape']>, typeof jobTicket>
    | undefined;
  /** Puts any number of rows on a list of another resource, or takes them off it, as a job; not there where there is none. */
  readonly putAll:
    | Endpoint<None, None, z.ZodObject<typeof placing & WantedRows['shape']>, typeof jobTicket>
    | undefined;
  readonly get: Endpoint<typeof one, None, None, z.ZodObject<Row>>;
  readonly create: Endpoint<None, None, z.ZodObject<Input>, z.ZodObject<Row>>;
  readonly update: Endpoint<typeof one, None, z.ZodObject<Input & typeof change>, z.ZodObject<Row>>;
  readonly remove: Endpoint<typeof one, typeof lastSeen, None, None>;
}

/** A resource whose rows are lists of others, and the feature that has to be licensed for it. */
interface ListToPutOn {
  readonly list: CrudScreen;
  readonly licence?: Feature;
}

const mayChange = ({ list, licence }: ListToPutOn) => [
  `${list}.update` as Permission,
  ...(licence === undefined ? [] : [licensed(licence)]),
];

interface CrudSpec<Input extends Shape, Row extends Shape, Filters extends Shape, Query extends Shape> {
  base?: Base;
  screen: CrudScreen;
  /** Address of the list, and of one row before its id. */
  collection: `/${string}`;
  item: `/${string}`;
  /** Addresses that do not follow from these two. `:companyCode` in one is compared with the token's company. */
  paths?: { readonly [Call in CrudCall]?: `/${string}` };
  /** What people fill in; rules over several fields are its refinements. */
  input: z.ZodObject<Input>;
  /** What a list shows besides; an input of the same name is read as this. */
  row: z.ZodObject<Row>;
  filters?: z.ZodObject<Filters>;
  /** Other resources of which a row shows a name or a number. */
  shows?: readonly RowsName[];
  /** What may be set for many rows at once. */
  bulk?: readonly (keyof Input & string)[];
  /** Resources whose rows are lists that many of these may be put on at once: customers on a campaign. */
  putOn?: readonly ListToPutOn[];
  /** The feature that a company has to have licensed for any of it. */
  licence?: Feature;
  /** How the base names paging. */
  query?: z.ZodObject<Query>;
  /** How a row is called, where that is not its name. */
  called?: (row: Readonly<Record<string, unknown>>) => string;
}

/** The calls of an administered resource. Spread it and replace any call that differs. */
export function crud<
  Input extends Shape,
  Row extends Shape,
  Filters extends Shape = Record<never, never>,
  Query extends Shape = (typeof listQuery)['shape'],
>(
  spec: CrudSpec<Input, Row, Filters, Query>,
): CrudContract<Input, Omit<Input, keyof Row> & Row & Stored, Filters, Query> {
  const { base = 'tenant', collection, item, screen } = spec;
  const input: z.ZodObject = spec.input;
  const filters: z.ZodObject = spec.filters ?? z.object({});
  const paging: z.ZodObject = spec.query ?? listQuery;
  const schemas = lazily({
    query: (): z.ZodObject => paging.extend({ ...filters.shape, ...since }),
    row: (): z.ZodObject => z.object({ ...input.shape, ...spec.row.shape, ...stored }),
    wanted: () => wantedRows(filters),
  });
  const rows = collection.slice(1);
  const paths = {
    list: collection,
    export: `${collection}/export`,
    usedBy: `${collection}/used-by`,
    replace: `${collection}/replace`,
    removeMany: `${collection}/delete`,
    removeAll: `${collection}/delete-all`,
    setAll: `${collection}/set-all`,
    putAll: `${collection}/put-all`,
    get: `${item}/:id`,
    create: item,
    update: `${item}/:id`,
    remove: `${item}/:id`,
    ...spec.paths,
  } as const;
  const at = <Call extends CrudCall>(call: Call) => ({ base, path: paths[call], ...companyIn(paths[call]) });
  const may = (action: 'view' | 'create' | 'update' | 'delete' | 'export'): Access => {
    const permission = `${screen}.${action}` as Permission;
    return spec.licence === undefined ? permission : all(permission, licensed(spec.licence));
  };
  const many = { answers: 'job', method: 'POST', result: jobTicket } as const;
  const calls = lazily({
    screen: () => screen,
    input: () => input,
    row: () => schemas.row,
    filters: () => filters,
    called: () => spec.called ?? ((one: Readonly<Record<string, unknown>>) => String(one.name ?? one.id)),
    list: () =>
      endpoint({
        ...at('list'),
        rowsOf: [screen, ...(spec.shows ?? [])],
        method: 'GET',
        access: may('view'),
        summary: `List ${rows}`,
        query: schemas.query,
        result: pageOf(schemas.row),
      }),
    export: () =>
      endpoint({
        ...at('export'),
        method: 'GET',
        access: may('export'),
        summary: `Export ${rows} as a spreadsheet`,
        query: schemas.query.extend(format),
        answers: 'file or job',
      }),
    usedBy: () =>
      endpoint({
        ...at('usedBy'),
        method: 'POST',
        access: may('delete'),
        summary: `What refers to some ${rows}, and so keeps them from being deleted`,
        body: these,
        result: users,
      }),
    replace: () =>
      endpoint({
        ...at('replace'),
        method: 'POST',
        access: may('delete'),
        summary: `Delete one of ${rows}, another one taking its place wherever it is referred to; takes the right to change what refers to it`,
        body: replacement,
        result: replaced,
      }),
    removeMany: () =>
      endpoint({
        ...at('removeMany'),
        method: 'POST',
        access: may('delete'),
        summary: `Delete several ${rows}; what is in use or has changed stays and is named. It can be taken back for a day`,
        body: chosen,
        result: removal,
      }),
    removeAll: () =>
      endpoint({
        ...at('removeAll'),
        ...many,
        access: may('delete'),
        summary: `Delete all ${rows} that are wanted, as a job; what is in use or has changed stays and is reported`,
        body: z.object({ wanted: schemas.wanted }),
      }),
    setAll: () =>
      spec.bulk &&
      endpoint({
        ...at('setAll'),
        ...many,
        access: may('update'),
        summary: `Set fields of all ${rows} that are wanted, as a job`,
        body: z.object({ set: settable(input, spec.bulk), wanted: schemas.wanted }),
      }),
    putAll: () =>
      spec.putOn &&
      endpoint({
        ...at('putAll'),
        ...many,
        access: all(`${screen}.view` as Permission, ...spec.putOn.flatMap(mayChange)),
        summary: `Put all ${rows} that are wanted on one of another resource's lists, or take them off it, as a job`,
        body: z.object({ ...placing, list: z.enum(spec.putOn.map(({ list }) => list)), wanted: schemas.wanted }),
      }),
    get: () =>
      endpoint({
        ...at('get'),
        rowsOf: [screen, ...(spec.shows ?? [])],
        method: 'GET',
        access: may('view'),
        summary: `One of ${rows}`,
        params: one,
        result: schemas.row,
      }),
    create: () =>
      endpoint({
        ...at('create'),
        method: 'POST',
        access: may('create'),
        summary: `Add to ${rows}`,
        body: input,
        result: schemas.row,
      }),
    update: () =>
      endpoint({
        ...at('update'),
        method: 'PUT',
        access: may('update'),
        summary: `Change one of ${rows}`,
        params: one,
        body: input.extend(change),
        result: schemas.row,
      }),
    remove: () =>
      endpoint({
        ...at('remove'),
        method: 'DELETE',
        access: may('delete'),
        summary: `Delete one of ${rows}`,
        params: one,
        query: lastSeen,
      }),
  });
  // Spreading and extending above is what the shapes of the answer are, which the compiler does not follow through generics.
  return calls as unknown as CrudContract<Input, Omit<Input, keyof Row> & Row & Stored, Filters, Query>;
}

/** Some of the inputs, none of which has to be there, as long as one is. */
const settable = (input: z.ZodObject, names: readonly string[]) =>
  z
    .strictObject(
      Object.fromEntries(
        names.map((name) => {
          const field = input.shape[name] as z.ZodType;
          // A default would set what nobody has asked for.
          return [name, (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field).optional()];
        }),
      ),
    )
    .refine((set) => Object.values(set).some((value) => value !== undefined), messages.required);

const companyIn = (path: string): { tenantIn?: TenantIn } =>
  namesIn(path).includes('companyCode') ? { tenantIn: { part: 'params', name: 'companyCode' } } : {};

/** A row as the API answers it: times are texts. */
export type RowOf<C extends { row: z.ZodType }> = z.output<C['row']>;
/** A row as the database gives it: dates not yet strings. */
export type StoredRowOf<C extends { row: z.ZodType }> = z.input<C['row']>;
export type InputOf<C extends { input: z.ZodType }> = z.input<C['input']>;
