import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../testing/app.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('thay-the');
});

afterAll(() => app.close());

const add = async (path: string, body: object) => (await demo.admin.call('POST', path, body)).json();
const get = async (path: string) => (await demo.admin.call('GET', path)).json();

/** A department with a team in it, and somebody in that; and another department. */
async function occupied() {
  const name = () => `Phòng ${crypto.randomUUID().slice(0, 8)}`;
  const [old, other] = [await add('/department', { name: name() }), await add('/department', { name: name() })];
  const team = await add('/team', { name: name(), department_id: old.id });
  const role = await add('/role', { name: name() });
  const email = `${crypto.randomUUID()}@thu.local`;
  const person = await add('/account', { name: 'Người', email, role_id: role.id, team_id: team.id });
  const alone = {
    name: 'Một mình',
    email: `${crypto.randomUUID()}@thu.local`,
    role_id: role.id,
    department_id: old.id,
  };
  const added = await add('/account', alone);
  // Who joins a department changes what it says of itself.
  return { old: await get(`/department/${old.id}`), other, team, person, role, alone: added };
}
const replace = (by: TestPerson, row: { id: string; version: number }, other: string) =>
  by.call('POST', '/departments/replace', { row, by: other });

test('what refers to a row refers to the other one, and the row is gone, each change with its word in the trail', async () => {
  const { old, other, team, person, alone } = await occupied();
  const asked = (await demo.admin.call('POST', '/departments/used-by', { ids: [old.id] })).json().data;
  expect(asked).toMatchObject([{ id: old.id, replaceable: true }]);
  expect((await replace(demo.admin, old, other.id)).json()).toMatchObject({ moved: expect.any(Number) });
  expect((await demo.admin.call('GET', `/department/${old.id}`)).statusCode).toBe(404);
  expect((await get(`/team/${team.id}`)).department_id).toBe(other.id);
  expect(await get(`/account/${person.id}`)).toMatchObject({ department_id: other.id, team_id: team.id });
  expect((await get(`/account/${alone.id}`)).department_id).toBe(other.id);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('subject_id', 'in', [old.id, team.id, alone.id])
      .select(['subject', 'action'])
      .execute(),
  );
  for (const entry of [
    { subject: 'department', action: 'delete' },
    { subject: 'team', action: 'update' },
    { subject: 'account', action: 'update' },
  ]) {
    expect(trail).toContainEqual(entry);
  }
});

test('who may not change what refers to it, gives what is not there, or comes too late changes nothing', async () => {
  const { old, other, team } = await occupied();
  const clerk = await demo.person('thu-ky', ['departments.view', 'departments.delete', 'teams.view', 'teams.update']);
  const asked = (await clerk.call('POST', '/departments/used-by', { ids: [old.id] })).json().data;
  expect(asked).toMatchObject([{ replaceable: false }]);
  expect((await replace(clerk, old, other.id)).statusCode).toBe(403);
  for (const wrong of [old.id, crypto.randomUUID()]) {
    expect((await replace(demo.admin, old, wrong)).json().fields).toHaveProperty('by');
  }
  await demo.admin.call('PUT', `/department/${old.id}`, { ...old, note: 'vừa sửa' });
  const late = await replace(demo.admin, old, other.id);
  expect([late.statusCode, late.json().current.note]).toEqual([409, 'vừa sửa']);
  expect((await get(`/team/${team.id}`)).department_id).toBe(old.id);
});

test('nobody is given a role above that of who replaces it', async () => {
  const { role, person } = await occupied();
  const more = await add('/role', { name: 'Nhiều quyền hơn', permissions: ['setting.update'] });
  const own = ['roles.view', 'roles.delete', 'accounts.view', 'accounts.update'] as const;
  const manager = await demo.person('quan-ly-vai-tro', own);
  const answer = await manager.call('POST', '/roles/replace', { row: role, by: more.id });
  const why = 'Vai trò: Vai trò này có quyền hoặc phạm vi mà chính bạn không có';
  const kept = answer.json().used_by.map(({ name }: { name: string }) => name);
  expect([answer.statusCode, kept.toSorted()]).toEqual([409, [`Một mình: ${why}`, `Người: ${why}`]]);
  expect((await get(`/account/${person.id}`)).role_id).toBe(role.id);
  expect((await get(`/role/${role.id}`)).id).toBe(role.id);
});

test('what is past cannot be pointed elsewhere', async () => {
  const person = await demo.person('da-dang-nhap');
  const other = await demo.person('nguoi-thay');
  const row = await get(`/account/${person.accountId}`);
  const used = (await demo.admin.call('POST', '/accounts/used-by', { ids: [row.id] })).json().data;
  expect(used).toMatchObject([{ replaceable: false }]);
  const answer = await demo.admin.call('POST', '/accounts/replace', { row, by: other.accountId });
  expect([answer.statusCode, answer.json().used_by[0].kind]).toEqual([409, 'Đã đăng nhập']);
});
