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

test('who gives somebody more than they may themselves, or touches who may more, is in the trail, once', async () => {
  const person = await demo.person('muon-hon', ['accounts.view', 'accounts.create', 'accounts.update']);
  const { data } = (await demo.admin.call('GET', '/roles?search=super-admin')).json();
  const { data: people } = (await demo.admin.call('GET', '/accounts?search=admin')).json();
  for (let nth = 0; nth < 3; nth += 1) {
    const raised = { name: 'Ai đó', email: 'ai-do@demo.vn', role_id: data[0].id };
    expect((await person.call('POST', '/account', raised)).statusCode).toBe(422);
    expect((await person.call('POST', `/account/${people[0].id}/reset-password`)).statusCode).toBe(403);
  }
  const told = async () =>
    (await list(`account_id=${person.accountId}&action=refused`)).data
      .map(({ subject }: { subject: string }) => subject)
      .sort();
  await expect.poll(told).toEqual(['permission', 'role']);
});

test('who gives a role, a program or a webhook of somebody else more than they may is in the trail', async () => {
  const { data: webhooks } = { data: [(await demo.admin.call('POST', '/webhook', theirWebhook)).json()] };
  const rights = [
    ...(['roles.view', 'roles.create', 'webhooks.view', 'webhooks.update'] as const),
    ...(['api-keys.view', 'api-keys.create', 'activity-user-tenant.view'] as const),
  ];
  const person = await demo.person('trao-qua-tay', rights);
  const [{ id, version }] = webhooks;
  const asked = [
    await person.call('POST', '/role', { name: 'Quá tay', permissions: ['customer.delete'] }),
    await person.call('POST', '/api-key', { name: 'Quá tay', scopes: ['customer.view'] }),
    await person.call('PUT', `/webhook/${id}`, { ...theirWebhook, url: 'https://noi-khac.vn/alo', version }),
  ];
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
  const told = async () =>
    (await list(`account_id=${person.accountId}&action=refused`)).data
      .map(({ subject }: { subject: string }) => subject)
      .sort();
  await expect.poll(told).toEqual(['api_key', 'role', 'webhook']);
});

const theirWebhook = { name: 'Của admin', url: 'https://nhan.vn/alo', events: ['call.ended'] };

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

test('the trail is exported as it is narrowed down, in words, with hidden numbers hidden, and that is in it', async () => {
  const { id } = (await demo.admin.call('POST', '/branch', { name: 'Kho 0907654321' })).json();
  const path = `/activity-user-tenant/export?format=csv&subject_id=${id}`;
  const file = await demo.admin.call('GET', path);
  const [headings, ...lines] = file.payload.trim().split('\r\n');
  expect(headings?.replace('\uFEFF', '')).toBe('Lúc,Người,Thao tác,Đối tượng,Tên,Mã,Mạng');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`,admin,Thêm,Chi nhánh,Kho 0907654321,${id},`));
  expect((await list('action=export&subject=audit')).total).toBe(1);

  const looker = await demo.person('chi-xem', ['activity-user-tenant.view']);
  expect((await looker.call('GET', path)).statusCode).toBe(403);
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const masked = await demo.person('xuat', ['activity-user-tenant.view', 'activity-user-tenant.export']);
  const theirs = await masked.call('GET', path);
  expect(theirs.payload).toContain('Chi nhánh');
  expect(theirs.payload).not.toContain('0907654321');
});
