import type { Permission } from '@alo/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { keyCallers } from './key-callers.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

async function keyOf(by: TestPerson, scopes: readonly Permission[], more: object = {}) {
  const input = { name: `khoá ${crypto.randomUUID()}`, scopes, ...more };
  const made = (await by.call('POST', '/api-key', input)).json();
  const { secret } = (await by.call('POST', `/api-key/${made.id}/secret`)).json();
  return { id: made.id as string, secret: secret as string, version: made.version as number, input };
}

const ask = (secret: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object, from = '127.0.0.1') =>
  app.http.inject({
    method,
    url: `/api/demo${path}`,
    remoteAddress: from,
    headers: { authorization: `Bearer ${secret}` },
    ...(body === undefined ? {} : { payload: body }),
  });

test('a program does what its key names and nothing else, and the trail says that it was the key', async () => {
  const key = await keyOf(demo.admin, ['departments.view', 'departments.create']);
  const made = await ask(key.secret, 'POST', '/department', { name: 'Của chương trình' });
  expect(made.statusCode).toBe(200);
  expect((await ask(key.secret, 'GET', '/departments')).json().total).toBe(1);
  expect((await ask(key.secret, 'PUT', `/department/${made.json().id}`, { name: 'x', version: 1 })).statusCode).toBe(
    403,
  );
  expect((await ask(key.secret, 'GET', '/roles')).statusCode).toBe(403);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', made.json().id).select('account_id').execute(),
  );
  expect(trail).toEqual([{ account_id: key.id }]);
  const path = `/activity-user-tenant?subject=department&search=${encodeURIComponent(key.input.name)}`;
  expect((await demo.admin.call('GET', path)).json().data).toMatchObject([
    { account_name: `Khoá API ${key.input.name}` },
  ]);
  const listed = (await demo.admin.call('GET', '/api-keys'))
    .json()
    .data.find(({ id }: { id: string }) => id === key.id);
  expect(listed).toMatchObject({ prefix: key.secret.slice(0, 10), owner_name: 'admin' });
  expect(listed.last_used_at).not.toBeNull();
  expect(JSON.stringify(listed)).not.toContain(key.secret);
});

test('a program is told which fields of a body are not there, but for those of the row that it has read', async () => {
  const { secret } = await keyOf(demo.admin, ['departments.view', 'departments.create', 'departments.update']);
  const misspelt = await ask(secret, 'POST', '/department', { name: 'Phòng sai chính tả', descripton: 'x' });
  expect([misspelt.statusCode, misspelt.json().fields]).toEqual([422, { descripton: 'Trường này không có ở đây' }]);
  const { id } = (await ask(secret, 'POST', '/department', { name: 'Phòng đọc rồi sửa' })).json();
  const row = (await ask(secret, 'GET', `/department/${id}`)).json();
  const put = await ask(secret, 'PUT', `/department/${id}`, { ...row, name: 'Phòng đã sửa' });
  expect([put.statusCode, put.json().name]).toEqual([200, 'Phòng đã sửa']);
});

test('what everybody does for themselves no program does: it takes no password, no session and no phone', async () => {
  const { secret } = await keyOf(demo.admin, ['departments.view']);
  for (const path of ['/logout', '/ws-ticket', '/calls', '/queue/join']) {
    expect([path, (await ask(secret, 'POST', path, {})).statusCode]).toEqual([path, 403]);
  }
});

test('a key is worth no more than whoever made it is at this moment', async () => {
  const lan = await demo.person('lan', ['api-keys.create', 'api-keys.update', 'departments.view']);
  const refused = await lan.call('POST', '/api-key', { name: 'Quá quyền', scopes: ['roles.view'] });
  expect(refused.json().fields.scopes).toBeDefined();
  const key = await keyOf(lan, ['departments.view']);
  expect((await ask(key.secret, 'GET', '/departments')).statusCode).toBe(200);
  // Nobody takes the key of another for themselves.
  const minh = await demo.person('minh', ['api-keys.update']);
  expect((await minh.call('POST', `/api-key/${key.id}/secret`)).statusCode).toBe(403);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ permissions: [] }).where('name', '=', 'Vai trò của lan').execute(),
  );
  app.clock.now += 6_000;
  expect((await ask(key.secret, 'GET', '/departments')).statusCode).toBe(403);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('account').set({ active: false }).where('id', '=', lan.accountId).execute(),
  );
  app.clock.now += 6_000;
  expect((await ask(key.secret, 'GET', '/departments')).statusCode).toBe(401);
});

test('a key ends after its day, a new secret ends the one before, and another company has no use of it', async () => {
  const ended = await keyOf(demo.admin, ['departments.view'], { expires_on: '2020-01-01' });
  expect((await ask(ended.secret, 'GET', '/departments')).statusCode).toBe(401);
  const key = await keyOf(demo.admin, ['departments.view'], { expires_on: '2999-01-01' });
  expect((await ask(key.secret, 'GET', '/departments')).statusCode).toBe(200);
  const next = (await demo.admin.call('POST', `/api-key/${key.id}/secret`)).json().secret;
  expect((await ask(key.secret, 'GET', '/departments')).statusCode).toBe(401);
  expect((await ask(next, 'GET', '/departments')).statusCode).toBe(200);
  await app.tenant('khac');
  const elsewhere = await app.http.inject({
    url: '/api/khac/departments',
    headers: { authorization: `Bearer ${next}` },
  });
  expect(elsewhere.statusCode).toBe(404);
});

test('a key works from its networks alone, whoever uses it elsewhere is told so, and it is in the trail once', async () => {
  const wrong = { name: 'Sai', scopes: [], networks: ['203.0.113.0/40'] };
  expect((await demo.admin.call('POST', '/api-key', wrong)).json().fields).toHaveProperty('networks.0');
  const key = await keyOf(demo.admin, ['departments.view'], { networks: ['203.0.113.0/28', '2001:db8:7::/48'] });
  const from = (address: string) => ask(key.secret, 'GET', '/departments', undefined, address);
  const answers = await Promise.all(['203.0.113.15', '::ffff:203.0.113.1', '2001:db8:7:1::9'].map(from));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  for (const address of ['203.0.113.16', '203.0.113.17', '2001:db8:8::1']) {
    const refused = await from(address);
    expect([address, refused.statusCode, refused.json().code]).toEqual([address, 403, 'wrong_network']);
    expect(refused.json().message).toBe('Khoá này không dùng được từ địa chỉ mạng của bạn');
  }
  await vi.waitFor(async () => {
    const trail = await app.db.inTenant(demo.id, (trx) =>
      trx
        .selectFrom('audit')
        .where('subject_id', '=', key.id)
        .where('action', '=', 'refused')
        .select('network')
        .execute(),
    );
    expect(trail.map(({ network }) => network).toSorted()).toEqual(['2001:db8:8:0::/64', '203.0.113.0/24']);
  });
  const { version } = (await demo.admin.call('GET', `/api-key/${key.id}`)).json();
  await demo.admin.call('PUT', `/api-key/${key.id}`, { ...key.input, networks: ['198.51.100.7'], version });
  app.clock.now += 6_000;
  expect([(await from('203.0.113.15')).statusCode, (await from('198.51.100.7')).statusCode]).toEqual([403, 200]);
});

test('a key that is deleted opens nothing any more, and no program has a live socket that would outlive it', async () => {
  const key = await keyOf(demo.admin, ['departments.view']);
  expect((await ask(key.secret, 'GET', '/departments')).statusCode).toBe(200);
  expect((await ask(key.secret, 'POST', '/ws-ticket', {})).statusCode).toBe(403);
  await demo.admin.call('DELETE', `/api-key/${key.id}`);
  app.clock.now += 6_000;
  expect((await ask(key.secret, 'GET', '/departments')).statusCode).toBe(401);
});

test('a secret that is replaced while it is looked up is not believed afterwards', async () => {
  const key = await keyOf(demo.admin, ['departments.view']);
  const admin = await app.sessions.authenticate(demo.admin.token);
  const looking = Promise.withResolvers<void>();
  const replaced = Promise.withResolvers<void>();
  const keys = keyCallers({
    db: app.db,
    async callerOf() {
      looking.resolve();
      await replaced.promise;
      return admin;
    },
    now: () => app.clock.now,
  });
  const first = keys.authenticate(key.secret);
  await looking.promise;
  await demo.admin.call('POST', `/api-key/${key.id}/secret`);
  keys.forget();
  replaced.resolve();
  // It was good when it came.
  expect(await first).toMatchObject({ apiKeyId: key.id });
  expect(await keys.authenticate(key.secret)).toBeUndefined();
});

test('each key may ask so often a minute, and is told how often still', async () => {
  const key = await keyOf(demo.admin, ['departments.view'], { requests_per_minute: 3 });
  const answers = [];
  for (let n = 0; n < 5; n += 1) answers.push(await ask(key.secret, 'GET', '/departments'));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429]);
  expect(answers.map(({ headers }) => Number(headers['ratelimit-remaining']))).toEqual([2, 1, 0, 0, 0]);
  expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
  app.clock.now += 61_000;
  expect((await ask(key.secret, 'GET', '/departments')).statusCode).toBe(200);
});

test('what a key asks of one process counts in the others, a moment later', async () => {
  const key = await keyOf(demo.admin, ['departments.view'], { requests_per_minute: 5 });
  const admin = await app.sessions.authenticate(demo.admin.token);
  const processes = [1, 2].map(() => {
    const told: (readonly string[])[] = [];
    const keys = keyCallers({
      db: app.db,
      callerOf: async () => admin,
      now: () => app.clock.now,
      tell: (_tenantId, uses) => void told.push(uses),
    });
    return { keys, told };
  });
  const [one, other] = processes;
  const [caller, elsewhere] = await Promise.all(processes.map(({ keys }) => keys.authenticate(key.secret)));
  if (one === undefined || other === undefined || caller === undefined || elsewhere === undefined)
    throw new Error('no key');
  for (let n = 0; n < 4; n += 1) one.keys.admit(caller);
  await expect.poll(() => one.told).toEqual([[`${key.id} 4`]]);
  for (const uses of one.told) other.keys.heard(uses);
  expect(other.keys.admit(elsewhere)).toMatchObject({ remaining: 0, isOver: false });
  expect(other.keys.admit(elsewhere)).toMatchObject({ isOver: true });
});

test('a list tells what has changed since a moment', async () => {
  const before = (await demo.admin.call('POST', '/team', { name: 'x' })).statusCode;
  expect(before).toBe(422);
  const [old, fresh] = [await departmentNamed('Cũ'), await departmentNamed('Mới')];
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('department')
      .set({ updated_at: new Date('2026-01-01T00:00:00Z') })
      .where('id', '=', old)
      .execute(),
  );
  const since = (moment: string) =>
    demo.admin.call('GET', `/departments?per_page=100&updated_since=${encodeURIComponent(moment)}`);
  const ids = (await since('2026-01-02T07:00:00+07:00')).json().data.map(({ id }: { id: string }) => id);
  expect(ids).toContain(fresh);
  expect(ids).not.toContain(old);
  expect((await since('2026-01-01T00:00:00Z')).json().data.map(({ id }: { id: string }) => id)).toContain(old);
  expect((await since('hôm qua')).statusCode).toBe(400);
});

test('who goes on from the last change that they know misses no row, whatever is changed while they read', async () => {
  const ids: string[] = [];
  for (const nth of [1, 2, 3, 4, 5, 6, 7]) ids.push(await departmentNamed(`Bản sao ${nth}`));
  await app.db.inTenant(demo.id, async (trx) => {
    for (const [nth, id] of ids.entries()) {
      const at = new Date(Date.UTC(2025, 0, 1, 0, nth));
      await trx.updateTable('department').set({ updated_at: at }).where('id', '=', id).execute();
    }
  });
  const copied = new Set<string>();
  for (let since = '2025-01-01T00:00:00.000Z'; ; ) {
    const { data } = (
      await demo.admin.call(
        'GET',
        `/departments?per_page=3&search=${encodeURIComponent('Bản sao')}&updated_since=${encodeURIComponent(since)}`,
      )
    ).json();
    const [{ id, name, version }] = data;
    for (const row of data) copied.add(row.id);
    const { updated_at: last } = data.at(-1);
    if (last === since) break;
    since = last;
    if (copied.size < ids.length) await demo.admin.call('PUT', `/department/${id}`, { name, version });
  }
  expect([...copied].toSorted()).toEqual(ids.toSorted());
});

const departmentNamed = async (name: string): Promise<string> =>
  (await demo.admin.call('POST', '/department', { name })).json().id;
