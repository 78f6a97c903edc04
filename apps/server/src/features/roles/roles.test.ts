import type { Permission } from '@alo/contract';
import { permissionLabel } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { permissionsNamed } from './roles.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('vai-tro');
});

afterAll(() => app.close());

const roleNamed = async (search: string) => {
  const list = await demo.admin.call('GET', `/roles?page=1&per_page=9999999&search=${search}`);
  return list.json().data[0];
};

test('a role is made, changed and deleted, and is kept while somebody has it', async () => {
  const body = { name: 'Trưởng nhóm', permissions: ['teams.view', 'teams.view', 'call-history.view'], scope: 'team' };
  const made = (await demo.admin.call('POST', '/role', body)).json();
  expect(made).toMatchObject({ permissions: ['teams.view', 'call-history.view'], scope: 'team', account_count: 0 });
  const changed = await demo.admin.call('PUT', `/role/${made.id}`, {
    ...body,
    permissions: ['teams.view'],
    version: 1,
  });
  expect(changed.json()).toMatchObject({ permissions: ['teams.view'], version: 2 });
  const wrong = await demo.admin.call('POST', '/role', { ...body, name: 'Khác', permissions: ['teams.fly'] });
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([422, ['permissions.0']]);
  expect((await demo.admin.call('DELETE', `/role/${made.id}`)).statusCode).toBe(200);

  await demo.person('co-vai-tro', ['teams.view']);
  const used = await roleNamed('co-vai-tro');
  const kept = await demo.admin.call('DELETE', `/role/${used.id}`);
  expect([kept.statusCode, kept.json().used_by[0]]).toMatchObject([409, { kind: 'Tài khoản', name: 'co-vai-tro' }]);
});

test('the code dn0002 is all that is done with extensions, and whoever has all of that is told it', async () => {
  const body = { name: 'Lo máy nhánh', permissions: ['dn0002', 'teams.view'] };
  const made = (await demo.admin.call('POST', '/role', body)).json();
  const ofExtensions = ['view', 'create', 'update', 'delete', 'export'].map((action) => `subscribers.${action}`);
  expect(made.permissions.toSorted()).toEqual([...ofExtensions, 'teams.view'].toSorted());
  const told = async (name: string, permissions: readonly Permission[]) => {
    const person = await demo.person(name, permissions);
    return (await person.call('GET', '/me')).json().roles[0].permissions.includes('dn0002');
  };
  expect([await told('lo-may-nhanh', made.permissions), await told('xem-may-nhanh', ['subscribers.view'])]).toEqual([
    true,
    false,
  ]);
});

test('nobody makes themselves the one above all, hands on what they do not have, or takes the top role away', async () => {
  const own = ['roles.view', 'roles.create', 'roles.update', 'roles.delete', 'teams.view'] as const;
  const person = await demo.person('quan-ly-quyen', own);
  const add = async (body: object) => {
    const answer = await person.call('POST', '/role', { name: `Vai ${crypto.randomUUID()}`, ...body });
    return [answer.statusCode, Object.keys(answer.json().fields ?? {})];
  };
  expect(await add({ name: 'super-admin' })).toEqual([422, ['name']]);
  expect(await add({ name: ' SUPER-admin ' })).toEqual([422, ['name']]);
  expect(await add({ permissions: ['setting.update'] })).toEqual([422, ['permissions']]);
  expect((await add({ permissions: ['teams.view'], scope: 'all' }))[0]).toBe(200);

  const mine = await roleNamed('quan-ly-quyen');
  const more = { ...mine, permissions: [...own, 'customer.full-phone'] };
  expect((await person.call('PUT', `/role/${mine.id}`, more)).statusCode).toBe(422);
  expect((await roleNamed('quan-ly-quyen')).permissions).toEqual(own);
  // A role that can do more than oneself may be renamed: nothing is handed on by that.
  const above = (await demo.admin.call('POST', '/role', { name: 'Trên', permissions: ['setting.update'] })).json();
  expect((await person.call('PUT', `/role/${above.id}`, { ...above, name: 'Trên cao' })).statusCode).toBe(200);

  const top = await roleNamed('super-admin');
  for (const who of [person, demo.admin]) {
    expect((await who.call('DELETE', `/role/${top.id}`)).statusCode).toBeGreaterThanOrEqual(403);
    const taken = { name: 'Thường', permissions: [], scope: 'own', version: top.version };
    expect((await who.call('PUT', `/role/${top.id}`, taken)).statusCode).toBe(403);
  }
  expect(await roleNamed('super-admin')).toEqual(top);
});

test('whose rows one sees cannot be widened for others beyond one’s own', async () => {
  const person = await demo.person('hep', ['roles.view', 'roles.create']);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'team' }).where('name', '=', 'Vai trò của hep').execute(),
  );
  app.bus.publish('rights-changed', demo.id, []);
  const add = async (scope: string) =>
    (await person.call('POST', '/role', { name: `Hẹp ${scope}`, permissions: [], scope })).statusCode;
  expect([await add('own'), await add('team'), await add('branch'), await add('all')]).toEqual([200, 200, 422, 422]);
});

test('permissions of a file are known by their names of today, and by those of earlier versions', async () => {
  const names = ['monitor.listen', 'notifications.view', 'last-calls.view'] as const;
  const texts = [
    names.map(permissionLabel).join(', '),
    'Giám sát cuộc gọi: Nghe ghi âm, Thông báo: Xem, Cuộc gọi gần nhất: Xem',
  ];
  const { values } = permissionsNamed;
  const known = await app.db.inTenant(demo.id, (trx) => Promise.resolve(values?.(trx, texts)));
  expect(texts.map((text) => known?.get(text))).toEqual([names, names]);
  expect(texts[0]).not.toBe(texts[1]);
});
