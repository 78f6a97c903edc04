import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, RequestOf, ResultOf } from '@alo/contract';
import { basePrefix, botNumbers, callDetail, callRecording, historiesCall, loginTenant } from '@alo/contract';
import { patientFetch } from '@alo/testing';
import { z } from 'zod';

import { demo, type PersonName, people } from './people.ts';
import { until } from './until.ts';
import { type Recording, readSamples, readWav } from './wav.ts';

/** The product's HTTP API as one person. */
export interface PersonApi {
  readonly token: string;
  call<E extends Endpoint>(endpoint: E, given: Partial<RequestOf<E>>): Promise<ResultOf<E>>;
  /** The same, with status and body as they come. */
  raw(endpoint: Endpoint, given: Partial<RequestOf<Endpoint>>): Promise<Response>;
}

export const signInByApi = (address: string, name: PersonName): Promise<PersonApi> =>
  signInTo({ address, code: demo.companyCode }, people[name].username, demo.password);

/** A company, and where its console is. */
interface At {
  readonly address: string;
  readonly code: string;
}

/** Somebody of any company. */
export async function signInTo(at: At, username: string, password: string): Promise<PersonApi> {
  const body = { ma_dn: at.code, username, password };
  const { token } = await answered(loginTenant, await send(at, '', loginTenant, { body }));
  return {
    token,
    call: async (endpoint, given) => answered(endpoint, await send(at, token, endpoint, given)),
    raw: (endpoint, given) => send(at, token, endpoint, given),
  };
}

async function send({ address, code }: At, token: string, endpoint: Endpoint, given: Partial<RequestOf<Endpoint>>) {
  const base = basePrefix[endpoint.base].replace(':ma_dn', code);
  const { tenantIn } = endpoint;
  // Some calls of the specification name the company in their own address.
  const company = tenantIn?.part === 'params' ? { [tenantIn.name]: code } : {};
  const params = Object.entries({ ...company, ...(given.params ?? {}) });
  const path = params.reduce(
    (left, [key, value]) => left.replace(`:${key}`, encodeURIComponent(String(value))),
    `${endpoint.path}`,
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(given.query ?? {})) query.set(key, String(value));
  return patientFetch(`${address}${base}${path}?${query.toString()}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(given.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
  });
}

async function answered<E extends Endpoint>(endpoint: E, response: Response): Promise<ResultOf<E>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${text}`);
  // A story holds the server to its contract: what does not fit fails here.
  return z.parse(endpoint.result, text === '' ? {} : JSON.parse(text)) as ResultOf<E>;
}

/** The demo's number that rings the group at any time of the day, and a customer who may call it. */
export async function mainNumberAndCustomer(api: PersonApi) {
  const { callers } = await api.call(botNumbers, {});
  const [customer] = callers;
  if (!customer) throw new Error('the demo has no customer');
  return { number: await numberNamed(api, 'Tổng đài chính'), customer };
}

/** The number that a menu answers: 1 for the group, 2 for the queue, or an extension. */
export const menuNumber = (api: PersonApi): Promise<string> => numberNamed(api, 'Chăm sóc khách hàng (bấm phím)');

async function numberNamed(api: PersonApi, name: string): Promise<string> {
  const { numbers } = await api.call(botNumbers, {});
  const found = numbers.find((each) => each.name === name);
  if (found === undefined) throw new Error(`the demo has no number "${name}"`);
  return found.number;
}

export type HistoryRow = ResultOf<typeof historiesCall>['data'][number];

/** What the clocks of two processes may be apart: the switch's is not set while calls run. */
const apartMs = 200;

/** A mark behind every call so far, to count new rows from. */
export async function mark(): Promise<number> {
  await sleep(1.5 * apartMs);
  return Date.now();
}

const pageSize = 100;

/** The calls that started after `since` (ms), newest first. */
export async function callsSince(api: PersonApi, since: number): Promise<HistoryRow[]> {
  const found: HistoryRow[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await api.call(historiesCall, { query: { page, per_page: pageSize } });
    const fresh = data.filter((row) => Date.parse(row.started_at) >= since - apartMs);
    found.push(...fresh);
    if (fresh.length < pageSize) return found;
  }
}

/** Nothing of it is open: the recording is closed a moment after the call. */
export const isClosed = ({ status, recording }: HistoryRow): boolean =>
  status !== 'in_progress' && recording !== 'open';

/** The calls that started after `since`, once there are `count` of them or more and all are closed. */
export const closedCallsSince = (api: PersonApi, since: number, count = 1): Promise<HistoryRow[]> =>
  until(
    'every call is closed in the history',
    async () => {
      const found = await callsSince(api, since);
      return found.length >= count && found.every(isClosed) && found;
    },
    60_000,
  );

/** The one call that started after `since`, once it and its recording are closed. Fails where there are more. */
export async function theCallSince(api: PersonApi, since: number): Promise<HistoryRow> {
  const rows = await closedCallsSince(api, since);
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${JSON.stringify(rows, null, 2)}`);
  return row;
}

/** A conversation with its legs, its segments and its trace. */
export const detailOf = (api: PersonApi, id: string) => api.call(callDetail, { params: { id } });

/** Who of ours talked in a conversation, how they came, and through what. */
export async function segmentsOf(api: PersonApi, id: string): Promise<readonly string[]> {
  const { segments } = await detailOf(api, id);
  return segments.map(({ extension, how, through }) => `${extension} ${how}${through === '' ? '' : ` (${through})`}`);
}

/** A conversation's recording. */
export async function recordingOf(api: PersonApi, id: string): Promise<Recording> {
  return readWav(await recordedBytes(api, id));
}

/** A message that was left in a voicemail box: of one voice, and so of one channel. */
export async function messageOf(api: PersonApi, id: string): Promise<{ samples: Float32Array; sampleRate: number }> {
  const { channels, ...message } = readSamples(await recordedBytes(api, id));
  if (channels !== 1) throw new Error(`${channels} channels`);
  return message;
}

async function recordedBytes(api: PersonApi, id: string): Promise<Buffer> {
  const response = await api.raw(callRecording, { params: { id } });
  if (!response.ok) throw new Error(`recording: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}
