import { z } from 'zod';

import type { Access } from './permission.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Where a call lives. The server answers each base under a prefix of its own; the console finds the addresses in
 * `/config.json`. `tenant` is `/api/{ma_dn}`: the code in the path is compared with the token's tenant, never trusted.
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

/** One HTTP call, described once: the server implements it, the web calls it, the docs list it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  readonly base: Base;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  /** One line for the API documentation, in English. */
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly result: Result;
  /** `file` answers bytes (audio, xlsx, csv), with Range where it is audio; `result` is then not used. */
  readonly answers: 'json' | 'file';
}

export type RequestOf<E extends Endpoint> = {
  params: z.input<E['params']>;
  query: z.input<E['query']>;
  body: z.input<E['body']>;
};

export type ParsedRequestOf<E extends Endpoint> = {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
};

export type ResultOf<E extends Endpoint> = z.output<E['result']>;

const none = z.object({});
export type None = typeof none;

/** Describes one call. Schemas that are left out are the empty object. */
export function endpoint<
  P extends z.ZodType = None,
  Q extends z.ZodType = None,
  B extends z.ZodType = None,
  R extends z.ZodType = None,
>(
  spec: Pick<Endpoint, 'base' | 'method' | 'path' | 'access' | 'summary'> & {
    params?: P;
    query?: Q;
    body?: B;
    result?: R;
    answers?: 'json' | 'file';
  },
): Endpoint<P, Q, B, R> {
  // The defaults above make every left-out schema exactly `None`, which is what is filled in here.
  return { params: none, query: none, body: none, result: none, answers: 'json', ...spec } as unknown as Endpoint<
    P,
    Q,
    B,
    R
  >;
}
