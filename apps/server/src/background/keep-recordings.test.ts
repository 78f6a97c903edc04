import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { storeCall } from '../../testing/stored-calls.ts';
import { twoSpeaking } from '../../testing/telephone-sound.ts';
import { emptyHistory } from '../features/customers/personal-data-job.ts';
import type { FileKey } from '../storage/file-store.ts';
import { peaksOf } from '../storage/open-files.ts';
import { keepRecordings } from './keep-recordings.ts';

let app: TestApp;
let company: TestTenant;
let wav: Buffer;

beforeAll(async () => {
  app = await testApp();
  company = await app.tenant('luu-nho');
  wav = await twoSpeaking(15);
});
afterAll(() => app.close());

const warned: unknown[] = [];
const log = { warn: (...words: unknown[]) => void warned.push(words) };
const keep = (files = app.files) => keepRecordings({ db: app.db, files, log });
const keyOf = (id: string): FileKey => ({ area: 'recordings', tenantId: company.id, name: `${id}.wav` });

async function recorded({
  age = 10 * 60_000,
  number = '+84901234567',
  file = wav,
  kind = 'conversation' as 'conversation' | 'message',
} = {}) {
  const startedAt = new Date(Date.now() - age);
  const call = await storeCall(app.db, company.id, {
    started_at: startedAt,
    outside_number: number,
    recording: { started_at: startedAt, bytes: file.length, duration_ms: 15_000, kind },
  });
  await app.files.put(keyOf(call.recordingId), Readable.from([file]));
  return call;
}

const rowOf = (id: string) =>
  app.db.inTenant(company.id, (trx) =>
    trx.selectFrom('recording').where('id', '=', id).select(['kept_as', 'bytes']).executeTakeFirst(),
  );
const linksOf = (id: string) =>
  app.db.inTenant(company.id, (trx) =>
    trx.selectFrom('recording_link').where('recording_id', '=', id).orderBy('seq').select(['kind', 'sha256']).execute(),
  );
const faults = () =>
  app.db.inTenant(company.id, async (trx) => (await sql`select * from recording_faults()`.execute(trx)).rows);
const listen = (id: string, query = '') =>
  app.http.inject({
    url: `/api/luu-nho/histories-call/${id}/recording${query}`,
    headers: { authorization: `Bearer ${company.admin.token}` },
  });

test('a conversation is kept small, and is heard as WAV and as it is kept, drawn and counted', async () => {
  const { id, recordingId } = await recorded();
  const fresh = await recorded({ age: 0 });
  await keep();
  expect(await rowOf(fresh.recordingId)).toMatchObject({ kept_as: 'due' });
  const kept = await rowOf(recordingId);
  expect(kept?.kept_as).toBe('opus');
  expect(Number(kept?.bytes)).toBeLessThan(wav.length / 10);
  const heard = await listen(id);
  expect([heard.headers['content-type'], heard.rawPayload.length]).toEqual(['audio/wav', wav.length]);
  const small = await listen(id, '?as=kept');
  expect([small.headers['content-type'], small.rawPayload.toString('latin1', 0, 4)]).toEqual(['audio/ogg', 'OggS']);
  expect(small.rawPayload.length).toBe(Number(kept?.bytes));
  const drawn = (await company.admin.call('GET', `/histories-call/${id}/waveform`)).json();
  expect([drawn.seconds, drawn.voices.left.length > 0]).toEqual([15, true]);
  expect(await linksOf(recordingId)).toHaveLength(1);
  expect(warned).toEqual([]);
});

test('a message stays as phones play it, and what is no sound stays too: both are in the chain', async () => {
  const message = await recorded({ kind: 'message' });
  const noise = await recorded({ file: Buffer.alloc(500, 1) });
  await keep();
  for (const { recordingId } of [message, noise]) {
    expect(await rowOf(recordingId)).toMatchObject({ kept_as: 'wav' });
    expect(await linksOf(recordingId)).toHaveLength(1);
  }
  const file = await app.files.kept(keyOf(message.recordingId));
  expect(file && (await buffer(await file.read()))).toEqual(wav);
  // Nothing lies beside it: nobody looks at the wave of a message.
  expect(await app.files.find(peaksOf(keyOf(message.recordingId)))).toBeUndefined();
});

test('what is moved or sealed at this moment waits, and one that is gone meanwhile does not come back', async () => {
  const { recordingId } = await recorded();
  await keep({ ...app.files, isSettled: () => Promise.resolve(false) });
  expect(await rowOf(recordingId)).toMatchObject({ kept_as: 'due' });
  const numbers = ['+84901234567'];
  const erase = () =>
    emptyHistory({
      inTenant: (work) => app.db.inTenant(company.id, work),
      progress: () => Promise.resolve(),
      files: app.files,
      tenantId: company.id,
      numbers,
    });
  // Somebody erases the person while it is made small.
  let erased: Promise<unknown> | undefined;
  await keep({
    ...app.files,
    async isSettled(key) {
      if (key.name === `${recordingId}.wav`) {
        erased = erase();
        await erased;
      }
      return true;
    },
  });
  await erased;
  expect(await rowOf(recordingId)).toBeUndefined();
  expect(await app.files.kept(keyOf(recordingId))).toBeUndefined();
  expect(await linksOf(recordingId)).toEqual([]);
});

test('the chain says of an erased recording that it went, and fits as before; whoever changes it is found', async () => {
  const gone = await recorded({ number: '+84909999999' });
  const stays = await recorded({ number: '+84908888888' });
  await keep();
  await emptyHistory({
    inTenant: (work) => app.db.inTenant(company.id, work),
    progress: () => Promise.resolve(),
    files: app.files,
    tenantId: company.id,
    numbers: ['+84909999999'],
  });
  const links = await linksOf(gone.recordingId);
  expect(links.map(({ kind }) => kind)).toEqual(['kept', 'gone']);
  expect(await faults()).toEqual([]);
  expect(await linksOf(stays.recordingId)).toHaveLength(1);
  await expect(
    app.db.inTenant(company.id, (trx) => sql`update recording_link set sha256 = '\\x00'`.execute(trx)),
  ).rejects.toThrow();
  await expect(app.db.inTenant(company.id, (trx) => sql`delete from recording_link`.execute(trx))).rejects.toThrow();
});

test('one that was made small by a worker that died before it could say so is taken as it lies', async () => {
  const { recordingId } = await recorded();
  let dies = true;
  await keep({
    ...app.files,
    async replace(key, content) {
      await app.files.replace(key, content);
      if (dies && key.name === `${recordingId}.wav`) throw new Error('dead');
      return true;
    },
  });
  dies = false;
  expect(await rowOf(recordingId)).toMatchObject({ kept_as: 'due' });
  await keep();
  expect(await rowOf(recordingId)).toMatchObject({ kept_as: 'opus' });
  expect(await linksOf(recordingId)).toHaveLength(1);
});
