import {
  type Access,
  api,
  basePrefix,
  type CrudContract,
  type Endpoint,
  namesIn,
  type Permission,
  permissions,
  resources,
} from '@alo/contract';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';

import type { Database } from '../src/db/tables.ts';
import { newId } from '../src/kernel/new-id.ts';
import type { TestApp, TestPerson, TestTenant } from './app.ts';
import { fieldsOf, fullBody, queryOf, referenceFields, type Sampler } from './samples.ts';
import { storeCall, storeCustomer, storeRecording } from './stored-calls.ts';

/** What tests that walk the whole contract stand on: every call filled in, and a company that has a row of everything. */

export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${basePrefix[endpoint.base]}${endpoint.path}`;
export const namedEndpoints = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
export const guardedEndpoints = api.filter(({ access }) => access !== 'public');
export const cruds = Object.entries(resources);

/** Stands for every customer's number, and for nothing else. */
export const customerNumber = '+84987654321';

export interface Sending {
  readonly token?: string;
  /** For every parameter of the address that is an id, and every reference in body and query. */
  readonly id?: string;
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
}

/** Sends a call to a company, everything that it needs filled in. */
export function send(
  app: TestApp,
  endpoint: Endpoint,
  code: string,
  sending: Sending = {},
): Promise<LightMyRequestResponse> {
  const { token, id = crypto.randomUUID() } = sending;
  const sampler: Sampler = { text: () => `thử ${crypto.randomUUID()}`, id: () => id };
  const { tenantIn } = endpoint;
  const company = (part: 'query' | 'body') => (tenantIn?.part === part ? { [tenantIn.name]: code } : {});
  const query = new URLSearchParams({ ...company('query'), ...queryOf(endpoint, sampler), ...sending.query });
  return app.http.inject({
    method: endpoint.method,
    url: `${filledAddress(endpoint, code, id)}${query.size === 0 ? '' : `?${query.toString()}`}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(endpoint.method === 'GET'
      ? {}
      : { payload: { ...company('body'), ...(sending.body ?? fullBody(endpoint, sampler)) } }),
  });
}

/** The address with every parameter filled in: the company, ids, and whatever else has the form of a number. */
export function filledAddress(endpoint: Endpoint, code: string, id: string): string {
  const path = `${basePrefix[endpoint.base]}${endpoint.path}`;
  const valueOf = (name: string) => {
    if (name === 'ma_dn' || name === endpoint.tenantIn?.name) return code;
    return z.safeParse(endpoint.params, { id, [name]: id }).success || name === 'id' ? id : '1';
  };
  return namesIn(path).reduce((left, name) => left.replace(`:${name}`, encodeURIComponent(valueOf(name))), path);
}

/** An id has a place in the address, the query or the body of a call. */
export function takesId(endpoint: Endpoint): boolean {
  const id = crypto.randomUUID();
  const marked: Sampler = { text: () => 'thử', id: () => id };
  return [filledAddress(endpoint, '', id), queryOf(endpoint, marked), fullBody(endpoint, marked)].some((part) =>
    JSON.stringify(part).includes(id),
  );
}

/** Someone to send the call as. Whoever signs out does it once. */
export const tokenFor = async ({ path }: Endpoint, tenant: TestTenant, usual: TestPerson) =>
  path === '/logout' ? (await tenant.person(`ra-ve-${crypto.randomUUID()}`)).token : usual.token;

/** The permissions that an access asks for. */
export function permissionsIn(access: Access): Permission[] {
  if (typeof access === 'object' && !('licence' in access)) {
    return ('any' in access ? access.any : access.all).flatMap(permissionsIn);
  }
  return permissions.filter((permission) => permission === access);
}

/** Rows of a company by what they are: one of every resource, made through the contract, and what has no call to make it. */
export interface TestRows {
  readonly [kind: string]: string;
}

/** A call names rows of this kind in its address or by a field. */
export const mayMean = (endpoint: Endpoint, kind: string): boolean =>
  isInAddress(endpoint, kind) || referenceFields(endpoint.body).some(({ name }) => isLike(name, kind));

const isInAddress = ({ path }: Endpoint, kind: string) => path.includes(kind.replace('_', '-').slice(0, 5));

/** Ids of the rows that a call may mean by its address, or else of any one. */
export function rowsFor(endpoint: Endpoint, rows: TestRows): string[] {
  const meant = Object.entries(rows).filter(([kind]) => isInAddress(endpoint, kind));
  return (meant.length === 0 ? Object.entries(rows).slice(0, 1) : meant).map(([, id]) => id);
}

/** Of the rows that a call does not mean by its words, one in so many is a sample. */
const oneIn = 16;

export type RowsTried = 'every row' | 'a sample';

/** Every row, or those that a call may mean and a sample of the rest, another one for each call. */
export function rowsTried(tried: RowsTried, rows: TestRows, endpoint: Endpoint): string[] {
  const turn = guardedEndpoints.indexOf(endpoint);
  return Object.entries(rows).flatMap(([kind, id], place) =>
    tried === 'every row' || mayMean(endpoint, kind) || (place + turn) % oneIn === 0 ? [id] : [],
  );
}

/** Gives the company a row of everything. `secret` stands in every text. */
export async function rowOfEverything(app: TestApp, tenant: TestTenant, secret: string): Promise<TestRows> {
  const rows: Record<string, string> = {
    account: tenant.admin.accountId,
    customer: await storeCustomer(app.db, tenant.id, { name: `${secret} khách`, e164: customerNumber }),
    service_number: await storeServiceNumber(app, tenant, secret),
    extension: await storeExtension(app, tenant, secret),
    audio: await storeAudio(app, tenant, secret),
  };
  const call = await storeCall(app.db, tenant.id, {
    recording: {},
    rang: [{ extension: '101' }],
    outside_number: customerNumber,
    cause: secret,
  });
  await storeRecording(app.files, tenant.id, call.recordingId);
  rows.call = call.id;
  rows.voice_otp = await storeOtp(app, tenant, secret);
  rows.number_proof = await storeNumberProof(app, tenant, secret);
  // What refers to another resource comes after it: those that cannot be made yet are tried again behind the others.
  let due = [...cruds];
  while (due.length > 0) {
    const left: typeof due = [];
    const refused: string[] = [];
    for (const [name, contract] of due) {
      const made = await makeRow(app, tenant, contract, {
        rows,
        secret,
        refused: (answer) => refused.push(`${name}: ${answer.statusCode} ${answer.payload}`),
      });
      if (made === undefined) left.push([name, contract]);
      else rows[name] = made.id;
    }
    if (left.length === due.length) throw new Error(`The server takes no sample of these:\n${refused.join('\n')}`);
    due = left;
  }
  const { id } = await app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('audit').where('action', '=', 'create').select('id').executeTakeFirstOrThrow(),
  );
  rows.audit = id;
  rows.evaluation = await storeEvaluation(app, tenant, { call, secret });
  rows.calibration = await storeCalibration(app, tenant, { call, secret });
  // What was added above is one version.
  const { version_id } = await app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('routing_word').select('version_id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
  );
  rows.routing_version = version_id;
  return rows;
}

/** A score that its agent has been told of, by a sheet that there is. */
async function storeEvaluation(
  app: TestApp,
  tenant: TestTenant,
  { call, secret }: { call: { readonly id: string; readonly started_at: Date }; secret: string },
): Promise<string> {
  const id = newId();
  await app.db.inTenant(tenant.id, async (trx) => {
    const sheet = await trx
      .selectFrom('score_edition')
      .select(['id as edition_id', 'score_sheet_id'])
      .limit(1)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('evaluation')
      .values({
        id,
        ...sheet,
        call_id: call.id,
        call_started_at: call.started_at,
        agent_id: tenant.admin.accountId,
        state: 'submitted',
        comment: secret,
        pass_percent: 80,
        fatal_percent: 0,
        percent: 90,
        passed: true,
        submitted_at: new Date(),
      })
      .execute();
  });
  return id;
}

/** A closed calibration of a call, which whoever administers the company leads, with what one of its scorers said. */
async function storeCalibration(
  app: TestApp,
  tenant: TestTenant,
  { call, secret }: { call: { readonly id: string; readonly started_at: Date }; secret: string },
): Promise<string> {
  const id = newId();
  const its = { id: newId(), calibration_id: id };
  const scorer = { account_id: tenant.admin.accountId, given_at: new Date() };
  await app.db.inTenant(tenant.id, async (trx) => {
    const sheet = await trx
      .selectFrom('score_edition')
      .select(['id as edition_id', 'score_sheet_id'])
      .limit(1)
      .executeTakeFirstOrThrow();
    const calibration = { id, ...sheet, name: secret, note: secret, leader_id: scorer.account_id };
    await trx
      .insertInto('calibration')
      .values({ ...calibration, state: 'closed', closed_at: scorer.given_at, tolerance_percent: 0, fatal_percent: 0 })
      .execute();
    await trx
      .insertInto('calibration_call')
      .values({ ...its, call_id: call.id, call_started_at: call.started_at, agent_id: newId(), position: 0 })
      .execute();
    await trx
      .insertInto('calibration_scorer')
      .values({ ...scorer, id: newId(), calibration_id: id, position: 0 })
      .execute();
    await trx
      .insertInto('calibration_score')
      .values({ ...scorer, id: newId(), calibration_call_id: its.id })
      .execute();
  });
  return id;
}

/** A row of the resource, each of its references to a row that fits; undefined where there is none that does. */
export async function makeRow(
  app: TestApp,
  tenant: TestTenant,
  contract: CrudContract,
  { rows, secret, refused }: { rows: TestRows; secret: string; refused?: (answer: LightMyRequestResponse) => void },
): Promise<(Record<string, unknown> & { id: string; version: number }) | undefined> {
  const { create, input, row } = contract;
  const known = fitting.get(rows);
  // With further rows there may be more to refer to.
  const isKnown = known?.among === Object.keys(rows).length;
  const chosen = new Map(isKnown ? known.of.get(contract) : []);
  const sampler: Sampler = {
    text: () => `${secret} ${crypto.randomUUID().slice(0, 8)}`,
    id: (field) => chosen.get(field),
  };
  const attempt = () => send(app, create, tenant.code, { token: tenant.admin.token, body: fullBody(create, sampler) });
  const keep = (answer: LightMyRequestResponse) => {
    const of = isKnown ? known.of : new Map<CrudContract, ReadonlyMap<string, string>>();
    fitting.set(rows, { among: Object.keys(rows).length, of: of.set(contract, chosen) });
    // What is told once, to whoever adds it, is no part of the row.
    return madeRow.and(row).parse(answer.json());
  };
  if (isKnown && known.of.has(contract)) {
    const answer = await attempt();
    if (answer.statusCode === 200) return keep(answer);
    chosen.clear();
  }
  for (const { name: field, within } of referenceFields(input)) {
    for (const candidate of likely(field, rows)) {
      chosen.set(field, candidate);
      const answer = await attempt();
      if (answer.statusCode === 200) break;
      // Another field may still be missing; this one fits when nothing is said of it.
      if (answer.statusCode === 422 && !Object.keys(answer.json().fields).some((name) => name.startsWith(within)))
        break;
      chosen.delete(field);
    }
  }
  const answer = await attempt();
  if (answer.statusCode === 200) return keep(answer);
  refused?.(answer);
  return undefined;
}

/** What was found to fit each reference among so many rows of a company, so that it is looked for once. */
const fitting = new WeakMap<
  TestRows,
  { readonly among: number; readonly of: Map<CrudContract, ReadonlyMap<string, string>> }
>();

const madeRow = z.object({ id: z.string(), version: z.number() });

/** Rows that a reference may mean, the likeliest by its name first. */
const likely = (field: string, rows: TestRows): string[] =>
  Object.entries(rows)
    .toSorted(([a], [b]) => Number(isLike(field, b)) - Number(isLike(field, a)))
    .map(([, id]) => id);

const isLike = (field: string, kind: string) => kind.startsWith(field.replace(/_ids?$/, '').slice(0, 5));

/** A sound whose file nobody has asked for yet. */
async function storeAudio(app: TestApp, tenant: TestTenant, secret: string): Promise<string> {
  const id = newId();
  await app.db.inTenant(tenant.id, (trx) =>
    trx
      .insertInto('audio')
      .values({ id, source: 'file', title: `${secret}.wav`, duration_ms: 1000, bytes: 16_044 })
      .execute(),
  );
  return id;
}

async function storeExtension(app: TestApp, tenant: TestTenant, secret: string): Promise<string> {
  const id = newId();
  const row = { id, number: '101', name: `${secret} máy` };
  await app.db.inTenant(tenant.id, (trx) => trx.insertInto('extension').values(row).execute());
  return id;
}

async function storeServiceNumber(app: TestApp, tenant: TestTenant, secret: string): Promise<string> {
  const [trunk, id] = [newId(), newId()];
  await app.db.inTenant(tenant.id, async (trx) => {
    await trx
      .insertInto('trunk')
      .values({ id: trunk, name: `${secret} trunk`, host: `${id}.sip.test` })
      .execute();
    await trx
      .insertInto('service_number')
      .values({ id, number: `+84287${String(Math.random()).slice(-7)}`, name: `${secret} số`, trunk_id: trunk })
      .execute();
  });
  return id;
}

/** The table that a resource keeps its rows in, as the trail names it. */
export async function tableOfRow(app: TestApp, tenant: TestTenant, id: string): Promise<keyof Database> {
  const entry = await app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', id).select('subject').executeTakeFirstOrThrow(),
  );
  // Only tables are subjects of what a resource writes into the trail.
  return entry.subject as keyof Database;
}

/** How a list names the number of rows on a page. */
export const sizeOf = ({ query }: Endpoint): string =>
  Object.hasOwn(fieldsOf(query), 'page_size') ? 'page_size' : 'per_page';

/** A one-time password that was asked to be said; nobody is called for it. */
async function storeOtp(app: TestApp, tenant: TestTenant, secret: string): Promise<string> {
  const id = newId();
  const standing = { state: 'heard' as const, generated: true, tries: 1, pause_seconds: 20, expires_at: new Date() };
  await app.db.inTenant(tenant.id, (trx) =>
    trx
      .insertInto('otp_request')
      .values({ id, number: customerNumber, ref: secret, created_by: tenant.admin.accountId, ...standing })
      .execute(),
  );
  return id;
}

/** A proof of a number that the company asked for, of which the operator's company, here itself, has the call. */
async function storeNumberProof(app: TestApp, tenant: TestTenant, secret: string): Promise<string> {
  const id = await storeOtp(app, tenant, secret);
  await app.db.inTenant(tenant.id, (trx) =>
    trx.insertInto('number_proof').values({ id, claimant_id: tenant.id, number: secret, network: '' }).execute(),
  );
  return id;
}
