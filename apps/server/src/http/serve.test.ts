import { readFile, stat } from 'node:fs/promises';
import { all, any, endpoint, jobTicket, licensed, required } from '@alo/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import type { Caller } from '../kernel/caller.ts';
import { newId } from '../kernel/new-id.ts';
import { openLog } from './log.ts';
import { type Route, route } from './route.ts';
import { buildHttp } from './server.ts';

/** Calls of every kind that the product has none of yet. */
const plain = { base: 'telephony', method: 'POST', access: 'general', summary: '' } as const;
const upload = endpoint({
  ...plain,
  path: '/upload',
  accepts: { files: ['sheet'], maxBytes: 3_000_000, types: ['text/csv'] },
  body: z.object({ title: required, dry_run: z.stringbool().default(false) }),
  result: jobTicket,
  answers: 'job',
});
const inQuery = endpoint({ ...plain, path: '/in-query', tenantIn: { part: 'query', name: 'CodeCompany' } });
const inBody = endpoint({ ...plain, base: 'admin', path: '/in-body', tenantIn: { part: 'body', name: 'ma_dn' } });
const either = endpoint({ ...plain, path: '/either', access: any('teams.view', 'numbers.view') });
const some = endpoint({ ...plain, path: '/some', query: z.object({ ids: z.string().min(1).optional() }) });
const both = endpoint({ ...plain, path: '/both', access: all('teams.view', licensed('popupcustomer')) });
const hidden = endpoint({ ...plain, base: 'admin', path: '/hidden', access: 'teams.view' });
const page = endpoint({
  base: 'telephony',
  path: '/page',
  method: 'GET',
  access: 'general',
  summary: '',
  query: z.object({ per_page: z.coerce.number(), filter_action: z.enum(['queue']).optional() }),
  result: z.object({ total: z.number(), data: z.array(z.object({ n: z.number(), name: required })), last: z.string() }),
});

let http: FastifyInstance;
const token = 'x'.repeat(43);
let caller: Caller;
const seen: { title: string; bytes: number; path: string }[] = [];

beforeAll(async () => {
  const nothing = async () => ({});
  const routes: Route[] = [
    route(upload, async ({ body, files }) => {
      for (const { path } of files) seen.push({ title: body.title, bytes: (await readFile(path)).length, path });
      return { job_id: newId() };
    }),
    route(page, async ({ query }) => {
      const data = Array.from({ length: query.per_page }, (_, n) => ({ n, name: `Tên “${n}” 😀`, secret: 'x' }));
      return { total: 9, data, last: 'hết', secret: 'x' };
    }),
    ...[inQuery, inBody, either, both, hidden, some].map((one) => route(one, nothing)),
  ];
  http = await buildHttp({
    log: openLog('silent'),
    routes,
    authenticate: async () => caller,
    health: {
      db: { ping: async () => undefined },
      engineStatus: () => 'up',
      isDraining: () => false,
      diskWords: () => '',
    },
    consoleFolder: '/nonexistent',
    overloadDelayMs: 0,
  });
});

afterAll(() => http.close());

const someone = (permissions: readonly string[] = [], licences: readonly string[] = []): Caller => ({
  tenantId: newId(),
  tenantCode: 'demo',
  timeZone: 'UTC',
  accountId: newId(),
  sessionId: newId(),
  name: 'Lan',
  extension: null,
  teamId: null,
  departmentId: null,
  branchId: null,
  licences,
  mustSetUp: false,
  operates: false,
  role: { name: 'agent', permissions, scope: 'all' },
});

async function post(url: string, payload?: object | FormData, by = someone()) {
  caller = by;
  const answer = await http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
  return [answer.statusCode, answer.json().code, Object.keys(answer.json().fields ?? {})];
}

function form(given: Record<string, string>, files: readonly [name: string, content: string, type: string][]) {
  const data = new FormData();
  for (const [name, value] of Object.entries(given)) data.append(name, value);
  for (const [name, content, type] of files) data.append(name, new Blob([content], { type }), '../../tên.csv');
  return data;
}

test('a form with a file is taken as its endpoint says, and the file is gone afterwards', async () => {
  const large = 'x'.repeat(2_000_000);
  expect(await post('/telephony/upload', form({ title: ' Tết ' }, [['sheet', large, 'text/csv']]))).toEqual([
    202,
    undefined,
    [],
  ]);
  expect(seen).toMatchObject([{ title: 'Tết', bytes: 2_000_000 }]);
  const [taken] = seen;
  expect(taken?.path).not.toContain('tên');
  await expect
    .poll(() =>
      stat(taken?.path ?? '').then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone');
});

test('a form that is too large, of another kind, or has too much or too little is refused', async () => {
  const csv = ['sheet', 'a,b', 'text/csv'] as const;
  const title = { title: 'Tết' };
  const refused = (data: FormData | object) => post('/telephony/upload', data);
  expect(await refused(form(title, [['sheet', 'x'.repeat(3_000_001), 'text/csv']]))).toEqual([413, 'too_large', []]);
  expect(await refused(form(title, [['sheet', 'x', 'image/png']]))).toEqual([415, 'unsupported_media_type', []]);
  expect(await refused(form(title, []))).toEqual([422, 'invalid_input', ['sheet']]);
  expect(await refused(form(title, [['other', 'x', 'text/csv']]))).toEqual([422, 'invalid_input', ['sheet']]);
  expect(await refused(form(title, [[...csv], [...csv]]))).toEqual([413, 'too_large', []]);
  expect(await refused(form({}, [[...csv]]))).toEqual([422, 'invalid_input', ['title']]);
  expect(await refused(form({ title: 'x'.repeat(70_000) }, [[...csv]]))).toEqual([413, 'too_large', []]);
  expect(await refused(title)).toEqual([415, 'unsupported_media_type', []]);
  expect(await post('/telephony/in-query?CodeCompany=demo', form(title, [[...csv]]))).toEqual([
    415,
    'unsupported_media_type',
    [],
  ]);
  expect(seen).toHaveLength(1);
});

test('a company is compared with the token wherever a call names it', async () => {
  expect(await post('/telephony/in-query?CodeCompany=DEMO')).toEqual([200, undefined, []]);
  expect(await post('/admin/in-body', { ma_dn: 'demo' })).toEqual([200, undefined, []]);
  for (const url of ['/telephony/in-query', '/telephony/in-query?CodeCompany=khac', '/admin/in-body']) {
    expect([url, ...(await post(url))]).toEqual([url, 404, 'not_found', []]);
  }
  expect(await post('/admin/in-body', { ma_dn: ['demo'] })).toEqual([404, 'not_found', []]);
  expect(await post('/telephony/in-query?CodeCompany=khac&CodeCompany=demo')).toEqual([404, 'not_found', []]);
});

test('any of several is enough, all of several are all, and nobody is above a licence', async () => {
  const status = async (url: string, by: Caller) => (await post(url, {}, by)).slice(0, 2);
  expect(await status('/telephony/either', someone())).toEqual([403, 'forbidden']);
  expect(await status('/telephony/either', someone(['numbers.view']))).toEqual([200, undefined]);
  expect(await status('/telephony/either', someone(['teams.view']))).toEqual([200, undefined]);
  expect(await status('/telephony/both', someone(['teams.view']))).toEqual([403, 'not_licensed']);
  expect(await status('/telephony/both', someone([], ['popupcustomer']))).toEqual([403, 'forbidden']);
  expect(await status('/telephony/both', someone(['teams.view'], ['popupcustomer']))).toEqual([200, undefined]);
  const chief: Caller = { ...someone(), role: { name: 'super-admin', permissions: [], scope: 'all' } };
  expect(await status('/telephony/both', chief)).toEqual([403, 'not_licensed']);
  expect(await status('/telephony/both', { ...chief, licences: ['popupcustomer'] })).toEqual([200, undefined]);
});

test('a filter that is left blank asks for nothing, but of what changes rows', async () => {
  caller = someone();
  const headers = { authorization: `Bearer ${token}` };
  const read = async (filter: string) =>
    (await http.inject({ method: 'GET', url: `/telephony/page?per_page=1&${filter}`, headers })).statusCode;
  expect([await read('filter_action='), await read('filter_action=x'), await read('per_page=')]).toEqual([
    200, 400, 400,
  ]);
  expect(await post('/telephony/some?ids=')).toEqual([400, 'invalid_request', ['ids']]);
});

test('where a refusal would end the session of a console, what is forbidden is not there', async () => {
  expect(await post('/admin/hidden')).toEqual([404, 'not_found', []]);
  expect(await post('/admin/hidden', {}, someone(['teams.view']))).toEqual([200, undefined, []]);
});

test('a page of many rows is answered as one of few: in order, whole, and nothing that the contract does not name', async () => {
  caller = someone();
  for (const rows of [0, 3, 100, 101, 150, 1_003]) {
    const url = `/telephony/page?per_page=${rows}`;
    const answer = await http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const data = Array.from({ length: rows }, (_, n) => ({ n, name: `Tên “${n}” 😀` }));
    expect(answer.json()).toEqual({ total: 9, data, last: 'hết' });
  }
});
