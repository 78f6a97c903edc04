import type { Endpoint, ParsedRequestOf } from '@alo/contract';
import type { z } from 'zod';

import type { Actor } from '../db/audit.ts';
import type { Caller } from './caller.ts';
import type { FileAnswer } from './file-answer.ts';

/** What a handler may know about the request besides its contents. */
export interface RequestContext {
  /** Company code of the address, '' on bases that have none. Of a signed-in caller it is the caller's own. */
  readonly maDn: string;
  readonly requestId: string;
  /** Network of the peer, see `networkOf`. */
  readonly network: string;
  readonly userAgent: string;
  /** The part of a file that is asked for (RFC 9110 §14.2), as it was sent. */
  readonly range: string | undefined;
}

/** Who does something in which request: what the audit trail needs to know. */
export type By = Pick<RequestContext, 'network' | 'requestId'> & { readonly caller: Caller };

export const actorOf = ({ caller, network, requestId }: By): Actor => ({
  accountId: caller.accountId,
  network,
  requestId,
});

type Request<E extends Endpoint> = ParsedRequestOf<E> & RequestContext;
type Answer<E extends Endpoint> = z.input<E['result']>;

export type Handler<E extends Endpoint> = (request: Request<E> & { caller: Caller }) => Promise<Answer<E>>;

/** A call of the contract with what does it; the pair is all that the HTTP layer sees. */
export type Route = { readonly endpoint: Endpoint } & (
  | { readonly kind: 'public'; readonly handle: (request: Request<Endpoint>) => Promise<unknown> }
  | {
      readonly kind: 'signed-in';
      readonly handle: (request: Request<Endpoint> & { caller: Caller }) => Promise<unknown>;
    }
  | {
      readonly kind: 'file';
      readonly handle: (request: Request<Endpoint> & { caller: Caller }) => Promise<FileAnswer>;
    }
);

// The three casts: the HTTP layer parses params, query and body by this very endpoint before it calls the handler.

/** A call by someone signed in; `caller` has the endpoint's permission. */
export const route = <E extends Endpoint>(endpoint: E, handle: Handler<E>): Route => {
  if (endpoint.access === 'public' || endpoint.answers === 'file') throw new TypeError(`${endpoint.path}: wrong kind`);
  return { kind: 'signed-in', endpoint, handle: handle as Handler<Endpoint> };
};

/** A call by anybody. */
export const publicRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E>) => Promise<Answer<E>>,
): Route => {
  if (endpoint.access !== 'public' || endpoint.answers === 'file') throw new TypeError(`${endpoint.path}: wrong kind`);
  return { kind: 'public', endpoint, handle: handle as (request: Request<Endpoint>) => Promise<unknown> };
};

/** A call that answers bytes. */
export const fileRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E> & { caller: Caller }) => Promise<FileAnswer>,
): Route => {
  if (endpoint.access === 'public' || endpoint.answers !== 'file') throw new TypeError(`${endpoint.path}: wrong kind`);
  return {
    kind: 'file',
    endpoint,
    handle: handle as (request: Request<Endpoint> & { caller: Caller }) => Promise<FileAnswer>,
  };
};
