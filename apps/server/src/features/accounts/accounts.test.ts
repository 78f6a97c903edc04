import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type TestApp, type TestPerson, type TestTenant, testApp, testPassword } from '../../../testing/app.ts';
import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('nhan-su');
});

afterAll(() => app.close());

const managing = ['accounts.view', 'accounts.create', 'accounts.update', 'accounts.delete', 'roles.view'] as const;

async function roleOf(body: object, tenant = demo) {
  const given = { name: `Vai ${crypto.randomUUID()}`, permissions: [], scope: 'own', ...body };
  return (await tenant.admin.call('POST', '/role', given)).json().id as string;
}
const topRole = async (tenant = demo): Promise<string> =>
  (await tenant.admin.call('GET', '/roles?search=super-admin')).json().data[0].id;

/** Asks for an account; what is left out is something that fits. */
async function ask(by: TestPerson, body: object = {}, tenant = demo) {
  const email = `${crypto.randomUUID()}@thu.local`;
  return by.call('POST', '/account', { name: 'Người mới', email, role_id: await roleOf({}, tenant), ...body });
}
const made = async (by: TestPerson, body: object = {}, tenant = demo) => {
  const answer = await ask(by, body, tenant);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const signIn = (username: string, password: string, tenant = demo) =>
  app.http.inject({
    method: 'POST',
    url: '/identity/login/tenant',
    payload: { ma_dn: tenant.code, username, password },
  });

test('somebody is invited by a letter, chooses a password, and is in', async () => {
  const row = await made(demo.admin, { name: 'Lan', email: 'lan@thu.local', extension: '101' });
  expect(row).toMatchObject({ state: 'invited', extension: '101', session_count: 0, last_seen_at: null });
  expect((await signIn('lan@thu.local', '')).statusCode).toBe(422);
  expect((await signIn('lan@thu.local', testPassword)).statusCode).toBe(400);
  const invited = (await demo.admin.call('POST', `/account/${row.id}/invite`)).json();
  expect(invited).toMatchObject({ sent: true, url: expect.stringMatching(/^https:\/\/alo\.test\/set-password#/) });
  const letter = app.letters.at(-1);
  expect([letter?.to, letter?.text]).toEqual(['lan@thu.local', expect.stringContaining(invited.url)]);

  const token = invited.url.split('#')[1];
  const used = await app.http.inject({
    method: 'POST',
    url: '/identity/one-use-link/use',
    payload: { token, new_password: 'mat-khau-cua-lan' },
  });
  expect(used.statusCode).toBe(200);
  const session = (await signIn('lan@thu.local', 'mat-khau-cua-lan')).json();
  expect(session.token).toBeTypeOf('string');
  expect((await demo.admin.call('GET', `/account/${row.id}`)).json()).toMatchObject({
    state: 'active',
    session_count: 1,
  });
  const again = await demo.admin.call('POST', `/account/${row.id}/invite`);
  expect([again.statusCode, Object.keys(again.json().fields)]).toEqual([422, ['id']]);
  expect((await demo.admin.call('POST', `/account/${row.id}/reset-password`)).json().sent).toBe(true);
  // Of whom it was stands in the trail's list.
  const { data: trail } = (await demo.admin.call('GET', '/activity-user-tenant?action=send-invite')).json();
  expect(trail[0]).toMatchObject({ subject_id: row.id, subject_name: 'Lan', account_name: 'admin' });

  // Who was here once stays in the history: they are deactivated, not deleted.
  const kept = await demo.admin.call('DELETE', `/account/${row.id}`);
  expect([kept.statusCode, kept.json().used_by[0].kind]).toEqual([409, 'Đã đăng nhập']);
});

test('a letter that went to a wrong address lets nobody in once the address was put right', async () => {
  const sameRole = (await demo.admin.call('GET', `/account/${demo.admin.accountId}`)).json().role_id;
  const input = { name: 'Gõ nhầm', email: 'go-nham@gmial.test', role_id: sameRole };
  const made = (await demo.admin.call('POST', '/account', input)).json();
  const { url } = (await demo.admin.call('POST', `/account/${made.id}/invite`)).json();
  const token = url.split('#')[1];
  const read = () => app.http.inject({ method: 'POST', url: '/identity/one-use-link', payload: { token } });
  const put = async (changes: object) => {
    const { version } = (await demo.admin.call('GET', `/account/${made.id}`)).json();
    return demo.admin.call('PUT', `/account/${made.id}`, { ...input, version, ...changes });
  };
  expect((await put({ name: 'Gõ đúng' })).statusCode).toBe(200);
  expect((await read()).statusCode).toBe(200);
  expect((await put({ email: 'go-dung@gmail.test' })).statusCode).toBe(200);
  expect([(await read()).statusCode, (await read()).json().code]).toEqual([410, 'dead_link']);
});

const linkOf = async (id: string, kind: 'invite' | 'reset-password' = 'invite') => {
  const { url } = (await demo.admin.call('POST', `/account/${id}/${kind}`)).json();
  return url.split('#')[1] as string;
};
const readLink = async (token: string) =>
  (await app.http.inject({ method: 'POST', url: '/identity/one-use-link', payload: { token } })).statusCode;
/** Waits until somebody waits for what this transaction holds. */
const whenWaitedFor = (trx: Trx) =>
  expect
    .poll(async () => {
      const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
      return (await waiting.execute(trx)).rows[0]?.n;
    })
    .toBeGreaterThan(0);

test('an invitation that is sent while the address is being put right goes to the right one', async () => {
  const row = await made(demo.admin, { email: 'dang-sua@gmial.test' });
  const { asked } = await app.db.inTenant(demo.id, async (trx) => {
    await trx.updateTable('account').set({ email: 'dang-sua@gmail.test' }).where('id', '=', row.id).execute();
    const inviting = demo.admin.call('POST', `/account/${row.id}/invite`);
    await whenWaitedFor(trx);
    return { asked: inviting };
  });
  expect((await asked).statusCode).toBe(200);
  expect(app.letters.at(-1)?.to).toBe('dang-sua@gmail.test');
});

test('of two invitations that are sent at the same moment one is good', async () => {
  const row = await made(demo.admin);
  const tokens = await Promise.all([linkOf(row.id), linkOf(row.id), linkOf(row.id)]);
  const statuses = await Promise.all(tokens.map(readLink));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
});

test('an invitation is withdrawn with its account, and is not good again when the account is', async () => {
  const row = await made(demo.admin);
  const token = await linkOf(row.id);
  expect(await readLink(token)).toBe(200);
  const off = (await demo.admin.call('PUT', `/account/${row.id}`, { ...row, active: false })).json();
  expect(await readLink(token)).toBe(410);
  expect((await demo.admin.call('PUT', `/account/${row.id}`, { ...off, active: true })).statusCode).toBe(200);
  expect(await readLink(token)).toBe(410);
});

test('a number that nobody has set up yet is there with the person, and belongs to one person only', async () => {
  await made(demo.admin, { name: 'Số mới', extension: '250' });
  expect((await demo.admin.call('GET', '/subscribers')).json().data).toContainEqual(
    expect.objectContaining({ number: '250', name: 'Số mới' }),
  );
  expect((await demo.admin.call('GET', '/subscriber-has-user')).json().data).toContainEqual(
    expect.objectContaining({ number: '250', user_name: 'Số mới' }),
  );
  const second = await ask(demo.admin, { extension: '250' });
  expect([second.statusCode, Object.keys(second.json().fields)]).toEqual([409, ['extension']]);
});

test('nobody is given a number that leads to a group, a queue or a menu', async () => {
  await app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('ring_group').values({ id: newId(), name: 'Trực đêm', number: '650' }).execute(),
  );
  const refused = await ask(demo.admin, { extension: '650' });
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { extension: 'Số 650 đang là của nhóm đổ chuông “Trực đêm”' },
  ]);
});

test('of five who take the last seat at once one gets it, and who leaves makes room', async () => {
  const small = await app.tenant('it-cho');
  const seats = (seatCount: number | null) =>
    app.db.inTenant(small.id, (trx) => trx.updateTable('tenant').set({ seats: seatCount }).execute());
  await seats(2);
  const asked = await small.admin.call('POST', '//admin/get-max-user-company-tenancy', { ma_dn: 'it-cho' });
  expect(asked.json()).toEqual({ max_user: 2, current_user: 1 });

  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(small.admin, {}, small)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422]);
  const refused = answers.find(({ statusCode }) => statusCode === 422)?.json();
  expect(refused.fields.active).toMatch(/2 chỗ/);
  const taken = answers.find(({ statusCode }) => statusCode === 200)?.json();

  const waiting = await made(small.admin, { active: false }, small);
  const activate = () => small.admin.call('PUT', `/account/${waiting.id}`, { ...waiting, active: true });
  expect((await activate()).statusCode).toBe(422);
  expect((await small.admin.call('PUT', `/account/${taken.id}`, { ...taken, active: false })).statusCode).toBe(200);
  expect((await activate()).statusCode).toBe(200);
});

test('the last active super-admin stays, also when two take each other away at the same moment', async () => {
  const two = await app.tenant('hai-dau');
  const role_id = await topRole(two);
  const second = await made(two.admin, { role_id, email: 'hai@thu.local' }, two);
  const token = (await app.sessions.start(two.id, second.id, { network: '', userAgent: '', requestId: '' })).token;
  const first = (await two.admin.call('GET', `/account/${two.admin.accountId}`)).json();
  const plain = await roleOf({}, two);
  const put = (row: { id: string }, changes: object, bearer: string) =>
    app.http.inject({
      method: 'PUT',
      url: `/api/hai-dau/account/${row.id}`,
      headers: { authorization: `Bearer ${bearer}` },
      payload: { ...row, ...changes },
    });
  const answers = await Promise.all([
    put(second, { active: false }, two.admin.token),
    put(first, { role_id: plain }, token),
  ]);
  const [done, refused] = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  // Whoever is later is told why, or finds that they are signed out or without the right already.
  expect([done, [401, 403, 422].includes(refused ?? 0)]).toEqual([200, true]);
  const { data } = await app.db.inTenant(two.id, async (trx) => ({
    data: await trx
      .selectFrom('account')
      .innerJoin('role', 'role.id', 'account.role_id')
      .where('role.name', '=', 'super-admin')
      .where('active', '=', true)
      .select('account.id')
      .execute(),
  }));
  expect(data).toHaveLength(1);
});

test('nobody deactivates or deletes themselves', async () => {
  const person = await demo.person('tu-minh', managing);
  const own = (await person.call('GET', `/account/${person.accountId}`)).json();
  expect((await person.call('PUT', `/account/${own.id}`, { ...own, active: false })).statusCode).toBe(422);
  expect((await person.call('DELETE', `/account/${own.id}`)).statusCode).toBe(409);
});

test('nobody hands out rights above their own, or touches the account of who has more', async () => {
  const person = await demo.person('truong-phong', managing);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'department' }).where('name', '=', 'Vai trò của truong-phong').execute(),
  );
  app.bus.publish('rights-changed', demo.id, []);
  const [same, more, wider, top] = [
    await roleOf({ permissions: ['accounts.view'], scope: 'team' }),
    await roleOf({ permissions: ['setting.update'] }),
    await roleOf({ scope: 'all' }),
    await topRole(),
  ];
  expect((await ask(person, { role_id: same })).statusCode).toBe(200);
  for (const role_id of [more, wider, top]) {
    const answer = await ask(person, { role_id });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['role_id']]);
  }
  const above = await made(demo.admin, { role_id: more });
  const changes = [
    person.call('PUT', `/account/${above.id}`, { ...above, role_id: same }),
    person.call('DELETE', `/account/${above.id}`),
    ...['invite', 'reset-password', 'sign-out', 'unlock'].map((what) =>
      person.call('POST', `/account/${above.id}/${what}`),
    ),
  ];
  for (const answer of await Promise.all(changes)) expect(answer.statusCode).toBe(403);
  expect((await demo.admin.call('GET', `/account/${above.id}`)).json()).toMatchObject({ role_id: more, version: 1 });
});

test('who joins a team joins its department, who changes department leaves the team, and a team takes its people along', async () => {
  const department = async (name: string) => (await demo.admin.call('POST', '/department', { name })).json().id;
  const [sales, care] = [await department('Kinh doanh'), await department('Chăm sóc')];
  const teamRow = (await demo.admin.call('POST', '/team', { name: 'Đội A', department_id: sales })).json();
  const row = await made(demo.admin, { team_id: teamRow.id });
  expect(row).toMatchObject({ department_id: sales, department_name: 'Kinh doanh', team_name: 'Đội A' });
  const moved = await demo.admin.call('PUT', `/account/${row.id}`, { ...row, department_id: care });
  expect(moved.json()).toMatchObject({ department_id: care, team_id: null });
  const back = await demo.admin.call('PUT', `/account/${row.id}`, { ...moved.json(), team_id: teamRow.id });
  expect(back.json()).toMatchObject({ department_id: sales, team_id: teamRow.id });
  // Who came in and went out is in its row.
  const teamNow = (await demo.admin.call('GET', `/team/${teamRow.id}`)).json();
  await demo.admin.call('PUT', `/team/${teamRow.id}`, { ...teamNow, department_id: care });
  const now = (await demo.admin.call('GET', `/account/${row.id}`)).json();
  expect(now).toMatchObject({ department_id: care, team_id: teamRow.id, version: back.json().version + 1 });
});

test('a deactivated person is out at once: token, open socket and phone', async () => {
  const person = await demo.person('nghi-viec', ['branchs.view'], '777');
  const { port } = app.http.server.listening
    ? (app.http.server.address() as AddressInfo)
    : await app.http.listen({ port: 0, host: '127.0.0.1' }).then(() => app.http.server.address() as AddressInfo);
  const { ticket } = (await person.call('POST', '/ws-ticket')).json();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live?ticket=${ticket}`);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  const row = (await demo.admin.call('GET', `/account/${person.accountId}`)).json();
  await demo.admin.call('PUT', `/account/${row.id}`, { ...row, active: false });
  // What the database tells every process; in this test there is one, which is told by hand.
  app.bus.publish('rights-changed', demo.id, [row.id]);
  expect((await closed)[0]).toBe(4001);
  expect((await person.call('GET', '/me')).statusCode).toBe(401);
  await expect.poll(async () => (await app.sessions.liveWithExtension(demo.id, 'all')).has('777')).toBe(false);
});

test('who is sent out is out everywhere, and may come back in', async () => {
  const person = await demo.person('dang-xuat-ho');
  expect((await demo.admin.call('POST', `/account/${person.accountId}/sign-out`)).json()).toEqual({ ended: 1 });
  expect((await person.call('GET', '/me')).statusCode).toBe(401);
  expect((await signIn(person.email, testPassword)).statusCode).toBe(200);
});

test('people change their own name and phone, and nothing else of theirs', async () => {
  const person = await demo.person('tu-sua');
  const answer = await person.call('PUT', '/update-user-info-login', { name: 'Tên mới', phone: '0901234567' });
  expect(answer.json()).toEqual({ id: person.accountId, name: 'Tên mới', phone: '0901234567', email: person.email });
  const row = (await demo.admin.call('GET', `/account/${person.accountId}`)).json();
  expect(row).toMatchObject({ name: 'Tên mới', phone: '0901234567', version: 2 });
  expect((await person.call('PUT', '/update-user-info-login', { name: '' })).statusCode).toBe(422);
});

test('a letter that no mail server takes costs nobody the link', async () => {
  const broken = await testApp({ sendMail: async () => Promise.reject(new Error('no route')) });
  const tenant = await broken.tenant('khong-thu');
  const person = await tenant.person('xa');
  const answer = await tenant.admin.call('POST', `/account/${person.accountId}/reset-password`);
  expect(answer.json()).toMatchObject({ sent: false, url: expect.stringContaining('/set-password#') });
  await broken.close();
});

test('where no mail server is set nobody is told that letters went out: links are handed over', async () => {
  const alone = await testApp({ keepsMail: true });
  const tenant = await alone.tenant('thu-o-lai');
  const people = [{ email: 'buoi@x.vn' }];
  const invited = await tenant.admin.call('POST', '/accounts/invite', { people, role_id: await roleOf({}, tenant) });
  const link = expect.stringContaining('/set-password#');
  expect(invited.json().data).toMatchObject([{ outcome: 'new', sent: true, kept: true, url: link }]);
  const person = await tenant.person('o-lai');
  const reset = await tenant.admin.call('POST', `/account/${person.accountId}/reset-password`);
  expect(reset.json()).toMatchObject({ kept: true, url: link });
  await alone.close();
});

test('a mail server that does not answer is waited for once, not by each of those who are invited', async () => {
  let tries = 0;
  const broken = await testApp({
    sendMail: async () => {
      tries += 1;
      throw Object.assign(new Error('Greeting never received'), { code: 'ETIMEDOUT' });
    },
  });
  const tenant = await broken.tenant('thu-cham');
  const body = { people: [1, 2, 3].map((n) => ({ email: `n${n}@x.vn` })), role_id: await roleOf({}, tenant) };
  const { data } = (await tenant.admin.call('POST', '/accounts/invite', body)).json();
  expect([tries, data]).toMatchObject([1, Array(3).fill({ outcome: 'new', sent: false })]);
  expect(new Set(data.map(({ url }: { url: string }) => url)).size).toBe(3);
  await broken.close();
});

test('why somebody sees a screen or does not is told by the rule that decides about their requests', async () => {
  const person = await demo.person('vi-sao', ['teams.view']);
  const asked = async () => (await demo.admin.call('GET', `/account/${person.accountId}/access`)).json();
  const ruleOf = (answer: { data: { permission: string; rule: string }[] }, name: string) =>
    answer.data.find(({ permission }) => permission === name)?.rule;
  const answer = await asked();
  expect([ruleOf(answer, 'teams.view'), ruleOf(answer, 'roles.view')]).toEqual(['role', 'forbidden']);
  for (const { permission, allowed } of answer.data.filter((one: { permission: string }) =>
    ['teams.view', 'roles.view', 'accounts.view', 'branchs.view'].includes(one.permission),
  )) {
    const { statusCode } = await person.call('GET', `/${permission.split('.')[0]}`);
    expect([permission, statusCode]).toEqual([permission, allowed ? 200 : 403]);
  }
  const own = (await demo.admin.call('GET', `/account/${demo.admin.accountId}/access`)).json();
  expect([ruleOf(own, 'roles.delete'), own.reach]).toEqual(['super-admin', 'all']);
  // A scope of a team without a team is one's own rows.
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'team' }).where('name', '=', 'Vai trò của vi-sao').execute(),
  );
  expect(await asked()).toMatchObject({ scope: 'team', reach: 'account' });
  const row = (await demo.admin.call('GET', `/account/${person.accountId}`)).json();
  await demo.admin.call('PUT', `/account/${row.id}`, { ...row, active: false });
  expect(ruleOf(await asked(), 'teams.view')).toBe('unauthenticated');
});

test('many are invited at once: looked at first, then each line on its own, and every line is reported', async () => {
  const firm = await app.tenant('moi-nhieu');
  const role_id = await roleOf({}, firm);
  const lan = await made(firm.admin, { email: 'lan@nhieu.vn', role_id }, firm);
  await made(firm.admin, { email: 'nghi@nhieu.vn', role_id, active: false }, firm);
  await app.db.inTenant(firm.id, (trx) => trx.updateTable('tenant').set({ seats: 4 }).execute());
  const emails = [
    'moi@nhieu.vn',
    'MOI@nhieu.vn',
    'Lan@nhieu.vn',
    'nghi@nhieu.vn',
    firm.admin.email,
    'sai',
    'hai@nhieu.vn',
    'ba@nhieu.vn',
  ];
  const people = emails.map((email) => ({ email, name: email === 'moi@nhieu.vn' ? 'Mới' : '' }));
  const inviteThem = async (body: object) => (await firm.admin.call('POST', '/accounts/invite', body)).json();
  const outcomes = ['new', 'twice', 'again', 'inactive', 'there', 'invalid', 'new', 'no-seat'];

  const looked = await inviteThem({ people, role_id, check: true });
  expect(looked.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes);
  expect(app.letters.filter(({ to }) => to.endsWith('@nhieu.vn'))).toEqual([]);

  const invited = await inviteThem({ people, role_id });
  expect(invited.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes);
  const sent = app.letters.filter(({ to }) => to.endsWith('@nhieu.vn')).map(({ to }) => to);
  expect(sent).toEqual(['moi@nhieu.vn', 'lan@nhieu.vn', 'hai@nhieu.vn']);
  expect(invited.data[0]).toMatchObject({ name: 'Mới', sent: true, url: null });
  expect((await firm.admin.call('GET', '/accounts?search=Mới')).json().data[0]).toMatchObject({
    role_id,
    state: 'invited',
  });

  // Whoever came in by a file waits for an invitation: all of them are asked at once.
  const again = await inviteThem({ people: [] });
  expect(again.data.map(({ email }: { email: string }) => email)).toEqual(['moi@nhieu.vn', lan.email, 'hai@nhieu.vn']);
});

test('of more who wait than are invited at once each has their turn, whoever has waited longest first', async () => {
  const firm = await app.tenant('dong-nguoi-cho');
  const role_id = await roleOf({}, firm);
  const all = Array.from({ length: 230 }, (_, n) => ({
    id: newId(),
    name: `Người ${n}`,
    email: `n${n}@dong.vn`,
    role_id,
    password_hash: null,
  }));
  await app.db.inTenant(firm.id, (trx) => trx.insertInto('account').values(all).execute());
  const inviteThem = async (check: boolean): Promise<{ emails: string[]; left: number }> => {
    const { data, left } = (await firm.admin.call('POST', '/accounts/invite', { people: [], check })).json();
    return { emails: data.map(({ email }: { email: string }) => email), left };
  };
  const first = await inviteThem(false);
  expect([first.emails.length, first.left]).toEqual([200, 30]);
  const second = await inviteThem(true);
  const never = all.map(({ email }) => email).filter((email) => !first.emails.includes(email));
  expect(new Set(second.emails.slice(0, 30))).toEqual(new Set(never));
  expect(second.emails.slice(30, 33)).toEqual(first.emails.slice(0, 3));
});

test('nobody invites people to rights above their own, and too many at once are refused', async () => {
  const manager = await demo.person('moi-vua-phai', [...managing]);
  const body = { people: [{ email: 'x@thu.local' }], role_id: await topRole() };
  const above = await manager.call('POST', '/accounts/invite', body);
  expect([above.statusCode, Object.keys(above.json().fields)]).toEqual([422, ['role_id']]);
  const crowd = { people: Array.from({ length: 201 }, (_, n) => ({ email: `n${n}@x.vn` })), role_id: await roleOf({}) };
  expect((await demo.admin.call('POST', '/accounts/invite', crowd)).statusCode).toBe(422);
  expect(
    (await demo.admin.call('POST', '/accounts/invite', { people: [{ email: 'x@x.vn' }] })).json().fields,
  ).toHaveProperty('role_id');
});
