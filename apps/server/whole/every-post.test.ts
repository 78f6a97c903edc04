import { api, type Endpoint } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import {
  filledAddress,
  guardedEndpoints,
  namedEndpoints,
  rowOfEverything,
  rowsFor,
  send,
  type TestRows,
  tokenFor,
} from '../testing/endpoints.ts';
import { fullBody, queryOf, type Sampler } from '../testing/samples.ts';

/** What every POST must keep to: asked for twice under one key, it is done once. */

let app: TestApp;
let tenant: TestTenant;
let rows: TestRows;

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

const posts = guardedEndpoints.filter(({ method }) => method === 'POST');
/** What ends the session that asks is not asked twice: the second time nobody is signed in. */
const twice = posts.filter(({ path }) => path !== '/logout');

/** Asks twice under one key, and once more for something else. */
async function askTwice(endpoint: Endpoint, id: string) {
  const token = await tokenFor(endpoint, tenant, tenant.admin);
  const { tenantIn } = endpoint;
  const company = (part: 'query' | 'body') => (tenantIn?.part === part ? { [tenantIn.name]: tenant.code } : {});
  const sampler: Sampler = { text: () => `thử ${crypto.randomUUID().slice(0, 8)}`, id: () => id };
  const query = new URLSearchParams({ ...company('query'), ...queryOf(endpoint, sampler) });
  const key = crypto.randomUUID();
  const body = { ...company('body'), ...fullBody(endpoint, sampler) };
  const ask = (payload: object) =>
    app.http.inject({
      method: 'POST',
      url: `${filledAddress(endpoint, tenant.code, id)}${query.size === 0 ? '' : `?${query.toString()}`}`,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      payload,
    });
  const first = await ask(body);
  const length = await trailLength();
  const second = await ask(body);
  const added = (await trailLength()) - length;
  const other = first.statusCode < 300 ? await ask({ ...body, con_gi_khac: 1 }) : undefined;
  return { first, second, added, other };
}

/** Refusals that come before what is asked for have a number of their own each time. */
const said = (body: string): string => body.replace(/"request_id":"[^"]*"/, '');
/** Neither what is wrong before anything is asked for, nor what may be otherwise in a moment. */
const isKept = (status: number): boolean => status === 200 || status === 202 || status === 409;
/** Those that were really done. */
const done = new Set<string>();

test.each(namedEndpoints(twice))('%s does under one key what it does once', async (name, endpoint) => {
  const asked = [];
  for (const id of rowsFor(endpoint, rows)) {
    const outcome = await askTwice(endpoint, id);
    asked.push(outcome);
    if (outcome.other === undefined) continue;
    done.add(name);
    break;
  }
  expect(asked.map(({ first }) => first.statusCode >= 500)).not.toContain(true);
  expect(asked.map(({ second }) => [second.statusCode, said(second.body)])).toEqual(
    asked.map(({ first }) => [first.statusCode, said(first.body)]),
  );
  const kept = asked.filter(({ first }) => isKept(first.statusCode));
  expect(kept.map(({ second, added }) => [second.headers['idempotency-replayed'], added])).toEqual(
    kept.map(() => ['true', 0]),
  );
  // The key of one request does not answer another.
  const others = asked.flatMap(({ other }) => other ?? []);
  expect(others.map((other) => other.json().code)).toEqual(others.map(() => 'key_reused'));
});

test('the guard bites: many of them were really done', () => {
  expect(done.size).toBeGreaterThan(twice.length / 3);
});

test('signing in needs no key: nothing is there to be told apart by', async () => {
  for (const endpoint of api.filter(({ method, access }) => method === 'POST' && access === 'public')) {
    expect((await send(app, endpoint, tenant.code)).headers['idempotency-replayed']).toBeUndefined();
  }
});
