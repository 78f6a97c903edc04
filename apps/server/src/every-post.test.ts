import { api } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from './test-app.ts';
import { addressOf, guarded, named, type Rows, rowOfEverything, rowsFor, send, tokenFor } from './test-endpoints.ts';
import { bodyOf, queryOf, type Sampler } from './test-samples.ts';

/** What every POST must keep to: asked for twice under one key, it is done once. */

let app: TestApp;
let tenant: TestTenant;
let rows: Rows;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant('mot');
  const { accountId } = await tenant.person('lan');
  rows = { ...(await rowOfEverything(app, tenant, 'thu')), account: accountId };
});

afterAll(() => app.close());

const trailLength = () =>
  app.db.inTenant(tenant.id, async (trx) => {
    const { n } = await trx
      .selectFrom('audit')
      .select((entry) => entry.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  });

const posts = guarded.filter(({ method }) => method === 'POST');
/** What ends the session that asks is not asked twice: the second time nobody is signed in. */
const twice = posts.filter(({ path }) => path !== '/logout');

/** Those that were really done. */
const done = new Set<string>();

test.each(named(twice))('%s does under one key what it does once', async (name, endpoint) => {
  const token = await tokenFor(endpoint, tenant, tenant.admin);
  const { tenantIn } = endpoint;
  const company = (part: 'query' | 'body') => (tenantIn?.part === part ? { [tenantIn.name]: tenant.code } : {});
  for (const id of rowsFor(endpoint, rows)) {
    const sampler: Sampler = { text: () => `thử ${crypto.randomUUID().slice(0, 8)}`, id: () => id };
    const query = new URLSearchParams({ ...company('query'), ...queryOf(endpoint, sampler) });
    const key = crypto.randomUUID();
    const body = { ...company('body'), ...bodyOf(endpoint, sampler) };
    const ask = (payload: object) =>
      app.http.inject({
        method: 'POST',
        url: `${addressOf(endpoint, tenant.code, id)}${query.size === 0 ? '' : `?${query.toString()}`}`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
        payload,
      });
    const first = await ask(body);
    // A form with files is not sent as JSON, and nothing is kept of what never came to be asked.
    if (endpoint.accepts !== 'json') return expect(first.statusCode).toBe(415);
    expect(first.statusCode).toBeLessThan(500);
    const length = await trailLength();
    const second = await ask(body);
    expect([second.statusCode, second.body]).toEqual([first.statusCode, replayed(first.body, second.body)]);
    if (!isKept(first.statusCode)) continue;
    expect([second.headers['idempotency-replayed'], await trailLength()]).toEqual(['true', length]);
    if (first.statusCode < 300) {
      done.add(name);
      // The key of one request does not answer another.
      const other = await ask({ ...body, con_gi_khac: 1 });
      expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused']);
      return;
    }
  }
});

test('the guard bites: many of them were really done', () => {
  expect(done.size).toBeGreaterThan(twice.length / 3);
});

/** Refusals that come before what is asked for are made anew each time, with a number of their own. */
const replayed = (first: string, second: string): string => {
  const own = /"request_id":"[^"]*"/;
  const [number = ''] = own.exec(second) ?? [];
  return first.replace(own, number);
};

/** Neither what is wrong before anything is asked for, nor what may be otherwise in a moment. */
const isKept = (status: number): boolean => status === 200 || status === 202 || status === 409;

test('signing in needs no key: nothing is there to be told apart by', async () => {
  for (const endpoint of api.filter(({ method, access }) => method === 'POST' && access === 'public')) {
    expect((await send(app, endpoint, tenant.code)).headers['idempotency-replayed']).toBeUndefined();
  }
});
