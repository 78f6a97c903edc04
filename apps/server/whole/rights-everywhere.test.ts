import { once } from 'node:events';
import { roles } from '@alo/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { postgresBus } from '../src/bus/postgres-bus.ts';
import { sessionStore } from '../src/features/identity/sessions.ts';
import { openLog } from '../src/http/log.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { listenLive, settled } from '../testing/live-listener.ts';
import { storeCall } from '../testing/stored-calls.ts';

/**
 * Two processes on one database: the one that is asked here hears of nothing but what the database and the bus say. What is changed is
 * changed past it, by bare SQL, as another process, an import or an operator would.
 */
let app: TestApp;
let demo: TestTenant;
/** What the log was told. */
const warnings: string[] = [];

beforeAll(async () => {
  const log = openLog('warn', { write: (line) => void warnings.push(JSON.parse(line).msg) });
  app = await testApp({ log, busOf: (url) => postgresBus({ url, log }) });
  demo = await app.tenant('khap-noi');
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => app.close());

const roleOf = (name: string, changes: { permissions?: string[]; scope?: 'own' | 'all' }) =>
  app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set(changes).where('name', '=', `Vai trò của ${name}`).execute(),
  );
const setAccount = ({ accountId }: TestPerson, changes: { active?: boolean; team_id?: string | null }) =>
  app.db.inTenant(demo.id, (trx) => trx.updateTable('account').set(changes).where('id', '=', accountId).execute());

test('a permission that is taken away holds for the next request and is told to the open console', async () => {
  const person = await demo.person('bi-thu-quyen', ['branchs.view']);
  const { events } = await listenLive(app, person, ['me']);
  expect((await person.call('GET', '/branchs')).statusCode).toBe(200);
  await roleOf('bi-thu-quyen', { permissions: [] });
  await expect.poll(async () => (await person.call('GET', '/branchs')).statusCode).toBe(403);
  await expect.poll(() => events.map(({ type }) => type)).toEqual(['rights-changed']);
  expect((await person.call('GET', '/me')).json().roles[0].permissions).toEqual([]);
});

test('whose rights stay what they were is told nothing', async () => {
  const [person, other] = [await demo.person('doi-pham-vi', []), await demo.person('nguoi-ngoai', [])];
  const [theirs, mine] = [await listenLive(app, other, ['me']), await listenLive(app, person, ['me'])];
  await roleOf('doi-pham-vi', { scope: 'own' });
  await expect.poll(() => mine.events.length).toBe(1);
  expect(theirs.events).toEqual([]);
});

test('who is deactivated anywhere is out everywhere: token, socket, ticket and phone', async () => {
  const person = await demo.person('bi-ngung', ['branchs.view'], '411');
  const { ticket } = (await person.call('POST', '/ws-ticket')).json();
  const { socket } = await listenLive(app, person, ['me']);
  const closed = once(socket, 'close');
  const secrets: string[] = [];
  app.sessions.onChange(({ kind, sessionIds }) => void (kind === 'ended' && secrets.push(...sessionIds)));
  await setAccount(person, { active: false });
  expect((await closed)[0]).toBe(4001);
  // Who hears of it closes sockets and forgets tokens one after the other.
  await expect.poll(async () => (await person.call('GET', '/me')).statusCode).toBe(401);
  const late = await app.http.inject({ method: 'GET', url: `/live?ticket=${ticket}` });
  expect(late.statusCode).not.toBe(101);
  await expect.poll(() => secrets).toHaveLength(1);
  expect((await app.sessions.liveWithExtension(demo.id, 'all')).has('411')).toBe(false);
  // Back again they begin anew: no session comes to life by itself.
  await setAccount(person, { active: true });
  expect(await sessionStore(app.db).authenticate(person.token)).toBeUndefined();
});

test('whoever sees their branch hears the calls of the one that their department went to, and no more of the old one', async () => {
  const person = await demo.person('chuyen-chi-nhanh', ['call-history.view'], '421');
  const stays = await demo.person('o-lai', [], '422');
  const make = async (path: string, body: object): Promise<string> =>
    (await demo.admin.call('POST', path, body)).json().id;
  const [north, south] = [await make('/branch', { name: 'Bắc' }), await make('/branch', { name: 'Nam' })];
  const [goes, other] = [
    await make('/department', { name: 'Phòng chuyển đi', branch_id: north }),
    await make('/department', { name: 'Phòng ở lại', branch_id: north }),
  ];
  await app.db.inTenant(demo.id, async (trx) => {
    const put = (id: string, department_id: string) =>
      trx.updateTable('account').set({ department_id }).where('id', '=', id).execute();
    await put(person.accountId, goes);
    await put(stays.accountId, other);
    await trx.updateTable('role').set({ scope: 'branch' }).where('name', '=', 'Vai trò của chuyen-chi-nhanh').execute();
  });
  const call = await storeCall(app.db, demo.id, {
    to_extension: '422',
    agent_extension: '422',
    rang: [{ extension: '422', answered: true }],
  });
  const { socket, events } = await listenLive(app, person, ['calls', 'me']);
  // Whoever hears every call: what was told has been told when they have it.
  const { events: all } = await listenLive(app, demo.admin, ['calls']);
  const heard = () => events.filter(({ type }) => type === 'call-changed').length;
  const tell = async () => {
    const before = all.length;
    app.bus.publish('calls-written', demo.id, [call.id]);
    await expect.poll(() => all.length).toBeGreaterThan(before);
    await settled(socket);
    return heard();
  };
  await expect.poll(tell).toBeGreaterThan(0);
  const department = (await demo.admin.call('GET', `/department/${goes}`)).json();
  await demo.admin.call('PUT', `/department/${goes}`, { ...department, branch_id: south });
  await expect.poll(() => events.map(({ type }) => type)).toContain('rights-changed');
  const before = heard();
  expect(await tell()).toBe(before);
});

test('who is deactivated while the database refuses to end their session is out when it does so again', async () => {
  const superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  const person = await demo.person('ngung-khi-nghen', ['branchs.view']);
  const { socket } = await listenLive(app, person, ['me']);
  const closed = once(socket, 'close');
  const refused = () => warnings.filter((text) => text === 'a change was not announced').length;
  const before = refused();
  await app.db.inTenant(demo.id, async (trx) => {
    await sql`lock table session in exclusive mode`.execute(trx);
    await setAccount(person, { active: false });
    await expect
      .poll(async () => {
        await superuser.query(
          `select pg_cancel_backend(pid) from pg_locks where relation = 'session'::regclass and not granted`,
        );
        return refused();
      })
      .toBeGreaterThan(before);
  });
  await superuser.end();
  expect((await closed)[0]).toBe(4001);
});

test('a deleted account hears no more', async () => {
  const person = await demo.person('bi-xoa', ['branchs.view']);
  const { socket } = await listenLive(app, person, ['me']);
  const closed = once(socket, 'close');
  await app.db.inTenant(demo.id, (trx) => trx.deleteFrom('account').where('id', '=', person.accountId).execute());
  expect((await closed)[0]).toBe(4001);
  expect((await person.call('GET', '/me')).statusCode).toBe(401);
});

test('the same change by the console’s own call is heard in the same way', async () => {
  const person = await demo.person('qua-man-hinh', ['teams.view']);
  const { events } = await listenLive(app, person, ['me']);
  const search = '/roles?search=qua-man-hinh';
  const [row] = (await demo.admin.call('GET', search)).json().data;
  expect(roles.input.safeParse(row).success).toBe(true);
  await demo.admin.call('PUT', `/role/${row.id}`, { ...row, permissions: ['teams.view', 'branchs.view'] });
  await expect.poll(() => events.length).toBe(1);
  expect((await person.call('GET', '/branchs')).statusCode).toBe(200);
});
