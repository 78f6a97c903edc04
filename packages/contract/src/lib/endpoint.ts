import { z } from 'zod';
import type { Access } from './access.ts';
import type { StaleAfter } from './live-events.ts';
import type { Screen } from './permission.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Where a call lives. The server answers each base under a prefix of its own; the console finds the addresses in
 * `/config.json`. `tenant` is `/api/{ma_dn}`.
 */
export type Base = 'identity' | 'tenant' | 'admin' | 'telephony' | 'etelecom';

/** The server's own path prefix of each base. */
export const basePrefix = {
  identity: '/identity',
  tenant: '/api/:ma_dn',
  admin: '/admin',
  telephony: '/telephony',
  etelecom: '/etelecom',
} as const satisfies Record<Base, string>;

/**
 * 401 and 403 of the identity client and the admin backend, and 401 of every other base, end the console's session
 * (specification §8); a 403 elsewhere says no more than that the permission is missing.
 */
export const endsSession = (base: Base, status: number): boolean =>
  status === 401 || (status === 403 && (base === 'identity' || base === 'admin'));

/** Where a call names the company. The server compares the code with the token's once, and never trusts it. */
export interface TenantIn {
  readonly part: 'params' | 'query' | 'body';
  readonly name: string;
}

/** A form with files. Its fields are the body; files are taken by field name, no more and no larger than said here. */
export interface Multipart {
  readonly files: readonly string[];
  readonly maxBytes: number;
  /** Media types that are taken. */
  readonly types: readonly string[];
}

/**
 * One HTTP call, described once: the server implements it, the web calls it, the docs list it. The schemas' objects are
 * whole: rules over several fields (`refine`) belong to them.
 */
export interface Endpoint<
  Params extends z.core.$ZodType = z.core.$ZodType,
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Result extends z.core.$ZodType = z.core.$ZodType,
> {
  readonly base: Base;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  /** One line for the API documentation, in English. */
  readonly summary: string;
  /** Resources whose rows it answers, or what is called after them: what was read is stale once `resource-changed` names one. */
  readonly rowsOf: readonly RowsName[];
  /** Live events after which it is asked again; undefined where none concerns it. */
  readonly staleAfter: StaleAfter | undefined;
  /** Undefined where the token alone says which company it is. */
  readonly tenantIn: TenantIn | undefined;
  readonly params: Params;
  readonly query: Query;
  readonly accepts: 'json' | Multipart;
  readonly body: Body;
  readonly result: Result;
  /**
   * `file` answers bytes (audio, xlsx, csv), with Range where it is audio; `job` answers at once what will be done later;
   * `file or job` is the bytes (200) or, where there are too many, the job that will make them (202).
   */
  readonly answers: 'json' | 'file' | 'job' | 'file or job';
}

/** The values that the maker of a call gives it. */
export type RequestOf<E extends Endpoint> = {
  params: z.input<E['params']>;
  query: z.input<E['query']>;
  body: z.input<E['body']>;
};

/** What its handler gets: the same after the schemas. */
export type ParsedRequestOf<E extends Endpoint> = {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
};

/** What it answers. */
export type ResultOf<E extends Endpoint> = z.output<E['result']>;

const none = z.object({});
/** The schema of a part that a call does without. */
export type None = typeof none;

/** The `result` of a call that only begins something long: where its progress is found. */
export const jobTicket = z.object({ job_id: z.uuid() });

/** Rows whose changes are told: of a resource, and what customers answer to surveys, which is of none. */
export type RowsName = Screen | 'survey-answers';

/** Describes one call. Schemas that are left out are the empty object. */
export function endpoint<
  P extends z.core.$ZodType = None,
  Q extends z.core.$ZodType = None,
  B extends z.core.$ZodType = None,
  R extends z.core.$ZodType = None,
>(
  spec: Pick<Endpoint, 'base' | 'method' | 'path' | 'access' | 'summary'> & {
    rowsOf?: readonly RowsName[];
    staleAfter?: StaleAfter;
    tenantIn?: TenantIn;
    params?: P;
    query?: Q;
    accepts?: 'json' | Multipart;
    body?: B;
    result?: R;
    answers?: Endpoint['answers'];
  },
): Endpoint<P, Q, B, R> {
  const defaults = {
    rowsOf: [],
    staleAfter: undefined,
    tenantIn: spec.base === 'tenant' ? inAddress : undefined,
    params: none,
    query: none,
    accepts: 'json',
    body: none,
    result: none,
    answers: 'json',
  };
  // The defaults of the type parameters make every left-out schema exactly `None`, which is what is filled in here.
  return { ...defaults, ...spec } as unknown as Endpoint<P, Q, B, R>;
}

/** The company code that is part of the tenant API's own address. */
const inAddress: TenantIn = { part: 'params', name: 'ma_dn' };

/** Names of an address's parameters, in their order. */
export const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
