import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { admitted, requestCounter } from '../../http/admission.ts';
import { bearerOf } from '../../http/bearer.ts';
import { problemOf } from '../../http/errors.ts';
import { knownTokens } from '../../http/known-tokens.ts';
import { lateRefusals } from '../../http/late-refusals.ts';
import { networkOf } from '../../http/network.ts';
import { shareOf } from '../../kernel/by.ts';
import { FairPlaces } from '../../kernel/fair-places.ts';
import type { Problem } from '../../kernel/problem.ts';
import { shares } from '../../kernel/shares.ts';
import { about } from './about.ts';
import { type GroupsDeps, scimGroups } from './groups.ts';
import { type CompanyDirectory, directoryOf } from './keys.ts';
import { readQuery, ScimRefusal, type ScimType, scimPath, urn, wantedVersion } from './scim.ts';
import { type ByDirectory, scimUsers, type UsersDeps } from './users.ts';

export interface ScimDeps extends UsersDeps, GroupsDeps {
  readonly now: () => number;
}

const mediaType = 'application/scim+json; charset=utf-8';
const requestsPerMinute = 1_200;
const mostBytes = 512 * 1024;

interface Asked {
  readonly by: ByDirectory;
  readonly id: string;
  readonly body: unknown;
  readonly query: unknown;
  readonly version: number | undefined;
}

/** SCIM 2.0 (RFC 7643, RFC 7644) for the directory of each company, which its key names. */
export function serveScim(app: FastifyInstance, deps: ScimDeps): void {
  const counter = requestCounter(deps.now);
  const places = new FairPlaces(shares.directories);
  const users = scimUsers(deps);
  const groups = scimGroups(deps);
  const facts = about(deps.consoleUrl);
  const mayTell = lateRefusals();
  const keys = knownTokens((token) => directoryOf(deps, token), deps.now);

  void app.register(
    async (scim) => {
      const parse = scim.getDefaultJsonParser('error', 'error');
      scim.addContentTypeParser('application/scim+json', { parseAs: 'string', bodyLimit: mostBytes }, parse);
      scim.setErrorHandler(async (error, request, reply) => {
        await mayTell(error instanceof ScimRefusal ? error : problemOf(error));
        return answerRefusal(error, request, reply);
      });
      scim.setNotFoundHandler((request, reply) =>
        answerRefusal(new ScimRefusal(404, 'There is nothing at this address'), request, reply),
      );
      scim.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const directory = await known(request);
        request.caller = directory.caller;
        admitted(({ accountId }) => counter.take(accountId, requestsPerMinute), directory.caller, reply);
        directories.set(request, directory);
      });

      const on = (method: Method, url: string, answer: (asked: Asked) => Promise<unknown>, done = 200) =>
        scim.route<{ Params: { id?: string } }>({
          method,
          url,
          bodyLimit: mostBytes,
          handler: async (request, reply) => {
            const asked = askedBy(request);
            const found = await places.take(shareOf(asked.by.caller), () => answer(asked));
            if (found === undefined) return reply.code(204).send();
            const version = versionIn(found);
            if (version !== undefined) reply.header('etag', version);
            return reply.code(done).type(mediaType).send(JSON.stringify(found));
          },
        });

      on('GET', '/ServiceProviderConfig', async () => facts.config());
      on('GET', '/ResourceTypes', async () => facts.types());
      on('GET', '/ResourceTypes/:id', async ({ id }) => facts.type(id));
      on('GET', '/Schemas', async () => facts.schemas());
      on('GET', '/Schemas/:id', async ({ id }) => facts.schema(id));
      on('GET', '/Users', ({ by, query }) => users.list(by, readQuery(query)));
      on('GET', '/Users/:id', ({ by, id, query }) => users.one(by, id, readQuery(query)));
      on('POST', '/Users', ({ by, body }) => users.create(by, body), 201);
      on('PUT', '/Users/:id', ({ by, id, body, version }) => users.replace(by, id, body, version));
      on('PATCH', '/Users/:id', ({ by, id, body, version }) => users.patch(by, id, body, version));
      on('DELETE', '/Users/:id', ({ by, id, version }) => users.remove(by, id, version));
      on('GET', '/Groups', ({ by, query }) => groups.list(by, readQuery(query)));
      on('GET', '/Groups/:id', ({ by, id, query }) => groups.one(by, id, readQuery(query)));
      on('POST', '/Groups', ({ by, body }) => groups.create(by, body), 201);
      on('PUT', '/Groups/:id', ({ by, id, body, version }) => groups.replace(by, id, body, version));
      on('PATCH', '/Groups/:id', ({ by, id, body, version }) => groups.patch(by, id, body, version));
      on('DELETE', '/Groups/:id', ({ by, id, version }) => groups.remove(by, id, version));
    },
    { prefix: scimPath },
  );

  async function known(request: FastifyRequest): Promise<CompanyDirectory> {
    const token = bearerOf(request.headers.authorization);
    const directory = token === undefined ? undefined : await keys.find(token, networkOf(request.ip));
    if (directory === undefined) throw new ScimRefusal(401, 'This key opens nothing');
    return directory;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Whose request it is, for as long as it lasts. */
const directories = new WeakMap<FastifyRequest, CompanyDirectory>();

function askedBy(request: FastifyRequest<{ Params: { id?: string } }>): Asked {
  const directory = directories.get(request);
  if (directory === undefined) throw new ScimRefusal(401, 'This key opens nothing');
  const { caller, roleId } = directory;
  return {
    by: { caller, roleId, via: 'api-key', network: networkOf(request.ip), requestId: request.id },
    id: request.params.id ?? '',
    body: request.body,
    query: request.query,
    version: wantedVersion(request.headers['if-match']),
  };
}

function versionIn(found: unknown): string | undefined {
  const { meta } = Object(found) as { readonly meta?: { readonly version?: unknown } };
  return typeof meta?.version === 'string' ? meta.version : undefined;
}

function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof ScimRefusal ? error : refusalOf(problemOf(error), error, request, reply);
  const { status, scimType, message } = refusal;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const body = { schemas: [urn.error], status: String(status), ...(scimType && { scimType }), detail: message };
  return reply.code(status).type(mediaType).send(JSON.stringify(body));
}

const statuses: Readonly<Partial<Record<Problem['code'], readonly [number, ScimType?]>>> = {
  duplicate: [409, 'uniqueness'],
  conflict: [409],
  invalid_input: [400, 'invalidValue'],
  invalid_request: [400, 'invalidSyntax'],
};

function refusalOf(problem: Problem, error: unknown, { log }: FastifyRequest, reply: FastifyReply): ScimRefusal {
  if (problem.code === 'internal') log.error({ err: error }, 'request failed');
  const { retryAfterSeconds, fields = {} } = problem.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const [status, scimType] = statuses[problem.code] ?? [problem.status];
  return new ScimRefusal(status, Object.values(fields)[0] ?? problem.message, scimType);
}
