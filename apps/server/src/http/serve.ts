import { setImmediate } from 'node:timers/promises';
import {
  basePrefix,
  draftHeader,
  type Endpoint,
  endsSession,
  jobTicket,
  lookAsCalls,
  type ShareName,
  secondFactorCalls,
  type TenantIn,
  whyNot,
} from '@alo/contract';
import { plainAddress } from '@alo/net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { type By, shareOf } from '../kernel/by.ts';
import type { Authenticate, Caller } from '../kernel/caller.ts';
import { TooManyWaiting } from '../kernel/fair-places.ts';
import { inTurn } from '../kernel/in-turn.ts';
import { Problem } from '../kernel/problem.ts';
import { traced } from '../kernel/traced.ts';
import { type Admit, admitted } from './admission.ts';
import { bearerOf } from './bearer.ts';
import { sendFile } from './file-answer.ts';
import { networkOf } from './network.ts';
import { answerOnce, type Once, onceKeyOf } from './once.ts';
import { tooLate } from './overload.ts';
import type { Route } from './route.ts';
import { openShares, type Shares } from './shares.ts';
import { readForm, type UploadedFile } from './uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token has been accepted; the log names tenant and account by it. */
    caller?: Caller;
  }
}

/** Mounts every route of the contract under its base: who, may they, what exactly, do it, answer. */
export function serve(app: FastifyInstance, routes: readonly Route[], gate: Gate): void {
  const { admit, once } = gate;
  const shares = gate.shares ?? openShares();
  // Small requests come in between.
  const inTurnOf = inTurn();
  for (const route of routes) {
    const { endpoint } = route;
    const known = knownQuery(endpoint);
    const fieldsHere = knownBody(endpoint);
    const url = `${basePrefix[endpoint.base]}${endpoint.path}`;
    const spoken = { 'http.request.method': endpoint.method, 'http.route': url };
    app.route({
      method: endpoint.method,
      url,
      ...(isOfStrangers(route) ? { bodyLimit: mostOfStrangers } : { onRequest: letIn }),
      handler: (request, reply) =>
        traced(`${endpoint.method} ${url}`, spoken, () => told(request, answer(request, reply))),
    });

    /** Before a byte of the body is read: of who is nobody, or goes last while this process is late, it would be parsed in vain. */
    async function letIn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      reply.header('cache-control', 'no-store');
      const { tenantId } = await callerBy(endpoint, request, gate);
      if (gate.isLate?.() === true && shares.requests.hasHadMost(tenantId)) throw tooLate();
    }

    /** Where the company is over a share, whatever it is and wherever it was found out. */
    async function told(request: FastifyRequest, answering: Promise<unknown>): Promise<unknown> {
      try {
        return await answering;
      } catch (error) {
        const over = overShareOf(error);
        if (over !== undefined && request.caller !== undefined) {
          gate.onOverShare?.(byOf(request.caller, request), endpoint, over);
        }
        if (error instanceof Problem && request.caller !== undefined) {
          const tried = error.tried ?? (error.code === 'forbidden' ? 'permission' : '');
          if (tried !== '') {
            error.isInTrail = true;
            gate.onTried?.(byOf(request.caller, request), endpoint, tried, error);
          }
        }
        throw error;
      }
    }

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      reply.header('cache-control', 'no-store');
      if (isOfStrangers(route)) {
        const address = addressed(endpoint, known, request);
        const asked = { ...address, body: bodyOf(endpoint, noForm(request).fields) };
        if (route.kind === 'public-file') return sendFile(reply, await route.handle(asked), request.headers.range);
        return z.parse(endpoint.result, await route.handle(asked));
      }
      const caller = allowedCaller(endpoint, request, gate);
      if (admit !== undefined) admitted(admit, caller, reply);
      // A form is taken only where all else is right, and by turns: it may be large, and slow.
      const address = addressed(endpoint, known, request);
      const inShare = <T>(work: () => Promise<T>) => shares.requests.take(shareOf(caller), work);
      const { accepts } = endpoint;
      if (accepts !== 'json') route.mayBring?.({ ...address, caller, via: viaOf(caller) });
      const { fields, files } =
        accepts === 'json'
          ? noForm(request)
          : await shares.uploads.take(shareOf(caller, 'uploads'), () => readForm(request, accepts));
      // A console of another version may send what this one does not know; a program is told what it has misspelt.
      if (caller.apiKeyId !== undefined && accepts === 'json') refuseUnknown(fieldsHere, fields);
      const by = { ...address, body: bodyOf(endpoint, fields), caller, via: viaOf(caller), files };
      if (route.waits !== undefined) await route.waits(by, goneOf(reply));
      const drafted = request.headers[draftHeader] === undefined ? undefined : route.drafted;
      if (route.kind === 'file' && drafted === undefined) {
        const file = await inShare(() => route.handle(by));
        if ('jobId' in file) return reply.code(202).send(jobTicket.parse({ job_id: file.jobId }));
        return sendFile(reply, file, request.headers.range);
      }
      const handled = async () => {
        const found = await inShare(() => (drafted ?? route.handle)(by));
        if (endpoint.answers === 'job') reply.code(202);
        return found;
      };
      const key = onceKeyOf(request);
      if (isLong(address.query) && key === undefined) {
        reply.type('application/json; charset=utf-8');
        return inTurnOf(caller.tenantId, async () => inPieces(endpoint.result, await handled()));
      }
      // Parsing lets out what the contract names and nothing else, and makes texts of dates.
      const answered = async () => z.parse(endpoint.result, await handled());
      if (key === undefined || once === undefined) return answered();
      const parts = [fields, files.map(({ field, name, contentType }) => [field, name, contentType])];
      return answerOnce(once, { request, reply, by, key, parts }, answered);
    }
  }
}

type OfStrangers = Extract<Route, { kind: 'public' | 'public-file' }>;

const isOfStrangers = (route: Route): route is OfStrangers => route.kind === 'public' || route.kind === 'public-file';

/** Body of who has not signed in; most of what there is is a name and a password. */
const mostOfStrangers = 64 * 1024;

/** Pages of more rows than any screen shows are made one after the other, for each company. */
const longestOnScreen = 100;
const rowsInAPiece = 10;

function isLong(query: unknown): boolean {
  const { per_page: perPage, page_size: size } = Object(query) as Readonly<Record<string, unknown>>;
  return Number(perPage ?? 0) > longestOnScreen || Number(size ?? 0) > longestOnScreen;
}

/**
 * The same as parsed and written at once, but that others are answered between pieces of a page, and no more than a piece is
 * kept as rows; a thousand rows take 20 ms. Each piece is made bytes by itself: to send one long text holds everybody up.
 */
async function inPieces(schema: z.core.$ZodType, answer: unknown): Promise<Buffer> {
  const { data } = Object(answer) as { readonly data?: unknown };
  if (!Array.isArray(data) || data.length <= rowsInAPiece) return Buffer.from(JSON.stringify(z.parse(schema, answer)));
  const pieces: Buffer[] = [];
  let rest = {};
  for (let from = 0; from < data.length; from += rowsInAPiece) {
    if (from > 0) await setImmediate();
    const piece = Object(z.parse(schema, { ...Object(answer), data: data.slice(from, from + rowsInAPiece) }));
    const { data: rows, ...others } = piece as { readonly data: readonly unknown[] };
    const text = JSON.stringify(rows).slice(1, -1);
    pieces.push(Buffer.from(from === 0 ? `{"data":[${text}` : `,${text}`));
    rest = others;
  }
  const after = JSON.stringify(rest).slice(1);
  return Buffer.concat([...pieces, Buffer.from(`]${after === '}' ? '' : ','}${after}`)]);
}

/** Why somebody who is signed in is refused: a right, the network of a program's key, or another company's address. */
export type RefusedWhy = 'forbidden' | 'wrong_network' | 'wrong_company';

/** Told when somebody who is signed in is refused; `company` is the code of another company, where its address was asked for. */
export type OnRefused = (by: By, endpoint: Endpoint, why: RefusedWhy, company?: string) => void;

/** Told of what was refused for what it is, once somebody looked at it. */
export type OnTried = (by: By, endpoint: Pick<Endpoint, 'method' | 'path'>, subject: string, why: Problem) => void;

/** Told when a company is over a share. */
export type OnOverShare = (
  by: By,
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  over: { readonly share: ShareName; readonly message?: string },
) => void;

function overShareOf(error: unknown): Parameters<OnOverShare>[2] | undefined {
  if (error instanceof TooManyWaiting) return error.share && { share: error.share };
  if (error instanceof Problem) return error.share && { share: error.share, message: error.message };
  return undefined;
}

/** Who gets in, and what is done once. */
export interface Gate {
  readonly authenticate: Authenticate;
  readonly onRefused?: OnRefused | undefined;
  readonly onOverShare?: OnOverShare | undefined;
  readonly onTried?: OnTried | undefined;
  readonly admit?: Admit | undefined;
  readonly once?: Once | undefined;
  /** Also known to others who let companies go last; of this server alone where they are left out. */
  readonly shares?: Shares | undefined;
  /** Whether this process comes late to what it planned: whoever goes last is refused then. */
  readonly isLate?: (() => boolean) | undefined;
}

/** Whose the request's token is, and may it come from there? */
async function callerBy(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate, onRefused }: Gate,
): Promise<Caller> {
  const token = bearerOf(request.headers.authorization);
  const caller = token === undefined ? undefined : await authenticate(token, networkOf(request.ip));
  if (caller?.onlyBases?.includes(endpoint.base) === false) throw Problem.unauthenticated();
  if (caller === undefined) throw Problem.unauthenticated();
  request.caller = caller;
  if (caller.sources?.has(plainAddress(request.ip)) === false) {
    request.refusedFor = 'wrong_network';
    onRefused?.(byOf(caller, request), endpoint, 'wrong_network');
    throw Problem.refused('wrong_network');
  }
  return caller;
}

/** The same, where they may do this. */
function allowedCaller(endpoint: Endpoint, request: FastifyRequest, { onRefused }: Gate): Caller {
  const { caller } = request;
  if (caller === undefined) throw Problem.unauthenticated();
  // The code that a request names is compared with the token's, never trusted.
  if (endpoint.tenantIn !== undefined && companyIn(endpoint.tenantIn, request) !== caller.tenantCode) {
    request.refusedFor = 'wrong_company';
    onRefused?.(byOf(caller, request), endpoint, 'wrong_company', companyIn(endpoint.tenantIn, request));
    throw Problem.notFound();
  }
  const isPersonal = endpoint.access === 'general' && endpoint.method !== 'GET';
  // A program does what its key names; what everybody does for themselves is done by people.
  const reason =
    caller.apiKeyId !== undefined && isPersonal
      ? 'forbidden'
      : whyNot({ ...caller.role, licences: caller.licences, operates: caller.operates }, endpoint.access);
  if (reason === undefined) {
    if (caller.lookedAs !== undefined && changes(endpoint)) {
      throw endsSession(endpoint.base, 403) ? Problem.notFound() : Problem.lookOnly();
    }
    if (!caller.mustSetUp || secondFactorCalls.includes(endpoint)) return caller;
    throw endsSession(endpoint.base, 403) ? Problem.notFound() : Problem.secondFactorRequired();
  }
  request.refusedFor = 'forbidden';
  onRefused?.(byOf(caller, request), endpoint, 'forbidden');
  // Where a 403 would end the session in the console, what is forbidden is not there.
  throw endsSession(endpoint.base, 403) ? Problem.notFound() : Problem.refused(reason).toldAs(alreadyTold);
}

const alreadyTold = '';

/** Whether a call does more than to show something: what makes a file may leave a job behind. */
const changes = (endpoint: Endpoint): boolean =>
  (endpoint.method !== 'GET' || endpoint.answers === 'file or job' || endpoint.answers === 'job') &&
  !lookAsCalls.includes(endpoint);

const byOf = (caller: Caller, { ip, id }: FastifyRequest): By => ({
  caller,
  via: viaOf(caller),
  network: networkOf(ip),
  requestId: id,
});

const viaOf = ({ apiKeyId }: Caller): By['via'] => (apiKeyId === undefined ? 'person' : 'api-key');

/** Says when whoever asked has left. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Nothing came as a form; one that did came to the wrong place. */
function noForm(request: FastifyRequest): { fields: unknown; files: readonly UploadedFile[] } {
  if (request.isMultipart()) throw Problem.unsupportedMediaType();
  return { fields: request.body ?? {}, files: [] };
}

/** The company code as the request gives it, '' where it gives none. */
function companyIn({ part, name }: TenantIn, request: FastifyRequest): string {
  const values: unknown = request[part];
  const code = Object(values)[name] as unknown;
  return typeof code === 'string' ? code.toLowerCase() : '';
}

/** The names that a query may have; undefined where the schema is not one of names. */
function knownQuery({ query, tenantIn }: Endpoint): ReadonlySet<string> | undefined {
  if (!(query instanceof z.ZodObject)) return undefined;
  return new Set([...Object.keys(query.shape), ...(tenantIn?.part === 'query' ? [tenantIn.name] : [])]);
}

/** The names that a body may have: its own, and those of the row that was read to be changed; undefined where it is not one of names. */
function knownBody({ body, result, tenantIn }: Endpoint): ReadonlySet<string> | undefined {
  if (!(body instanceof z.ZodObject)) return undefined;
  const read = result instanceof z.ZodObject ? Object.keys(result.shape) : [];
  const company = tenantIn?.part === 'body' ? [tenantIn.name] : [];
  return new Set([...Object.keys(body.shape), ...read, ...company]);
}

function refuseUnknown(known: ReadonlySet<string> | undefined, fields: unknown): void {
  const unknown = Object.keys(Object(fields) as object).filter((name) => known?.has(name) === false);
  if (unknown.length === 0) return;
  throw Problem.invalid(Object.fromEntries(unknown.map((name) => [name, 'Trường này không có ở đây'])));
}

const bodyOf = (endpoint: Endpoint, body: unknown) => parse(endpoint.body, body, Problem.invalid);

/** What a request says besides its body. */
function addressed(endpoint: Endpoint, known: ReadonlySet<string> | undefined, request: FastifyRequest) {
  // The company code is not in every schema.
  if (nulIn(request.params) !== undefined) throw Problem.notFound();
  const given = Object.keys(request.query as object);
  const unknown = given.filter((name) => known?.has(name) === false);
  if (unknown.length > 0) {
    throw Problem.badRequest(Object.fromEntries(unknown.map((name) => [name, 'Tham số này không có ở đây'])));
  }
  return {
    // An address with an impossible id names nothing.
    params: parse(endpoint.params, request.params, Problem.notFound),
    query: parse(endpoint.query, asked(endpoint, request.query), Problem.badRequest),
    maDn: (request.params as { ma_dn?: string }).ma_dn?.toLowerCase() ?? '',
    requestId: request.id,
    network: networkOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    range: request.headers.range,
    origin: `${request.protocol}://${request.host}`,
  };
}

/**
 * A reader's filter that is left blank (`filter_action=`) asks for nothing, as if its name were not there. Of what changes
 * rows it is refused: `ids=` must not mean all of them.
 */
const asked = ({ method }: Endpoint, query: unknown) =>
  method === 'GET' ? Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== '')) : query;

function parse(schema: z.core.$ZodType, value: unknown, refuse: (fields: Record<string, string>) => Problem): unknown {
  const outcome = z.safeParse(schema, value);
  if (outcome.success) {
    const field = nulIn(outcome.data);
    if (field !== undefined) throw refuse({ [field]: 'Dữ liệu chứa ký tự không hợp lệ' });
    return outcome.data;
  }
  const fields: Record<string, string> = {};
  for (const { path, message } of outcome.error.issues) fields[path.join('.')] ??= message;
  throw refuse(fields);
}

/** Where in what was sent stands U+0000 or half of a character, which no text in PostgreSQL can hold; undefined where nowhere. */
function nulIn(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined;
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
