import type { CrudContract } from './lib/crud.ts';
import type { Endpoint } from './lib/endpoint.ts';
import * as modules from './modules.ts';

/** What the modules export; each is looked at for what it is, not for its type, which would cost the compiler seconds. */
const all: object = modules;
const exported: readonly [string, unknown][] = Object.entries(all);

/** A call with the name that programs know it by, and what it belongs to. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly endpoint: Endpoint;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isEndpoint = (value: unknown): value is Endpoint =>
  isObject(value) && 'method' in value && 'path' in value && 'access' in value;
const isCrud = (value: unknown): value is CrudContract => isObject(value) && 'removeMany' in value && 'row' in value;

/** Every call of the product by its name: a call of a resource is called after both, `departmentsList`. */
export const operations: readonly Operation[] = exported.flatMap(([name, value]): Operation[] => {
  if (isEndpoint(value)) return [{ id: name, tag: value.base, endpoint: value }];
  if (!isCrud(value)) return [];
  const resource: object = value;
  const parts: readonly [string, unknown][] = Object.entries(resource);
  return parts.flatMap(([call, endpoint]) =>
    isEndpoint(endpoint)
      ? [{ id: `${name}${call.slice(0, 1).toUpperCase()}${call.slice(1)}`, tag: value.screen, endpoint }]
      : [],
  );
});

/** Every call of the product. Tests walk it: each one is mounted, guarded and kept within its tenant. */
export const api: readonly Endpoint[] = operations.map(({ endpoint }) => endpoint);

/** Every administered resource, by the name that it is exported under. */
export const resources: Readonly<Record<string, CrudContract>> = Object.fromEntries(
  exported.flatMap(([name, value]) => (isCrud(value) ? [[name, value]] : [])),
);
