import type { Endpoint } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  filledAddress,
  guardedEndpoints,
  namedEndpoints,
  type RowsTried,
  rowsFor,
  rowsTried,
  send,
  takesId,
  tokenFor,
} from './endpoints.ts';
import { fingerprint } from './fingerprint.ts';
import { fullBody } from './samples.ts';
import { type TwoCompanies, twoCompanies } from './two-companies.ts';

/** Stands in everything that belongs to the company that must not be seen. */
const secret = 'BiMatCuaHo';

/**
 * One company asks by every call for the rows of another. Each call is tried with every row that the other has, or a sample.
 */
export function anotherCompany(tried: RowsTried): void {
  let two: TwoCompanies;
  /** What it has; nothing of what the other company does may change it, so it is taken once. */
  let untouched: Awaited<ReturnType<typeof fingerprint>>;

  beforeAll(async () => {
    two = await twoCompanies(secret);
    untouched = await fingerprint(two.superuser, two.owner.id);
  });

  afterAll(() => two.close());

  const expectUntouched = async () => expect(await fingerprint(two.superuser, two.owner.id)).toEqual(untouched);
  /** A look at every row takes longer than the call: with a sample it is looked once, behind all of them. */
  const expectUntouchedByEach = tried === 'every row' ? expectUntouched : async () => undefined;

  const namesRow = ({ path }: Endpoint) => path.includes(':id');

  test.each(namedEndpoints(guardedEndpoints.filter((endpoint) => !namesRow(endpoint))))(
    'to another company %s shows and changes nothing',
    async (_name, endpoint) => {
      const { app, stranger, rows } = two;
      const token = await tokenFor(endpoint, stranger, stranger.admin);
      // A call that has no place for an id is the same whatever row is meant.
      for (const id of takesId(endpoint) ? rowsTried(tried, rows, endpoint) : ['']) {
        const answer = await send(app, endpoint, stranger.code, { token, id });
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.payload).not.toContain(secret);
      }
      await expectUntouchedByEach();
    },
  );

  test.each(namedEndpoints(guardedEndpoints.filter(namesRow)))(
    "%s tells another company's row from none by nothing, and changes nothing",
    async (_name, endpoint) => {
      const { app, stranger, rows } = two;
      const { token } = stranger.admin;
      const unsaid = crypto.randomUUID();
      const filledIn = JSON.stringify(fullBody(endpoint, { text: () => 'thử', id: () => unsaid }));
      const ask = async (id: string, body: string) => {
        const answer = await send(app, endpoint, stranger.code, { token, id, body: JSON.parse(body) });
        return { status: answer.statusCode, said: { ...answer.json(), request_id: '' } };
      };
      const ofNothing = new Map<string, ReturnType<typeof ask>>();
      for (const id of rowsTried(tried, rows, endpoint)) {
        const body = filledIn.replaceAll(unsaid, id);
        // Where the body names no row, it is asked once what there is nothing of.
        const nothing = ofNothing.get(body) ?? ask(crypto.randomUUID(), body);
        ofNothing.set(body, nothing);
        const theirs = await ask(id, body);
        expect(theirs.status).toBe(404);
        expect(theirs).toEqual(await nothing);
      }
      await expectUntouchedByEach();
    },
  );

  test('all these calls together have changed nothing', async () => {
    await expectUntouched();
  });

  test('the guard bites: the owner does see what the stranger must not', async () => {
    const { app, owner, superuser, rows } = two;
    const { admin } = owner;
    for (const endpoint of guardedEndpoints.filter(({ method, path }) => method === 'GET' && path.endsWith(':id'))) {
      const shows = async (id: string) => {
        const url = filledAddress(endpoint, owner.code, id);
        const { payload } = await app.http.inject({ url, headers: { authorization: `Bearer ${admin.token}` } });
        return payload.includes(secret);
      };
      let isSeen = false;
      // Those first that it may mean by its address.
      for (const id of new Set([...rowsFor(endpoint, rows), ...Object.values(rows)])) isSeen ||= await shows(id);
      const isOwn = endpoint.path.startsWith('/job/');
      expect([endpoint.path, isSeen]).toEqual([endpoint.path, !isOwn]);
    }
    const before = await fingerprint(superuser, owner.id);
    await admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
    expect(await fingerprint(superuser, owner.id)).not.toEqual(before);
  });
}
