import { basePrefix, isAllowed } from '@alo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import type { Authenticate, Caller } from './caller.ts';
import { sendFile } from './file-answer.ts';
import { networkOf } from './network.ts';
import { Problem } from './problem.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token has been accepted; the log names tenant and account by it. */
    caller?: Caller;
  }
}

/** Mounts every route of the contract under its base: who, may they, what exactly, do it, answer. */
export function serve(app: FastifyInstance, routes: readonly Route[], authenticate: Authenticate): void {
  for (const route of routes) {
    const { endpoint } = route;
    app.route({
      method: endpoint.method,
      url: `${basePrefix[endpoint.base]}${endpoint.path}`,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (route.kind === 'public') {
          return endpoint.result.parse(await route.handle(contents(route, request)));
        }
        const caller = await allowedCaller(route, request, authenticate);
        const contextual = { ...contents(route, request), caller };
        if (route.kind === 'file') return sendFile(reply, await route.handle(contextual), request.headers.range);
        // Parsing lets out what the contract names and nothing else, and makes texts of dates.
        return endpoint.result.parse(await route.handle(contextual));
      },
    });
  }
}

async function allowedCaller(
  { endpoint }: Route,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller> {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const caller = token === undefined ? undefined : await authenticate(token);
  if (caller === undefined) throw Problem.unauthenticated();
  request.caller = caller;
  // The code in a path is compared with the token's, never trusted.
  const { ma_dn: code } = request.params as { ma_dn?: string };
  if (endpoint.base === 'tenant' && code?.toLowerCase() !== caller.tenantCode) throw Problem.notFound();
  if (!isAllowed(caller.role, endpoint.access)) {
    // Elsewhere than on the tenant API a 403 ends the session in the console, so what is forbidden is not there.
    throw endpoint.base === 'tenant' ? Problem.forbidden() : Problem.notFound();
  }
  return caller;
}

function contents({ endpoint }: Route, request: FastifyRequest) {
  // The company code is not in every schema.
  if (nulIn(request.params) !== undefined) throw Problem.notFound();
  return {
    // An address with an impossible id names nothing.
    params: parse(endpoint.params, request.params, Problem.notFound),
    query: parse(endpoint.query, request.query, Problem.badRequest),
    body: parse(endpoint.body, request.body ?? {}, Problem.invalid),
    maDn: (request.params as { ma_dn?: string }).ma_dn?.toLowerCase() ?? '',
    requestId: request.id,
    network: networkOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    range: request.headers.range,
  };
}

function parse(schema: z.ZodType, value: unknown, refuse: (fields: Record<string, string>) => Problem): unknown {
  const outcome = schema.safeParse(value);
  if (outcome.success) {
    const field = nulIn(outcome.data);
    if (field !== undefined) throw refuse({ [field]: 'Dữ liệu chứa ký tự không hợp lệ' });
    return outcome.data;
  }
  const fields: Record<string, string> = {};
  for (const { path, message } of outcome.error.issues) fields[path.join('.')] ??= message;
  throw refuse(fields);
}

/** Where in what was sent stands U+0000, which no text in PostgreSQL can hold; undefined where nowhere. */
function nulIn(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, one] of Object.entries(value)) {
    const found = nulIn(one, path === '' ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Answers any error: refusals as they are, the rest as a 500 whose cause is only in the log. */
export function answerProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { retryAfterSeconds } = problem.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(problem.body(request.id));
}
