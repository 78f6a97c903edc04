import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { gateTo } from '../../../testing/database-gate.ts';
import { openDatabase } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.ts';
import { newId } from '../../kernel/new-id.ts';
import { sealer } from '../../storage/sealed.ts';
import { onceInDatabase } from './once.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

const post = (key: string, path: string, body: object, by: TestPerson = demo.admin) =>
  app.http.inject({
    method: 'POST',
    url: `/api/demo${path}`,
    headers: { authorization: `Bearer ${by.token}`, 'idempotency-key': key },
    payload: body,
  });

const departments = async () => (await demo.admin.call('GET', '/departments?per_page=100')).json().total;

test('the same request twenty times at once is one row, and twenty equal answers', async () => {
  const before = await departments();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('a-1', '/department', { name: 'Một lần thôi' })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(20).fill(200));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(19);
  expect(await departments()).toBe(before + 1);
});

test('a refusal is refused again in the same words, though it would not be now; another body under the key is refused', async () => {
  await post('b-0', '/department', { name: 'Trùng tên' });
  const first = await post('b-1', '/department', { name: 'Trùng tên' });
  expect(first.statusCode).toBe(409);
  await app.db.inTenant(demo.id, (trx) => trx.deleteFrom('department').where('name', '=', 'Trùng tên').execute());
  expect((await post('b-1', '/department', { name: 'Trùng tên' })).body).toBe(first.body);
  const other = await post('b-1', '/department', { name: 'Tên khác' });
  expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused']);
  const elsewhere = await post('b-1', '/branch', { name: 'Trùng tên' });
  expect(elsewhere.json().code).toBe('key_reused');
});

test('a key is its sender’s, and lasts a day', async () => {
  const lan = await demo.person('lan', ['departments.create']);
  const body = { name: 'Của ai' };
  expect((await post('c-1', '/department', body)).statusCode).toBe(200);
  // Not told what another was answered: for them it is a name that is taken.
  expect((await post('c-1', '/department', body, lan)).statusCode).toBe(409);
  await app.db.inTenant(demo.id, (trx) => trx.deleteFrom('department').where('name', '=', 'Của ai').execute());
  expect((await post('c-1', '/department', body)).headers['idempotency-replayed']).toBe('true');
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('kept_answer')
      .set({ created_at: new Date(app.clock.now - 25 * 3_600_000) })
      .execute(),
  );
  const later = await post('c-1', '/department', body);
  expect([later.statusCode, later.headers['idempotency-replayed']]).toEqual([200, undefined]);
});

test('what nobody knows the end of is not done again, what came to nothing is', async () => {
  await post('d-1', '/department', { name: 'Chết giữa chừng' });
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('kept_answer')
      .set({ status: null, sealed_answer: null, created_at: new Date(app.clock.now - 60_000) })
      .execute(),
  );
  const again = await post('d-1', '/department', { name: 'Chết giữa chừng' });
  expect([again.statusCode, again.json().code]).toEqual([409, 'request_running']);
  const lan = await demo.person('lan-2', []);
  expect((await post('d-2', '/department', { name: 'Chưa được' }, lan)).statusCode).toBe(403);
  expect((await post('d 3', '/department', { name: 'x' })).statusCode).toBe(400);
});

test('what may have been committed, as the answer to that was lost, is not done again', async () => {
  await using way = await losingCommits(app.url);
  const database = openDatabase({ url: way.url, size: 1 });
  const clock = { now: app.clock.now };
  const { inTenant } = app.db;
  const doOnce = onceInDatabase({ inTenant, sealer: sealer(app.serverKey, 'test'), now: () => clock.now });
  let tries = 0;
  const add = () =>
    doOnce({ caller: { tenantId: demo.id, accountId: demo.admin.accountId } } as By, asked, async () => {
      tries += 1;
      const added = { id: newId(), name: `Mất câu trả lời ${tries}` };
      await database.inTenant(demo.id, (trx) => trx.insertInto('department').values(added).execute());
      return { status: 200, body: '{}' };
    });
  const asked = { key: 'f-1', fingerprint: Buffer.alloc(32) };
  const before = await departments();
  await expect(add()).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await departments()).toBe(before + 1);
  clock.now += 60_000;
  await expect(add()).rejects.toMatchObject({ code: 'request_running' });
  expect([tries, await departments()]).toEqual([1, before + 1]);
  await database.close();
});

/** A way to the database that breaks as soon as it has answered a commit. */
const losingCommits = (url: string) =>
  gateTo(url, (client, server) => {
    let isCommitting = false;
    return {
      fromClient(bytes) {
        isCommitting ||= bytes.includes('commit');
        server.write(bytes);
      },
      fromServer: (bytes) => void (isCommitting ? client.destroy() : client.write(bytes)),
    };
  });

test('an answer that holds a secret is not readable in the database', async () => {
  const { id } = (await post('e-1', '/api-key', { name: 'Kín' })).json();
  const first = await post('e-2', `/api-key/${id}/secret`, {});
  expect((await post('e-2', `/api-key/${id}/secret`, {})).json().secret).toBe(first.json().secret);
  const kept = await app.db.inTenant(demo.id, (trx) => trx.selectFrom('kept_answer').selectAll().execute());
  expect(kept.map((row) => row.sealed_answer?.toString('latin1')).join()).not.toContain(first.json().secret);
});
