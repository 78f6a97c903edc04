import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

const list = async (query: string) => (await demo.admin.call('GET', `/activity-user-tenant?${query}`)).json();

test('the trail is filtered by who, what, when and words, and an entry tells before and after and its place', async () => {
  const { id, version } = (await demo.admin.call('POST', '/branch', { name: 'Chi nhánh Huế' })).json();
  await demo.admin.call('PUT', `/branch/${id}`, { name: 'Chi nhánh Vinh', version });
  await demo.admin.call('DELETE', `/branch/${id}`);
  const trail = await list(`subject=branch&subject_id=${id}`);
  expect(trail.data.map(({ action }: { action: string }) => action)).toEqual(['delete', 'update', 'create']);
  expect(trail).toMatchObject({ total: 3, data: [{ account_name: 'admin', subject_name: 'Chi nhánh Vinh' }, {}, {}] });
  expect((await list('action=delete&search=vinh')).total).toBe(1);
  expect((await list('action=delete&search=khong+co')).total).toBe(0);
  expect((await list(`account_id=${crypto.randomUUID()}`)).total).toBe(0);
  expect((await list('to=2020-01-01')).total).toBe(0);
  const [, update] = trail.data;
  const detail = (await demo.admin.call('GET', `/activity-user-tenant/${update.id}`)).json();
  expect(detail).toMatchObject({
    before: { name: 'Chi nhánh Huế' },
    after: { name: 'Chi nhánh Vinh' },
    seq: expect.any(Number),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('ten deletions of one row at once leave one entry', async () => {
  const { id } = (await demo.admin.call('POST', '/branch', { name: 'Mười lần' })).json();
  await Promise.all(Array.from({ length: 10 }, () => demo.admin.call('DELETE', `/branch/${id}`)));
  expect((await list(`action=delete&subject_id=${id}`)).total).toBe(1);
});

test('who is refused, signs in and signs out is in it; a refusal once, however often it is tried', async () => {
  const person = await demo.person('to-mo', ['activity-user-tenant.view']);
  for (let n = 0; n < 5; n += 1) expect((await person.call('DELETE', `/branch/${demo.id}`)).statusCode).toBe(403);
  await expect.poll(async () => (await list(`account_id=${person.accountId}&action=refused`)).total).toBe(1);
  await person.call('POST', '/logout');
  const own = (await list(`account_id=${person.accountId}`)).data.map(({ action }: { action: string }) => action);
  expect(own).toEqual(['sign-out', 'refused', 'sign-in']);
});

test('numbers in an entry are hidden from who may not see them', async () => {
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const masked = await demo.person('bi-che', ['activity-user-tenant.view']);
  const { id } = (await demo.admin.call('POST', '/branch', { name: 'Gọi 0901234567', phone: '0901234567' })).json();
  const [entry] = (await list(`subject_id=${id}`)).data;
  const shown = await masked.call('GET', `/activity-user-tenant/${entry.id}`);
  expect(shown.statusCode).toBe(200);
  expect(JSON.stringify([shown.json().before, shown.json().after])).not.toContain('0901234567');
  expect((await masked.call('GET', `/activity-user-tenant?subject_id=${id}`)).payload).not.toContain('0901234567');
});
