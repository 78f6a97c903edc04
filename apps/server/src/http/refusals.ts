import type { RefusalKind } from '@alo/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { whoIs } from '../kernel/by.ts';
import type { Problem } from '../kernel/problem.ts';
import { networkOf } from './network.ts';
import type { RefusedWhy } from './serve.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request is refused, as it is answered. */
    problem?: Problem;
    /** Set where somebody who is signed in is refused before anything is looked at. */
    refusedFor?: RefusedWhy;
  }
}

/** A request that was refused: whose, for what, at which call. */
export interface Refusal {
  /** Null of whom nobody knows. */
  readonly tenantId: string | null;
  /** The person or key. */
  readonly who: string | null;
  readonly kind: RefusalKind;
  /** Method and pattern, never the address itself, which may hold a phone number or a ticket. */
  readonly asked: string;
  readonly network: string;
}

export type OnRefusal = (refusal: Refusal) => void;

/** Tells of every request that is refused, whoever sent it and whoever refused it. Faults of ours, and what is only late, are none. */
export function tellRefusals(app: FastifyInstance, told: OnRefusal): void {
  app.addHook('onResponse', (request, { statusCode }, done) => {
    if (statusCode >= 400 && statusCode < 500) told(refusalOf(request, statusCode));
    done();
  });
}

function refusalOf(request: FastifyRequest, status: number): Refusal {
  const { caller, method, routeOptions, ip } = request;
  return {
    tenantId: caller?.tenantId ?? null,
    who: caller === undefined ? null : (caller.apiKeyId ?? whoIs(caller)),
    kind: kindOf(request, status),
    asked: routeOptions.url === undefined ? '' : `${method} ${routeOptions.url}`,
    network: networkOf(ip),
  };
}

function kindOf({ refusedFor, problem }: FastifyRequest, status: number): RefusalKind {
  if (refusedFor !== undefined) return ofWhy[refusedFor];
  const code = problem?.code ?? '';
  if (rights.has(code)) return 'right';
  if (problem?.isInTrail === true) return 'others';
  if (status === 401 || signIns.has(code)) return 'sign_in';
  if (status === 404 || problem?.namesNothing === true) return 'not_there';
  if (code === 'over_share' || tooMuch.has(status)) return 'too_much';
  return malformed.has(code) ? 'malformed' : 'slip';
}

const ofWhy = { forbidden: 'right', wrong_network: 'network', wrong_company: 'company' } as const satisfies Record<
  RefusedWhy,
  RefusalKind
>;

/** '' is of what refuses without a problem of ours. */
const malformed: ReadonlySet<string> = new Set(['', 'invalid_request', 'unsupported_media_type']);

const rights: ReadonlySet<string> = new Set(['forbidden', 'not_licensed', 'look_only']);

const tooMuch: ReadonlySet<number> = new Set([413, 414, 429, 431]);

/** What somebody is told whose password, code or link is none. */
const signIns: ReadonlySet<string> = new Set(['wrong_credentials', 'wrong_code', 'dead_link', 'sign_up_closed']);
