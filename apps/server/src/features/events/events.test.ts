import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { companyEvent, type Permission } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { publishEvents } from '../../../testing/publish-events.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { eventsClose } from './accept-events.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  other = await app.tenant('khac');
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await app.close();
});

async function keyOf(by: TestPerson, scopes: readonly Permission[], more: object = {}) {
  const input = { name: `khoá ${crypto.randomUUID()}`, scopes, ...more };
  const made = (await by.call('POST', '/api-key', input)).json();
  const { secret } = (await by.call('POST', `/api-key/${made.id}/secret`)).json();
  return { id: made.id as string, secret: secret as string };
}

const ask = (secret: string, query: string, company = 'demo') =>
  app.http.inject({ url: `/api/${company}/events${query}`, headers: { authorization: `Bearer ${secret}` } });
const eventsOf = async (secret: string, query: string) =>
  companyEvent.array().parse((await ask(secret, query)).json().data);
const all = ['events.view', 'call-history.view', 'history-by-status.view', 'customer.full-phone'] as const;

test('a program reads what happened after a number, in order and by pages, of its own company alone', async () => {
  const { secret } = await keyOf(demo.admin, all);
  const start = (await ask(secret, '')).json();
  expect(start).toEqual({ data: [], next: expect.any(Number), more: false });
  const call = await storeCall(app.db, demo.id, { started_at: new Date() });
  const theirs = await storeCall(app.db, other.id, { started_at: new Date() });
  await publishEvents(app.db, other.id, [{ type: 'call.started', call: theirs }]);
  await publishEvents(app.db, demo.id, [
    { type: 'call.started', call },
    { type: 'call.ringing', call, detail: { extension: '101' } },
    { type: 'agent.status', detail: { extension: '101', status: 'on-a-call', reason: '' } },
    { type: 'call.ended', call, detail: { status: 'answered' } },
  ]);
  const first = (await ask(secret, `?after=${start.next}&limit=3`)).json();
  expect(first).toMatchObject({ more: true, next: start.next + 3 });
  const rest = (await ask(secret, `?after=${first.next}&limit=3`)).json();
  expect(rest).toMatchObject({ more: false, next: start.next + 4 });
  expect([...first.data, ...rest.data]).toMatchObject([
    { type: 'call.started', number: start.next + 1, call: { id: call.id, phone: '0901234567' } },
    { type: 'call.ringing', detail: { extension: '101' } },
    { type: 'agent.status', detail: { status: 'on-a-call' } },
    { type: 'call.ended', detail: { status: 'answered' } },
  ]);
  const chosen = await eventsOf(secret, `?after=${start.next}&types=call.ended,agent.status`);
  expect(chosen.map(({ type }) => type)).toEqual(['agent.status', 'call.ended']);
  expect((await ask(secret, `?after=0&types=call.eaten`)).statusCode).toBe(400);
  expect((await ask(secret, '', 'khac')).statusCode).toBe(404);
});

test('a key is told what it may see: no calls of others, no numbers in full, no statuses without the right', async () => {
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const from = (await ask((await keyOf(demo.admin, all)).secret, '')).json().next;
  const lan = await demo.person('lan-su-kien', ['api-keys.create', 'api-keys.update', ...all.slice(0, 2)], '101');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của lan-su-kien').execute(),
  );
  const call = await storeCall(app.db, demo.id, {
    started_at: new Date(),
    rang: [{ extension: '101', answered: true }],
  });
  const others = await storeCall(app.db, demo.id, {
    started_at: new Date(),
    rang: [{ extension: '102', answered: true }],
  });
  await publishEvents(app.db, demo.id, [
    { type: 'call.started', call },
    { type: 'call.started', call: others },
    { type: 'agent.status', detail: { extension: '101', status: 'ready', reason: '' } },
  ]);
  const own = await eventsOf((await keyOf(lan, all.slice(0, 2))).secret, `?after=${from}`);
  expect(own).toMatchObject([{ type: 'call.started', call: { id: call.id } }]);
  expect(JSON.stringify(own)).not.toContain('901234567');
  const hidden = await eventsOf((await keyOf(demo.admin, all.slice(0, 2))).secret, `?after=${from}`);
  expect(hidden.map(({ type }) => type)).toEqual(['call.started', 'call.started']);
  expect(JSON.stringify(hidden)).not.toContain('901234567');
  expect((await ask((await keyOf(demo.admin, ['call-history.view'])).secret, '')).statusCode).toBe(403);
});

test('a program that asks to wait is answered when something happens, and not before', async () => {
  const { secret } = await keyOf(demo.admin, all);
  const { next } = (await ask(secret, '')).json();
  const nothing = await ask(secret, `?after=${next}&wait=1`);
  expect(nothing.json()).toEqual({ data: [], next, more: false });
  const waiting = ask(secret, `?after=${next}&wait=30`);
  const call = await storeCall(app.db, demo.id, { started_at: new Date() });
  await publishEvents(app.db, demo.id, [{ type: 'call.started', call }]);
  app.bus.publish('calls-written', demo.id, [call.id]);
  expect((await waiting).json()).toMatchObject({ data: [{ type: 'call.started' }], next: next + 1 });
});

test('who was away for too long, or knows numbers of a database that is gone, is told so', async () => {
  const { secret } = await keyOf(demo.admin, all);
  const { next } = (await ask(secret, '')).json();
  expect((await ask(secret, `?after=${next + 1}`)).json()).toMatchObject({ code: 'events_gone' });
  const late = await app.tenant('di-lau');
  for (let count = 0; count < 3; count += 1) {
    const detail = { extension: '101', status: 'ready', reason: String(count) };
    await publishEvents(app.db, late.id, [{ type: 'agent.status', detail }]);
  }
  await app.db.inTenant(late.id, (trx) => sql`delete from company_event where number < 3`.execute(trx));
  const key = await keyOf(late.admin, all);
  expect((await ask(key.secret, '?after=1', 'di-lau')).statusCode).toBe(410);
  expect((await ask(key.secret, '?after=2', 'di-lau')).json().data).toMatchObject([{ number: 3 }]);
  expect((await ask(key.secret, '?after=0', 'di-lau')).json().data).toMatchObject([{ number: 3 }]);
});

function listen(secret: string, query: string, scheme = 'Bearer') {
  const { port } = app.http.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live/events?${query}`, {
    headers: { authorization: `${scheme} ${secret}` },
  });
  sockets.push(socket);
  const events: { number: number; type: string }[] = [];
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) events.push(JSON.parse(data.toString()));
  });
  return { socket, events };
}

test('a socket by key tells every event as it happens, from the number that was asked for', async () => {
  const { secret } = await keyOf(demo.admin, all);
  const { next } = (await ask(secret, '')).json();
  const call = await storeCall(app.db, demo.id, { started_at: new Date() });
  await publishEvents(app.db, demo.id, [{ type: 'call.started', call }]);
  const heard = listen(secret, `company=demo&after=${next}`);
  await expect.poll(() => heard.events).toMatchObject([{ number: next + 1, type: 'call.started' }]);
  await publishEvents(app.db, demo.id, [{ type: 'call.ended', call, detail: { status: 'answered' } }]);
  app.bus.publish('calls-written', demo.id, [call.id]);
  await expect.poll(() => heard.events.map(({ type }) => type)).toEqual(['call.started', 'call.ended']);
});

test('a socket is for keys that may, and ends with the key', async () => {
  const refused = listen((await keyOf(demo.admin, ['call-history.view'])).secret, 'company=demo');
  expect((await once(refused.socket, 'error'))[0].message).toContain('403');
  const wrong = listen('alo_khong-co-khoa-nao-nhu-the-nay', 'company=demo');
  expect((await once(wrong.socket, 'error'))[0].message).toContain('401');
  const key = await keyOf(demo.admin, all);
  const elsewhere = listen(key.secret, 'company=khac');
  expect((await once(elsewhere.socket, 'error'))[0].message).toContain('404');
  const mine = listen(key.secret, 'company=demo');
  await once(mine.socket, 'open');
  const closed = once(mine.socket, 'close');
  await demo.admin.call('POST', `/api-key/${key.id}/secret`);
  const call = await storeCall(app.db, demo.id, { started_at: new Date() });
  await publishEvents(app.db, demo.id, [{ type: 'call.started', call }]);
  app.bus.publish('calls-written', demo.id, [call.id]);
  expect((await closed)[0]).toBe(eventsClose.refused);
});

test('a key has twenty sockets, however it is written', async () => {
  const { secret } = await keyOf(demo.admin, all);
  for (let nth = 0; nth < 20; nth += 1) {
    await once(listen(secret, 'company=demo', nth % 2 === 0 ? 'Bearer' : 'bEARER').socket, 'open');
  }
  const more = listen(secret, 'company=demo', 'BEARER');
  expect((await once(more.socket, 'error'))[0].message).toContain('429');
  // Another company has no less.
  const theirs = listen((await keyOf(other.admin, all)).secret, 'company=khac');
  await once(theirs.socket, 'open');
});

/** Says so many statuses one after the other, each when the programs have been told of the one before. */
async function sayInTurn(count: number, isTold: (count: number) => Promise<void>): Promise<void> {
  for (let nth = 1; nth <= count; nth += 1) {
    const detail = { extension: '101', status: 'ready', reason: crypto.randomUUID() };
    await publishEvents(app.db, demo.id, [{ type: 'agent.status', detail }]);
    app.bus.publish('events-told', demo.id, []);
    await isTold(nth);
  }
}

test('a socket is told of more than its key may ask for in a minute, and of the types alone that it wants', async () => {
  const { secret } = await keyOf(demo.admin, all, { requests_per_minute: 10 });
  const heard = listen(secret, 'company=demo&types=agent.status');
  await once(heard.socket, 'open');
  const call = await storeCall(app.db, demo.id, { started_at: new Date() });
  await publishEvents(app.db, demo.id, [{ type: 'call.started', call }]);
  await sayInTurn(25, (count) => expect.poll(() => heard.events.length).toBe(count));
  expect(new Set(heard.events.map(({ type }) => type))).toEqual(new Set(['agent.status']));
  expect(heard.events.map(({ number }) => number)).toEqual(
    heard.events.map(({ number }) => number).toSorted((a, b) => a - b),
  );
});

test('sockets that hear the same at once are told each what it may see', async () => {
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const opened = async (scopes: readonly Permission[]) => {
    const heard = listen((await keyOf(demo.admin, scopes)).secret, 'company=demo');
    await once(heard.socket, 'open');
    return heard;
  };
  const [full, hidden, again] = [await opened(all), await opened(all.slice(0, 2)), await opened(all)];
  const call = await storeCall(app.db, demo.id, { started_at: new Date() });
  await publishEvents(app.db, demo.id, [
    { type: 'call.started', call },
    { type: 'agent.status', detail: { extension: '101', status: 'ready', reason: 'cuối' } },
    { type: 'call.ended', call, detail: { status: 'answered' } },
  ]);
  app.bus.publish('events-told', demo.id, []);
  for (const { events } of [full, hidden, again]) await expect.poll(() => events.at(-1)?.type).toBe('call.ended');
  expect(again.events).toEqual(full.events);
  expect(full.events.map(({ type }) => type)).toEqual(['call.started', 'agent.status', 'call.ended']);
  expect(JSON.stringify(full.events)).toContain('901234567');
  expect(hidden.events.map(({ type }) => type)).toEqual(['call.started', 'call.ended']);
  expect(JSON.stringify(hidden.events)).not.toContain('901234567');
});

test('whose right is withdrawn while nothing happens hears nothing of what comes', async () => {
  const lan = await demo.person('lan-mat-quyen', ['api-keys.create', 'api-keys.update', ...all]);
  const heard = listen((await keyOf(lan, all)).secret, 'company=demo');
  await once(heard.socket, 'open');
  await sayInTurn(1, (count) => expect.poll(() => heard.events.length).toBe(count));
  const roles = (await demo.admin.call('GET', '/roles?search=lan-mat-quyen')).json().data;
  const role = (await demo.admin.call('GET', `/role/${roles[0].id}`)).json();
  const closed = once(heard.socket, 'close');
  const permissions = role.permissions.filter((name: string) => name !== 'events.view');
  const saved = await demo.admin.call('PUT', `/role/${role.id}`, { ...role, permissions });
  expect(saved.statusCode).toBe(200);
  // The database itself tells of it, by PostgreSQL's bus.
  app.bus.publish('rights-changed', demo.id, []);
  await publishEvents(app.db, demo.id, [
    { type: 'agent.status', detail: { extension: '101', status: 'ready', reason: 'sau khi mất quyền' } },
  ]);
  app.bus.publish('events-told', demo.id, []);
  expect((await closed)[0]).toBe(eventsClose.refused);
  expect(heard.events).toHaveLength(1);
});
