import { type Endpoint, permissions } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from './app.ts';
import {
  customerNumber,
  guardedEndpoints,
  namedEndpoints,
  type RowsTried,
  rowOfEverything,
  rowsFor,
  rowsTried,
  send,
  type TestRows,
  takesId,
} from './endpoints.ts';
import { listenLive, settled } from './live-listener.ts';
import { fieldsOf } from './samples.ts';
import { storeCall } from './stored-calls.ts';

/** The digits that every way of writing the number has. */
const digits = customerNumber.slice(3);
const holdsNumber = (text: string) => text.replace(/(?<=\d)[ .-](?=\d)/g, '').includes(digits);

const order: readonly Endpoint['method'][] = ['GET', 'POST', 'PUT', 'DELETE'];
/** Asked as plainly as can be read, and for the one customer that there is. */
const asked = (endpoint: Endpoint) =>
  Object.fromEntries(
    Object.entries({ format: 'csv', phone: customerNumber }).filter(([name]) =>
      Object.hasOwn(fieldsOf(endpoint.query), name),
    ),
  );
/** Ends the session that asks. */
const ending = ['/logout', '/change-password', '/my-sessions/end-others'];
const all = guardedEndpoints
  .filter(({ path }) => !ending.includes(path))
  // What deletes comes last: until then there is something to be seen.
  .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));

/**
 * Whoever may do everything but see a customer's number in full, and asks for everything that there is: answers, their headers,
 * sheets and live events hold no number. (Jobs' files are `exports.test.ts`, what webhooks are told is `webhooks.test.ts`.)
 * Each call that reads is tried with every row, or a sample.
 */
export function maskedEverywhere(tried: RowsTried): void {
  let app: TestApp;
  let tenant: TestTenant;
  let rows: TestRows;
  let masked: TestPerson;
  /** The rows that hold the number. */
  const holders = () => [rows.call, rows.customer].filter((id) => id !== undefined);

  beforeAll(async () => {
    app = await testApp();
    tenant = await app.tenant('mot');
    const { accountId } = await tenant.person('lan');
    rows = { ...(await rowOfEverything(app, tenant, 'thu')), account: accountId };
    masked = await tenant.person(
      'che-so',
      permissions.filter((permission) => permission !== 'customer.full-phone'),
      '101',
    );
    await tenant.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
    await app.http.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(() => app.close());

  test('the guard bites: who may see numbers in full does', async () => {
    // One after the other: hundreds at once are more than a busy machine answers, and what is refused shows nothing.
    const reading = all.filter(({ method }) => method === 'GET');
    const asks = reading.flatMap((endpoint) => (takesId(endpoint) ? holders() : ['']).map((id) => ({ endpoint, id })));
    let seen = 0;
    for (const { endpoint, id } of asks) {
      if (seen > 4) break;
      const answer = await send(app, endpoint, 'mot', { token: tenant.admin.token, id, query: asked(endpoint) });
      if (holdsNumber(answer.payload)) seen += 1;
    }
    expect(seen).toBeGreaterThan(4);
  });

  test.each(namedEndpoints(all))(
    "%s has a customer's number neither in its answer nor in its headers",
    async (_name, endpoint) => {
      // A call that has no place for an id is the same whatever row is meant.
      const ids = takesId(endpoint) ? new Set([...holders(), ...rowsTried(tried, rows, endpoint)]) : [''];
      for (const id of endpoint.method === 'GET' ? ids : rowsFor(endpoint, rows)) {
        const answer = await send(app, endpoint, 'mot', { token: masked.token, id, query: asked(endpoint) });
        expect(answer.statusCode).not.toBe(401);
        expect([id, holdsNumber(answer.rawPayload.toString('latin1'))]).toEqual([id, false]);
        expect(holdsNumber(JSON.stringify(answer.headers))).toBe(false);
      }
    },
  );

  test("no live event has a customer's number for whoever may not see it, and for who may it is there", async () => {
    const topics = ['calls', 'presence', 'me', 'resources'];
    const [hidden, full] = [await listenLive(app, masked, topics), await listenLive(app, tenant.admin, topics)];
    const { id } = await storeCall(app.db, tenant.id, {
      outside_number: customerNumber,
      rang: [{ extension: '101' }],
      status: 'missed',
      started_at: new Date(app.clock.now),
    });
    for (const listener of app.listeners) listener.onWritten?.(tenant.id, [id]);
    await tenant.admin.call('POST', '/department', { name: 'Phòng mới' });
    await expect
      .poll(() => hidden.events.map(({ type }) => type))
      .toEqual(expect.arrayContaining(['call-changed', 'notified']));
    await expect.poll(() => full.events.map(({ type }) => type)).toContain('call-changed');
    await settled(hidden.socket);
    expect(holdsNumber(JSON.stringify(hidden.events))).toBe(false);
    expect(holdsNumber(JSON.stringify(full.events))).toBe(true);
    for (const { socket } of [hidden, full]) socket.terminate();
  });
}
