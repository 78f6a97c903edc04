import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { storeCall } from '../../testing/stored-calls.ts';
import { twoSpeaking } from '../../testing/telephone-sound.ts';
import type { FileKey } from '../storage/file-store.ts';
import { dropRecordings } from './drop-recordings.ts';
import { keepRecordings } from './keep-recordings.ts';

let app: TestApp;
let company: TestTenant;
let wav: Buffer;

beforeAll(async () => {
  app = await testApp();
  company = await app.tenant('bo-ghi-am');
  wav = await twoSpeaking(3);
});
afterAll(() => app.close());

const warned: unknown[] = [];
const log = { warn: (...words: unknown[]) => void warned.push(words) };
const keyOf = (id: string): FileKey => ({ area: 'recordings', tenantId: company.id, name: `${id}.wav` });

async function recorded(refused: 'kept' | 'dropped'): Promise<{ id: string; recordingId: string }> {
  const startedAt = new Date(Date.now() - 600_000);
  const dropped = refused === 'dropped';
  const call = await storeCall(app.db, company.id, {
    started_at: startedAt,
    answered_at: new Date(startedAt.getTime() + 5_000),
    recording: { started_at: startedAt, bytes: dropped ? 0 : wav.length, duration_ms: 3_000 },
  });
  await app.db.inTenant(company.id, async (trx) => {
    const at = new Date(startedAt.getTime() + 17_000);
    const said = { recording_refused_at: at, recording_refused: refused };
    await trx.updateTable('call').set(said).where('id', '=', call.id).execute();
    if (!dropped) return;
    await trx
      .updateTable('recording')
      .set({ state: 'failed', dropped: true })
      .where('id', '=', call.recordingId)
      .execute();
  });
  await app.files.put(keyOf(call.recordingId), Readable.from([wav]));
  return call;
}

const rowOf = async (id: string) => (await company.admin.call('GET', `/histories-call/${id}`)).json();

test('what was recorded before a refusal is kept, or its file is gone soon where the company keeps nothing then', async () => {
  const [kept, dropped] = [await recorded('kept'), await recorded('dropped')];
  expect(await rowOf(kept.id)).toMatchObject({ recording: 'ready', recording_refused_after: 12 });
  expect(await rowOf(dropped.id)).toMatchObject({ recording: 'dropped', recording_refused_after: 12 });
  // Nobody hears it, though its file lies there yet.
  expect((await company.admin.call('GET', `/histories-call/${dropped.id}/recording`)).statusCode).toBe(404);
  const refuses = { remove: () => Promise.reject(new Error('the bucket is away')) };
  await dropRecordings({ db: app.db, files: refuses, log });
  expect(warned.splice(0)).toHaveLength(1);
  expect(await app.files.find(keyOf(dropped.recordingId))).toBeDefined();
  await dropRecordings({ db: app.db, files: app.files, log });
  await keepRecordings({ db: app.db, files: app.files, log });
  expect(await app.files.find(keyOf(dropped.recordingId))).toBeUndefined();
  expect(await app.files.find(keyOf(kept.recordingId))).toBeDefined();
  expect(warned).toEqual([]);
  const left = await app.db.inTenant(company.id, (trx) =>
    trx.selectFrom('recording').where('id', '=', dropped.recordingId).select('kept_as').executeTakeFirst(),
  );
  expect(left).toEqual({ kept_as: 'none' });
});

test('calls whose customer refused are found, and the file of a list says from which second', async () => {
  const { id } = await recorded('kept');
  await storeCall(app.db, company.id, { started_at: new Date() });
  const found = (await company.admin.call('GET', '/histories-call?recording_refused=1')).json();
  expect(found.data.map((call: { id: string }) => call.id)).toContain(id);
  expect(
    found.data.every((call: { recording_refused_after: number | null }) => call.recording_refused_after === 12),
  ).toBe(true);
  const sheet = await company.admin.call('GET', '/histories-call/export?format=csv&recording_refused=1');
  expect(sheet.body).toMatch(/Từ chối ghi âm từ \(giây\)/);
});
