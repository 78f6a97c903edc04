import { crud, required, telephonyListQuery } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { openLog } from '../http/log.ts';
import { buildHttp } from '../http/server.ts';
import { resource } from './resource.ts';
import { resourceRoutes } from './routes.ts';

/** A resource of the telephony base as the specification calls it: five different paths, paging names of its own, the company in the path. */
const inbounds = crud({
  base: 'telephony',
  collection: '/partner/inbound',
  item: '/partner/inbound',
  paths: {
    list: '/partner/inbound/john/incoming/:companyCode',
    get: '/inbound/john/incoming/detail/:id/:companyCode',
    remove: '/partner/incoming/:id',
  },
  screen: 'branchs',
  input: z.object({ name: required, code: z.string().default('') }),
  row: z.object({}),
  query: telephonyListQuery,
  filters: z.object({ filter_action: z.enum(['coded', 'bare']).optional() }),
});

let app: TestApp;
let mine: TestTenant;
let http: Awaited<ReturnType<typeof buildHttp>>;

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('tong-dai');
  const served = resource(inbounds, {
    table: 'branch',
    calls: 'none',
    rows: (trx) => trx.selectFrom('branch').selectAll(),
    search: ['name'],
    filters: { filter_action: (value) => sql`(row.code <> '') = ${value === 'coded'}` },
    sheet: { name: 'Tên' },
  });
  const deps = { db: app.db, announce: async () => undefined, announceJob: () => undefined, bulkables: () => [] };
  http = await buildHttp({
    log: openLog('silent'),
    routes: Object.values(resourceRoutes(deps, served)),
    authenticate: app.sessions.authenticate,
    health: { db: app.db, engineStatus: () => 'up', isDraining: () => false, diskWords: () => '' },
    consoleFolder: '/nonexistent',
    overloadDelayMs: 0,
  });
});

afterAll(async () => {
  await http.close();
  await app.close();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = mine.admin.token) =>
  http.inject({
    method,
    url: `/telephony${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  });

test('a resource of the telephony base is listed, read, added, changed and deleted at its five paths, by its own names', async () => {
  const list = '/partner/inbound/john/incoming/tong-dai';
  const made = await Promise.all(
    ['a', 'b', 'c'].map(async (name) =>
      (await call('POST', '/partner/inbound', { name, code: name === 'a' ? 'x' : '' })).json(),
    ),
  );
  const page = (await call('GET', `${list}?page=2&page_size=2&sort=name`)).json();
  expect([page.data.map(({ name }: { name: string }) => name), page.total]).toEqual([['c'], 3]);
  const coded = (await call('GET', `${list}?filter_action=coded`)).json();
  expect(coded.data).toEqual([made[0]]);
  // What the other bases call it is not known here.
  expect(Object.keys((await call('GET', `${list}?per_page=2`)).json().fields)).toEqual(['per_page']);

  const one = `/inbound/john/incoming/detail/${made[1].id}/tong-dai`;
  expect((await call('GET', one)).json()).toEqual(made[1]);
  const saved = await call('PUT', `/partner/inbound/${made[1].id}`, { name: 'bb', version: 1 });
  expect(saved.json()).toMatchObject({ name: 'bb', version: 2 });
  expect((await call('DELETE', `/partner/incoming/${made[1].id}`)).statusCode).toBe(200);
  expect((await call('GET', one)).statusCode).toBe(404);
});

test('the company in its path is compared with the token, whatever stands there', async () => {
  const other = await app.tenant('cong-ty-khac');
  const list = (code: string, token?: string) =>
    call('GET', `/partner/inbound/john/incoming/${code}`, undefined, token);
  expect((await list('cong-ty-khac')).statusCode).toBe(404);
  expect((await list('tong-dai', other.admin.token)).statusCode).toBe(404);
  expect((await list('cong-ty-khac', other.admin.token)).json().data).toEqual([]);
});
