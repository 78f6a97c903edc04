import {
  api,
  basePrefix,
  type Endpoint,
  endsSession,
  operator,
  type Permission,
  permissions,
  startImport,
  superAdmin,
} from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import type { TestPerson } from '../testing/app.ts';
import { guardedEndpoints, namedEndpoints, permissionsIn, send, tokenFor } from '../testing/endpoints.ts';
import { fieldsOf } from '../testing/samples.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let two: TwoCompanies;

beforeAll(async () => {
  two = await twoCompanies('BiMatCuaHo');
  for (const { access } of guardedEndpoints) {
    const needed = permissionsIn(access);
    if (needed.length > 0) await peopleFor(needed);
  }
  // The PostgreSQL of tests counts nothing by itself: it would go through all of these people with each request.
  await two.superuser.query('analyze account, role, session');
});

afterAll(() => two.close());

/** Somebody who may do just this, and somebody who may do everything else. What needs nothing may end one's session. */
function peopleFor(needed: readonly Permission[]): Promise<readonly [TestPerson, TestPerson]> {
  const key = needed.length === 0 ? crypto.randomUUID() : needed.join();
  const { owner } = two;
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

const naming = guardedEndpoints.filter(({ tenantIn }) => tenantIn !== undefined);
/** What a call that is not allowed is answered: where a 403 would end the console's session, there is nothing. */
const refusal = ({ base }: Endpoint) => (endsSession(base, 403) ? [404, 'not_found'] : [403, 'forbidden']);

test.each(namedEndpoints(api))('%s is mounted', (_name, { method, base, path }) => {
  expect(two.app.http.hasRoute({ method, url: `${basePrefix[base]}${path}` })).toBe(true);
});

test.each(namedEndpoints(guardedEndpoints))('%s asks for a session', async (_name, endpoint) => {
  const { app, owner } = two;
  for (const token of [undefined, 'x'.repeat(43)]) {
    const answer = await send(app, endpoint, owner.code, token === undefined ? {} : { token });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  }
});

test.each(namedEndpoints(guardedEndpoints))('%s asks for its permission, and for no other', async (_name, endpoint) => {
  const { app, owner } = two;
  const needed = permissionsIn(endpoint.access);
  const isForTop = endpoint.access === superAdmin || endpoint.access === operator;
  const [allowedOne, without] = await peopleFor(needed);
  // Who may bring rows of nothing at all is refused before the bytes are taken.
  const with_ = isForTop || endpoint.path === startImport.path ? owner.admin : allowedOne;
  const allowed = await send(app, endpoint, owner.code, { token: with_.token });
  expect([401, 403, 500]).not.toContain(allowed.statusCode);
  if (needed.length === 0 && !isForTop) return;
  const refused = await send(app, endpoint, owner.code, { token: without.token });
  expect([refused.statusCode, refused.json().code]).toEqual(refusal(endpoint));
});

test.each(namedEndpoints(naming))(
  '%s is of the company that the token is of, and of no other',
  async (_name, endpoint) => {
    const { app, owner, stranger } = two;
    for (const code of [owner.code, 'khong-co', '%', "'"]) {
      const answer = await send(app, endpoint, code, { token: stranger.admin.token });
      expect([code, answer.statusCode, answer.json().code]).toEqual([code, 404, 'not_found']);
    }
  },
);

const withBody = api.filter(
  ({ method, body, accepts }) => method !== 'GET' && accepts === 'json' && Object.keys(fieldsOf(body)).length > 0,
);
const withQuery = api.filter((endpoint) => wrongQueryOf(endpoint) !== undefined);

test.each(namedEndpoints(withBody))('%s names every field that is wrong', async (_name, endpoint) => {
  const { app, owner } = two;
  const body = Object.fromEntries(Object.keys(fieldsOf(endpoint.body)).map((name) => [name, { not: 'this' }]));
  const token = await tokenFor(endpoint, owner, owner.admin);
  const answer = await send(app, endpoint, owner.code, { token, body });
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_input']);
  expect(Object.keys(answer.json().fields).length).toBeGreaterThan(0);
  expect(answer.payload).not.toMatch(/expected|invalid (?!_)|received/i);
});

test.each(namedEndpoints(withQuery))('%s refuses a wrong query', async (_name, endpoint) => {
  const { app, owner } = two;
  const query = wrongQueryOf(endpoint) ?? {};
  const answer = await send(app, endpoint, owner.code, { token: owner.admin.token, query });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
});

test.each(namedEndpoints(api))('%s refuses by its name what a query cannot have', async (_name, endpoint) => {
  const { app, owner } = two;
  const token = await tokenFor(endpoint, owner, owner.admin);
  const answer = await send(app, endpoint, owner.code, { token, query: { khong_co: '1', 'page[]': '1' } });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().fields).toSorted()).toEqual(['khong_co', 'page[]']);
});

/** A query that the endpoint must not take; undefined where it takes any. */
function wrongQueryOf({ query }: Endpoint): Record<string, string> | undefined {
  const wrong = Object.keys(fieldsOf(query)).flatMap((name) => [{ [name]: 'x' }, { [name]: '-1' }]);
  return wrong.find((one) => {
    const outcome = z.safeParse(query, one);
    const [name = ''] = Object.keys(one);
    return outcome.error?.issues.some(({ path }) => path[0] === name) === true;
  });
}
