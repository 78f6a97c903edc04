import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { storeCall } from '../../testing/stored-calls.ts';
import { measureVoices } from './measure-voices.ts';

let app: TestApp;
let company: TestTenant;

beforeAll(async () => {
  app = await testApp();
  company = await app.tenant('nghe-giong');
});
afterAll(() => app.close());

const rate = 8_000;
const log = { warn: () => undefined };

/** Ten seconds of two sides, each of which speaks in some of them. */
function stereo(left: (second: number) => boolean, right: (second: number) => boolean): Buffer {
  const seconds = 10;
  const bytes = Buffer.alloc(44 + seconds * rate * 4);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt16LE(16, 34);
  for (let frame = 0; frame < seconds * rate; frame += 1) {
    const second = frame / rate;
    const voice = Math.round(9_000 * Math.sin(2 * Math.PI * 180 * second));
    bytes.writeInt16LE(left(second) ? voice : 0, 44 + 4 * frame);
    bytes.writeInt16LE(right(second) ? voice : 0, 46 + 4 * frame);
  }
  return bytes;
}

async function recorded(direction: 'inbound' | 'outbound', file: Buffer | undefined, age = 0) {
  const { id, recordingId } = await storeCall(app.db, company.id, {
    direction,
    started_at: new Date(Date.now() - age),
    recording: {},
  });
  if (file !== undefined)
    await app.files.put(
      { area: 'recordings', tenantId: company.id, name: `${recordingId}.wav` },
      Readable.from([file]),
    );
  return id;
}

const voicesOf = async (id: string) => (await company.admin.call('GET', `/histories-call/${id}`)).json().voices;
const left = async (heard: string) => {
  const { rows } = await app.db.inTenant(company.id, (trx) =>
    sql<{ n: number }>`select count(*)::int as n from recording where heard = ${heard}`.execute(trx),
  );
  return rows[0]?.n;
};

test('each recording is listened to once, newest or oldest, and the history has who spoke how much', async () => {
  const file = stereo(
    (second) => second < 4,
    (second) => (second >= 3 && second < 5) || second >= 9,
  );
  const inbound = await recorded('inbound', file);
  const outbound = await recorded('outbound', file);
  expect(await voicesOf(inbound)).toBeNull();
  // What is on its way from another machine is waited for; what has not come in a day is gone.
  await recorded('inbound', undefined);
  await recorded('inbound', undefined, 3 * 86_400_000);
  // Nothing that could be listened to.
  await recorded('inbound', Buffer.alloc(50));
  for (let more = 0; more < 25; more += 1) await recorded('inbound', file, 60_000 + more);
  await measureVoices({ db: app.db, files: app.files, log });
  const told = await voicesOf(inbound);
  expect(told).toMatchObject({ dead_air_seconds: 4, longest_silence_seconds: 4 });
  expect(told.agent_percent).toBeCloseTo(42.9, 0);
  expect((await voicesOf(outbound)).agent_percent).toBeCloseTo(57.1, 0);
  expect([await left('done'), await left('none'), await left('due')]).toEqual([27, 2, 1]);
  const listed = (await company.admin.call('GET', '/histories-call?measured=1')).json();
  expect(listed.total).toBe(27);
  // The picture of the wave tells the same.
  const wave = (await company.admin.call('GET', `/histories-call/${inbound}/waveform`)).json();
  expect(wave.voices.told).toEqual(told);
  expect(wave.voices.silences).toHaveLength(1);
});

test('how soon the agent spoke, and whether they had spoken before each hold, is measured with it', async () => {
  const file = stereo(
    (second) => second >= 1 && second < 8,
    // The agent: answers at 0, speaks from 2, and once more before the second of two holds only.
    (second) => (second >= 2 && second < 3) || (second >= 8 && second < 9),
  );
  const startedAt = new Date(Date.now() - 120_000);
  const answered = new Date(startedAt.getTime() + 10_000);
  const { id, recordingId } = await storeCall(app.db, company.id, {
    started_at: startedAt,
    answered_at: answered,
    recording: { started_at: answered },
  });
  await app.files.put({ area: 'recordings', tenantId: company.id, name: `${recordingId}.wav` }, Readable.from([file]));
  const hold = (second: number) => ({
    from: answered.getTime() + second * 1_000,
    to: answered.getTime() + (second + 0.5) * 1_000,
    why: 'hold',
  });
  await app.db.inTenant(company.id, (trx) =>
    trx
      .insertInto('call_segment')
      .values({
        call_id: id,
        call_started_at: startedAt,
        id: 's1',
        position: 0,
        extension: '101',
        leg_id: 'l1',
        how: 'answered',
        from_at: answered,
        to_at: new Date(answered.getTime() + 10_000),
        // Long before they spoke, and right after.
        holds: JSON.stringify([hold(1), hold(9.2)]),
      })
      .execute(),
  );
  await measureVoices({ db: app.db, files: app.files, log });
  const measured = await app.db.inTenant(company.id, (trx) =>
    trx
      .selectFrom('recording')
      .where('id', '=', recordingId)
      .select(['greeting_ms', 'holds', 'holds_told'])
      .executeTakeFirst(),
  );
  expect([measured?.holds, measured?.holds_told]).toEqual([2, 1]);
  expect(Math.abs((measured?.greeting_ms ?? 0) - 2_000)).toBeLessThanOrEqual(200);
});

test('where its time is over it leaves the rest for the next time', async () => {
  await recorded(
    'inbound',
    stereo(
      (second) => second < 2,
      () => false,
    ),
  );
  const due = await left('due');
  await measureVoices({ db: app.db, files: app.files, log, budgetMs: 0 });
  expect(await left('due')).toBe(due);
});
