import type { Endpoint, ParsedRequestOf } from '@alo/contract';
import type { z } from 'zod';

import type { By } from '../kernel/by.ts';
import type { FileAnswer, JobAnswer } from './file-answer.ts';
import type { UploadedFile } from './uploads.ts';

/** What a handler may know about the request besides its contents. */
export interface RequestContext {
  /** Company code of the address, '' on bases that have none. Of a signed-in caller it is the caller's own. */
  readonly maDn: string;
  readonly requestId: string;
  /** Network of the peer, see `networkOf`. */
  readonly network: string;
  readonly userAgent: string;
  /** The address that we were asked by: scheme, name and port. */
  readonly origin: string;
  /** The part of a file that is asked for (RFC 9110 §14.2), as it was sent. */
  readonly range: string | undefined;
}

type Request<E extends Endpoint> = ParsedRequestOf<E> & RequestContext;
/** A request whose token has been accepted and has the endpoint's permission. */
type SignedIn<E extends Endpoint> = Request<E> & By & { readonly files: readonly UploadedFile[] };
type Answer<E extends Endpoint> = z.input<E['result']>;

export type Handler<E extends Endpoint> = (request: SignedIn<E>) => Promise<Answer<E>>;

interface Besides {
  /** What does it where the call is asked of the draft, see `draftHeader`; the same as ever where it is left out. */
  readonly drafted?: Handler<Endpoint>;
  /** Refuses somebody who may bring nothing here, before the bytes of their form are taken. */
  readonly mayBring?: (by: By) => void;
  /** Lets time pass before it is done; see `Waits`. */
  readonly waits?: Waits<Endpoint>;
}

/**
 * Resolves when a request has waited for long enough. Meanwhile it has no place among those that are under way. `gone` says that whoever asked
 * waits no more.
 */
type Waits<E extends Endpoint> = (request: Pick<SignedIn<E>, 'caller' | 'query'>, gone: AbortSignal) => Promise<void>;

/** A call of the contract with what does it; the pair is all that the HTTP layer sees. */
export type Route = { readonly endpoint: Endpoint } & Besides &
  (
    | { readonly kind: 'public'; readonly handle: (request: Request<Endpoint>) => Promise<unknown> }
    | { readonly kind: 'public-file'; readonly handle: (request: Request<Endpoint>) => Promise<FileAnswer> }
    | { readonly kind: 'signed-in'; readonly handle: Handler<Endpoint> }
    | { readonly kind: 'file'; readonly handle: (request: SignedIn<Endpoint>) => Promise<FileAnswer | JobAnswer> }
  );

// The casts: the HTTP layer parses params, query and body by this very endpoint before it calls the handler.

/** A call by someone signed in. */
export const route = <E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  { waits, ...besides }: Pick<Besides, 'mayBring'> & { readonly waits?: Waits<E> } = {},
): Route => {
  if (endpoint.access === 'public' || bytes.includes(endpoint.answers))
    throw new TypeError(`${endpoint.path}: wrong kind`);
  return {
    kind: 'signed-in',
    endpoint,
    handle: handle as Handler<Endpoint>,
    ...besides,
    ...(waits && { waits: waits as Waits<Endpoint> }),
  };
};

/** A call by anybody. */
export const publicRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E>) => Promise<Answer<E>>,
): Route => {
  if (endpoint.access !== 'public' || bytes.includes(endpoint.answers))
    throw new TypeError(`${endpoint.path}: wrong kind`);
  return { kind: 'public', endpoint, handle: handle as (request: Request<Endpoint>) => Promise<unknown> };
};

/** A call by anybody that answers bytes. */
export const publicFileRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E>) => Promise<FileAnswer>,
): Route => {
  if (endpoint.access !== 'public' || endpoint.answers !== 'file') throw new TypeError(`${endpoint.path}: wrong kind`);
  return { kind: 'public-file', endpoint, handle: handle as (request: Request<Endpoint>) => Promise<FileAnswer> };
};

/** A call that answers bytes, or a job that will make them where there are too many. */
export const fileRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (request: SignedIn<E>) => Promise<FileAnswer | JobAnswer>,
): Route => {
  if (endpoint.access === 'public' || !bytes.includes(endpoint.answers))
    throw new TypeError(`${endpoint.path}: wrong kind`);
  return { kind: 'file', endpoint, handle: handle as (request: SignedIn<Endpoint>) => Promise<FileAnswer | JobAnswer> };
};

const bytes: readonly Endpoint['answers'][] = ['file', 'file or job'];
