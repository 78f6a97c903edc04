import { type CrudContract, pageSize } from '@alo/contract';
import type { z } from 'zod';

import { fileRoute, type Handler, type Route, route } from '../http/route.ts';
import { Problem } from '../kernel/problem.ts';
import { bulkOf } from './bulk/bulkable.ts';
import { keepRemoval } from './bulk/keep-removal.ts';
import { startBulk } from './bulk/start-bulk.ts';
import type { RemovedRow } from './changing.ts';
import { exportOf, exportRows } from './exporting.ts';
import type { RowQuery } from './reading.ts';
import type { Resource } from './resource.ts';
import { type ResourceDeps, resourceStore } from './store.ts';

type CrudCall =
  | 'list'
  | 'export'
  | 'usedBy'
  | 'replace'
  | 'removeMany'
  | 'removeAll'
  | 'get'
  | 'create'
  | 'update'
  | 'remove';

/** The calls of a resource by their names: spread them and replace the one that differs. */
export function resourceRoutes<C extends CrudContract>(
  deps: ResourceDeps,
  resource: Resource<C>,
): Record<CrudCall, Route> & { setAll?: Route; putAll?: Route } {
  const { contract } = resource;
  const store = resourceStore(deps, resource);
  const exportable = exportOf(resource);
  const bulkable = bulkOf(resource);
  // Each handler fits the call of the same name in `CrudContract`, whose parts the contract only makes more precise.
  const handlers = {
    list: (by) => store.list(by, wantedBy(by.query), pageOf(by.query)),
    usedBy: async (by) => ({ data: await store.users(by, by.body.ids) }),
    replace: async (by) => ({ moved: await store.replace(by, by.body.row, by.body.by) }),
    removeMany: async (by) => {
      const { deleted, refused, undo } = await store.remove(by, by.body.rows, (trx, removed) =>
        // Id and version are in every row.
        keepRemoval(trx, by, bulkable, removed as readonly RemovedRow<{ id: string; version: number }>[]),
      );
      return { deleted, refused: refused.map((one) => ({ used_by: [], ...one })), undo };
    },
    removeAll: (by) => startBulk(deps, bulkable, by, { kind: 'delete' }, by.body.wanted),
    get: async (by) => found(await store.find(by, by.params.id)),
    create: (by) => store.insert(by, by.body as z.output<C['input']>),
    update: async (by) => {
      const { version, ...input } = by.body as { version: number };
      return found(await store.update(by, by.params.id, input as z.output<C['input']>, version));
    },
    remove: async (by) => {
      const { deleted, refused } = await store.remove(by, [{ id: by.params.id, version: by.query.version }]);
      const [reason] = refused;
      if (reason?.code === 'conflict') throw Problem.conflict(contract.row.parse(reason.current));
      if (reason?.code === 'in_use') throw Problem.inUse(reason.used_by);
      if (deleted.length === 0) throw Problem.notFound();
      return {};
    },
  } satisfies { [Call in Exclude<CrudCall, 'export'>]: Handler<CrudContract[Call]> };

  return {
    list: route<CrudContract['list']>(contract.list, handlers.list),
    usedBy: route(contract.usedBy, handlers.usedBy),
    replace: route(contract.replace, handlers.replace),
    removeMany: route(contract.removeMany, handlers.removeMany),
    removeAll: route(contract.removeAll, handlers.removeAll),
    ...(contract.setAll === undefined
      ? {}
      : {
          setAll: route(contract.setAll, (by) =>
            startBulk(deps, bulkable, by, { kind: 'set', set: by.body.set }, by.body.wanted),
          ),
        }),
    ...(contract.putAll === undefined
      ? {}
      : {
          putAll: route(contract.putAll, ({ body: { list, id, off, wanted }, ...by }) =>
            startBulk(deps, bulkable, by, { kind: off ? 'take-off' : 'put', list, id }, wanted),
          ),
        }),
    get: route<CrudContract['get']>(contract.get, handlers.get),
    create: route<CrudContract['create']>(contract.create, handlers.create),
    update: route<CrudContract['update']>(contract.update, handlers.update),
    remove: route(contract.remove, handlers.remove),
    export: fileRoute<CrudContract['export']>(contract.export, (by) => {
      const { format } = by.query as { format: 'xlsx' | 'csv' };
      return exportRows(deps, exportable, by, wantedBy(by.query), format);
    }),
  };
}

/** Names of a list's query that are no filter, as every base names them. */
type Asked = { page?: number; per_page?: number; page_size?: number; search?: string; sort?: string; format?: string };

// `crud()` builds every list's query on paging, search and sorting; what is left are the resource's filters.
function wantedBy(query: Readonly<Record<string, unknown>>): RowQuery {
  const {
    page: _,
    per_page: _perPage,
    page_size: _size,
    format: _format,
    search = '',
    sort,
    ...filters
  } = query as Asked;
  // A client that asks for changes goes on from the last change that it knows.
  const order = sort ?? (Object.hasOwn(filters, 'updated_since') ? 'updated_at' : undefined);
  return { search, sort: order, filters };
}

function pageOf(query: Readonly<Record<string, unknown>>): { page: number; perPage: number } {
  const { page = 1, per_page: perPage, page_size: size } = query as Asked;
  return { page, perPage: perPage ?? size ?? pageSize };
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw Problem.notFound();
  return row;
}
