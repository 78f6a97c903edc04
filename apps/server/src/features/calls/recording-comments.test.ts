import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { testImports } from '../../../testing/imports.ts';
import { storeCall, storeRecording } from '../../../testing/stored-calls.ts';
import { workerWithin } from '../../../testing/worker-within.ts';
import { letRecordingsGo } from '../../background/let-recordings-go.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
let lan: TestPerson;
let minh: TestPerson;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('binh-luan');
  other = await app.tenant('binh-luan-khac');
  lan = await demo.person('lan', ['call-history.view', 'call-history.listen'], '101');
  minh = await demo.person('minh', ['call-history.view', 'call-history.listen'], '102');
});
afterAll(() => app.close());

async function recorded(more: object = {}) {
  const call = await storeCall(app.db, demo.id, {
    recording: { duration_ms: 2_000 },
    outside_number: '+84901234567',
    ...more,
  });
  await storeRecording(app.files, demo.id, call.recordingId);
  return call;
}

const put = (by: TestPerson, call: string, body: object) => by.call('POST', `/histories-call/${call}/comment`, body);
const read = async (by: TestPerson, call: string) => {
  const answer = await by.call('GET', `/histories-call/${call}/comments`);
  return answer.statusCode === 200 ? answer.json().data : answer.statusCode;
};

test('who hears a recording reads what others put at its seconds, in the order in which it is heard, and changes their own alone', async () => {
  const call = await recorded();
  const late = await put(lan, call.id, { at: 1.5, text: 'Khách đổi ý' });
  expect(late.statusCode).toBe(200);
  const mark = (await put(minh, call.id, { at: 0.25 })).json().id;
  const id = late.json().id;
  expect(await read(minh, call.id)).toEqual([
    { id: mark, at: 0.25, text: '', by_name: 'minh', own: true, ...times },
    { id, at: 1.5, text: 'Khách đổi ý', by_name: 'lan', own: false, ...times },
  ]);

  const change = (by: TestPerson) => by.call('PUT', `/recording-comment/${id}`, { text: 'Khách đồng ý' });
  expect([(await change(minh)).statusCode, (await change(demo.admin)).statusCode]).toEqual([404, 404]);
  expect((await minh.call('DELETE', `/recording-comment/${id}`)).statusCode).toBe(404);
  expect((await change(lan)).statusCode).toBe(200);
  expect(await read(lan, call.id)).toMatchObject([{ id: mark }, { id, text: 'Khách đồng ý', own: true }]);
  expect((await lan.call('DELETE', `/recording-comment/${id}`)).statusCode).toBe(200);
  expect(await read(lan, call.id)).toMatchObject([{ id: mark }]);

  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', call.id).select(['action', 'after']).orderBy('at').execute(),
  );
  expect(trail).toEqual([
    { action: 'comment-recording', after: { comment: id, at: 1.5 } },
    { action: 'comment-recording', after: { comment: mark, at: 0.25 } },
    { action: 'change-comment', after: { comment: id, at: 1.5 } },
    { action: 'delete-comment', after: { comment: id, at: 1.5 } },
  ]);
});

const times = { created_at: expect.any(String), updated_at: expect.any(String) };

test('who may not hear a recording reads and writes nothing there, and nothing is put where there is no sound', async () => {
  const call = await recorded({ rang: [{ extension: '101', answered: true }], to_extension: '101' });
  const { id } = (await put(lan, call.id, { at: 1, text: 'Nghe chỗ này' })).json();
  const deaf = await demo.person('khong-nghe', ['call-history.view']);
  expect([(await put(deaf, call.id, { at: 1 })).statusCode, await read(deaf, call.id)]).toEqual([403, 403]);
  expect([(await put(other.admin, call.id, { at: 1 })).statusCode, await read(other.admin, call.id)]).toEqual([
    404, 404,
  ]);
  expect((await other.admin.call('DELETE', `/recording-comment/${id}`)).statusCode).toBe(404);
  for (const body of [{ at: -1 }, { at: 4 }, { at: 1, text: 'x'.repeat(1001) }, {}])
    expect((await put(lan, call.id, body)).statusCode).toBe(422);
  const silent = await storeCall(app.db, demo.id, {});
  expect([(await put(lan, silent.id, { at: 1 })).statusCode, await read(lan, silent.id)]).toEqual([404, 404]);

  // Whoever sees their own calls alone.
  const near = await demo.person('hep', ['call-history.view', 'call-history.listen'], '103');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của hep').execute(),
  );
  expect([(await put(near, call.id, { at: 1 })).statusCode, await read(near, call.id)]).toEqual([404, 404]);
  expect(await read(lan, call.id)).toMatchObject([{ text: 'Nghe chỗ này' }]);
});

test('two hundred are the most that one recording has', async () => {
  const call = await recorded();
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('recording_comment')
      .values(
        Array.from({ length: 199 }, () => ({
          id: crypto.randomUUID(),
          call_id: call.id,
          recording_id: call.recordingId,
          at_ms: 0,
        })),
      )
      .execute(),
  );
  const answers = await Promise.all([put(lan, call.id, { at: 1 }), put(demo.admin, call.id, { at: 1 })]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test('what stands at a recording’s seconds goes with it: by its days, with its customer, and not while it is held', async () => {
  const left = async (call: { id: string }) => {
    const rows = await app.db.inTenant(demo.id, (trx) =>
      trx.selectFrom('recording_comment').where('call_id', '=', call.id).select('id').execute(),
    );
    return rows.length;
  };
  const worker = await workerWithin(app);
  try {
    const { id: status } = (await demo.admin.call('POST', '/profile-status', { name: 'Mới' })).json();
    const customer = { name: 'Người xin xoá', phone: '0987300778', status };
    const { id } = (await demo.admin.call('POST', '/customer', customer)).json();
    const [erased, held] = [
      await recorded({ outside_number: '+84987300778' }),
      await recorded({ outside_number: '+84987300778' }),
    ];
    for (const call of [erased, held]) await put(demo.admin, call.id, { at: 1, text: 'Người xin xoá nói' });
    await demo.admin.call('PUT', `/histories-call/${held.id}/hold`, { reason: 'tranh chấp' });
    const asked = (await demo.admin.call('POST', `/customer/${id}/data-request`, { kind: 'erase', note: '' })).json();
    const begun = await demo.admin.call('POST', `/data-request/${asked.id}/carry-out`);
    expect((await testImports(app, demo).rested(begun.json().job_id)).state).toBe('done');
    expect([await left(erased), await left(held)]).toEqual([0, 1]);
  } finally {
    await worker.close();
  }

  const old = await recorded();
  await put(demo.admin, old.id, { at: 1, text: 'Hết hạn' });
  await app.db.inTenant(demo.id, async (trx) => {
    await letRecordingsGo(trx, [old.recordingId]);
  });
  expect((await put(demo.admin, old.id, { at: 1 })).statusCode).toBe(404);
  await app.db.inTenant(demo.id, async (trx) => {
    await sql`select expire_recordings(array[${old.recordingId}], now() + interval '1 day')`.execute(trx);
  });
  expect(await left(old)).toBe(0);
});
