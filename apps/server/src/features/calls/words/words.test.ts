import { type HeardVoice, scriptedRecogniser } from '@alo/testing/scripted-recogniser';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../../testing/app.ts';
import { testImports } from '../../../../testing/imports.ts';
import { storeCall, storeRecording } from '../../../../testing/stored-calls.ts';
import { workerWithin } from '../../../../testing/worker-within.ts';
import { recogniserSealer } from './kept-recogniser.ts';
import { transcriber } from './transcribe.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
let recogniser: Awaited<ReturnType<typeof scriptedRecogniser>>;

/** The recording of these tests has the caller loud in its first second, and who was called in its second one. */
const bothSay = ({ seconds }: HeardVoice) => ({
  text: 'Máy chép thử',
  segments: [
    { start: 0, end: 0.6, text: ' Cho tôi hỏi bảo hành. ' },
    // Behind the end of what it was sent: no sentence without its second.
    { start: 90, end: 92, text: 'Cảm ơn đã theo dõi kênh' },
  ],
  words: [
    { word: 'bảo', start: 0.1, end: 0.3 },
    { word: 'hành', start: 0.3, end: Math.min(0.5, seconds) },
  ],
});

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('loi-thoai');
  other = await app.tenant('loi-thoai-khac');
  recogniser = await scriptedRecogniser(bothSay);
});
afterAll(async () => {
  await app.close();
  recogniser.close();
});

const setting = (more: object = {}, by: TestPerson = demo.admin) =>
  by.call('PUT', '/company-recogniser', { active: true, url: recogniser.url, model: 'nghe-1', ...more });

async function recorded(tenant: TestTenant = demo, more: object = {}) {
  const call = await storeCall(app.db, tenant.id, { outside_number: '+84901234567', ...more });
  // The file is there before the history says that it is whole.
  await storeRecording(app.files, tenant.id, call.recordingId);
  await app.db.inTenant(tenant.id, (trx) =>
    trx
      .insertInto('recording')
      .values({
        id: call.recordingId,
        call_id: call.id,
        call_started_at: call.started_at,
        kind: 'conversation',
        voicemail_box_id: '',
        state: 'ready',
        started_at: call.started_at,
        duration_ms: 2_000,
        bytes: 64_044,
      })
      .execute(),
  );
  return call;
}

const read = async (call: string, by: TestPerson = demo.admin) => {
  const answer = await by.call('GET', `/histories-call/${call}/transcript`);
  return answer.statusCode === 200 ? answer.json() : answer.statusCode;
};

const rowOf = (call: string, tenant: TestTenant = demo) =>
  app.db.inTenant(tenant.id, (trx) =>
    trx
      .selectFrom('transcript')
      .where('call_id', '=', call)
      .select(['id', 'state', 'attempts', 'because', 'next_at'])
      .executeTakeFirst(),
  );

/** The worker's task, at a moment of the test's. */
const write = async (call: string, { at = Date.now(), offered = true, tenant = demo } = {}) => {
  const row = await rowOf(call, tenant);
  await transcriber({
    inTenant: app.db.inTenant,
    files: app.files,
    sealer: recogniserSealer(app.serverKey),
    offered,
    allowed: [recogniser.host],
    log: { warn: () => undefined },
    now: () => at,
  })({ tenantId: tenant.id, transcriptId: row?.id });
};

const settled = (call: string) => expect.poll(async () => (await rowOf(call))?.state, { timeout: 60_000 });

test('nothing is sent until a company has switched it on; then each voice is, by itself, and its words stand at their seconds', async () => {
  const worker = await workerWithin(app, { webhookHosts: [recogniser.host], offersTranscripts: true });
  try {
    const before = await recorded();
    expect(await read(before.id)).toMatchObject({ state: 'none', possible: false, lines: [] });
    expect((await demo.admin.call('POST', `/histories-call/${before.id}/transcript`)).statusCode).toBe(422);
    expect((await setting({ key: 'khoa-bi-mat' })).statusCode).toBe(200);

    const call = await recorded();
    await settled(call.id).toBe('done');
    expect(recogniser.heard).toHaveLength(2);
    for (const voice of recogniser.heard)
      expect(voice).toMatchObject({
        model: 'nghe-1',
        language: 'vi',
        format: 'verbose_json',
        granularities: ['segment', 'word'],
        authorization: 'Bearer khoa-bi-mat',
        channels: 1,
      });
    // Of the caller the first second alone, of who was called the second one: with what is around, and nothing of the other.
    expect(recogniser.heard.map(({ seconds }) => seconds)).toEqual([expect.closeTo(1.3, 1), expect.closeTo(1.3, 1)]);
    const loud = recogniser.heard.map((voice) => voice.loud?.map((at) => Math.round(at * 10) / 10));
    expect(loud).toEqual([
      [0, 1],
      [0.3, 1.3],
    ]);

    const told = await read(call.id);
    expect(told).toEqual({
      state: 'done',
      because: '',
      possible: true,
      by: `nghe-1 · ${recogniser.host}`,
      done_at: expect.any(String),
      lines: [
        {
          side: 'left',
          from: 0,
          to: 0.6,
          text: 'Cho tôi hỏi bảo hành.',
          words: [
            [100, 300, 'bảo'],
            [300, 500, 'hành'],
          ],
        },
        { side: 'right', from: 0.7, to: 1.3, text: 'Cho tôi hỏi bảo hành.', words: expect.anything() },
      ],
      summary: null,
      writing: { state: 'none', because: '', possible: false },
    });
    const shown = (await demo.admin.call('GET', '/company-recogniser')).json();
    expect(shown).toMatchObject({ offered: true, active: true, has_key: true, done: 1, waiting: 0, failed: 0 });
    expect([shown.sent_seconds, JSON.stringify(shown).includes('khoa-bi-mat')]).toEqual([3, false]);

    // What was recorded before is written down when somebody asks.
    expect((await demo.admin.call('POST', `/histories-call/${before.id}/transcript`)).statusCode).toBe(200);
    await settled(before.id).toBe('done');
    const trail = await app.db.inTenant(demo.id, (trx) =>
      trx.selectFrom('audit').where('subject_id', 'in', [call.id, before.id]).select('action').orderBy('at').execute(),
    );
    expect(trail.map(({ action }) => action)).toEqual(['read-words', 'transcribe']);
  } finally {
    await worker.close();
  }
});

test('words are found with and without their accents, by whoever may hear the recording, and by nobody else', async () => {
  recogniser.says(() => ({ segments: [{ start: 0, end: 1, text: 'Đổi trả trong ba mươi ngày' }] }));
  const call = await recorded(demo, { rang: [{ extension: '101', answered: true }], to_extension: '101' });
  await write(call.id);
  const found = async (said: string, by: TestPerson = demo.admin, more = '') => {
    const answer = await by.call('GET', `/histories-call?said=${encodeURIComponent(said)}${more}`);
    expect(answer.statusCode).toBe(200);
    return answer.json().data.map(({ id }: { id: string }) => id);
  };
  for (const said of ['đổi trả', 'doi tra', 'DOI TRA trong', 'ngày', "doi' | tra"])
    expect(await found(said)).toEqual([call.id]);
  // In another order, or beside each other in no sentence, they are other words.
  for (const said of ['trả đổi', 'đổi ngày', 'khuyến mãi', '!?']) expect(await found(said)).toEqual([]);
  expect(await found('doi tra', demo.admin, '&from=2001-01-01&to=2001-01-02')).toEqual([]);
  expect(await found('doi tra', demo.admin, '&extension=101')).toEqual([call.id]);
  expect(await found('doi tra', demo.admin, '&extension=109')).toEqual([]);

  const listener = await demo.person('nghe', ['call-history.view', 'call-history.listen']);
  const deaf = await demo.person('khong-nghe', ['call-history.view']);
  const near = await demo.person('hep', ['call-history.view', 'call-history.listen'], '102');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của hep').execute(),
  );
  expect([await found('doi tra', listener), await read(call.id, listener)]).toMatchObject([
    [call.id],
    { state: 'done' },
  ]);
  expect([await found('doi tra', deaf), await read(call.id, deaf)]).toEqual([[], 403]);
  expect([await found('doi tra', near), await read(call.id, near)]).toEqual([[], 404]);
  expect([await found('doi tra', other.admin), await read(call.id, other.admin)]).toEqual([[], 404]);
});

test('who may not set a company up, or hear its recordings, sends them nowhere; a key stays where it was given for', async () => {
  const half = await demo.person('mot-nua', ['setting.view', 'setting.update']);
  expect((await setting({}, half)).statusCode).toBe(403);
  expect((await half.call('GET', '/company-recogniser')).statusCode).toBe(403);
  for (const wrong of [{ url: '' }, { url: 'may-chep.vn' }, { url: 'ftp://may-chep.vn/' }, { language: 'Việt' }])
    expect((await setting(wrong)).statusCode).toBe(422);
  await setting({ key: 'khoa-moi' });
  await setting({ model: 'khac' });
  const hasKey = async () => (await demo.admin.call('GET', '/company-recogniser')).json().has_key;
  expect(await hasKey()).toBe(true);
  await setting({ url: 'https://noi-khac.example/v1/audio/transcriptions' });
  expect(await hasKey()).toBe(false);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('subject', '=', 'system_setting').select(['before', 'after']).execute(),
  );
  expect(trail.length).toBeGreaterThan(2);
  expect(JSON.stringify(trail)).not.toContain('khoa-');
  await setting();
});

test('a trial sends a tone and no recording, and says what came back', async () => {
  const trial = async () => (await demo.admin.call('POST', '/company-recogniser/try')).json();
  const last = () => recogniser.heard.at(-1);
  await setting({ url: recogniser.url });
  // Hosts of this app's own machine are trusted here.
  recogniser.says(() => ({ segments: [] }));
  expect(await trial()).toEqual({ ok: true, words: 'Máy chép lời trả lời đúng cách' });
  expect(last()).toMatchObject({ seconds: 1, channels: 1 });
  recogniser.says(() => ({ text: 'không có giây nào' }));
  expect(await trial()).toMatchObject({ ok: false });
  recogniser.says(() => (response) => response.writeHead(401).end('invalid key'));
  expect(await trial()).toEqual({ ok: false, words: 'Máy chép lời trả lời 401: invalid key' });
  await setting({ url: 'https://10.0.0.7/v1/audio/transcriptions' });
  expect(await trial()).toMatchObject({
    ok: false,
    words: expect.stringContaining('không phải là một địa chỉ trên Internet'),
  });
  await setting();
});

test('a recogniser that does not answer is tried later, then left alone for a while; what is refused is set aside with why', async () => {
  let clock = Date.now();
  recogniser.says(() => (response) => response.writeHead(503).end());
  const call = await recorded();
  await write(call.id, { at: clock });
  expect(await rowOf(call.id)).toMatchObject({ state: 'due', attempts: 1, because: 'Máy chép lời trả lời 503: ' });
  // Before its time nothing is sent.
  const sent = recogniser.heard.length;
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('transcript')
      .set({ next_at: new Date(clock + 600_000) })
      .where('call_id', '=', call.id)
      .execute(),
  );
  await write(call.id, { at: clock });
  expect(recogniser.heard).toHaveLength(sent);
  for (let n = 0; n < 4; n += 1) {
    clock += 5 * 3_600_000;
    await write(call.id, { at: clock });
  }
  expect(await rowOf(call.id)).toMatchObject({ state: 'due', attempts: 5 });
  // Five in a row: another recording waits, and costs nobody anything.
  const waiting = await recorded();
  const asked = recogniser.heard.length;
  await write(waiting.id, { at: clock });
  expect([recogniser.heard.length, (await rowOf(waiting.id))?.attempts]).toEqual([asked, 0]);
  clock += 6 * 60_000;
  recogniser.says(bothSay);
  await write(waiting.id, { at: clock });
  expect(await rowOf(waiting.id)).toMatchObject({ state: 'done', attempts: 1 });
  recogniser.says(() => (response) => response.writeHead(503).end());
  clock += 5 * 3_600_000;
  await write(call.id, { at: clock });
  expect(await rowOf(call.id)).toMatchObject({ state: 'failed', attempts: 6 });

  recogniser.says(() => (response) => response.writeHead(400).end('no such model'));
  const refused = await recorded();
  await write(refused.id, { at: clock });
  expect(await read(refused.id)).toMatchObject({ state: 'failed', because: 'Máy chép lời trả lời 400: no such model' });
  // Asked for again, it begins anew.
  recogniser.says(bothSay);
  await demo.admin.call('POST', `/histories-call/${refused.id}/transcript`);
  await write(refused.id, { at: app.clock.now });
  expect(await read(refused.id)).toMatchObject({ state: 'done' });
});

test('what ends its worker again and again is set aside, and nothing is sent where the operator does not offer it', async () => {
  const call = await recorded();
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('transcript').set({ attempts: 6 }).where('call_id', '=', call.id).execute(),
  );
  const sent = recogniser.heard.length;
  await write(call.id);
  expect(await rowOf(call.id)).toMatchObject({ state: 'failed', because: 'Đã thử nhiều lần mà không xong' });
  const closed = await recorded();
  await write(closed.id, { offered: false });
  expect(await rowOf(closed.id)).toMatchObject({ state: 'failed' });
  await setting({ active: false });
  const off = await recorded();
  expect(await rowOf(off.id)).toBeUndefined();
  expect(recogniser.heard).toHaveLength(sent);
  await setting();
});

test('words go with their recording: by its days, with its customer, also while they are being written; not while it is held', async () => {
  recogniser.says(bothSay);
  const left = async (call: { id: string }) => {
    const { rows } = await app.db.inTenant(demo.id, (trx) =>
      sql<{ n: number }>`select (select count(*) from transcript where call_id = ${call.id}::uuid)::int
        + (select count(*) from transcript_line where call_id = ${call.id}::uuid)::int as n`.execute(trx),
    );
    return rows[0]?.n;
  };
  const expire = (call: { recordingId: string }) =>
    app.db.inTenant(demo.id, (trx) =>
      sql`select expire_recordings(array[${call.recordingId}], now() + interval '1 day')`.execute(trx),
    );
  const old = await recorded();
  await write(old.id);
  expect(await left(old)).toBe(3);
  await expire(old);
  expect([await left(old), await read(old.id)]).toEqual([0, 404]);

  // Erased while the recogniser has it.
  const going = await recorded();
  recogniser.says((voice) => async (response) => {
    await expire(going);
    response.end(JSON.stringify(bothSay(voice)));
  });
  await write(going.id);
  expect(await left(going)).toBe(0);
  recogniser.says(bothSay);

  const worker = await workerWithin(app, { webhookHosts: [recogniser.host], offersTranscripts: true });
  try {
    const { id: status } = (await demo.admin.call('POST', '/profile-status', { name: 'Mới' })).json();
    const customer = { name: 'Người xin xoá', phone: '0987300779', status };
    const { id } = (await demo.admin.call('POST', '/customer', customer)).json();
    const [erased, held] = [
      await recorded(demo, { outside_number: '+84987300779' }),
      await recorded(demo, { outside_number: '+84987300779' }),
    ];
    for (const call of [erased, held]) await settled(call.id).toBe('done');
    await demo.admin.call('PUT', `/histories-call/${held.id}/hold`, { reason: 'tranh chấp' });
    const asked = (await demo.admin.call('POST', `/customer/${id}/data-request`, { kind: 'erase', note: '' })).json();
    const begun = await demo.admin.call('POST', `/data-request/${asked.id}/carry-out`);
    expect((await testImports(app, demo).rested(begun.json().job_id)).state).toBe('done');
    expect([await left(erased), await left(held)]).toEqual([0, 3]);
  } finally {
    await worker.close();
  }
});

test('a summary takes lines of the call that say most, each with its second, and hides numbers from who may not see them', async () => {
  const texts = [
    'Alô',
    'Tôi muốn đổi máy',
    'Số của tôi là 0901234567',
    'Dạ vâng',
    'Em sẽ gọi lại trong hôm nay',
    'Dạ chào',
  ];
  recogniser.says(({ loud }) => ({
    segments: (loud?.[0] ?? 0) < 0.1 ? texts.map((text, at) => ({ start: at / 10, end: at / 10 + 0.05, text })) : [],
    words: [{ start: 0.2, end: 0.25, word: '0901234567' }],
  }));
  const call = await recorded();
  await write(call.id);
  const all = await read(call.id);
  expect(all.summary).toEqual({
    by: '',
    dropped: 0,
    sentences: [
      { kind: 'reason', text: texts[1], side: 'left', at: [0.1] },
      { kind: 'figure', text: texts[2], side: 'left', at: [0.2] },
      { kind: 'promise', text: texts[4], side: 'left', at: [0.4] },
    ],
  });
  expect(all.lines[2]).toMatchObject({ text: texts[2], words: [[200, 250, '0901234567']] });

  const hides = (hidden: 0 | 1) =>
    demo.admin.call('PUT', '/update-system-setting', {
      hidden_phone_customer: hidden,
      position_hidden_phone_customer: 1,
    });
  expect((await hides(1)).statusCode).toBe(200);
  const listener = await demo.person('nghe-che', ['call-history.view', 'call-history.listen']);
  const told = await read(call.id, listener);
  expect(told.lines[2]).toMatchObject({ text: 'Số của tôi là 090****567', words: [] });
  expect(JSON.stringify(told)).not.toContain('0901234567');
  expect(told.summary.sentences[1]).toMatchObject({ text: 'Số của tôi là 090****567', at: [0.2] });
  await hides(0);
  recogniser.says(bothSay);
});
