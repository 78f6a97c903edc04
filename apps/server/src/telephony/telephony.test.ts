import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyBoard, emptyMap, getFrom, personOf, valuesOf } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { migratedTestDatabase } from '../../testing/database.ts';
import { openTestOffice, type TestOffice } from '../../testing/small-company.ts';
import { testTelephony } from '../../testing/telephony.ts';
import { fixedKey } from '../kernel/key-ring.ts';
import { openDialled, sealNumber } from '../storage/sealed-number.ts';
import { systemClock } from './clock.ts';
import { localDisk } from './disk.ts';
import { keepTenantsOpen } from './keep-tenants-open.ts';
import { NodeInUse } from './lease/lease.ts';
import type { Telephony } from './telephony.ts';
import { telephonyStore } from './telephony-store.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const serverKey = fixedKey(randomBytes(32));
let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
let folder: string;
let office: TestOffice;
let engine: ScriptedEngine;
let telephony: Telephony;
let offices = 0;

beforeAll(async () => {
  database = await migratedTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-telephony-'));
  office = await openTestOffice(database.db, `tdv-${++offices}`);
  engine = new ScriptedEngine();
  telephony = create('here');
});
afterEach(async () => {
  await telephony.close();
  await rm(folder, { recursive: true });
});

function create(holder: string, store = telephonyStore(database.db), clock = systemClock): Telephony {
  return testTelephony(database.db, {
    engine,
    store,
    clock,
    holder,
    dataFolder: join(folder, holder),
    secretsOf: () => Promise.resolve([{ extension: '101', secrets: [] }]),
    readDialled: (tenant, dialled) => openDialled(serverKey, tenant, dialled),
  });
}

const open = (where = telephony) => where.open({ id: office.tenant, sip_domain: 'x.alo.local' });

test('a tenant is provisioned, its calls run, and whoever listens hears of each change', async () => {
  const heard: string[] = [];
  telephony.listen({
    onChanged: (tenantId, { calls, people }) => {
      const board = telephony.boardOf(tenantId) ?? emptyBoard;
      heard.push(...people, ...calls.map((id) => getFrom(board.calls, id)?.stage ?? 'none'));
    },
  });
  expect(await open()).toBe(true);
  expect(engine.provisions.get(office.tenant)).toMatchObject({
    domain: 'x.alo.local',
    extensions: [{ extension: '101' }],
    trunks: [{ trunk: office.trunk, numbers: [office.number] }],
  });
  engine.register(office.tenant, '101');
  await telephony.settled();
  const call = engine.customerCalls(office.tenant, office.trunk, '0901234567', office.number);
  await telephony.settled();
  engine.answers(call, '101');
  await telephony.settled();
  engine.ends(call, 'caller');
  await telephony.settled();
  expect([...new Set(heard)]).toEqual(['101', 'open', 'closing', 'ended']);
});

test('whoever listens hears of calls that are written, and of those with a message apart', async () => {
  const [written, withMessages]: [Set<string>, Set<string>] = [new Set(), new Set()];
  telephony.listen({
    onWritten: (_, calls) => calls.forEach((id) => written.add(id)),
    onMessagesLeft: (_, calls) => calls.forEach((id) => withMessages.add(id)),
  });
  await open();
  const calls = () => engine.customerCalls(office.tenant, office.trunk, '0901234567', office.number);
  const inVain = calls();
  await telephony.settled();
  engine.ends(inVain, 'caller', 'cancelled');
  // Nobody's phone is there: the group's voicemail box greets, and beeps.
  const leaves = calls();
  for (let heard = 0; heard < 2; heard += 1) {
    await telephony.settled();
    engine.heardAll(leaves, 'caller');
  }
  await telephony.settled();
  expect([...withMessages]).toEqual([]);
  engine.on(leaves, 'caller', { type: 'digit', digit: '#' });
  await telephony.settled();
  expect([...written].toSorted()).toEqual([inVain, leaves].toSorted());
  expect([...withMessages]).toEqual([leaves]);
});

test('what people last chose to be holds after a restart, and a change holds at once', async () => {
  await database.db.inTenant(office.tenant, async (trx) => {
    const id = crypto.randomUUID();
    await trx.insertInto('role').values({ id, name: 'Nhân viên' }).execute();
    await trx
      .insertInto('account')
      .values({ id, email: 'a@x.vn', name: 'A', password_hash: '', role_id: id, extension: '101', status_activity: 2 })
      .execute();
  });
  await open();
  const activity = () => personOf(telephony.boardOf(office.tenant) ?? emptyBoard, '101').activity;
  await expect.poll(activity).toBe(2);
  telephony.agentStatus(office.tenant, { extension: '101', activity: 1, reason: null });
  await telephony.settled();
  expect(activity()).toBe(1);
});

const leadTo102 = () =>
  database.db.inTenant(office.tenant, (trx) =>
    trx.updateTable('inbound_rule').set({ destination_kind: 'direct', destination_value: '102' }).execute(),
  );

/** The phones that ring for a customer: both, before anything is saved. */
async function whoRings(where = telephony): Promise<readonly string[]> {
  for (const extension of ['101', '102']) engine.register(office.tenant, extension);
  await where.settled();
  engine.customerCalls(office.tenant, office.trunk, '0901234567', office.number);
  await where.settled();
  return engine.performed;
}

test('a configuration that was saved is what the next call goes by', async () => {
  await open();
  await leadTo102();
  await telephony.configChanged(office.tenant);
  expect(await whoRings()).toEqual(['dial 102']);
});

test('pages whose phones may come are known to the engine when whoever saved them is answered, however slow it is', async () => {
  await open();
  const provision = engine.provision.bind(engine);
  engine.provision = async (tenant) => {
    await sleep(300);
    return provision(tenant);
  };
  const page = 'https://crm.example.vn';
  await database.db.inTenant(office.tenant, (trx) =>
    trx
      .insertInto('system_setting')
      .values({ phone_origins: [page] })
      .onConflict((row) => row.column('tenant_id').doUpdateSet({ phone_origins: [page] }))
      .execute(),
  );
  await telephony.configChanged(office.tenant);
  expect(engine.provisions.get(office.tenant)).toMatchObject({ phoneOrigins: [page] });
});

test('so is one that was saved while the tenant was being opened, just after it had been read', async () => {
  const store = telephonyStore(database.db);
  let reads = 0;
  await telephony.close();
  telephony = create('here', {
    ...store,
    async config(tenantId) {
      const config = await store.config(tenantId);
      if (++reads > 1) return config;
      await leadTo102();
      await telephony.configChanged(tenantId);
      return config;
    },
  });
  await open();
  await expect.poll(() => telephony.boardOf(office.tenant)?.plan.inboundRules[0]?.destination.kind).toBe('direct');
  expect(await whoRings()).toEqual(['dial 102']);
});

test('and one that could not be read when it was saved', async () => {
  const store = telephonyStore(database.db);
  let isAway = false;
  await telephony.close();
  telephony = create('here', {
    ...store,
    config: (tenantId) => (isAway ? Promise.reject(new Error('no database')) : store.config(tenantId)),
  });
  await open();
  await leadTo102();
  isAway = true;
  await expect(telephony.configChanged(office.tenant)).rejects.toThrow('no database');
  isAway = false;
  await expect.poll(() => telephony.boardOf(office.tenant)?.plan.inboundRules[0]?.destination.kind).toBe('direct');
  expect(await whoRings()).toEqual(['dial 102']);
});

test('a number that was dialled sealed is called and stands in the history as what it is', async () => {
  await open();
  const dialled = () => [...valuesOf(telephony.boardOf(office.tenant)?.calls ?? emptyMap)].map((call) => call.dialled);
  engine.extensionCalls(office.tenant, '101', sealNumber(serverKey, office.tenant, '0901234567'));
  await telephony.settled();
  expect(dialled()).toEqual(['0901234567']);
  engine.extensionCalls(office.tenant, '102', sealNumber(serverKey, office.tenant, '0901234568', 'campaign'));
  await telephony.settled();
  const calls = [...valuesOf(telephony.boardOf(office.tenant)?.calls ?? emptyMap)];
  const purposeOf = (number: string) => calls.find((call) => call.dialled === number)?.purpose;
  expect([purposeOf('0901234567'), purposeOf('0901234568')]).toEqual([undefined, 'campaign']);
});

test('another process does not run a tenant that is run here, until this one stops', async () => {
  expect(await open()).toBe(true);
  const other = create('there');
  expect(await open(other)).toBe(false);
  await telephony.close();
  expect(await open(other)).toBe(true);
  await other.close();
});

test('a company moves to another node when it has no call, and leaves nothing behind', async () => {
  const [here, elsewhere] = [engine, new ScriptedEngine()];
  engine = elsewhere;
  const there = create('there');
  await there.enter();
  engine = here;
  await open();
  engine.register(office.tenant, '101');
  await telephony.settled();
  const call = engine.customerCalls(office.tenant, office.trunk, '0901234567', office.number);
  await telephony.settled();
  expect(await telephony.move(office.tenant, 'there')).toBe(false);
  engine.answers(call, '101');
  await telephony.settled();
  expect(await telephony.move(office.tenant, 'there')).toBe(false);
  engine.ends(call, 'caller');
  await telephony.settled();
  expect(await telephony.move(office.tenant, 'there')).toBe(true);
  expect([telephony.boardOf(office.tenant), engine.provisions.get(office.tenant)]).toEqual([undefined, undefined]);
  expect(await readdir(join(folder, 'here', 'journal'))).toEqual([]);
  expect(await open()).toBe(false);

  expect(await open(there)).toBe(true);
  elsewhere.register(office.tenant, '101');
  await there.settled();
  elsewhere.customerCalls(office.tenant, office.trunk, '0901234568', office.number);
  await there.settled();
  await there.close();
  const calls = await database.db.inTenant(office.tenant, (trx) =>
    trx.selectFrom('call').select(['outside_number', 'status']).orderBy('started_at').execute(),
  );
  expect(calls).toEqual([
    { outside_number: '+84901234567', status: 'answered' },
    { outside_number: '+84901234568', status: 'in_progress' },
  ]);
});

test('a call that comes while its company is about to move is taken where it came', async () => {
  let comes: ReturnType<ScriptedEngine['customerCalls']> | undefined;
  engine = new (class extends ScriptedEngine {
    override letGo(...of: Parameters<ScriptedEngine['letGo']>) {
      comes ??= this.customerCalls(office.tenant, office.trunk, '0901234567', office.number);
      return super.letGo(...of);
    }
  })();
  const moving = create('moving');
  await open(moving);
  engine.register(office.tenant, '101');
  await moving.settled();
  expect(await moving.move(office.tenant, 'there')).toBe(false);
  await moving.settled();
  if (comes === undefined) throw new Error('Nobody called.');
  engine.answers(comes, '101');
  await moving.settled();
  expect([...valuesOf(moving.boardOf(office.tenant)?.calls ?? emptyMap)]).toMatchObject([{ stage: 'open' }]);
  engine.ends(comes, 'caller');
  await moving.settled();
  expect(await moving.move(office.tenant, 'there')).toBe(true);
  await moving.close();
});

test('what only the disk of a machine knows of calls is taken later, when another machine has its company', async () => {
  let isCut = false;
  const store = telephonyStore(database.db);
  const cut: typeof store = {
    ...store,
    history(...of) {
      const history = store.history(...of);
      return { ...history, write: (batch) => (isCut ? Promise.reject(new Error('cut off')) : history.write(batch)) };
    },
  };
  const dying = create('dying', cut);
  const calls = () =>
    database.db.inTenant(office.tenant, (trx) =>
      trx
        .selectFrom('call')
        .select(['id', 'outside_number', 'status', 'cause', 'talk_ms'])
        .orderBy('outside_number')
        .execute(),
    );
  await open(dying);
  for (const extension of ['101', '102']) engine.register(office.tenant, extension);
  await dying.settled();
  const first = engine.customerCalls(office.tenant, office.trunk, '0901234561', office.number);
  await dying.settled();
  engine.answers(first, '101');
  await dying.settled();
  isCut = true;
  const second = engine.customerCalls(office.tenant, office.trunk, '0901234562', office.number);
  await dying.acted();
  engine.answers(second, '102');
  await dying.acted();
  engine.ends(second, 'caller');
  await dying.acted();
  await sleep(300);
  await dying.close();

  engine = new ScriptedEngine();
  const there = create('there-now');
  expect(await open(there)).toBe(true);
  await there.settled();
  const interrupted = { id: first, outside_number: '+84901234561', status: 'answered', cause: 'interrupted' };
  expect(await calls()).toMatchObject([interrupted]);
  const before = (await calls())[0]?.talk_ms ?? 0;

  engine = new ScriptedEngine();
  const again = create('dying');
  expect(await open(again)).toBe(false);
  await again.takeTails();
  const ended = { id: second, outside_number: '+84901234562', status: 'answered', cause: 'normal' };
  expect(await calls()).toMatchObject([interrupted, ended]);
  expect((await calls())[0]?.talk_ms).toBeGreaterThan(before + 200);
  expect(await readdir(join(folder, 'dying', 'journal'))).toEqual([]);
  const taken = await calls();
  await again.takeTails();
  expect(await calls()).toEqual(taken);
  await again.close();
  await there.close();
});

test('an engine that comes back is told of the tenant again', async () => {
  await open();
  engine.die();
  engine.provisions.forget(office.tenant);
  engine.revive();
  await expect.poll(() => [...engine.provisions.all()].length).toBe(1);
});

test('a tenant that could not be opened to the end is free, and is opened the next time', async () => {
  const failing = testTelephony(database.db, {
    engine,
    holder: 'failing',
    dataFolder: join(folder, 'failing'),
    disk: { ...localDisk, read: () => Promise.reject(new Error('EIO')) },
  });
  await expect(open(failing)).rejects.toThrow('EIO');
  expect(failing.boardOf(office.tenant)).toBeUndefined();
  expect(await open()).toBe(true);
  await failing.close();
});

test('a tenant whose phones cannot be told to the engine yet has its calls all the same', async () => {
  let tries = 0;
  const hesitant = testTelephony(database.db, {
    engine,
    holder: 'hesitant',
    dataFolder: join(folder, 'hesitant'),
    secretsOf: () => (++tries === 1 ? Promise.reject(new Error('no secrets')) : Promise.resolve([])),
  });
  expect(await open(hesitant)).toBe(true);
  const call = engine.extensionCalls(office.tenant, '101', '102');
  await hesitant.settled();
  expect(getFrom(hesitant.boardOf(office.tenant)?.calls ?? emptyMap, call)).toBeDefined();
  engine.revive();
  await expect.poll(() => [...engine.provisions.all()].length).toBe(1);
  await hesitant.close();
});

test('a call of an engine that died before its tenant could be opened has ended when that died', async () => {
  const began = Date.UTC(2026, 10, 20, 3);
  let now = began;
  engine.now = () => now;
  const late = testTelephony(database.db, {
    engine,
    holder: 'late',
    clock: { ...systemClock, now: () => now },
    dataFolder: join(folder, 'late'),
  });
  const call = engine.customerCalls(office.tenant, office.trunk, '0901234567', office.number);
  now = began + 500;
  engine.die();
  now = began + 900;
  expect(await open(late)).toBe(true);
  await late.settled();
  const row = await database.db.inTenant(office.tenant, (trx) =>
    trx.selectFrom('call').select(['id', 'cause', 'ended_at']).executeTakeFirst(),
  );
  expect(row).toEqual({ id: call, cause: 'interrupted', ended_at: new Date(began + 500) });
  await late.close();
});

test('a process that hears that it is to end when it goes on after a stop knows of its calls until the stop', async () => {
  await telephony.close();
  let stoppedMs = 0;
  telephony = create('here', undefined, { ...systemClock, now: () => systemClock.now() + stoppedMs });
  await open();
  engine.register(office.tenant, '101');
  engine.customerCalls(office.tenant, office.trunk, '0901234567', office.number);
  await telephony.settled();
  const stoppedAt = systemClock.now();
  stoppedMs = 40_000;
  await telephony.close();
  const known = Number(await readFile(join(folder, 'here', 'journal', office.tenant, 'alive'), 'utf8'));
  expect(known).toBeGreaterThan(0);
  expect(known).toBeLessThanOrEqual(stoppedAt);
});

test('a tenant that cannot be opened stops no other, and is tried again', async () => {
  const bad = { id: crypto.randomUUID(), sip_domain: 'bad.alo.local' };
  const good = { id: office.tenant, sip_domain: 'x.alo.local' };
  const keeper = await keepTenantsOpen({ telephony, tenants: async () => [bad, good], clock: systemClock, log });
  expect(telephony.boardOf(good.id)).toBeDefined();
  expect(keeper.setAside).toMatchObject([{ tenantId: bad.id, tries: 1 }]);
  await keeper.close();
});

test('a process that another one follows has no calls, says so, and has them again when that has ended', async () => {
  const first = testTelephony(database.db, {
    engine,
    holder: 'node',
    leaseMs: 3_000,
    dataFolder: join(folder, 'node'),
  });
  expect(await open(first)).toBe(true);
  const second = testTelephony(database.db, { engine: new ScriptedEngine(), holder: 'node', dataFolder: folder });
  await second.enter();
  await expect.poll(() => first.isFollowed()).toBe(true);
  await expect.poll(() => first.boardOf(office.tenant)).toBeUndefined();
  expect(await open(first)).toBe(false);
  await second.close();
  expect(await open(first)).toBe(true);
  expect(first.isFollowed()).toBe(false);
  await first.close();
});

test('a process is not entered where one of another place lives by its name', async () => {
  const first = testTelephony(database.db, { engine, holder: 'twice', leaseMs: 9_000, dataFolder: folder });
  await first.enter();
  const copy = testTelephony(database.db, { engine, holder: 'twice', place: 'copy', dataFolder: folder });
  await expect(copy.enter()).rejects.toThrow(NodeInUse);
  await first.close();
});
