import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { connectLive, listenLive, settled, type TestListener, ticketOf } from '../../../testing/live-listener.ts';
import { postgresBus } from '../../bus/postgres-bus.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type LiveData, liveHub } from '../../live/live-hub.ts';
import { acceptLive } from './accept-live.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
let origin: string;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  other = await app.tenant('khac');
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `ws://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

afterAll(() => app.close());

async function connect(ticket: string): Promise<TestListener> {
  const listener = await connectLive(app, ticket);
  sockets.push(listener.socket);
  return listener;
}

async function listen(person: TestPerson, topics?: readonly string[]): Promise<TestListener> {
  const listener = await listenLive(app, person, topics);
  sockets.push(listener.socket);
  return listener;
}

const lan: LiveData<'presence-changed'> = {
  extension: '101',
  name: 'Lan',
  phones: 1,
  status_activity: 1,
  state: 'ready',
  note: '',
  until: null,
};

const aCall: LiveData<'call-changed'> = {
  id: '0190b6a0-0000-7000-8000-000000000001',
  direction: 'internal',
  status: 'answered',
  started_at: new Date(),
  answered_at: null,
  ended_at: null,
  phone: '101',
  customer_id: null,
  customer_name: null,
  hotline: '',
  dialled: '102',
  extension: '102',
  agent_name: null,
  caller_extension: '101',
  caller_name: null,
  wait_seconds: 0,
  talk_seconds: 0,
  total_seconds: 0,
  cause: 'normal',
  recording: 'none',
  queues: '',
  outcome: null,
};

test('listeners of a company hear its events, numbered by topic, and no other company’s', async () => {
  const [mine, theirs] = [await listen(demo.admin), await listen(other.admin)];
  app.live.publish(demo.id, 'presence-changed', () => lan);
  app.live.publish(demo.id, 'notified', ({ accountId }) => (accountId === demo.admin.accountId ? {} : undefined));
  app.live.publish(demo.id, 'presence-changed', () => ({ ...lan, state: 'talking' }));
  await Promise.all([settled(mine.socket), settled(theirs.socket)]);
  expect(mine.events).toEqual([
    { topic: 'presence', type: 'presence-changed', seq: 1, data: lan },
    { topic: 'me', type: 'notified', seq: 1, data: {} },
    { topic: 'presence', type: 'presence-changed', seq: 2, data: { ...lan, state: 'talking' } },
  ]);
  expect(theirs.events).toEqual([]);
});

test('a topic without the permission stays silent, and one may be shown less than another', async () => {
  const without = await listen(await demo.person('khong-quyen'));
  const quiet = await listen(await demo.person('it-quyen', ['call-history.view']), ['me']);
  let asked = 0;
  app.live.publish(demo.id, 'call-changed', () => {
    asked += 1;
    return undefined;
  });
  app.live.publish(demo.id, 'presence-changed', () => lan);
  await Promise.all([settled(without.socket), settled(quiet.socket)]);
  expect(asked).toBe(0);
  expect(without.events).toHaveLength(1);
  expect(quiet.events).toEqual([]);
});

test('what somebody says of their own work, and why, is heard in their other consoles and by nobody else', async () => {
  const an = await demo.person('an-hai-tab');
  const [tab, other, colleague] = [
    await listen(an, ['me']),
    await listen(an, ['me']),
    await listen(demo.admin, ['me']),
  ];
  for (const reason of ['Nghỉ trưa', 'Họp']) await an.call('PUT', '/update-activity-status', { status: 2, reason });
  await Promise.all([tab, other, colleague].map(({ socket }) => settled(socket)));
  const said = [1, 2].map((seq) => ({ topic: 'me', type: 'me-changed', seq, data: {} }));
  expect([tab.events, other.events, colleague.events]).toEqual([said, said, []]);
});

test('everybody of a company that another machine runs from now on hears that their phone connects elsewhere', async () => {
  const chi = await demo.person('chi-may-moi', [], '177');
  const softphone = async () => (await chi.call('GET', '/me')).json().softphone;
  expect((await softphone()).sip_address).toBe('');
  const [page, stranger] = [await listen(chi, ['me']), await listen(other.admin, ['me'])];
  const ws = 'wss://n2.alo.example.vn/sip';
  await app.db.outside((db) =>
    db.insertInto('node').values({ holder: 'nha/n2', name: 'n2', sip: 'n2:5060', ws, capacity: 200 }).execute(),
  );
  await app.db.inTenant(demo.id, (trx) => trx.insertInto('tenant_place').values({ holder: 'nha/n2' }).execute());
  app.bus.publish('company-taken', demo.id, []);
  await Promise.all([page, stranger].map(({ socket }) => settled(socket)));
  expect([page.events, stranger.events]).toEqual([[{ topic: 'me', type: 'me-changed', seq: 1, data: {} }], []]);
  expect((await softphone()).sip_address).toBe(ws);
});

test('who has their console otherwise has it so in their other pages, and in nobody else’s', async () => {
  const binh = await demo.person('binh-hai-tab');
  const [other, colleague] = [await listen(binh, ['me']), await listen(demo.admin, ['me'])];
  await binh.call('PUT', '/my-preferences', { scheme: 'dark' });
  await Promise.all([other, colleague].map(({ socket }) => settled(socket)));
  expect([other.events, colleague.events]).toEqual([[{ topic: 'me', type: 'me-changed', seq: 1, data: {} }], []]);
});

test('who shows rows of a resource hears that they have changed, once it is certain, and nobody else', async () => {
  const [mine, theirs] = [await listen(demo.admin, ['resources']), await listen(other.admin, ['resources'])];
  const made = (await demo.admin.call('POST', '/branch', { name: 'Huế' })).json();
  expect((await demo.admin.call('POST', '/branch', { name: 'huế' })).statusCode).toBe(409);
  await demo.admin.call('DELETE', `/branch/${made.id}`);
  await Promise.all([settled(mine.socket), settled(theirs.socket)]);
  expect(mine.events.map(({ data }) => data)).toEqual(Array(2).fill({ subject: 'branchs', ids: [made.id] }));
  expect(theirs.events).toEqual([]);
});

test('a ticket opens one socket, within thirty seconds', async () => {
  const ticket = await ticketOf(demo.admin);
  await connect(ticket);
  await expect(connect(ticket)).rejects.toThrow('401');
  await expect(connect('made-up')).rejects.toThrow('401');
  const late = await ticketOf(demo.admin);
  app.clock.now += 30_000;
  await expect(connect(late)).rejects.toThrow('401');
});

test('a sign-in has twenty tickets, however many it asks for at once', async () => {
  const person = await demo.person('nhieu-ve');
  await Promise.all(Array.from({ length: 60 }, () => ticketOf(person)));
  const { rows } = await app.db.inTenant(demo.id, (trx) =>
    sql<{ most: number }>`select max(n)::int as most from (
      select count(*) as n from live_ticket group by session_id) as of_session`.execute(trx),
  );
  expect(rows[0]?.most).toBe(20);
});

test('a sign-in has twenty sockets, and the trail has who wanted more', async () => {
  const person = await demo.person('nhieu-cua-so');
  for (let nth = 0; nth < 20; nth += 1) await connect(await ticketOf(person));
  await expect(ticketOf(person).then(connect)).rejects.toThrow('429');
  const trail = async () => {
    const { rows } = await app.db.inTenant(demo.id, (trx) =>
      sql<{ account_id: string; sockets: number }>`select account_id, (after ->> 'sockets')::int as sockets
        from audit where action = 'refused' and subject = 'live'`.execute(trx),
    );
    return rows;
  };
  await expect.poll(trail).toEqual([{ account_id: person.accountId, sockets: 20 }]);
});

test('a right that is withdrawn while a socket is being opened counts there, too', async () => {
  const person = await demo.person('mat-quyen', ['call-history.view']);
  await listen(person);
  let before: Caller | undefined;
  app.live.publish(demo.id, 'notified', (caller) => {
    if (caller.accountId === person.accountId) before = caller;
    return undefined;
  });
  if (before === undefined) throw new Error('They listen.');
  const [then, now] = [before, { ...before, role: { ...before.role, permissions: [] } }];
  const hub = liveHub();
  const server = createServer();
  server.on(
    'upgrade',
    acceptLive({
      tickets: { issue: () => Promise.resolve(''), redeem: () => Promise.resolve(then) },
      hub,
      callerOf: () => Promise.resolve(now),
      endedBy: () => Promise.resolve(new Map()),
      hasAll: () => undefined,
      isRefused: () => expect.unreachable('The ticket is good.'),
      isOver: () => expect.unreachable('There is room.'),
      onError: (error) => expect.unreachable(String(error)),
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { socket, events } = await connectLive({ http: { server } }, '');
  sockets.push(socket);
  socket.send(JSON.stringify({ type: 'subscribe', topics: ['calls', 'presence'] }));
  await settled(socket);
  hub.publish(demo.id, 'call-changed', () => aCall);
  hub.publish(demo.id, 'presence-changed', () => lan);
  await settled(socket);
  expect(events.map(({ type }) => type)).toEqual(['presence-changed']);
  hub.close();
  server.close();
});

test('who is signed out while their socket is being opened is told by whom', async () => {
  const person = await demo.person('bi-dang-xuat');
  await listen(person);
  let caller: Caller | undefined;
  app.live.publish(demo.id, 'notified', (one) => {
    if (one.accountId === person.accountId) caller = one;
    return undefined;
  });
  if (caller === undefined) throw new Error('They listen.');
  const them = caller;
  const gone = Promise.withResolvers<undefined>();
  const hub = liveHub();
  const server = createServer();
  server.on(
    'upgrade',
    acceptLive({
      tickets: { issue: () => Promise.resolve(''), redeem: () => Promise.resolve(them) },
      hub,
      callerOf: () => gone.promise,
      endedBy: () => Promise.resolve(new Map([[them.sessionId, 'Trưởng ca']])),
      hasAll: () => undefined,
      isRefused: () => expect.unreachable('The ticket is good.'),
      isOver: () => expect.unreachable('There is room.'),
      onError: (error) => expect.unreachable(String(error)),
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { socket, events } = await connectLive({ http: { server } }, '');
  sockets.push(socket);
  socket.send(JSON.stringify({ type: 'subscribe', topics: ['me'] }));
  await settled(socket);
  gone.resolve(undefined);
  await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
  expect(events.map(({ type, data }) => [type, data])).toEqual([['session-ended', { by: 'Trưởng ca' }]]);
  hub.close();
  server.close();
});

test('other paths offer no socket', async () => {
  const socket = new WebSocket(`${origin}/elsewhere`);
  await expect(once(socket, 'open')).rejects.toThrow('404');
});

test('signing out ends the socket with a word', async () => {
  const person = await demo.person('ve-nha');
  const { socket, events } = await listen(person);
  const closed = once(socket, 'close');
  await person.call('POST', '/logout');
  expect((await closed)[0]).toBe(4001);
  expect(events).toEqual([{ topic: 'me', type: 'session-ended', seq: 1, data: { by: '' } }]);
});

test('nonsense ends the socket, and so does falling behind, alone', async () => {
  const { socket: talkative } = await connect(await ticketOf(demo.admin));
  const refused = once(talkative, 'close');
  talkative.send('{"type":"subscribe","topics":["everything"]}');
  expect((await refused)[0]).toBe(4003);

  const [slow, quick] = [await listen(demo.admin, ['presence']), await listen(demo.admin, ['presence'])];
  slow.socket.pause();
  const much = { ...lan, name: 'x'.repeat(500_000) };
  for (let n = 0; n < 40; n += 1) {
    app.live.publish(demo.id, 'presence-changed', () => ({ ...much }));
    await settled(quick.socket);
  }
  expect(quick.events).toHaveLength(40);
  slow.socket.resume();
  await once(slow.socket, 'close');
  expect(slow.events.length).toBeLessThan(40);
});

test('who was just told much is not taken for slow', async () => {
  const { socket, events } = await listen(demo.admin, ['presence']);
  socket.pause();
  // More than the system holds for a socket, so that some of it waits here.
  app.live.publish(demo.id, 'presence-changed', () => ({ ...lan, name: 'x'.repeat(20_000_000) }));
  app.live.publish(demo.id, 'presence-changed', () => lan);
  socket.resume();
  await expect.poll(() => events.length).toBe(2);
  socket.terminate();
});

test('a ticket ends with its session', async () => {
  const person = await demo.person('ra-truoc');
  const ticket = await ticketOf(person);
  await person.call('POST', '/logout');
  await expect(connect(ticket)).rejects.toThrow('401');
});

test('whoever loses a permission hears no more, and whoever gets it hears without asking again', async () => {
  const person = await demo.person('doi-quyen', ['call-history.view']);
  const { socket, events } = await listen(person, ['calls']);
  const call: LiveData<'call-changed'> = { ...aCall };
  const tell = async () => {
    app.live.publish(demo.id, 'call-changed', () => ({ ...call }));
    await settled(socket);
    return events.length;
  };
  const give = async (permissions: string[]) => {
    const role = app.db.inTenant(demo.id, (trx) =>
      trx
        .updateTable('role')
        .set({ permissions })
        .where('name', '=', 'Vai trò của doi-quyen')
        .returning('id')
        .execute(),
    );
    app.bus.publish(
      'rights-changed',
      demo.id,
      (await role).map(({ id }) => id),
    );
  };
  expect(await tell()).toBe(1);
  await give([]);
  await expect.poll(async () => (await tell()) - (await tell())).toBe(0);
  const heard = events.length;
  await give(['call-history.view']);
  await expect.poll(tell).toBeGreaterThan(heard);
});

test('the database itself tells every process when somebody’s rights change, and of nothing else of theirs', async () => {
  const bus = await postgresBus({ url: app.url, log: { warn: () => undefined } });
  const told: string[] = [];
  bus.subscribe('rights-changed', (tenantId, ids) => told.push(tenantId, ...ids));
  const person = await demo.person('duoc-bao');
  await person.call('PUT', '/update-activity-status', { status: 2, reason: 'Họp' });
  const account = (changes: { active?: boolean; status_reason?: string }) =>
    app.db.inTenant(demo.id, (trx) =>
      trx.updateTable('account').set(changes).where('id', '=', person.accountId).execute(),
    );
  await account({ status_reason: 'Nghỉ' });
  await account({ active: true });
  await account({ active: false });
  await expect.poll(() => told).toEqual([demo.id, person.accountId]);
  await bus.close();
});

test('whoever looks at the rows of a resource hears that they changed, and which', async () => {
  const { socket, events } = await listen(await demo.person('nhin-danh-sach'), ['resources']);
  const made = await demo.admin.call('POST', '/branch', { name: 'Chi nhánh vừa thêm' });
  await settled(socket);
  expect(events).toEqual([
    { topic: 'resources', type: 'resource-changed', seq: 1, data: { subject: 'branchs', ids: [made.json().id] } },
  ]);
});
