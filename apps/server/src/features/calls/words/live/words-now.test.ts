import { scriptedRecogniser } from '@alo/testing/scripted-recogniser';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../../../testing/app.ts';
import { storeCall } from '../../../../../testing/stored-calls.ts';
import { newId } from '../../../../kernel/new-id.ts';
import { recordingFile } from '../../recording-in.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
let leader: TestPerson;
let recogniser: Awaited<ReturnType<typeof scriptedRecogniser>>;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('loi-dang-noi');
  other = await app.tenant('loi-dang-noi-khac');
  leader = await demo.person('truong-ca', [
    'call-history.view',
    'call-history.listen',
    'monitor.view',
    'monitor.listen',
  ]);
  recogniser = await scriptedRecogniser(({ loud, seconds }) => ({
    segments:
      loud === undefined ? [] : [{ start: loud[0], end: Math.min(loud[1], seconds), text: 'Số tôi 0901234567' }],
  }));
});
afterAll(async () => {
  await app.close();
  recogniser.close();
});

const setting = (active: boolean) =>
  demo.admin.call('PUT', '/company-recogniser', { active, url: recogniser.url, model: 'nghe-1' });

/** A call that goes on and is recorded. */
async function goingOn() {
  const call = await storeCall(app.db, demo.id, { status: 'in_progress' });
  const recordingId = newId();
  const row = { id: recordingId, call_id: call.id, call_started_at: call.started_at, started_at: call.started_at };
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('recording')
      .values({ ...row, kind: 'conversation', voicemail_box_id: '', state: 'open', duration_ms: 0, bytes: 0 })
      .execute(),
  );
  return { id: call.id, recordingId };
}

const becomes = (recordingId: string, state: 'open' | 'failed') =>
  app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('recording').set({ state }).where('id', '=', recordingId).execute(),
  );

const rate = 8_000;

/** The recording as far as it is: who is loud in which of its seconds. */
async function grows(recordingId: string, loud: readonly ('left' | 'right' | 'nobody')[]): Promise<void> {
  const wav = Buffer.alloc(44 + loud.length * rate * 4);
  wav.write('RIFF', 0, 'latin1');
  wav.write('data', 36, 'latin1');
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt16LE(16, 34);
  for (const [second, side] of loud.entries()) {
    if (side === 'nobody') continue;
    for (let at = 0; at < rate; at += 1)
      wav.writeInt16LE(
        Math.round(12_000 * Math.sin(at / 3)),
        44 + (second * rate + at) * 4 + (side === 'left' ? 0 : 2),
      );
  }
  await app.files.put(
    recordingFile(demo.id, { id: recordingId }),
    (async function* () {
      yield wav;
    })(),
  );
}

const look = async (call: string, by: TestPerson = leader) => {
  // Each look is later than the recogniser has to be left alone after the last one.
  app.clock.now += 20_000;
  const answer = await by.call('GET', `/histories-call/${call}/words-now`);
  return answer.statusCode === 200 ? answer.json() : answer.statusCode;
};
const linesOf = (call: string) => async () => {
  const { lines } = await look(call);
  return lines.map(({ side, from }: { side: string; from: number }) => [side, Math.round(from)]);
};

test('nothing is sent where the company has not switched it on, or the call is not recorded', async () => {
  const call = await goingOn();
  await grows(call.recordingId, ['left', 'nobody']);
  expect(await look(call.id)).toEqual({ state: 'off', direction: 'inbound', because: '', lines: [] });
  await setting(true);
  await becomes(call.recordingId, 'failed');
  expect(await look(call.id)).toEqual({ state: 'not-recorded', direction: 'inbound', because: '', lines: [] });
  expect(recogniser.heard).toEqual([]);
});

test('words come while the recording grows, each voice by itself and each second once, and who reads them is in the trail', async () => {
  const call = await goingOn();
  await grows(call.recordingId, ['left', 'right']);
  await expect.poll(linesOf(call.id), { timeout: 20_000 }).toEqual([['left', 0]]);
  // Who is speaking yet is waited for.
  expect(recogniser.heard).toHaveLength(1);
  await grows(call.recordingId, ['left', 'right', 'nobody', 'left', 'nobody']);
  await expect.poll(linesOf(call.id), { timeout: 20_000 }).toEqual([
    ['left', 0],
    ['right', 1],
    ['left', 3],
  ]);
  expect(recogniser.heard).toHaveLength(3);
  for (const voice of recogniser.heard) expect(voice).toMatchObject({ channels: 1, model: 'nghe-1' });
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', call.id).select(['action', 'account_id']).execute(),
  );
  expect(trail).toEqual([{ action: 'read-words', account_id: leader.accountId }]);
});

test('what was heard of a call whose recording is refused is shown no more, and a number is hidden from who may not see it', async () => {
  await demo.admin.call('PUT', '/update-system-setting', {
    hidden_phone_customer: 1,
    position_hidden_phone_customer: 1,
  });
  const call = await goingOn();
  await grows(call.recordingId, ['left', 'nobody']);
  await expect.poll(async () => (await look(call.id)).lines[0]?.text, { timeout: 20_000 }).toBe('Số tôi 090****567');
  expect((await look(call.id, demo.admin)).lines[0]?.text).toBe('Số tôi 0901234567');
  await becomes(call.recordingId, 'failed');
  expect(await look(call.id)).toEqual({ state: 'not-recorded', direction: 'inbound', because: '', lines: [] });
  await grows(call.recordingId, ['nobody', 'nobody']);
  await becomes(call.recordingId, 'open');
  expect(await look(call.id)).toEqual({ state: 'listening', direction: 'inbound', because: '', lines: [] });
});

test('a recogniser that does not answer is told of', async () => {
  const call = await goingOn();
  await grows(call.recordingId, ['left', 'nobody']);
  const before = recogniser.heard.length;
  recogniser.says(() => (response) => response.writeHead(503).end());
  await expect
    .poll(() => look(call.id), { timeout: 20_000 })
    .toMatchObject({ state: 'unheard', because: 'Máy chép lời trả lời 503: ' });
  const sent = recogniser.heard.length;
  expect(sent).toBeGreaterThan(before);
});

test('who may not listen in, or not hear recordings, or does not see the call, reads nothing of it', async () => {
  const call = await goingOn();
  const rights = ['call-history.view', 'call-history.listen'] as const;
  const reader = await demo.person('chi-nghe-lai', [...rights]);
  const deaf = await demo.person('chi-giam-sat', ['call-history.view', 'monitor.view', 'monitor.listen']);
  const near = await demo.person('hep', [...rights, 'monitor.view', 'monitor.listen'], '109');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của hep').execute(),
  );
  expect([
    await look(call.id, reader),
    await look(call.id, deaf),
    await look(call.id, near),
    await look(call.id, other.admin),
  ]).toEqual([403, 403, 404, 404]);
  const over = await storeCall(app.db, demo.id, {});
  expect(await look(over.id)).toBe(404);
});
