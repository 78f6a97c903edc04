import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { keepCuts } from '../src/features/consents/keep-cuts.ts';
import { newId } from '../src/kernel/new-id.ts';
import type { FileKey } from '../src/storage/file-store.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { testImports } from '../testing/imports.ts';
import { storeCall, storeCustomer } from '../testing/stored-calls.ts';
import { twoSpeaking } from '../testing/telephone-sound.ts';
import { workerWithin } from '../testing/worker-within.ts';

/** What is heard around the key by which somebody agreed or refused: kept with the line, longer than any recording. */
const seconds = 40;
let app: TestApp;
let company: TestTenant;
let wav: Buffer;

beforeAll(async () => {
  app = await testApp();
  company = await app.tenant('bang-chung');
  wav = await twoSpeaking(seconds);
});
afterAll(() => app.close());

const warned: unknown[] = [];
const log = { warn: (...words: unknown[]) => void warned.push(words) };
const cut = (settlesMs?: number) =>
  keepCuts({
    db: app.db,
    files: app.files,
    serverKey: app.serverKey,
    log,
    ...(settlesMs !== undefined && { settlesMs }),
  });
const keyOf = (id: string): FileKey => ({ area: 'recordings', tenantId: company.id, name: `${id}.wav` });
const inDb = <T>(work: Parameters<typeof app.db.inTenant<T>>[1]) => app.db.inTenant(company.id, work);

let made = 0;
/** Somebody pressed a key so many seconds into their call. */
async function pressed({
  kind = 'proof' as 'proof' | 'conversation' | 'none',
  at = 25,
  isOver = true,
  number = `+849${String(72_000_000 + (made += 1))}`,
} = {}) {
  const startedAt = new Date(Date.now() - 30 * 60_000);
  const customer = await storeCustomer(app.db, company.id, { name: `Bấm ${made}`, e164: number });
  const recording = { started_at: startedAt, bytes: wav.length, duration_ms: seconds * 1_000, kind: 'proof' as const };
  const call = await storeCall(app.db, company.id, {
    direction: 'outbound',
    started_at: startedAt,
    status: isOver ? 'answered' : 'in_progress',
    outside_number: number,
    ...(kind !== 'none' && { recording: { ...recording, kind } }),
  });
  if (kind !== 'none') await app.files.put(keyOf(call.recordingId), Readable.from([wav]));
  const line = newId();
  await inDb((trx) =>
    trx
      .insertInto('consent')
      .values({
        id: line,
        customer_id: customer,
        number,
        purpose: 'marketing',
        given: false,
        way: 'key',
        call_id: call.id,
        said_at: new Date(startedAt.getTime() + at * 1_000),
      })
      .execute(),
  );
  return { line, customer, number, call: call.id, recording: call.recordingId };
}

const lineOf = async (number: string) =>
  (await company.admin.call('GET', `/consents?search=0${number.slice(3)}`)).json().data[0];
const hear = (line: string, by = company.admin) => by.call('GET', `/consents/${line}/sound`);

test('the seconds around the key are kept with their digest, and what was recorded for it alone goes', async () => {
  const { line, number, recording } = await pressed();
  expect(await lineOf(number)).toMatchObject({ sound: 'waiting', sound_sha256: '' });
  await cut();
  expect(warned).toEqual([]);
  const shown = await lineOf(number);
  expect(shown).toMatchObject({ sound: 'kept', sound_why: '' });
  const heard = await hear(line);
  expect([heard.statusCode, heard.headers['content-type']]).toEqual([200, 'audio/ogg']);
  expect(createHash('sha256').update(heard.rawPayload).digest('hex')).toBe(shown.sound_sha256);
  const row = await inDb((trx) =>
    trx
      .selectFrom('consent_cut')
      .where('id', '=', line)
      .select(['key_ms', 'duration_ms', 'sealed_sound'])
      .executeTakeFirstOrThrow(),
  );
  expect([row.key_ms, row.duration_ms]).toEqual([15_000, 18_000]);
  // At rest it is sealed.
  expect(row.sealed_sound?.includes(heard.rawPayload.subarray(0, 64))).toBe(false);
  expect(await app.files.find(keyOf(recording))).toBeUndefined();
  expect(await inDb((trx) => trx.selectFrom('recording').where('id', '=', recording).select('id').execute())).toEqual(
    [],
  );
  const trail = await inDb((trx) =>
    trx.selectFrom('audit').where('action', '=', 'listen').where('subject_id', '=', line).select('subject').execute(),
  );
  expect(trail).toEqual([{ subject: 'consent' }]);
});

test('a recorded conversation gives the part and keeps its recording; retention takes the recording alone', async () => {
  const { line, number, recording, call } = await pressed({ kind: 'conversation', at: 5 });
  await cut();
  expect(await app.files.find(keyOf(recording))).toBeDefined();
  const [row] = await inDb((trx) =>
    trx.selectFrom('consent_cut').where('id', '=', line).select(['key_ms', 'duration_ms']).execute(),
  );
  expect(row).toEqual({ key_ms: 5_000, duration_ms: 8_000 });
  // As retention does, once its days are over.
  await app.files.remove(keyOf(recording));
  await inDb((trx) => sql`select expire_recordings(${[recording]}::text[], now())`.execute(trx));
  await inDb((trx) => sql`select expire_calls(now(), 10)`.execute(trx));
  expect(await inDb((trx) => trx.selectFrom('call').where('id', '=', call).select('id').execute())).toEqual([]);
  expect((await lineOf(number)).sound).toBe('kept');
  expect((await hear(line)).statusCode).toBe(200);
});

test('where nothing was recorded the line says why, once that is known; a call that goes on is waited for', async () => {
  const unrecorded = await pressed({ kind: 'none' });
  const goesOn = await pressed({ kind: 'none', isOver: false });
  const short = await pressed({ kind: 'conversation', at: 90 });
  await cut();
  for (const { number } of [unrecorded, goesOn, short]) expect((await lineOf(number)).sound).toBe('waiting');
  await cut(0);
  expect(await lineOf(unrecorded.number)).toMatchObject({ sound: 'none', sound_why: 'Cuộc gọi không được ghi âm' });
  expect(await lineOf(short.number)).toMatchObject({ sound: 'none', sound_why: 'Ghi âm không có đoạn bấm phím' });
  expect((await lineOf(goesOn.number)).sound).toBe('waiting');
  expect((await hear(unrecorded.line)).statusCode).toBe(404);
});

test('what was recorded for a key that nobody pressed goes unheard, and is nobody’s recording meanwhile', async () => {
  const startedAt = new Date(Date.now() - 30 * 60_000);
  const { id, recordingId } = await storeCall(app.db, company.id, {
    direction: 'outbound',
    started_at: startedAt,
    recording: { started_at: startedAt, bytes: wav.length, duration_ms: seconds * 1_000, kind: 'proof' },
  });
  await app.files.put(keyOf(recordingId), Readable.from([wav]));
  const history = (await company.admin.call('GET', '/histories-call?page_size=100')).json().data;
  expect(history.find((call: { id: string }) => call.id === id).recording).toBe('none');
  expect((await company.admin.call('GET', `/histories-call/${id}/recording`)).statusCode).toBe(404);
  await cut();
  expect(await app.files.find(keyOf(recordingId))).toBeUndefined();
});

test('who may hear calls hears it, within the data scope; of who is erased the digest alone stays', async () => {
  const { line, customer, number } = await pressed();
  await cut();
  const sees = await company.person('xem', ['consents.view']);
  expect((await hear(line, sees)).statusCode).toBe(403);
  const stranger = await app.tenant('nha-khac');
  expect((await stranger.admin.call('GET', `/consents/${line}/sound`)).statusCode).toBe(404);
  const imports = testImports(app, company);
  const worker = await workerWithin(app);
  try {
    const { admin } = company;
    const request = (
      await admin.call('POST', `/customer/${customer}/data-request`, { kind: 'erase', note: '' })
    ).json();
    const job = (await admin.call('POST', `/data-request/${request.id}/carry-out`)).json().job_id;
    expect((await imports.rested(job)).state).toBe('done');
  } finally {
    await worker.close();
  }
  expect(await lineOf(number)).toMatchObject({
    erased: true,
    sound: 'erased',
    sound_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await hear(line)).statusCode).toBe(404);
  for (const change of [sql`delete from consent_cut`, sql`update consent_cut set sha256 = null`])
    await expect(inDb((trx) => change.execute(trx))).rejects.toThrow('permission denied');
});

test('whoever refuses by a key that their call is recorded has a line with that call, and is recorded in others', async () => {
  const number = '+84972999001';
  const customer = await storeCustomer(app.db, company.id, { name: 'Không ghi cuộc này', e164: number });
  const startedAt = new Date(Date.now() - 30 * 60_000);
  const refusedAt = new Date(startedAt.getTime() + 20_000);
  const fields = { started_at: startedAt, outside_number: number, recording_refused_at: refusedAt };
  const recording = { started_at: startedAt, bytes: wav.length, duration_ms: 20_000, kind: 'conversation' as const };
  const call = await storeCall(app.db, company.id, { ...fields, recording_refused: 'kept', recording });
  await app.files.put(keyOf(call.recordingId), Readable.from([wav]));
  // The history writes a call many times.
  await inDb((trx) => sql`update call set revision = revision + 1 where id = ${call.id}`.execute(trx));
  await cut();
  const lines = (await company.admin.call('GET', '/consents?search=0972999001')).json().data;
  expect(lines).toMatchObject([
    { customer_id: customer, purpose: 'call-recording', given: false, way: 'key', call_id: call.id, sound: 'kept' },
  ]);
  const { rows: always } = await inDb((trx) =>
    sql`select from consent where purpose = 'recording' and number = ${number}`.execute(trx),
  );
  expect(always).toEqual([]);
  // Where nothing of it is kept, nothing is heard either.
  const stranger = '+84972999002';
  const dropped = { ...recording, dropped: true };
  await storeCall(app.db, company.id, {
    ...fields,
    outside_number: stranger,
    recording_refused: 'dropped',
    recording: dropped,
  });
  await cut(0);
  expect(await lineOf(stranger)).toMatchObject({
    customer_id: null,
    sound: 'none',
    sound_why: 'Khách từ chối ghi âm, đoạn đã ghi không được giữ',
  });
});
