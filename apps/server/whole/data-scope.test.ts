import { api, numberCheck, permissions, type Scope } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '../src/kernel/new-id.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { namedEndpoints, send } from '../testing/endpoints.ts';
import { listenLive, settled } from '../testing/live-listener.ts';
import { fieldsOf } from '../testing/samples.ts';
import { storeCall, storeRecording } from '../testing/stored-calls.ts';

/**
 * Whose calls somebody sees. Lan and Hoa are of one team; Minh of another team of the department; Tuấn of another department
 * of the branch; Vân of another branch.
 */
let app: TestApp;
let demo: TestTenant;
const extensions = { lan: '101', hoa: '102', minh: '103', tuan: '104', van: '105' };
type Who = keyof typeof extensions;
const names = Object.keys(extensions) as Who[];
const people = new Map<Who, TestPerson>();
/** A conversation of each of them with a customer of their own. */
const calls = new Map<Who, string>();
/** It rang at Lan's and at Vân's, and Vân took it. */
let taken: string;
/** It rang at Lan's and at Vân's, and nobody took it. */
let missed: string;
const number = '+84977123456';
const everything = permissions;
const today = new Date();

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('pham-vi');
  const ids = {
    north: newId(),
    south: newId(),
    sales: newId(),
    support: newId(),
    far: newId(),
    one: newId(),
    two: newId(),
  };
  await app.db.inTenant(demo.id, async (trx) => {
    const named = (id: string) => ({ id, name: id });
    await trx
      .insertInto('branch')
      .values([named(ids.north), named(ids.south)])
      .execute();
    const department = (id: string, branch_id: string) => ({ ...named(id), branch_id });
    await trx
      .insertInto('department')
      .values([department(ids.sales, ids.north), department(ids.support, ids.north), department(ids.far, ids.south)])
      .execute();
    await trx
      .insertInto('team')
      .values([ids.one, ids.two].map((id) => ({ ...named(id), department_id: ids.sales })))
      .execute();
  });
  const places: Record<Who, { department_id: string; team_id: string | null }> = {
    lan: { department_id: ids.sales, team_id: ids.one },
    hoa: { department_id: ids.sales, team_id: ids.one },
    minh: { department_id: ids.sales, team_id: ids.two },
    tuan: { department_id: ids.support, team_id: null },
    van: { department_id: ids.far, team_id: null },
  };
  for (const name of names) {
    const person = await demo.person(name, everything, extensions[name]);
    people.set(name, person);
    await app.db.inTenant(demo.id, (trx) =>
      trx.updateTable('account').set(places[name]).where('id', '=', person.accountId).execute(),
    );
    calls.set(name, (await callOf([name], name)).id);
  }
  ({ id: taken } = await callOf(['lan', 'van'], 'van'));
  ({ id: missed } = await callOf(['lan', 'van'], undefined));
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => app.close());

async function callOf(rang: readonly Who[], by: Who | undefined) {
  const call = await storeCall(app.db, demo.id, {
    started_at: today,
    status: by === undefined ? 'missed' : 'answered',
    outside_number: number,
    to_extension: by === undefined ? '' : extensions[by],
    agent_extension: by === undefined ? '' : extensions[by],
    rang: rang.map((who) => ({ extension: extensions[who], answered: who === by })),
    recording: {},
  });
  await storeRecording(app.files, demo.id, call.recordingId);
  return call;
}

/** Somebody, as long as their role has this scope. */
async function withScope(who: Who, scope: Scope): Promise<TestPerson> {
  const person = people.get(who);
  if (person === undefined) throw new Error(`There is no ${who}.`);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope }).where('name', '=', `Vai trò của ${who}`).execute(),
  );
  app.bus.publish('rights-changed', demo.id, []);
  return person;
}

const idOf = (who: Who) => calls.get(who) ?? '';

test.each<[Scope, Who[]]>([
  ['own', ['lan']],
  ['team', ['lan', 'hoa']],
  ['department', ['lan', 'hoa', 'minh']],
  ['branch', ['lan', 'hoa', 'minh', 'tuan']],
  ['all', ['lan', 'hoa', 'minh', 'tuan', 'van']],
])('with the scope %s the history, its export and the figures are made of the calls of %s', async (scope, seen) => {
  const lan = await withScope('lan', scope);
  // What nobody took is of everybody whose phone rang; what somebody took is theirs.
  const expected = [...seen.map(idOf), missed, ...(scope === 'all' ? [taken] : [])].toSorted();
  const list = (await lan.call('GET', '/histories-call?per_page=100')).json();
  expect(list.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(expected);
  expect(list.total).toBe(expected.length);

  const sheet = await lan.call('GET', '/histories-call/export?format=csv');
  expect(sheet.payload.trim().split('\n')).toHaveLength(1 + expected.length);

  const board = (await lan.call('GET', '/dashboard')).json();
  const total = board.figures.find(({ key }: { key: string }) => key === 'total');
  expect(total.value).toBe(expected.length);
  const hours: { answered: number; unanswered: number }[] = board.hours;
  expect(hours.reduce((sum, hour) => sum + hour.answered + hour.unanswered, 0)).toBe(expected.length);
  expect(board.agents.map(({ name }: { name: string }) => name)).toEqual(seen);

  const card = (await lan.call('GET', `/customer-by-phone?phone=${encodeURIComponent(number)}`)).json();
  // The last three, as whoever answers is shown.
  expect(card.calls).toHaveLength(Math.min(3, expected.length));
});

test('a conversation that is out of scope is not there: not its detail, nor its recording', async () => {
  const lan = await withScope('lan', 'own');
  for (const path of ['', '/recording', '/waveform']) {
    const answers = await Promise.all(
      [idOf('lan'), idOf('hoa'), taken].map((id) => lan.call('GET', `/histories-call/${id}${path}`)),
    );
    expect([path, answers.map(({ statusCode }) => statusCode)]).toEqual([path, [200, 404, 404]]);
  }
});

test('somebody who belongs nowhere has their own calls, and without a phone none', async () => {
  const tuan = await withScope('tuan', 'team');
  const list = (await tuan.call('GET', '/histories-call')).json();
  expect(list.data.map(({ id }: { id: string }) => id)).toEqual([idOf('tuan')]);
  const office = await demo.person('van-phong', everything);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của van-phong').execute(),
  );
  app.bus.publish('rights-changed', demo.id, []);
  expect((await office.call('GET', '/histories-call')).json().data).toEqual([]);
});

test('a change of a call is told to whom it concerns; whose phone only rang reads again without being told what', async () => {
  const listening = await Promise.all(
    (['lan', 'hoa', 'van'] as const).map(async (who) => {
      const listener = await listenLive(app, await withScope(who, 'own'), ['calls', 'resources']);
      return { who, ...listener };
    }),
  );
  const everybody = await listenLive(app, demo.admin, ['calls', 'resources']);
  app.bus.publish('calls-written', demo.id, [taken]);
  await expect.poll(() => everybody.events.length).toBe(1);
  app.bus.publish('calls-written', demo.id, [idOf('hoa')]);
  await expect.poll(() => everybody.events.length).toBe(2);
  const heard = await Promise.all(
    listening.map(async ({ who, socket, events }) => {
      await settled(socket);
      return [who, events.map(({ type, data }) => [type, 'id' in data ? data.id : 'ids' in data ? data.ids : null])];
    }),
  );
  expect(heard).toEqual([
    ['lan', [['resource-changed', [taken]]]],
    ['hoa', [['call-changed', idOf('hoa')]]],
    ['van', [['call-changed', taken]]],
  ]);
});

// What says the number again that it was asked about tells nothing.
const readings = api.filter(
  (one) => one.method === 'GET' && one.access !== 'public' && one !== (numberCheck as (typeof api)[number]),
);
const asked = { format: 'csv', phone: number, per_page: '100' };

async function told(token: string, id: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, endpoint] of namedEndpoints(readings)) {
    const given = Object.entries(asked).filter(([field]) => Object.hasOwn(fieldsOf(endpoint.query), field));
    const query = Object.fromEntries(given);
    const { statusCode, payload } = await send(app, endpoint, demo.code, { token, id, query });
    const isAudio = statusCode === 200 && /recording|waveform/.test(endpoint.path);
    if (isAudio || payload.includes(number.slice(3)) || payload.includes(id)) found.push(name);
  }
  return found;
}

test('whatever is read, nobody finds a call there that is out of their scope', async () => {
  const hoa = await withScope('hoa', 'own');
  const stranger = await demo.person('nguoi-moi', everything, '199');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của nguoi-moi').execute(),
  );
  app.bus.publish('rights-changed', demo.id, []);
  expect(await told(stranger.token, idOf('hoa'))).toEqual([]);
  // The guard bites: who took part does find it.
  expect((await told(hoa.token, idOf('hoa'))).length).toBeGreaterThan(4);
});
