import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, Digit } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { companyDataOf } from '../src/compose/company-records.ts';
import { callsReadAfter } from '../src/compose/resources.ts';
import type { Trx } from '../src/db/database.ts';
import { followBus } from '../src/switchboard/follow-bus.ts';
import type { Telephony } from '../src/telephony/telephony.ts';
import { inProcessBus } from '../testing/bus.ts';
import { migratedTestDatabase } from '../testing/database.ts';
import { openTestOffice, type TestOffice } from '../testing/small-company.ts';
import { storeCall } from '../testing/stored-calls.ts';
import { testTelephony } from '../testing/telephony.ts';

const onError = (error: unknown) => expect.unreachable(String(error));
/** An engine that remembers what it was last told to play. */
class Hearing extends ScriptedEngine {
  lastPlayed = '';

  override perform(...[tenant, call, command]: Parameters<ScriptedEngine['perform']>): void {
    if (command.type === 'play') {
      this.lastPlayed = command.sources.map((source) => (source.kind === 'file' ? source.file : source.kind)).join(' ');
    }
    super.perform(tenant, call, command);
  }
}

let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
let folder: string;
let office: TestOffice;
let engine: Hearing;
let telephony: Telephony;
let offices = 0;

beforeAll(async () => {
  database = await migratedTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-by-phone-'));
  office = await openTestOffice(database.db, `bam-ma-${++offices}`);
  engine = new Hearing();
  telephony = await begin();
});
afterEach(async () => {
  await telephony.close();
  await rm(folder, { recursive: true });
});

/** Telephony with the office and the bus of the product. */
async function begin(): Promise<Telephony> {
  const { db } = database;
  const bus = inProcessBus();
  const matches = async (stored: string | undefined, pin: string) =>
    stored !== undefined && (await verify(stored, pin));
  const started = testTelephony(db, {
    engine,
    holder: 'here',
    dataFolder: join(folder, 'here'),
    companyData: companyDataOf({ db, bus, matches }),
    secretsOf: () => Promise.resolve([{ extension: '101', secrets: [] }]),
  });
  followBus({
    bus,
    telephony: started,
    inTenant: db.inTenant,
    tenants: async () => [],
    readAfter: callsReadAfter,
    onError,
  });
  await started.open({ id: office.tenant, sip_domain: 'x.alo.local' });
  return started;
}

const inTenant = <T>(work: (trx: Trx) => Promise<T>) => database.db.inTenant(office.tenant, work);
const played = () => engine.lastPlayed;
const plays = (file: string) => expect.poll(played).toContain(file);
const dials = (code: string): CallId => engine.extensionCalls(office.tenant, '102', code);
const press = (call: CallId, digits: string) => {
  // A test writes digits only.
  for (const digit of digits) engine.on(call, 'caller', { type: 'digit', digit: digit as Digit });
};

test('a code that somebody dials is kept, and the next call goes by it, after a restart too', async () => {
  dials('*78');
  await plays('do-not-disturb-on');
  const plan = () => telephony.boardOf(office.tenant)?.plan.extensions['102']?.doNotDisturb;
  await expect.poll(plan).toBe(true);
  await telephony.close();
  telephony = await begin();
  expect(plan()).toBe(true);
  dials('*79');
  await expect.poll(plan).toBeUndefined();
});

test('a condition is turned by its own code, and stands so after a restart', async () => {
  await inTenant((trx) => trx.updateTable('time_condition').set({ code: '*281' }).execute());
  await telephony.configChanged(office.tenant);
  const override = () => Object.values(telephony.boardOf(office.tenant)?.plan.timeConditions ?? {})[0]?.override;
  dials('*2812');
  await plays('night-mode');
  await expect.poll(override).toBe('otherwise');
  await telephony.close();
  telephony = await begin();
  expect(override()).toBe('otherwise');
  dials('*281');
  await plays('clock-mode');
  await expect.poll(override).toBe(null);
});

test('a condition that asks for a PIN is turned by whoever types it, through a restart; no key of it is kept', async () => {
  const pin_hash = await hash('2580');
  await inTenant((trx) => trx.updateTable('time_condition').set({ code: '*281', pin_hash }).execute());
  await telephony.configChanged(office.tenant);
  const override = () => Object.values(telephony.boardOf(office.tenant)?.plan.timeConditions ?? {})[0]?.override;
  const call = dials('*2812');
  await plays('box-pin');
  press(call, '1234#');
  await plays('box-wrong-pin');
  expect(override()).toBe(null);
  press(call, '25');
  await telephony.close();
  const written = await everythingIn(join(folder, 'here', 'journal'));
  expect(written).toContain('"sealed":');
  expect(written).not.toMatch(/"(digit|typed)":"[^"]/);
  telephony = await begin();
  press(call, '80#');
  await plays('night-mode');
  await expect.poll(override).toBe('otherwise');
  engine.ends(call, 'caller');
  await telephony.settled();
  expect(await keysIn(call)).toEqual([]);
});

/** What is kept in the history of keys that were pressed. */
async function keysIn(call: CallId): Promise<string[]> {
  const { rows } = await inTenant((trx) =>
    sql<{ type: string; data: unknown }>`select type, data from call_event where call_id = ${call}`.execute(trx),
  );
  return rows.filter(({ type }) => type === 'digit').map(({ data }) => JSON.stringify(data));
}

/** The box of the office has a PIN and is that of 102. */
async function boxWithPin(pin: string): Promise<string> {
  const pin_hash = await hash(pin);
  const { id: box } = await inTenant((trx) =>
    trx.updateTable('voicemail_box').set({ pin_hash }).returning('id').executeTakeFirstOrThrow(),
  );
  await inTenant((trx) =>
    trx
      .updateTable('extension')
      .set({ otherwise_kind: 'voicemail', otherwise_value: box })
      .where('number', '=', '102')
      .execute(),
  );
  await telephony.configChanged(office.tenant);
  return box;
}

test('a box is opened by its PIN, a message is heard and deleted, and what was typed is in no history', async () => {
  const box = await boxWithPin('4711');
  const left = await storeCall(database.db, office.tenant, { recording: { kind: 'message', voicemail_box_id: box } });

  const call = dials('*98');
  await plays('box-pin');
  press(call, '4712#');
  await plays('box-wrong-pin');
  press(call, '4711#');
  await plays(`recordings/${office.tenant}/${left.recordingId}.wav`);
  press(call, '3');
  await plays('box-deleted');
  engine.ends(call, 'caller');
  await telephony.settled();
  const marks = () => inTenant((trx) => trx.selectFrom('voicemail_message').selectAll().execute());
  await expect.poll(marks).toMatchObject([{ recording_id: left.recordingId, deleted_at: expect.any(Date) }]);
  const keys = await keysIn(call);
  // What was pressed in the menu of the box is no secret.
  expect(keys).toHaveLength(1);
  expect(keys[0]).toContain('"3"');
});

test('a PIN that is typed through restarts is right, and no file has a key of it in the clear', async () => {
  await boxWithPin('4711');
  const call = dials('*98');
  await plays('box-pin');
  const written = async () => {
    await telephony.close();
    return everythingIn(join(folder, 'here', 'journal'));
  };
  const texts: string[] = [];
  // Each next process has what was typed from the snapshot of the one before; journal.test.ts has it line by line.
  for (const keys of ['4', '71']) {
    press(call, keys);
    texts.push(await written());
    expect(texts.at(-1)).toContain('"doing":{"what":"pin","typed":"","sealed":"');
    telephony = await begin();
  }
  press(call, '1#');
  await plays('box-empty');
  texts.push(await written());
  for (const text of texts) expect(text).not.toMatch(/"(digit|typed)":"[^"]/);
  telephony = await begin();
});

/** The text of all files of a folder. */
async function everythingIn(path: string): Promise<string> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))).join('');
}

test('whoever has no box hears so', async () => {
  dials('*98');
  await expect.poll(played).toContain('no-box');
});
