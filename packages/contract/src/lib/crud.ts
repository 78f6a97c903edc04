import { z } from 'zod';

import { type Base, endpoint } from './endpoint.ts';
import { listQuery, pageOf } from './list.ts';
import type { Permission, Screen } from './permission.ts';
import { usedBy } from './problem.ts';
import { id, timestamp, version } from './values.ts';

/** What every stored row carries. `version` grows with each change: an update that quotes an old one is refused. */
export const stored = { id, version, created_at: timestamp, updated_at: timestamp };

/** Screens whose permissions are those of a plain resource. */
type CrudScreen = { [S in Screen]: `${S}.delete` extends Permission ? S : never }[Screen];

export const exportFormat = z.enum(['xlsx', 'csv']);

/** The calls of an administered resource. Spread it and replace any call that differs. */
export function crud<
  Row extends z.ZodRawShape,
  Input extends z.ZodRawShape,
  Filters extends z.ZodRawShape = Record<never, never>,
>(spec: {
  base?: Base;
  collection: `/${string}`;
  item: `/${string}`;
  screen: CrudScreen;
  /** What people fill in. */
  input: Input;
  /** What a list shows besides `input` and `stored`. */
  row: Row;
  filters?: Filters;
}) {
  const { base = 'tenant', collection, item, screen } = spec;
  const input = z.object(spec.input);
  const row = z.object({ ...spec.input, ...spec.row, ...stored });
  const query = listQuery.extend((spec.filters ?? {}) as Filters);
  const one = { base, path: `${item}/:id`, params: z.object({ id }) } as const;
  const may = <A extends 'view' | 'create' | 'update' | 'delete' | 'export'>(action: A) =>
    `${screen}.${action}` as Permission;
  return {
    screen,
    input,
    row,
    list: endpoint({
      base,
      method: 'GET',
      path: collection,
      access: may('view'),
      summary: `List ${collection.slice(1)}`,
      query,
      result: pageOf(row),
    }),
    export: endpoint({
      base,
      method: 'GET',
      path: `${collection}/export`,
      access: may('export'),
      summary: `Export ${collection.slice(1)} as a spreadsheet`,
      query: query.extend({ format: exportFormat }),
      answers: 'file',
    }),
    removeMany: endpoint({
      base,
      method: 'POST',
      path: `${collection}/delete`,
      access: may('delete'),
      summary: `Delete several ${collection.slice(1)}; what is in use stays and is named`,
      body: z.object({ ids: z.array(id).min(1).max(500) }),
      result: z.object({
        deleted: z.array(id),
        refused: z.array(z.object({ id, used_by: z.array(usedBy) })),
      }),
    }),
    get: endpoint({
      ...one,
      method: 'GET',
      access: may('view'),
      summary: `One of ${collection.slice(1)}`,
      result: row,
    }),
    create: endpoint({
      base,
      method: 'POST',
      path: item,
      access: may('create'),
      summary: `Add to ${collection.slice(1)}`,
      body: input,
      result: row,
    }),
    update: endpoint({
      ...one,
      method: 'PUT',
      access: may('update'),
      summary: `Change one of ${collection.slice(1)}`,
      body: input.extend({ version }),
      result: row,
    }),
    remove: endpoint({
      ...one,
      method: 'DELETE',
      access: may('delete'),
      summary: `Delete one of ${collection.slice(1)}`,
    }),
  };
}

/** What every piece of shared CRUD machinery accepts, however the resource was written. */
export type CrudContract = ReturnType<typeof crud<z.ZodRawShape, z.ZodRawShape, z.ZodRawShape>>;
export type RowOf<C extends { row: z.ZodType }> = z.output<C['row']>;
/** A row as the database gives it: dates not yet strings. */
export type StoredRowOf<C extends { row: z.ZodType }> = z.input<C['row']>;
export type InputOf<C extends { input: z.ZodType }> = z.input<C['input']>;
