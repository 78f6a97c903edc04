import type { CrudContract } from '@alo/contract';

import type { Route } from '../http/route.ts';
import { type Bulkable, bulkOf } from './bulk/bulkable.ts';
import { type Exportable, exportOf } from './exporting.ts';
import { type Importable, importOf } from './importing/importable.ts';
import type { ReferredTable } from './in-the-way.ts';
import type { CallsRead, Resource } from './resource.ts';
import { resourceRoutes } from './routes.ts';
import type { ResourceDeps } from './store.ts';

/** A resource as the composition takes it; of what its rows are made only it knows. */
export interface ServedResource {
  readonly routes: (deps: ResourceDeps) => Route[];
  readonly exportable: Exportable;
  readonly importable: Importable;
  readonly bulkable: Bulkable;
  readonly calls: CallsRead;
  /** What keeps its rows from being deleted. */
  readonly referred: ReferredTable;
}

export const served = <C extends CrudContract>(resource: Resource<C>): ServedResource => ({
  routes: (deps) => Object.values(resourceRoutes(deps, resource)),
  exportable: exportOf(resource),
  importable: importOf(resource),
  bulkable: bulkOf(resource),
  calls: resource.calls,
  referred: resource,
});
