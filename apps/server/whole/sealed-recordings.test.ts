import { randomBytes } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openWhole } from '@alo/engine-host/sealed-sound';
import { inDepth } from '@alo/testing/in-depth';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { keepRecordings } from '../src/background/keep-recordings.ts';
import { sealRecordings } from '../src/background/seal-recordings.ts';
import { type Config, readConfig } from '../src/config.ts';
import { backUp } from '../src/operator/backup/backup.ts';
import { copyFiles } from '../src/operator/backup/data-files.ts';
import { restore } from '../src/operator/backup/restore.ts';
import { wrappedFor } from '../src/operator/backup/wrapping.ts';
import { rotateKeys } from '../src/operator/keys/rotate.ts';
import { filesSealedBy } from '../src/operator/keys/sealed-files.ts';
import { openFiles } from '../src/storage/open-files.ts';
import { readKeys, serverKey } from '../src/storage/server-key.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { testDatabase } from '../testing/postgres.ts';
import { storeCall } from '../testing/stored-calls.ts';
import { twoSpeaking } from '../testing/telephone-sound.ts';

/** Recordings of an installation that seals them, from the engine's file to a backup and a new key. */
let app: TestApp;
let firm: TestTenant;
let top: string;
let config: Config;
let files: ReturnType<typeof openFiles>;

const configOf = (name: string, databaseUrl: string): Config =>
  readConfig({
    ALO_DATA_DIR: join(top, name),
    DATABASE_URL: databaseUrl,
    ALO_LOG_LEVEL: 'silent',
    ALO_SEAL_RECORDINGS: 'yes',
  });

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'alo-sealed-'));
  const key = await serverKey(join(top, 'data'));
  const folder = { dataFolder: join(top, 'data'), s3: undefined, sealsRecordings: true };
  files = openFiles(folder, key);
  app = await testApp({ serverKey: key, files });
  config = configOf('data', app.url);
  firm = await app.tenant('niem-phong');
});
afterEach(async () => {
  await app.close();
  await rm(top, { recursive: true });
});

const folderOf = (data = 'data') => join(top, data, 'recordings', firm.id);
const namesIn = async (data = 'data') => (await readdir(folderOf(data))).toSorted();

/** As an engine leaves it: half a minute of noise, which nobody can guess. */
async function engineWrote(id: string): Promise<Buffer> {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.write('WAVEfmt ', 8);
  for (const [value, at] of [[16, 16] as const, [16_000, 24] as const, [32_000, 28] as const])
    head.writeUInt32LE(value, at);
  for (const [value, at] of [[1, 20] as const, [1, 22] as const, [2, 32] as const, [16, 34] as const]) {
    head.writeUInt16LE(value, at);
  }
  const wav = Buffer.concat([head, randomBytes(960_000)]);
  await mkdir(folderOf(), { recursive: true });
  await writeFile(join(folderOf(), `${id}.wav`), wav);
  return wav;
}

async function recorded() {
  const call = await storeCall(app.db, firm.id, { recording: { bytes: 960_044 } });
  return { ...call, wav: await engineWrote(call.recordingId) };
}

function sealing() {
  let tell: (tenantId: string, callIds: readonly string[]) => void = () => undefined;
  const sealer = sealRecordings({
    db: app.db,
    onWritten: (told) => {
      tell = told;
    },
    files,
    recordingsFolder: join(top, 'data', 'recordings'),
    runsHere: () => [firm.id],
    log: { warn: (...words) => expect(words).toEqual([]) },
  });
  return { ...sealer, tell: (...ids: string[]) => tell(firm.id, ids) };
}

test('a recording is sealed when the history has it, and is listened to in parts, drawn and erased as before', async () => {
  const sealer = sealing();
  await sealer.settled();
  const { id, recordingId, wav } = await recorded();
  sealer.tell(id);
  await sealer.settled();
  expect(await namesIn()).toEqual([`${recordingId}.wav.sealed`]);
  expect((await readFile(join(folderOf(), `${recordingId}.wav.sealed`))).includes(wav.subarray(500, 560))).toBe(false);
  const listen = (range?: string) =>
    app.http.inject({
      url: `/api/niem-phong/histories-call/${id}/recording`,
      headers: { authorization: `Bearer ${firm.admin.token}`, ...(range && { range }) },
    });
  const whole = await listen();
  expect([whole.statusCode, whole.rawPayload.equals(wav)]).toEqual([200, true]);
  const part = await listen('bytes=500000-600000');
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 500000-600000/${wav.length}`]);
  expect(part.rawPayload.equals(wav.subarray(500_000, 600_001))).toBe(true);
  const drawn = await firm.admin.call('GET', `/histories-call/${id}/waveform`);
  expect([drawn.statusCode, drawn.json().seconds]).toEqual([200, 30]);
  expect(await namesIn()).toEqual([`${recordingId}.wav.peaks.json.sealed`, `${recordingId}.wav.sealed`]);
  await files.remove({ area: 'recordings', tenantId: firm.id, name: `${recordingId}.wav` });
  expect(await namesIn()).toEqual([]);
  await sealer.close();
});

test('what a dead server left plain is sealed by the next one, messages too, but nothing that is being written', async () => {
  const left = await recorded();
  const failed = await recorded();
  const old = await recorded();
  const open = await recorded();
  const message = await recorded();
  await app.db.inTenant(firm.id, async (trx) => {
    const set = (id: string, values: object) => trx.updateTable('recording').set(values).where('id', '=', id).execute();
    await set(failed.recordingId, { state: 'failed' });
    await set(old.recordingId, { state: 'failed' });
    await set(open.recordingId, { state: 'open' });
    await set(message.recordingId, { kind: 'message' });
  });
  const long = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(folderOf(), `${old.recordingId}.wav`), long, long);
  await writeFile(join(folderOf(), 'x.wav.sealed.1.draft'), '');
  await utimes(join(folderOf(), 'x.wav.sealed.1.draft'), new Date(0), new Date(0));
  const sealer = sealing();
  await sealer.settled();
  await sealer.close();
  expect(await namesIn()).toEqual(
    [
      `${left.recordingId}.wav.sealed`,
      `${old.recordingId}.wav.sealed`,
      `${failed.recordingId}.wav`,
      `${open.recordingId}.wav`,
      `${message.recordingId}.wav.sealed`,
    ].toSorted(),
  );
});

inDepth(
  'the engine is given the key of a sealed message alone, and no plain one goes that it was just told to play',
  async () => {
    const { id, recordingId, wav } = await recorded();
    await app.db.inTenant(firm.id, (trx) =>
      trx.updateTable('recording').set({ kind: 'message' }).where('id', '=', recordingId).execute(),
    );
    const file = `recordings/${firm.id}/${recordingId}.wav`;
    expect(files.keyOf(file)).toBeUndefined();
    const sealer = sealing();
    // Told to play the plain one, an engine opens it in a moment: it is there until then, beside the sealed one.
    await expect.poll(() => namesIn()).toEqual([`${recordingId}.wav`, `${recordingId}.wav.sealed`]);
    expect((await readFile(join(folderOf(), `${recordingId}.wav`))).equals(wav)).toBe(true);
    await sealer.settled();
    expect(await namesIn()).toEqual([`${recordingId}.wav.sealed`]);
    const own = Buffer.from(files.keyOf(file) ?? '', 'base64');
    expect(openWhole(await readFile(join(folderOf(), `${recordingId}.wav.sealed`)), own).equals(wav)).toBe(true);
    const heard = await app.http.inject({
      url: `/api/niem-phong/histories-call/${id}/recording`,
      headers: { authorization: `Bearer ${firm.admin.token}` },
    });
    expect(heard.rawPayload.equals(wav)).toBe(true);
    for (const no of [
      'system/vi/no-answer.wav',
      `recordings/${firm.id}/../x.wav`,
      `recordings/other/${recordingId}.wav`,
    ]) {
      expect(files.keyOf(no)).toBeUndefined();
    }
    await sealer.close();
  },
);

test('a new key of the installation opens what was sealed, and the older one goes', async () => {
  const calls = [await recorded(), await recorded(), await recorded()];
  const sealer = sealing();
  await sealer.settled();
  await sealer.close();
  const [before] = await readKeys(config.dataFolder);
  const ring = await serverKey(config.dataFolder);
  expect([...(await filesSealedBy(config.dataFolder, ring))]).toEqual([[before?.id.toString('hex'), 3]]);
  const times = { aheadMs: 600, copyMs: 600, requestMs: 0, derivedMs: 0 };
  const done = await rotateKeys(config, { atOnce: true, times });
  expect(done).toMatchObject({ unreadable: 0, kept: null });
  expect(done.sealed).toBeGreaterThanOrEqual(3);
  const keys = await readKeys(config.dataFolder);
  expect(keys.map(({ id }) => id)).toEqual([done.newest.id]);
  const anew = openFiles({ ...config }, await serverKey(config.dataFolder));
  expect([...(await filesSealedBy(config.dataFolder, await serverKey(config.dataFolder)))]).toEqual([
    [done.newest.id.toString('hex'), 3],
  ]);
  for (const { recordingId, wav } of calls) {
    const file = await anew.find({ area: 'recordings', tenantId: firm.id, name: `${recordingId}.wav` });
    expect(file && (await buffer(await file.read())).equals(wav)).toBe(true);
  }
});

inDepth(
  'a backup has sealed recordings sealed, also those that are sealed while it is made, and is restored with them',
  async () => {
    const calls = [await recorded(), await recorded()];
    const sealer = sealing();
    await sealer.settled();
    // One that lies plain as the backup begins, and is sealed by the time its turn comes.
    const late = await recorded();
    const folder = join(top, 'backup');
    const backup = backUp(config, folder);
    sealer.tell(late.id);
    await backup;
    await sealer.close();
    const fresh = await testDatabase();
    try {
      const other = configOf('restored', fresh.url);
      await restore(other, folder);
      const restored = openFiles(other, await serverKey(other.dataFolder));
      for (const { recordingId, wav } of [...calls, late]) {
        const file = await restored.find({ area: 'recordings', tenantId: firm.id, name: `${recordingId}.wav` });
        expect(file && (await buffer(await file.read())).equals(wav)).toBe(true);
      }
      for (const { recordingId } of calls) {
        await access(join(folderOf('restored'), `${recordingId}.wav.sealed`));
        await expect(access(join(folderOf('restored'), `${recordingId}.wav`))).rejects.toThrow('ENOENT');
      }
    } finally {
      await fresh.drop();
    }
  },
);

test('a recording that is sealed after a backup has read its folder is in it by its other name', async () => {
  const { recordingId } = await recorded();
  const sealer = sealing();
  await sealer.settled();
  await sealer.close();
  const name = `${recordingId}.wav`;
  const copied = await copyFiles(folderOf(), join(top, 'copy'), [name], await wrappedFor([]));
  expect(copied.map(({ path }) => path)).toEqual([`${name}.sealed`]);
});

test('a sealed recording is kept small and sealed; one that is not sealed yet waits for it', async () => {
  const wav = await twoSpeaking(10);
  const startedAt = new Date(Date.now() - 600_000);
  const { id, recordingId } = await storeCall(app.db, firm.id, {
    started_at: startedAt,
    recording: { started_at: startedAt, bytes: wav.length, duration_ms: 10_000 },
  });
  await mkdir(folderOf(), { recursive: true });
  await writeFile(join(folderOf(), `${recordingId}.wav`), wav);
  const keep = () =>
    keepRecordings({ db: app.db, files, log: { warn: (...words: unknown[]) => expect(words).toEqual([]) } });
  await keep();
  expect(await namesIn()).toEqual([`${recordingId}.wav`]);
  const sealer = sealing();
  await sealer.settled();
  await keep();
  await sealer.close();
  expect(await namesIn()).toEqual([`${recordingId}.wav.peaks.json.sealed`, `${recordingId}.wav.sealed`]);
  const lying = await readFile(join(folderOf(), `${recordingId}.wav.sealed`));
  expect(lying.length).toBeLessThan(wav.length / 10);
  expect(lying.includes('OggS')).toBe(false);
  const heard = await app.http.inject({
    url: `/api/niem-phong/histories-call/${id}/recording`,
    headers: { authorization: `Bearer ${firm.admin.token}`, range: 'bytes=1000-99999' },
  });
  expect([heard.statusCode, heard.headers['content-range']]).toEqual([206, `bytes 1000-99999/${wav.length}`]);
});
