import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { someOf } from '@alo/testing/in-depth';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { bringFiles } from '../src/background/bring-files.ts';
import { fileCopies } from '../src/background/file-copies.ts';
import { filesAway } from '../src/background/files-left.ts';
import { keepRecordings } from '../src/background/keep-recordings.ts';
import { type MoveStep, moveFiles, moveSteps } from '../src/background/move-files.ts';
import { removeOld } from '../src/background/retention.ts';
import { readConfig } from '../src/config.ts';
import type { ServerKey } from '../src/kernel/key-ring.ts';
import { newId } from '../src/kernel/new-id.ts';
import { examine } from '../src/operator/doctor/doctor.ts';
import { folderGone } from '../src/operator/folders.ts';
import { rotateKeys } from '../src/operator/keys/rotate.ts';
import type { FileKey } from '../src/storage/file-store.ts';
import { folderId } from '../src/storage/folder-id.ts';
import { openFiles } from '../src/storage/open-files.ts';
import { s3Store } from '../src/storage/s3-store.ts';
import { serverKey } from '../src/storage/server-key.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { testImports } from '../testing/imports.ts';
import { testS3Server } from '../testing/s3-server.ts';
import { storeCall } from '../testing/stored-calls.ts';
import { twoSpeaking } from '../testing/telephone-sound.ts';
import { workerWithin } from '../testing/worker-within.ts';

/** Files of machines with a folder each and one bucket: where they go, and that what is erased is nowhere. */
let app: TestApp;
let firm: TestTenant;
let top: string;
let s3: Awaited<ReturnType<typeof testS3Server>>;

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'alo-moved-'));
  s3 = await testS3Server();
  app = await testApp();
  firm = await app.tenant('nhieu-may');
});
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
  await app.close();
  await s3.close();
  await rm(top, { recursive: true });
});

/** What runs on the database, and ends before it does. */
const running: (() => Promise<void>)[] = [];

class Killed extends Error {}

interface How {
  readonly seals?: boolean;
  /** Dies after this step, as by `kill -9`: nothing that it began is ended. */
  readonly diesAfter?: MoveStep;
  /** What happens elsewhere after this step, before it goes on. */
  readonly meanwhile?: (step: MoveStep) => Promise<void>;
  readonly bucket?: boolean;
  readonly key?: ServerKey;
}

type Machine = Awaited<ReturnType<typeof machine>>;
const machines = new Set<Machine>();

/** A machine with a folder of its own, whose processes run. What one tells, the others hear. */
async function machine(
  name: string,
  { seals = false, diesAfter, meanwhile, bucket = true, key = app.serverKey }: How = {},
) {
  const dataFolder = join(top, name);
  const folder = await folderId(dataFolder);
  const tell = (what: 'files-removed' | 'file-wanted', tenantId: string, names: readonly string[]) => {
    for (const one of machines) {
      if (what === 'files-removed') one.moving.removed();
      else one.moving.wanted(tenantId, names);
    }
  };
  const copies = fileCopies({ db: app.db, folder, tell });
  const settings = { dataFolder, s3: bucket ? s3.settings : undefined, sealsRecordings: seals };
  const files = openFiles(settings, key, copies);
  const warned: unknown[] = [];
  const moving = moveFiles({
    db: app.db,
    dataFolder,
    folder,
    node: name,
    copies,
    key,
    bucket: bucket ? s3Store(s3.settings) : undefined,
    seal: seals ? files.seal : undefined,
    log: { warn: (...words) => void warned.push(words) },
    async onStep(step) {
      if (step === diesAfter) throw new Killed(step);
      await meanwhile?.(step);
    },
    // Rounds are asked for.
    everyMs: 3_600_000,
  });
  const one = {
    name,
    folder,
    dataFolder,
    copies,
    files,
    moving,
    warned,
    async stop() {
      machines.delete(one);
      await moving.close();
    },
  };
  machines.add(one);
  running.push(() => one.stop());
  await moving.begin();
  await moving.settled();
  return one;
}

const keyOf = (recordingId: string): FileKey => ({
  area: 'recordings',
  tenantId: firm.id,
  name: `${recordingId}.wav`,
});
const namesIn = async ({ dataFolder }: { dataFolder: string }, area = 'recordings') =>
  (await readdir(join(dataFolder, area, firm.id)).catch((): string[] => [])).toSorted();
const inBucket = (area = 'recordings') =>
  s3
    .files()
    .filter((name) => name.includes(`/${area}/`))
    .map((name) => name.slice(name.lastIndexOf('/') + 1))
    .toSorted();
const copiesOf = (key: FileKey) =>
  app.db.inTenant(firm.id, (trx) =>
    trx.selectFrom('file_copy').where('name', '=', key.name).select(['holder', 'state']).orderBy('holder').execute(),
  );

async function heardAt({ files }: Pick<Machine, 'files'>, key: FileKey): Promise<Buffer | undefined> {
  const file = await files.find(key);
  return file === undefined ? undefined : buffer(await file.read());
}

/** As the engine of a machine leaves it, and the history has it. */
async function recordedAt({ dataFolder }: { dataFolder: string }, recording: object = {}) {
  const call = await storeCall(app.db, firm.id, { recording: { bytes: 50_000, ...recording } });
  const wav = randomBytes(50_000);
  await mkdir(join(dataFolder, 'recordings', firm.id), { recursive: true });
  await writeFile(join(dataFolder, 'recordings', firm.id, `${call.recordingId}.wav`), wav);
  return { ...call, wav, key: keyOf(call.recordingId) };
}

/** As an erasure by request does: files first, then the row. */
async function erase({ files }: Pick<Machine, 'files'>, ...keys: FileKey[]): Promise<void> {
  for (const key of keys) await files.remove(key);
  await app.db.inTenant(firm.id, async (trx) => {
    await sql`select expire_recordings(${keys.map(({ name }) => name.slice(0, -4))}::text[], '2100-01-01')`.execute(
      trx,
    );
  });
}

test('a recording goes to the bucket when its row says that it is whole, and is heard on every machine before and after', async () => {
  const n1 = await machine('n1');
  const web = await machine('web');
  const { key, wav, id } = await recordedAt(n1);
  // Nobody moved it yet: who is asked for it sends it.
  await expect.poll(async () => (await heardAt(web, key))?.equals(wav)).toBe(true);
  n1.moving.written(firm.id, [id]);
  await n1.moving.settled();
  expect([await namesIn(n1), inBucket()]).toEqual([[], [key.name]]);
  expect((await heardAt(n1, key))?.equals(wav)).toBe(true);
  expect((await heardAt(web, key))?.equals(wav)).toBe(true);
  expect(await copiesOf(key)).toEqual([{ holder: 'bucket', state: 'kept' }]);
  expect((await n1.copies.keptOf(key))?.sha256).toBe(createHash('sha256').update(wav).digest('hex'));
});

test('what is being recorded, has no row yet or cannot be sent stays where it is', async () => {
  const n1 = await machine('n1');
  const open = await recordedAt(n1, { state: 'open' });
  const failed = await recordedAt(n1, { state: 'failed' });
  const folder = join(n1.dataFolder, 'recordings', firm.id);
  await writeFile(join(folder, `${newId()}-1.wav`), 'nobody knows it yet');
  await n1.moving.again();
  expect([await namesIn(n1), inBucket()]).toEqual([expect.arrayContaining([open.key.name, failed.key.name]), []]);
  const whole = await recordedAt(n1);
  s3.failing.refuses = true;
  await n1.moving.again();
  expect(await namesIn(n1)).toContain(whole.key.name);
  const reported = () => app.db.outside((one) => one.selectFrom('file_folder').selectAll().executeTakeFirst());
  expect(await reported()).toMatchObject({ node: 'n1', waiting: 1, failing: expect.stringContaining('403') });
  s3.failing.refuses = false;
  await n1.moving.again();
  expect([await namesIn(n1), inBucket()]).toEqual([expect.not.arrayContaining([whole.key.name]), [whole.key.name]]);
  expect(await reported()).toMatchObject({ waiting: 0, oldest: null, failing: '' });
});

test('a bucket that has other bytes than were sent costs no recording', async () => {
  const n1 = await machine('n1');
  const { key, wav } = await recordedAt(n1);
  s3.failing.damages = true;
  await n1.moving.again();
  expect(await namesIn(n1)).toEqual([key.name]);
  expect((await heardAt(n1, key))?.equals(wav)).toBe(true);
  s3.failing.damages = false;
  await n1.moving.again();
  expect([await namesIn(n1), (await heardAt(n1, key))?.equals(wav)]).toEqual([[], true]);
});

test('recordings that are sealed go sealed, and lie plain nowhere', async () => {
  const n1 = await machine('n1', { seals: true });
  const web = await machine('web', { seals: true });
  const { key, wav } = await recordedAt(n1);
  await n1.moving.again();
  expect([await namesIn(n1), inBucket()]).toEqual([[], [`${key.name}.sealed`]]);
  expect(s3.contents(s3.files().find((name) => name.endsWith('.sealed')) ?? '')?.includes(wav.subarray(0, 64))).toBe(
    false,
  );
  expect((await heardAt(web, key))?.equals(wav)).toBe(true);
  await erase(web, key);
  await n1.moving.settled();
  expect([inBucket(), await namesIn(n1), await copiesOf(key)]).toEqual([[], [], []]);
});

test.each(someOf(2, moveSteps))(
  'a machine that dies when a file was %s loses nothing, and the next start ends what it began',
  async (diesAfter) => {
    const dying = await machine('n1', { diesAfter });
    const { key, wav } = await recordedAt(dying);
    await dying.moving.again();
    expect(dying.warned).toHaveLength(1);
    expect((await heardAt(dying, key))?.equals(wav)).toBe(true);
    await dying.stop();
    const next = await machine('n1');
    await next.moving.again();
    expect([await namesIn(next), inBucket(), s3.openUploads()]).toEqual([[], [key.name], 0]);
    expect(await copiesOf(key)).toEqual([{ holder: 'bucket', state: 'kept' }]);
    expect((await heardAt(next, key))?.equals(wav)).toBe(true);
  },
);

test.each(someOf(2, moveSteps.toReversed()))(
  'what is erased while a machine that died when it was %s is off is gone everywhere when it is back',
  async (diesAfter) => {
    const web = await machine('web');
    const dying = await machine('n1', { diesAfter });
    const { key } = await recordedAt(dying);
    await dying.moving.again();
    await dying.stop();
    await away(dying);
    await erase(web, key);
    const left = () => filesAway((work) => app.db.inTenant(firm.id, work), 0);
    // Nobody says that it is gone before it is.
    expect(await left()).toBe(1);
    const next = await machine('n1');
    await next.moving.again();
    expect([await namesIn(next), inBucket(), await copiesOf(key), await left()]).toEqual([[], [], [], 0]);
  },
);

/** A machine that has not been seen for long. */
const away = ({ folder }: Machine) =>
  app.db.outside((one) =>
    one
      .updateTable('file_folder')
      .set({ seen_at: new Date(0) })
      .where('id', '=', folder)
      .execute(),
  );

test.each(someOf(2, moveSteps))(
  'what is erased while it is sent, when it was %s, is in no folder and in no bucket',
  async (when) => {
    const web = await machine('web');
    const recorded: { key?: FileKey } = {};
    const n1 = await machine('n1', {
      meanwhile: async (step) => {
        if (step === when && recorded.key !== undefined) await erase(web, recorded.key);
      },
    });
    const { key } = await recordedAt(n1);
    recorded.key = key;
    await n1.moving.again();
    await n1.moving.settled();
    expect([await namesIn(n1), inBucket(), await copiesOf(key)]).toEqual([[], [], []]);
    expect(n1.warned).toEqual([]);
  },
);

test('a file that is to go is sent nowhere while its row is there yet', async () => {
  const web = await machine('web');
  const n1 = await machine('n1');
  const { key, id } = await recordedAt(n1);
  // The word of it is lost.
  machines.delete(n1);
  await web.files.remove(key);
  n1.moving.written(firm.id, [id]);
  await n1.moving.settled();
  expect([await namesIn(n1), inBucket()]).toEqual([[key.name], []]);
  await n1.moving.again();
  expect([await namesIn(n1), inBucket(), await copiesOf(key)]).toEqual([[], [], []]);
});

test('what is erased is gone from the bucket and from each folder that played it, also where there is no bucket', async () => {
  const n1 = await machine('n1');
  const message = await recordedAt(n1, { kind: 'message' });
  const web = await machine('web');
  await n1.moving.again();
  // Who listens to it by phone hears it from here.
  expect([await namesIn(n1), inBucket()]).toEqual([[message.key.name], [message.key.name]]);
  const n2 = await machine('n2');
  const bringing = bringFiles({
    db: app.db,
    dataFolder: n2.dataFolder,
    folder: n2.folder,
    copies: n2.copies,
    bucket: s3Store(s3.settings),
    files: n2.files,
    runsHere: () => [firm.id],
    log: { warn: (...words) => expect(words).toEqual([]) },
    everyMs: 10,
  });
  running.push(() => bringing.close());
  await bringing.settled();
  expect(await namesIn(n2)).toEqual([message.key.name]);
  await erase(web, message.key);
  await Promise.all([n1.moving.settled(), n2.moving.settled()]);
  expect([await namesIn(n1), await namesIn(n2), inBucket(), await copiesOf(message.key)]).toEqual([[], [], [], []]);

  await Promise.all([n1, n2, web].map((one) => one.stop()));
  const [bare, other] = [await machine('n3', { bucket: false }), await machine('n4', { bucket: false })];
  const { key } = await recordedAt(bare);
  await erase(other, key);
  await bare.moving.settled();
  expect(await namesIn(bare)).toEqual([]);
});

test('what is kept no longer leaves the bucket as well', async () => {
  const n1 = await machine('n1');
  const { key } = await recordedAt(n1);
  await n1.moving.again();
  expect(inBucket()).toEqual([key.name]);
  await app.db.inTenant(firm.id, (trx) =>
    trx.insertInto('system_setting').values({ keep_recordings_days: 1 }).execute(),
  );
  const beside = { forgetAside: async () => 0, callsErased: () => undefined };
  await removeOld({ db: app.db, files: n1.files, beside }, Date.now() + 3 * 86_400_000);
  expect([inBucket(), await copiesOf(key)]).toEqual([[], []]);
});

test('a sound that was saved on one machine is played on another, and one whose row never came is swept', async () => {
  const web = await machine('web');
  const n1 = await machine('n1');
  const id = newId();
  const key: FileKey = { area: 'prompts', tenantId: firm.id, name: `${id}.wav` };
  await web.files.put(key, inOnePiece('xin chào'));
  await web.moving.again();
  expect(inBucket('prompts')).toEqual([]);
  await app.db.inTenant(firm.id, (trx) =>
    trx
      .insertInto('audio')
      .values({ id, source: 'file', title: 'Chào', voice: '', duration_ms: 1_000, bytes: 8, peaks: [] })
      .execute(),
  );
  const bringing = bringFiles({
    db: app.db,
    dataFolder: n1.dataFolder,
    folder: n1.folder,
    copies: n1.copies,
    bucket: s3Store(s3.settings),
    files: n1.files,
    runsHere: () => [firm.id],
    log: { warn: (...words) => expect(words).toEqual([]) },
    everyMs: 10,
  });
  running.push(() => bringing.close());
  await bringing.settled();
  expect([await namesIn(n1, 'prompts'), inBucket('prompts')]).toEqual([[key.name], [key.name]]);

  const lost = `${newId()}.wav`;
  await web.files.put({ ...key, name: lost }, inOnePiece('mất'));
  await web.moving.again();
  expect(await namesIn(web, 'prompts')).toContain(lost);
  const long = new Date(Date.now() - 48 * 3_600_000);
  await utimes(join(web.dataFolder, 'prompts', firm.id, lost), long, long);
  await web.moving.again();
  expect(await namesIn(web, 'prompts')).toEqual([key.name]);
});

async function* inOnePiece(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

const configOf = ({ dataFolder }: Pick<Machine, 'dataFolder'>, seals = false) =>
  readConfig({
    ALO_DATA_DIR: dataFolder,
    DATABASE_URL: app.url,
    ALO_LOG_LEVEL: 'silent',
    ALO_PORT: '0',
    ALO_SIP_PORT: '0',
    ALO_SIP_TLS_PORT: '0',
    ALO_SIP_WSS_PORT: '0',
    ALO_S3_ENDPOINT: s3.settings.endpoint,
    ALO_S3_BUCKET: s3.settings.bucket,
    ALO_S3_REGION: s3.settings.region,
    ALO_S3_ACCESS_KEY: s3.settings.accessKeyId,
    ALO_S3_SECRET_KEY: s3.settings.secretAccessKey,
    ...(seals && { ALO_SEAL_RECORDINGS: 'yes' }),
  });

test('the doctor says which machine has what was erased, until it is gone or its disk is said to be', async () => {
  const web = await machine('web');
  const n1 = await machine('n1');
  const { key } = await recordedAt(n1);
  await n1.stop();
  await away(n1);
  await erase(web, key);
  const findings = async () =>
    (await examine(configOf(web))).map(({ state, about, words }) => `${state} ${about}: ${words}`);
  expect(await findings()).toContainEqual(expect.stringMatching(/^bad Tệp của máy n1: 1 tệp đã xoá còn ở máy này/));
  const said: string[] = [];
  const around = { config: configOf(web), say: (line: string) => void said.push(line), askSecret: async () => '' };
  await expect(folderGone.run(['--id', web.folder], around)).rejects.toThrow('vừa hoạt động');
  expect(await folderGone.run(['--id', n1.folder], around)).toBe(true);
  expect(said).toEqual([expect.stringContaining('1 bản sao')]);
  expect(await findings()).not.toContainEqual(expect.stringContaining('máy n1'));
  expect(await copiesOf(key)).toEqual([]);
});

test('sealed recordings in the bucket are heard when the installation has another key', async () => {
  const dataFolder = join(top, 'n1');
  const n1 = await machine('n1', { seals: true, key: await serverKey(dataFolder) });
  const { key, wav } = await recordedAt(n1);
  await n1.moving.again();
  expect(inBucket()).toEqual([`${key.name}.sealed`]);
  const times = { aheadMs: 0, copyMs: 0, requestMs: 0, derivedMs: 0 };
  const rotation = await rotateKeys(configOf(n1, true), { atOnce: true, times });
  expect(rotation).toMatchObject({ sealed: 1, unreadable: 0, kept: null });
  await n1.stop();
  const next = await machine('n1', { seals: true, key: await serverKey(dataFolder) });
  expect((await heardAt(next, key))?.equals(wav)).toBe(true);
});

test('who is erased by request is told how much of it a machine has that is off, and it goes when that is back', async () => {
  const web = await machine('web');
  const n1 = await machine('n1');
  const worker = await workerWithin(app, { files: web.files });
  running.push(() => worker.close());
  const { rested } = testImports(app, firm);
  const { id: status } = (await firm.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json();
  const card = { name: 'Phạm Xoá', phone: '0987300005', status };
  const { id } = (await firm.admin.call('POST', '/customer', card)).json();
  const { key } = await recordedAt(n1);
  await app.db.inTenant(firm.id, (trx) => trx.updateTable('call').set({ outside_number: '+84987300005' }).execute());
  await n1.stop();
  await away(n1);
  const asked = await firm.admin.call('POST', `/customer/${id}/data-request`, {
    kind: 'erase',
    note: 'qua điện thoại',
  });
  const begun = await firm.admin.call('POST', `/data-request/${asked.json().id}/carry-out`);
  const { state, report } = await rested(begun.json().job_id);
  expect([state, report]).toEqual(['done', { calls: 1, recordings: 1, held: 0, waiting: 1 }]);
  expect(await namesIn(n1)).toEqual([key.name]);
  const next = await machine('n1');
  await next.moving.again();
  expect([await namesIn(next), inBucket(), await copiesOf(key)]).toEqual([[], [], []]);
});

test('a recording in the bucket is kept small there, and nobody sends the large one over it', async () => {
  const one = await machine('one', { seals: true, diesAfter: 'kept' });
  const wav = await twoSpeaking(10);
  const startedAt = new Date(Date.now() - 600_000);
  const { recordingId } = await storeCall(app.db, firm.id, {
    started_at: startedAt,
    recording: { started_at: startedAt, bytes: wav.length, duration_ms: 10_000 },
  });
  const key: FileKey = { area: 'recordings', tenantId: firm.id, name: `${recordingId}.wav` };
  const folder = join(one.dataFolder, 'recordings', firm.id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, key.name), wav);
  // It dies when the bucket has it, before the copy in its folder goes.
  await one.moving.again();
  await one.moving.settled();
  const log = { warn: (...words: unknown[]) => expect(words).toEqual([]) };
  // Where it lies yet it waits; another machine finds it in the bucket alone.
  const two = await machine('two', { seals: true });
  await keepRecordings({ db: app.db, files: one.files, log });
  expect((await one.files.kept(key))?.bytes).toBe(wav.length);
  await keepRecordings({ db: app.db, files: two.files, log });
  await one.stop();
  const again = await machine('one', { seals: true });
  await again.moving.again();
  await again.moving.settled();
  expect(await readdir(folder)).toEqual([]);
  const kept = await again.files.kept(key);
  expect(kept?.bytes).toBeLessThan(wav.length / 10);
  expect((await again.files.find(key))?.bytes).toBe(wav.length);
  const link = await app.db.inTenant(firm.id, (trx) =>
    trx.selectFrom('recording_link').where('recording_id', '=', recordingId).select('sha256').executeTakeFirst(),
  );
  const bytes = kept && (await buffer(await kept.read()));
  expect(
    createHash('sha256')
      .update(bytes ?? '')
      .digest(),
  ).toEqual(link?.sha256);
  expect([one.warned.length > 0, again.warned]).toEqual([true, []]);
});
