import {
  api,
  basePrefix,
  type Endpoint,
  endsSession,
  operator,
  type Permission,
  permissions,
  superAdmin,
} from '@alo/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { type TestApp, type TestPerson, type TestTenant, testApp } from './test-app.ts';
import {
  addressOf,
  guarded,
  named,
  permissionsIn,
  type Rows,
  rowOfEverything,
  send,
  tokenFor,
} from './test-endpoints.ts';
import { fingerprint } from './test-fingerprint.ts';
import { bodyOf, fieldsOf, queryOf, type Sampler } from './test-samples.ts';

/** Stands in everything that belongs to the company that must not be seen. */
const secret = 'BiMatCuaHo';

let app: TestApp;
let owner: TestTenant;
let stranger: TestTenant;
let superuser: pg.Client;
/** The owner's rows, one of each kind that an address or a body can name. */
let rows: Rows;
/** Somebody of the owner's who may do everything. Their own tenant, so that what one test changes is nobody else's. */
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  owner = await app.tenant('chu-nha');
  stranger = await app.tenant('nguoi-la');
  admin = owner.admin;
  superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  await superuser.query('insert into operator_company (tenant_id) values ($1)', [owner.id]);
  rows = await rowOfEverything(app, owner, secret);
});

afterAll(async () => {
  await superuser.end();
  await app.close();
});

/** Somebody who may do just this, and somebody who may do everything else. What needs nothing may end one's session. */
function peopleFor(needed: readonly Permission[]): Promise<readonly [TestPerson, TestPerson]> {
  const key = needed.length === 0 ? crypto.randomUUID() : needed.join();
  const known =
    people.get(key) ??
    Promise.all([
      owner.person(`duoc-${crypto.randomUUID()}`, [...needed]),
      owner.person(
        `khong-duoc-${crypto.randomUUID()}`,
        permissions.filter((permission) => !needed.includes(permission)),
      ),
    ]);
  people.set(key, known);
  return known;
}

const people = new Map<string, Promise<readonly [TestPerson, TestPerson]>>();

const byId = guarded.filter(({ path }) => path.includes(':id'));
const naming = guarded.filter(({ tenantIn }) => tenantIn !== undefined);
/** What a call that is not allowed is answered: where a 403 would end the console's session, there is nothing. */
const refusal = ({ base }: Endpoint) => (endsSession(base, 403) ? [404, 'not_found'] : [403, 'forbidden']);
const sampler: Sampler = { text: () => 'thử', id: () => undefined };

test.each(named(api))('%s is mounted', (_name, { method, base, path }) => {
  expect(app.http.hasRoute({ method, url: `${basePrefix[base]}${path}` })).toBe(true);
});

test.each(named(guarded))('%s asks for a session', async (_name, endpoint) => {
  for (const token of [undefined, 'x'.repeat(43)]) {
    const answer = await send(app, endpoint, owner.code, token === undefined ? {} : { token });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  }
});

test.each(named(guarded))('%s asks for its permission, and for no other', async (_name, endpoint) => {
  const needed = permissionsIn(endpoint.access);
  const isForTop = endpoint.access === superAdmin || endpoint.access === operator;
  const [allowedOne, without] = await peopleFor(needed);
  const with_ = isForTop ? owner.admin : allowedOne;
  const allowed = await send(app, endpoint, owner.code, { token: with_.token });
  expect([401, 403, 500]).not.toContain(allowed.statusCode);
  if (needed.length === 0 && !isForTop) return;
  const refused = await send(app, endpoint, owner.code, { token: without.token });
  expect([refused.statusCode, refused.json().code]).toEqual(refusal(endpoint));
});

test.each(named(naming))('%s is of the company that the token is of, and of no other', async (_name, endpoint) => {
  for (const code of [owner.code, 'khong-co', '%', "'"]) {
    const answer = await send(app, endpoint, code, { token: stranger.admin.token });
    expect([code, answer.statusCode, answer.json().code]).toEqual([code, 404, 'not_found']);
  }
});

const withBody = api.filter(
  ({ method, body, accepts }) => method !== 'GET' && accepts === 'json' && Object.keys(fieldsOf(body)).length > 0,
);
const withQuery = api.filter((endpoint) => wrongQueryOf(endpoint) !== undefined);

test.each(named(withBody))('%s names every field that is wrong', async (_name, endpoint) => {
  const body = Object.fromEntries(Object.keys(fieldsOf(endpoint.body)).map((name) => [name, { not: 'this' }]));
  const token = await tokenFor(endpoint, owner, admin);
  const answer = await send(app, endpoint, owner.code, { token, body });
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_input']);
  expect(Object.keys(answer.json().fields).length).toBeGreaterThan(0);
  expect(answer.payload).not.toMatch(/expected|invalid (?!_)|received/i);
});

test.each(named(withQuery))('%s refuses a wrong query', async (_name, endpoint) => {
  const query = wrongQueryOf(endpoint) ?? {};
  const answer = await send(app, endpoint, owner.code, { token: admin.token, query });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
});

test.each(named(api))('%s refuses by its name what a query cannot have', async (_name, endpoint) => {
  const token = await tokenFor(endpoint, owner, admin);
  const answer = await send(app, endpoint, owner.code, { token, query: { khong_co: '1', 'page[]': '1' } });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().fields).toSorted()).toEqual(['khong_co', 'page[]']);
});

/** What has broken others: what no database holds, what looks like code, what is longer or written otherwise than expected. */
const naughty: readonly unknown[] = [
  ...[
    'a\0b',
    '\ud800',
    '0000-01-01',
    '9999-12-31',
    "' or 1=1 --",
    '%',
    '\\',
    '_%\\%',
    '$1',
    '{{7*7}}',
    '<script>',
    '../..',
  ],
  ...[
    '\u202Eevil',
    'ﷺ',
    '👩‍👩‍👧',
    'İıſ',
    '\u0300'.repeat(50),
    'x'.repeat(20_000),
    '__proto__',
    'null',
    ' ',
    '1e999',
    '-0',
  ],
  ...[2 ** 53 - 1, -(2 ** 53) + 1, 1.5, true, null, [], {}, [[]], { id: {} }],
];

test.each(named(api))('%s takes no fault from strange values', { timeout: 60_000 }, async (_name, endpoint) => {
  const usual = bodyOf(endpoint, sampler);
  const token = await tokenFor(endpoint, owner, admin);
  const sane = async (what: object, sending: Parameters<typeof send>[3], code = owner.code) => {
    const { statusCode } = await send(app, endpoint, code, { token, id: owner.id, ...sending });
    expect([what, statusCode < 500]).toEqual([what, true]);
  };
  // What the schema refuses is refused by the same lines whatever it is: of those one a field is enough.
  const refused = new Set<string>();
  const isNews = (schema: z.core.$ZodType, field: string, sent: object) => {
    if (z.safeParse(schema, sent).success) return true;
    const isFirst = !refused.has(field);
    refused.add(field);
    return isFirst;
  };
  for (const value of naughty) {
    const text = String(value).toWellFormed();
    for (const name of Object.keys(fieldsOf(endpoint.query))) {
      const query = { [name]: text };
      if (isNews(endpoint.query, `query ${name}`, query)) await sane({ name, text }, { query });
    }
    for (const name of Object.keys(fieldsOf(endpoint.body))) {
      const body = { ...usual, [name]: value };
      if (isNews(endpoint.body, name, body)) await sane({ name, value }, { body });
    }
  }
  for (const text of ['a\0b', '\ud800', "'", '%', '..', '👩‍👩‍👧'].map((one) => one.toWellFormed())) {
    await sane({ id: text }, { id: text });
    await sane({ code: text }, {}, text);
  }
});

describe('of another company', () => {
  /** What it has; nothing of these tests may change it, so it is taken once. */
  let untouched: Awaited<ReturnType<typeof fingerprint>>;

  beforeAll(async () => {
    untouched = await fingerprint(superuser, owner.id);
  });

  test.each(named(guarded))('%s shows and changes nothing', async (_name, endpoint) => {
    const token = await tokenFor(endpoint, stranger, stranger.admin);
    // A call that has no place for an id is the same whatever row is meant.
    for (const id of takesId(endpoint) ? Object.values(rows) : ['']) {
      const answer = await send(app, endpoint, stranger.code, { token, id });
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.payload).not.toContain(secret);
    }
    expect(await fingerprint(superuser, owner.id)).toEqual(untouched);
  });
});

test.each(named(byId))("%s tells another company's row from none by nothing", async (_name, endpoint) => {
  const { token } = stranger.admin;
  for (const id of Object.values(rows)) {
    const body = bodyOf(endpoint, { text: () => 'thử', id: () => id });
    const theirs = await send(app, endpoint, stranger.code, { token, id, body });
    const nothing = await send(app, endpoint, stranger.code, { token, body });
    expect(theirs.statusCode).toBe(404);
    expect({ ...nothing.json(), request_id: '' }).toEqual({ ...theirs.json(), request_id: '' });
  }
});

test('the guard bites: the owner does see what the stranger must not', async () => {
  for (const endpoint of guarded.filter(({ method, path }) => method === 'GET' && path.endsWith(':id'))) {
    const seen = await Promise.all(
      Object.values(rows).map((id) =>
        app.http.inject({
          url: addressOf(endpoint, owner.code, id),
          headers: { authorization: `Bearer ${admin.token}` },
        }),
      ),
    );
    const isOwn = endpoint.path.startsWith('/job/');
    expect([endpoint.path, seen.some(({ payload }) => payload.includes(secret))]).toEqual([endpoint.path, !isOwn]);
  }
  const before = await fingerprint(superuser, owner.id);
  await admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  expect(await fingerprint(superuser, owner.id)).not.toEqual(before);
});

/** An id has a place in the address, the query or the body of a call. */
function takesId(endpoint: Endpoint): boolean {
  const id = crypto.randomUUID();
  const marked: Sampler = { ...sampler, id: () => id };
  return [addressOf(endpoint, '', id), queryOf(endpoint, marked), bodyOf(endpoint, marked)].some((part) =>
    JSON.stringify(part).includes(id),
  );
}

/** A query that the endpoint must not take; undefined where it takes any. */
function wrongQueryOf({ query }: Endpoint): Record<string, string> | undefined {
  const wrong = Object.keys(fieldsOf(query)).flatMap((name) => [{ [name]: 'x' }, { [name]: '-1' }]);
  return wrong.find((one) => {
    const outcome = z.safeParse(query, one);
    const [name = ''] = Object.keys(one);
    return outcome.error?.issues.some(({ path }) => path[0] === name) === true;
  });
}
