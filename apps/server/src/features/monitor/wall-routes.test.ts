import type { Permission } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('tuong');
  other = await app.tenant('tuong-khac');
});
afterAll(() => app.close());

const rights: readonly Permission[] = ['monitor.view', 'mailed-reports.send-outside'];

async function link(by: TestPerson, body: object = {}) {
  const made = await by.call('POST', '/wall-link', { name: 'Phòng kinh doanh', ...body });
  expect([made.statusCode, made.payload]).toEqual([200, expect.stringContaining('/wall#')]);
  const { id, url } = made.json();
  return { id, token: new URL(url).hash.slice(1) };
}

const open = (token: string) => app.http.inject({ method: 'POST', url: '/identity/wall', payload: { token } });

const trail = async (id: string) => {
  const rows = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', id).select(['action', 'after']).orderBy('at').execute(),
  );
  return rows.map(({ action }) => action);
};

test('a link shows the figures of the board without signing in, and nobody’s name or number; withdrawn it shows nothing', async () => {
  const person = await demo.person('truong-ca', rights, '7301');
  const place = (await demo.admin.call('POST', '/department', { name: 'Phòng một' })).json().id;
  const { id, token } = await link(demo.admin);
  const board = (await demo.admin.call('GET', '/monitor')).json();
  const wall = (await open(token)).json();
  expect(wall).toMatchObject({
    name: 'Phòng kinh doanh',
    company: 'Công ty tuong',
    level_percent: board.level_percent,
    calls: board.calls.length,
    today: board.today,
  });
  const offline = board.agents.filter(({ state }: { state: string }) => state === 'offline');
  expect(wall.states.offline).toBe(offline.length);
  expect(JSON.stringify(wall)).not.toContain(person.email.split('@')[0]);
  expect(JSON.stringify(wall)).not.toContain('7301');

  // Of a department in which nobody is there is nobody.
  const empty = await link(demo.admin, { department_id: place });
  expect((await open(empty.token)).json().states).toMatchObject({ offline: 0, ready: 0 });

  const { data } = (await demo.admin.call('GET', '/wall-links')).json();
  expect(data.find((one: { id: string }) => one.id === id)).toMatchObject({ seen_at: expect.any(String) });
  expect(await trail(id)).toEqual(['create', 'open-wall']);
  await open(token);
  expect(await trail(id)).toEqual(['create', 'open-wall']);
  expect((await demo.admin.call('DELETE', `/wall-link/${id}`)).statusCode).toBe(200);
  expect((await open(token)).statusCode).toBe(410);
  expect(await trail(id)).toEqual(['create', 'open-wall', 'delete']);
});

test('a link has the rights of who made it, at each moment, and ends with its days', async () => {
  const leader = await demo.person('nguoi-lam', rights);
  const { token } = await link(leader, { days: 1 });
  expect((await open(token)).statusCode).toBe(200);
  const row = (await demo.admin.call('GET', `/account/${leader.accountId}`)).json();
  await demo.admin.call('PUT', `/account/${row.id}`, { ...row, active: false });
  expect((await open(token)).statusCode).toBe(410);
  const again = (await demo.admin.call('GET', `/account/${leader.accountId}`)).json();
  await demo.admin.call('PUT', `/account/${row.id}`, { ...again, active: true });
  expect((await open(token)).statusCode).toBe(200);
  app.clock.now += 86_400_001;
  expect((await open(token)).statusCode).toBe(410);
  app.clock.now -= 86_400_001;
});

test('who may not send figures outside makes no link, another company’s department is none, and an invented token opens nothing', async () => {
  const looker = await demo.person('chi-xem', ['monitor.view']);
  expect((await looker.call('POST', '/wall-link', { name: 'Tivi' })).statusCode).toBe(403);
  const theirs = (await other.admin.call('POST', '/department', { name: 'Của họ' })).json().id;
  const wrong = await demo.admin.call('POST', '/wall-link', { name: 'Tivi', department_id: theirs });
  expect([wrong.statusCode, wrong.json().fields]).toEqual([422, { department_id: 'Không tìm thấy' }]);
  const { id, token } = await link(demo.admin);
  expect((await other.admin.call('DELETE', `/wall-link/${id}`)).statusCode).toBe(404);
  expect((await other.admin.call('GET', '/wall-links')).json().data).toEqual([]);
  const [, secret = ''] = token.split('.');
  for (const invented of [`${token.slice(0, -1)}_`, `${other.id}.${secret}`, 'khong-phai'])
    expect((await open(invented)).statusCode).toBe(410);
});

test('twenty screens are the most, and one that is withdrawn makes room', async () => {
  const full = await app.tenant('tuong-day');
  const made = [];
  for (let nth = 0; nth < 20; nth += 1) made.push(await link(full.admin, { name: `Tivi ${nth}` }));
  const over = await full.admin.call('POST', '/wall-link', { name: 'Thừa' });
  expect([over.statusCode, over.json().fields.name]).toEqual([422, expect.stringContaining('20 màn hình')]);
  await full.admin.call('DELETE', `/wall-link/${made[0]?.id}`);
  // Two who make the last one at once: one of them.
  const both = await Promise.all(['Vừa đủ', 'Cũng vậy'].map((name) => full.admin.call('POST', '/wall-link', { name })));
  expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});
