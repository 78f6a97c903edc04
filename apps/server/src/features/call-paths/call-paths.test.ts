import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { openSounds } from '../../audio/sounds.ts';
import { newId } from '../../kernel/new-id.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let mine: TestTenant;
let other: TestTenant;
const [lan, minh] = [newId(), newId()];

beforeAll(async () => {
  app = await testApp({ sounds: openSounds() });
  mine = await app.tenant('tong-dai');
  other = await app.tenant('nha-khac');
  await app.db.inTenant(mine.id, (trx) =>
    trx
      .insertInto('extension')
      .values([
        { id: lan, number: '101', name: 'Lan' },
        { id: minh, number: '102', name: 'Minh' },
      ])
      .execute(),
  );
});

afterAll(() => app.close());

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = mine) {
  const answer = await app.http.inject({
    method,
    url: `/telephony${path}`,
    headers: { authorization: `Bearer ${who.admin.token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Sends a file as a form does. */
async function bring(name: string, bytes: Buffer, type = 'audio/mpeg') {
  const edge = 'ranh-gioi';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const answer = await app.http.inject({
    method: 'POST',
    url: '/telephony/partner/audio',
    headers: {
      authorization: `Bearer ${mine.admin.token}`,
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const sample = (name: string) => readFile(new URL(`../../audio/samples/${name}`, import.meta.url));
const make = async (path: string, body: object): Promise<{ id: string } & Record<string, unknown>> => {
  const answer = await call('POST', path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const plan = async () => (await loadTelephonyConfig(app.db.inTenant, mine.id)).plan;
const to = (type: string, value = '') => ({ type, value });

test('a sound is brought, heard by its company alone, and is what calls play once it is a greeting that something uses', async () => {
  const { body: audio } = await bring('chào khách.mp3', await sample('tone.mp3'));
  expect(audio).toMatchObject({ source: 'file', title: 'chào khách.mp3', duration_ms: expect.any(Number) });
  const path = `/telephony/partner/audio/${audio.id}/file`;
  const hear = (who: TestTenant) =>
    app.http.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${who.admin.token}` } });
  const heard = await hear(mine);
  expect([heard.headers['content-type'], heard.rawPayload.length]).toEqual(['audio/wav', audio.bytes]);
  expect((await hear(other)).statusCode).toBe(404);

  const greeting = await make('/partner/greeting', { name: 'Chào khách', audio_id: audio.id });
  const message = await make('/partner/announcement', {
    name: 'Chào',
    greeting_id: greeting.id,
    skip_key: '#',
    then: to('hang-up'),
  });
  expect((await plan()).announcements[message.id]).toEqual({
    name: 'Chào',
    file: `company/${mine.id}/${audio.id}.wav`,
    skipKey: '#',
    then: { kind: 'hang-up', cause: 'normal' },
  });
  // It is where the engine looks for it.
  expect((await readFile(`${app.filesFolder}/prompts/${mine.id}/${audio.id}.wav`)).length).toBe(audio.bytes);

  const removal = await call('DELETE', `/partner/greeting/${greeting.id}`);
  expect(removal).toMatchObject({
    status: 409,
    body: { code: 'in_use', used_by: [{ kind: 'Thông báo', name: 'Chào' }] },
  });
});

test('what is no sound is refused beside the field, whatever it calls itself', async () => {
  expect(await bring('virus.mp3', Buffer.from('MZ, not a sound'))).toMatchObject({
    status: 422,
    body: { fields: { file: 'Không phải tệp WAV, MP3, OGG hay M4A' } },
  });
  expect((await bring('trang.html', Buffer.from('<html>'), 'text/html')).status).toBe(415);
});

test('words become a greeting', async () => {
  const audio = await make('/partner/audio/speech', { text: 'Xin chào quý khách', voice: 'south' });
  expect(audio).toMatchObject({ source: 'speech', title: 'Xin chào quý khách' });
});

test('a number that is dialled inside leads to one place: who would take it is told whose it is', async () => {
  const taken = await call('POST', '/partner/ivr-menu', { name: 'Trùng số', number: '101' });
  expect(taken).toMatchObject({ status: 422, body: { fields: { number: 'Số 101 đang là của máy nhánh “Lan”' } } });
  const queue = await make('/partner/call-queue', { name: 'Đặt bàn', number: '640' });
  const extension = await call('POST', '/partner/subscriber', { number: '640', name: 'Nam' });
  expect(extension.body.fields).toEqual({ number: 'Số 640 đang là của hàng đợi “Đặt bàn”' });
  const group = await make('/partner/ring-group', { name: 'Bếp', number: '641' });
  const moved = await call('PUT', `/partner/ring-group/${group.id}`, { ...group, number: '640' });
  expect(moved.body.fields).toEqual({ number: 'Số 640 đang là của hàng đợi “Đặt bàn”' });
  for (const path of [`ring-group/${group.id}`, `call-queue/${queue.id}`]) await call('DELETE', `/partner/${path}`);
});

test('of those who give the same number inside at the same moment one gets it', async () => {
  for (const number of ['650', '651', '652']) {
    const answers = await Promise.all(
      ['ivr-menu', 'ring-group', 'call-queue'].map(async (path) => {
        const { status, body } = await call('POST', `/partner/${path}`, { name: `Số ${number}`, number });
        return { status, at: `/partner/${path}/${body.id}` };
      }),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    for (const { status, at } of answers) if (status === 200) await call('DELETE', at);
  }
});

test('a menu with its keys, a queue with its people and a group are what routing is made of', async () => {
  const music = await make('/partner/audio/speech', { text: 'Nhạc chờ' });
  const { id: musicId } = await make('/partner/music-on-hold', { name: 'Nhạc Tết', audio_id: music.id });
  const { id: greetingId } = await make('/partner/greeting', { name: 'Chào kho', audio_id: music.id });
  const group = await make('/partner/ring-group', {
    name: 'Kho',
    number: '600',
    strategy: 'memory',
    otherwise: to('direct', '101'),
    music_id: musicId,
    greeting_id: greetingId,
    confirms: true,
    wrap_up: 'required',
    wrap_up_seconds: 45,
    members: [
      { extension_id: minh, delay_seconds: 5, ring_seconds: 12 },
      { extension_id: lan, delay_seconds: 0, ring_seconds: null },
    ],
  });
  const queue = await make('/partner/call-queue', {
    name: 'Bán hàng',
    number: '601',
    strategy: 'skills',
    music_id: musicId,
    max_wait_seconds: 60,
    members: [{ extension_id: lan, penalty: 1, weight: 2, skills: { vip: 80 } }],
    needs: [{ skill: 'tiếng Anh', level: 60, until_seconds: 20 }],
    callers: [
      {
        name: 'Khách lớn',
        caller_pattern: '0901234567',
        service_number_id: null,
        priority: 2,
        skills: { vip: 50 },
        until_seconds: 30,
      },
    ],
    priority_is_worth_seconds: 60,
    announce_every_seconds: 30,
    callback_key: '1',
    exits: [{ key: '0', to: to('direct', '102') }],
    timeout: to('group', group.id),
    recording: 'never',
    prefers_owner: true,
    wrap_up: 'off',
  });
  const menu = await make('/partner/ivr-menu', {
    name: 'Lời chào chính',
    number: '602',
    direct_dialling: true,
    timeout: to('queue', queue.id),
    keys: [
      { keys: '1', to: to('queue', queue.id), note: 'Bán hàng' },
      { keys: '2', to: to('group', group.id), note: '' },
    ],
  });
  const { menus, queues, groups, internalNumbers } = await plan();
  const own = `company/${mine.id}/${music.id}.wav`;
  expect(groups[group.id]).toEqual({
    name: 'Kho',
    strategy: 'memory',
    members: ['102', '101'],
    ringSeconds: 25,
    greeting: own,
    music: own,
    otherwise: { kind: 'direct', extension: '101' },
    confirms: true,
    wrapUp: { mode: 'required', seconds: 45 },
    times: { 102: { delaySeconds: 5, ringSeconds: 12 } },
  });
  expect(queues[queue.id]).toMatchObject({
    members: [{ extension: '101', penalty: 1, weight: 2, skills: { vip: 80 } }],
    needs: [{ skill: 'tiếng Anh', level: 60, untilSeconds: 20 }],
    callers: [
      {
        name: 'Khách lớn',
        callerPattern: '0901234567',
        number: null,
        priority: 2,
        needs: [{ skill: 'vip', level: 50, untilSeconds: 30 }],
      },
    ],
    priorityIsWorthSeconds: 60,
    music: `company/${mine.id}/${music.id}.wav`,
    announcements: { everySeconds: 30, firstAfterSeconds: 10, positionUpTo: 10, expectedWait: false, files: [] },
    callback: { key: '1', attempts: 3, retrySeconds: 300, expireSeconds: 14_400 },
    exits: { '0': { kind: 'direct', extension: '102' } },
    otherwise: { timeout: { kind: 'group', group: group.id }, full: null, empty: null },
    records: false,
    prefersOwner: true,
    wrapUp: { mode: 'off', seconds: 0 },
  });
  expect(menus[menu.id]).toMatchObject({
    keys: { '1': { kind: 'queue', queue: queue.id }, '2': { kind: 'group', group: group.id } },
    directDialling: true,
    timeout: { kind: 'queue', queue: queue.id },
    invalid: null,
  });
  expect(internalNumbers['602']).toEqual({ kind: 'ivr', menu: menu.id });

  const twice = await call('PUT', `/partner/ivr-menu/${menu.id}`, {
    ...menu,
    keys: [
      { keys: '1', to: to('hang-up'), note: '' },
      { keys: '1', to: to('hang-up'), note: '' },
    ],
  });
  expect(twice).toMatchObject({ status: 422, body: { fields: { keys: 'Mỗi phím chỉ dẫn tới một nơi' } } });
});

test('music of several pieces is a list of the plan, and what plays it names that', async () => {
  const [first, second] = [
    await make('/partner/audio/speech', { text: 'Bài một' }),
    await make('/partner/audio/speech', { text: 'Bài hai' }),
  ];
  const music = await make('/partner/music-on-hold', {
    name: 'Nhiều bài',
    audio_id: first.id,
    pieces: [{ audio_id: second.id }],
    random: true,
    volume: 50,
  });
  expect(music).toMatchObject({ piece_count: 2, pieces: [{ audio_id: second.id }], random: true, volume: 50 });
  const queue = await make('/partner/call-queue', { name: 'Nghe nhạc', music_id: music.id });
  const { queues, playlists } = await plan();
  await call('DELETE', `/partner/call-queue/${queue.id}`);
  expect(queues[queue.id]?.music).toBe(`list/${music.id}`);
  expect(playlists).toEqual({
    [`list/${music.id}`]: {
      pieces: [first, second].map(({ id }) => `company/${mine.id}/${id}.wav`),
      random: true,
      gain: 0.5,
    },
  });
});

test('a condition, a rule that leads back and a box are routed to as they are set', async () => {
  const { id: hours } = await make('/partner/time-group', { name: 'Giờ hành chính' });
  const box = await make('/partner/voicemail-box', { name: 'Hộp thư', max_seconds: 60 });
  const back = await make('/partner/last-call-rule', { name: 'Người quen', otherwise: to('voicemail', box.id) });
  const condition = await make('/partner/time-condition', {
    name: 'Ngày đêm',
    time_group_id: hours,
    match: to('lastcall', back.id),
    otherwise: to('voicemail', box.id),
    override: 'otherwise',
  });
  const { timeConditions, lastCallRules, voicemailBoxes } = await plan();
  expect(timeConditions[condition.id]).toMatchObject({
    override: 'otherwise',
    match: { kind: 'lastcall', rule: back.id },
  });
  expect(lastCallRules[back.id]).toMatchObject({ withinHours: 72, otherwise: { kind: 'voicemail', box: box.id } });
  expect(voicemailBoxes[box.id]).toMatchObject({ maxSeconds: 60, greeting: 'system/vi/voicemail-greeting.wav' });

  const thanks = await make('/partner/voicemail-box', { name: 'Cảm ơn', only_thanks: true });
  expect((await plan()).voicemailBoxes[thanks.id]).toMatchObject({
    onlyThanks: true,
    greeting: 'system/vi/goodbye.wav',
  });

  // As a form sends what nobody filled in.
  const quiet = await make('/partner/announcement', { name: 'Không bỏ qua được', skip_key: '', then: to('hang-up') });
  expect(quiet.skip_key).toBe(null);
  const lost = await call('POST', '/partner/announcement', { name: 'Lạc', then: to('queue', newId()) });
  expect(lost).toMatchObject({ status: 422, body: { fields: { then: 'Điểm đến này không còn' } } });
});

test('pickers are answered at the addresses of the specification, each company’s own', async () => {
  const names = async (path: string, who = mine) =>
    (await call('GET', path, undefined, who)).body.data.map(({ name }: { name: string }) => name);
  expect(await names('/partner/ivr_detail/all/tong-dai')).toEqual(['Lời chào chính']);
  expect(await names('/partner/message/all/tong-dai')).toEqual(['Chào', 'Không bỏ qua được']);
  expect(await names('/partner/time/condition/all/tong-dai')).toEqual(['Ngày đêm']);
  expect(await names('/partner/queues?dataType=all&CodeCompany=tong-dai')).toEqual(['Bán hàng']);
  expect(await names('/partner/last-calls?dataType=all&CodeCompany=tong-dai')).toEqual(['Người quen']);
  expect(await names('/partner/queues?dataType=all&CodeCompany=nha-khac', other)).toEqual([]);
  expect((await call('GET', '/partner/queues?dataType=all&CodeCompany=nha-khac')).status).toBe(404);
});

test('what callers pressed in a menu is counted, and who gave up there', async () => {
  const [menu] = (await call('GET', '/partner/ivr-menus?search=chinh')).body.data;
  const at = Date.now();
  const step = (text: string, detail: object) => ({ at, kind: 'destination', text, detail });
  const into = step('Lời thoại tương tác “Lời chào chính”', { menu: 'Lời chào chính' });
  const chose = (keys: string) => step(`Người gọi bấm ${keys}`, { menu: 'Lời chào chính', keys });
  const again = (text: string) => step(text, { menu: 'Lời chào chính', tries: '1', of: '3' });
  const traces = [
    { trace: [into, chose('1')], status: 'answered' },
    { trace: [into, again('Người gọi không bấm phím'), chose('1')], status: 'answered' },
    { trace: [into, again('Người gọi bấm 9: không có trong lời thoại'), chose('2')], status: 'missed' },
    { trace: [into], status: 'stopped_ivr' },
    { trace: [into, chose('2')], status: 'abandoned' },
    // Who went on to another menu did not leave this one.
    { trace: [into, chose('2'), step('Khác', { menu: 'Khác' })], status: 'stopped_ivr' },
    { trace: [step('Lời thoại tương tác “Khác”', { menu: 'Khác', keys: '1' })], status: 'stopped_ivr' },
  ] as const;
  for (const { trace, status } of traces) {
    await storeCall(app.db, mine.id, { trace: JSON.stringify(trace), status });
  }
  // Nobody gave up where somebody of ours only tried.
  for (const trace of [[into], [into, chose('2')], [into, again('Người gọi không bấm phím')]]) {
    await storeCall(app.db, mine.id, { trace: JSON.stringify(trace), status: 'stopped_ivr', purpose: 'test' });
  }
  expect((await call('GET', `/partner/ivr-menu/${menu.id}/keys`)).body).toEqual({
    calls: 6,
    keys: [
      { keys: '2', count: 3, left: 1 },
      { keys: '1', count: 2, left: 0 },
    ],
    wrong: 1,
    silent: 1,
    left: 1,
  });
});

test('two extensions that forward to each other are told of at their own rows', async () => {
  const forward = (id: string, value: string) =>
    app.db.inTenant(mine.id, (trx) =>
      trx
        .updateTable('extension')
        .set({ forward_always_kind: 'direct', forward_always_value: value })
        .where('id', '=', id)
        .execute(),
    );
  const warnings = async (id: string) =>
    (await call('GET', '/partner/path-warnings')).body.data.find((one: { id: string }) => one.id === id)?.words;
  expect(await warnings(lan)).toBeUndefined();
  await forward(lan, '102');
  await forward(minh, '101');
  expect(await warnings(lan)).toEqual(['Có thể đi vòng mãi: 101 Lan → 102 Minh → 101 Lan']);
  expect(await warnings(minh)).toEqual(['Có thể đi vòng mãi: 102 Minh → 101 Lan → 102 Minh']);
});

test('a queue, a ring group and a number have a script of their own, for whoever of the company talks in their calls', async () => {
  const words = 'Dạ {{Tên khách}}, em là {{Tên tôi}}.';
  const group = await make('/partner/ring-group', { name: 'Bán hàng', script: words });
  const queue = await make('/partner/call-queue', { name: 'Bảo hành' });
  const hotline = '+842899990001';
  const called = await make('/partner/service-number', {
    number: hotline,
    name: 'Tổng đài',
    trunk_id: (await make('/partner/trunk', { name: 'Nhà mạng', host: 'nha-mang.vn' })).id,
    script: 'Dạ, tổng đài xin nghe.',
  });
  const said = async (places: Record<string, string>, who = mine) => {
    const answer = await app.http.inject({
      method: 'GET',
      url: `/api/${who.code}/script-of-calls?${new URLSearchParams(places).toString()}`,
      headers: { authorization: `Bearer ${who.admin.token}` },
    });
    return answer.json() as unknown;
  };
  const [ofGroup, ofNumber] = [
    { name: 'Bán hàng', script: words },
    { name: 'Tổng đài', script: 'Dạ, tổng đài xin nghe.' },
  ];
  expect(await said({ group: group.id, hotline })).toEqual(ofGroup);
  // What has none of its own leaves it to the number.
  expect(await said({ queue: queue.id, hotline })).toEqual(ofNumber);
  expect(await said({ hotline })).toEqual(ofNumber);
  const others = { group: group.id, hotline };
  for (const nobodys of [await said({ queue: group.id }), await said({}), await said(others, other)]) {
    expect(nobodys).toEqual({ name: '', script: '' });
  }
  const refused = await call('POST', '/partner/call-queue', { name: 'Khác', script: '{{Tên chiến dịch}}' });
  expect(refused.status).toBe(422);
  expect(called.script).toBe(ofNumber.script);
});
