import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { listenLive } from '../../../testing/live-listener.ts';
import { storeCall, storeCustomer, storeRecording } from '../../../testing/stored-calls.ts';
import { openDialled, openNumber } from '../../storage/sealed-number.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
let agent: TestPerson;
let masked: TestPerson;
let customer: string;
let newest: string;

const at = (local: string) => new Date(`${local}+07:00`);

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  other = await app.tenant('khac');
  agent = await demo.person('lan', ['call-history.view', 'call-history.export', 'customer.full-phone'], '101');
  masked = await demo.person('minh', ['call-history.view', 'call-history.export', 'call-history.listen'], '102');
  customer = await storeCustomer(app.db, demo.id, { name: 'Nguyễn Văn Đức', e164: '+84901234567' });
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });

  await storeCall(app.db, demo.id, { started_at: at('2026-03-01T23:59:59') });
  await storeCall(app.db, demo.id, { started_at: at('2026-03-02T00:00:00'), status: 'missed' });
  await storeCall(app.db, demo.id, {
    started_at: at('2026-03-02T09:00:00'),
    direction: 'internal',
    outside_number: '',
    service_number: '',
    from_extension: '102',
    dialled: '101',
  });
  ({ id: newest } = await storeCall(app.db, demo.id, {
    started_at: at('2026-03-02T10:00:00'),
    direction: 'outbound',
    from_extension: '101',
    to_extension: '',
    dialled: '0901234567',
    talk_ms: 90_000,
    trace: JSON.stringify([
      { at: 1_772_420_400_000, kind: 'arrived', text: 'Gọi ra', detail: { number: '+84901234567', rule: 'Di động' } },
    ]),
    rang: [{ extension: '101', answered: true }],
    recording: {},
  }));
  await storeCall(app.db, other.id, { started_at: at('2026-03-02T10:00:00') });
});

afterAll(() => app.close());

const list = async (query: string, by = agent) => {
  const answer = await by.call('GET', `/histories-call?${query}`);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const totals = async (query: string, by = agent) => (await list(query, by)).total;

test('the history is the company’s own, newest first, with names', async () => {
  const { data, total, total_capped } = await list('');
  expect([total, total_capped, data.length]).toEqual([4, false, 4]);
  expect(data[0]).toEqual({
    id: newest,
    direction: 'outbound',
    purpose: 'people',
    network_said: null,
    broken: '',
    name_prefix: '',
    status: 'answered',
    started_at: '2026-03-02T03:00:00.000Z',
    answered_at: '2026-03-02T03:00:10.000Z',
    ended_at: '2026-03-02T03:01:00.000Z',
    phone: '0901234567',
    customer_id: customer,
    customer_name: 'Nguyễn Văn Đức',
    hotline: '02871000101',
    dialled: '0901234567',
    extension: '101',
    agent_name: 'lan',
    others: '',
    caller_extension: '101',
    caller_name: 'lan',
    wait_seconds: 10,
    talk_seconds: 90,
    total_seconds: 60,
    cause: 'normal',
    recording: 'ready',
    voices: null,
    recording_refused_after: null,
    queues: '',
    mos: null,
    poor: false,
    outcome: null,
    outcome_name: null,
    tags: [],
  });
  expect(data[1]).toMatchObject({ phone: '102', caller_name: 'minh', agent_name: 'lan', recording: 'none' });
});

test('days are the company’s, and filters narrow down', async () => {
  expect(await totals('from=2026-03-02&to=2026-03-02')).toBe(3);
  expect(await totals('to=2026-03-01')).toBe(1);
  expect(await totals('direction=internal')).toBe(1);
  expect(await totals('status=missed')).toBe(1);
  expect(await totals('extension=102')).toBe(1);
  const paged = await list('page_size=2&page=2&sort=talk_seconds');
  expect([paged.data.length, paged.data[1].talk_seconds]).toEqual([2, 90]);
  for (const bad of ['sort=trace', 'status=none', 'from=yesterday']) {
    expect((await agent.call('GET', `/histories-call?${bad}`)).statusCode).toBe(400);
  }
});

test('a search finds by number in any writing, by part of it, by extension and by name', async () => {
  for (const found of ['0901 234 567', '+84901234567', '84901234567', '0901', '234567', 'nguyen van duc', 'ĐỨC']) {
    expect([found, await totals(`search=${encodeURIComponent(found)}`)]).toEqual([found, 3]);
  }
  expect(await totals('search=102')).toBe(1);
  expect(await totals('search=minh')).toBe(1);
  expect(await totals('search=khong co')).toBe(0);
});

test('of more calls than are counted a search says so, by number, extension and name, and shows the newest first', async () => {
  const busy = await app.tenant('dong-khach');
  const seller = await busy.person('mai', ['call-history.view', 'customer.full-phone'], '201');
  await storeCustomer(app.db, busy.id, { name: 'Công ty Sen Vàng', e164: '+84912000001' });
  const store = (from: number, to: number) =>
    app.db.inTenant(busy.id, (trx) =>
      sql`insert into call (id, started_at, revision, direction, status, stage, ended_at, dialled, outside_number, to_extension)
        select gen_random_uuid(), ${at('2026-03-02T10:00:00')}::timestamptz - n * interval '1 s', 1, 'inbound', 'missed', 'ended',
          ${at('2026-03-02T11:00:00')}, n::text, '+84912000001', '201'
        from generate_series(${from}::int, ${to}::int) as n`.execute(trx),
    );
  const searched = ['0912000001', '12000', '201', 'sen vang'];
  await store(1, 10_000);
  for (const search of searched) {
    const { total, total_capped: capped } = await list(
      `search=${encodeURIComponent(search)}&sort=-talk_seconds`,
      seller,
    );
    expect([search, total, capped]).toEqual([search, 10_000, false]);
  }
  await store(10_001, 10_050);
  for (const search of searched) {
    const { data, total, total_capped: capped } = await list(`search=${encodeURIComponent(search)}&page=2`, seller);
    expect([search, total, capped]).toEqual([search, 10_000, true]);
    expect(data.map((row: { dialled: string }) => row.dialled)).toEqual(
      Array.from({ length: 10 }, (_, n) => String(11 + n)),
    );
  }
});

test('of a department with few calls, long ago, all are found; of one with more than are counted it is said so', async () => {
  const { id, admin, person } = await app.tenant('it-va-nhieu');
  const made = async (path: string, body: object) => (await admin.call('POST', path, body)).json().id as string;
  const [busy, quiet, empty] = [
    await made('/department', { name: 'Bán hàng' }),
    await made('/department', { name: 'Kho' }),
    await made('/department', { name: 'Mới' }),
  ];
  const team = await made('/team', { name: 'Kho Bắc', department_id: quiet });
  for (const extension of ['201', '202', '203']) await person(`nguoi-${extension}`, [], extension);
  const started = (n: number) => new Date(at('2026-03-02T10:00:00').getTime() - n * 1_000);
  await app.db.inTenant(id, async (trx) => {
    await sql`update account set department_id = case extension when '201' then ${busy}::uuid else ${quiet}::uuid end,
      team_id = case extension when '203' then ${team}::uuid end where extension in ('201', '202', '203')`.execute(trx);
    await sql`insert into call (id, started_at, revision, direction, status, stage, ended_at, dialled, outside_number, to_extension)
      select gen_random_uuid(), ${started(0)}::timestamptz - n * interval '1 s', 1, 'inbound', 'missed', 'ended',
        ${at('2026-03-02T11:00:00')}, n::text, '+84912000001', '201'
      from generate_series(1, 10001) as n`.execute(trx);
  });
  const old = (n: number) => ({ started_at: started(20_000 + n), dialled: `old ${n}`, talk_ms: n * 1_000 });
  await storeCall(app.db, id, { ...old(3), to_extension: '202' });
  await storeCall(app.db, id, { ...old(2), to_extension: '202', shares: { 202: 5_000, 203: 10_000 } });
  await storeCall(app.db, id, { ...old(1), direction: 'internal', from_extension: '203', to_extension: '202' });
  const found = async (query: string, perPage = 3) => {
    const answer = await admin.call('GET', `/histories-call?per_page=${perPage}&${query}`);
    const { data, total, total_capped } = answer.json();
    return [data.map(({ dialled }: { dialled: string }) => dialled), total, total_capped];
  };
  // Counted once, and known the second time.
  for (const page of [1, 2]) expect((await found(`page=${page}`)).slice(1)).toEqual([10_000, true]);
  expect(await found(`department_id=${busy}&page=2`)).toEqual([['4', '5', '6'], 10_000, true]);
  expect(await found(`department_id=${busy}&status=answered`)).toEqual([[], 0, false]);
  expect(await found(`department_id=${quiet}`)).toEqual([['old 1', 'old 2', 'old 3'], 3, false]);
  expect(await found(`department_id=${quiet}&sort=-talk_seconds&page=2`, 2)).toEqual([['old 1'], 3, false]);
  expect(await found(`team_id=${team}`)).toEqual([['old 1', 'old 2'], 2, false]);
  expect(await found(`team_id=${team}&department_id=${busy}`)).toEqual([[], 0, false]);
  expect(await found(`team_id=${team}&direction=internal`)).toEqual([['old 1'], 1, false]);
  expect(await found(`department_id=${empty}`)).toEqual([[], 0, false]);
  expect(await found(`department_id=${quiet}&from=2026-03-03`)).toEqual([[], 0, false]);
  const file = await admin.call('GET', `/histories-call/export?format=csv&department_id=${quiet}`);
  expect(file.payload.trim().split('\r\n')).toHaveLength(4);
});

test('by a name that more customers have than are looked up, calls are found one by one, and counted as far as that is quick', async () => {
  const { id, admin } = await app.tenant('nhieu-khach');
  const phone = (n: string) => `'+8491' || lpad((${n})::text, 7, '0')`;
  await app.db.inTenant(id, async (trx) => {
    await sql`with new as (insert into profile_status (id, name) values (gen_random_uuid(), 'Đang gọi') returning id)
      insert into customer (id, name, status, numbers)
        select gen_random_uuid(), 'Trần Văn ' || n, new.id, array[${sql.raw(phone('n'))}] from new, generate_series(1, 17000) as n`.execute(
      trx,
    );
    await sql`insert into call (id, started_at, revision, direction, status, stage, ended_at, dialled, outside_number, to_extension)
      select gen_random_uuid(), ${at('2026-03-02T10:00:00')}::timestamptz - n * interval '1 s', 1, 'inbound',
        case when n % 10 = 0 then 'missed' else 'answered' end, 'ended', ${at('2026-03-02T11:00:00')}, n::text,
        case when n % 2 = 0 then ${sql.raw(phone('n'))} else '+84281234567' end, ''
      from generate_series(1, 11000) as n`.execute(trx);
  });
  const found = async (query: string) => {
    const { data, total, total_capped } = (await admin.call('GET', `/histories-call?search=tran&${query}`)).json();
    return { dialled: data.map(({ dialled }: { dialled: string }) => Number(dialled)), total, total_capped };
  };
  const tens = (first: number) => Array.from({ length: 10 }, (_, n) => 10 * (first + n));
  expect(await found('status=missed&page=3')).toEqual({ dialled: tens(21), total: 1_100, total_capped: false });
  const all = await found('page=2');
  expect(all.dialled).toEqual(Array.from({ length: 10 }, (_, n) => 22 + 2 * n));
  expect([all.total, all.total_capped]).toEqual([5_000, true]);
});

test('whoever must not see numbers gets none, and cannot find them out by parts', async () => {
  const shown = [
    await masked.call('GET', '/histories-call'),
    await masked.call('GET', `/histories-call/${newest}`),
    await masked.call('GET', '/histories-call/export?format=csv'),
    await masked.call('GET', `/customer-by-phone?phone=0901234567`),
  ];
  for (const { statusCode, payload } of shown) {
    expect(statusCode).toBe(200);
    expect(payload).toContain('090****567');
    expect(payload).not.toMatch(/0?901234567/);
  }
  expect(await totals('search=0901', masked)).toBe(0);
  expect(await totals('search=0901234567', masked)).toBe(3);
});

test('one conversation has its legs and the reasons of routing', async () => {
  const detail = (await agent.call('GET', `/histories-call/${newest}`)).json();
  expect(detail).toMatchObject({
    id: newest,
    recording_seconds: 50,
    trace: [
      {
        at: '2026-03-02T03:00:00.000Z',
        kind: 'arrived',
        text: 'Gọi ra',
        detail: { number: '0901234567', rule: 'Di động' },
      },
    ],
    legs: [{ party: '101', name: null, cause: 'normal' }],
  });
  expect((await other.admin.call('GET', `/histories-call/${newest}`)).statusCode).toBe(404);
  expect((await agent.call('GET', '/histories-call/none')).statusCode).toBe(404);
});

test('an export has every call that was asked for', async () => {
  const csv = await agent.call('GET', '/histories-call/export?format=csv&from=2026-03-02');
  const lines = csv.payload.trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toBe(
    `02/03/2026 10:00:00,Gọi ra,Gặp,0901234567,Nguyễn Văn Đức,02871000101,0901234567,101,lan,,10,90,60,normal,,,,,,,,,,,${newest},Thường ngày,,,,,`,
  );
});

test('how the lines of a call sounded is told with it, and calls that sounded poor are found', async () => {
  const heard = { loss_percent: 1, far_loss_percent: 12, jitter_ms: 4, round_trip_ms: 40, codec: 'pcma', poor: true };
  const { id } = await storeCall(app.db, demo.id, {
    started_at: at('2026-03-05T10:00:00'),
    mos: 3.21,
    poor: true,
    rang: [{ extension: '101', answered: true, heard: { ...heard, worst_mos: 2.1 } }, { extension: '102' }],
  });
  await storeCall(app.db, demo.id, { started_at: at('2026-03-05T11:00:00'), mos: 4.38 });
  const { data, total } = await list('quality=poor&from=2026-03-05&to=2026-03-05');
  expect([total, data[0].id, data[0].mos, data[0].poor]).toEqual([1, id, 3.2, true]);
  const { legs } = (await agent.call('GET', `/histories-call/${id}`)).json();
  expect(legs).toMatchObject([
    {
      party: '101',
      device: null,
      quality: { level: 'poor', loss_percent: 1, far_loss_percent: 12, worst_mos: 2.1, codec: 'pcma' },
    },
    { party: '102', quality: null },
  ]);
  expect(legs[0].quality.mos).toBeCloseTo(3.17, 1);
  const csv = await agent.call('GET', '/histories-call/export?format=csv&from=2026-03-05&to=2026-03-05');
  const cells = csv.payload
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(cells.map((line) => line.slice(16, 18))).toEqual([
    ['Âm thanh', 'MOS'],
    ['', '4.4'],
    ['Kém', '3.2'],
  ]);
});

test('a recording of which a full disk took nothing says so, and is none to be heard', async () => {
  const { id, recordingId } = await storeCall(app.db, demo.id, { recording: {} });
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('recording')
      .set({ state: 'no-space', bytes: 0, duration_ms: 0 })
      .where('id', '=', recordingId)
      .execute(),
  );
  expect((await masked.call('GET', `/histories-call/${id}`)).json()).toMatchObject({ recording: 'no-room' });
  expect((await masked.call('GET', `/histories-call/${id}/recording`)).statusCode).toBe(404);
});

test('a recording is heard by permission, in parts, and each listening is on record', async () => {
  const { id, recordingId } = await storeCall(app.db, demo.id, { recording: {} });
  const file = await storeRecording(app.files, demo.id, recordingId);
  const path = `/histories-call/${id}/recording`;
  expect((await agent.call('GET', path)).statusCode).toBe(403);
  const whole = await masked.call('GET', path);
  expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.equals(file)]).toEqual([
    200,
    'audio/wav',
    true,
  ]);
  expect((await other.admin.call('GET', path)).statusCode).toBe(404);
  expect((await masked.call('GET', `/histories-call/${newest}/recording`)).statusCode).toBe(404);

  const part = await app.http.inject({
    url: `/api/demo${path}`,
    headers: { authorization: `Bearer ${masked.token}`, range: 'bytes=44-47' },
  });
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 44-47/${file.length}`]);
  const listened = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('action', '=', 'listen')
      .select(['account_id', 'subject_id'])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );
  expect(listened).toEqual([{ account_id: masked.accountId, subject_id: id }]);
});

test.each(['bytes=1-', 'bytes=-100', 'bytes= 0-', 'bytes=0-0', 'chunks=1'])(
  'a listening that asks for %s is in the trail',
  async (range) => {
    const { id, recordingId } = await storeCall(app.db, demo.id, { recording: {} });
    await storeRecording(app.files, demo.id, recordingId);
    const url = `/api/demo/histories-call/${id}/recording`;
    for (let n = 0; n < 2; n += 1) {
      await app.http.inject({ url, headers: { authorization: `Bearer ${masked.token}`, range } });
    }
    const listened = await app.db.inTenant(demo.id, (trx) =>
      trx
        .selectFrom('audit')
        .where('action', '=', 'listen')
        .where('subject_id', '=', id)
        .select('account_id')
        .execute(),
    );
    expect(listened).toEqual([{ account_id: masked.accountId }]);
  },
);

test('the wave is measured once, each side for itself', async () => {
  const { id, recordingId } = await storeCall(app.db, demo.id, { recording: {} });
  await storeRecording(app.files, demo.id, recordingId);
  const wave = (await masked.call('GET', `/histories-call/${id}/waveform`)).json();
  expect(wave.seconds).toBe(2);
  expect(wave.left).toHaveLength(wave.right.length);
  expect([wave.left[0], wave.right[0], wave.left.at(-1), wave.right.at(-1)]).toEqual([0.5, 0, 0, 0.5]);
  expect(await readdir(join(app.filesFolder, 'recordings', demo.id))).toContain(`${recordingId}.wav.peaks.json`);
  expect((await masked.call('GET', `/histories-call/${id}/waveform`)).json()).toEqual(wave);
});

test('before dialling, a phone learns whom it calls and what to dial', async () => {
  const prepare = async (phone: string, by = agent) =>
    (await by.call('POST', '/create-histories-call', { phone })).json();
  const external = { kind: 'external', customer_id: customer, name: 'Nguyễn Văn Đức' };
  expect(await prepare('+84 901 234 567')).toEqual({ ...external, dial: '0901234567', phone: '0901234567' });
  expect(await prepare(customer)).toEqual({ ...external, dial: '0901234567', phone: '0901234567' });
  expect(await prepare('102')).toEqual({
    dial: '102',
    kind: 'internal',
    phone: '102',
    name: 'minh',
    customer_id: null,
  });
  expect(await prepare('0912345678')).toMatchObject({ dial: '0912345678', name: null, customer_id: null });

  const sealed = await prepare(customer, masked);
  expect(sealed).toMatchObject({ ...external, phone: '090****567' });
  expect(openNumber(app.serverKey, demo.id, sealed.dial)).toBe('0901234567');

  // What is none of the numbers that the database names, call control knows, or says that there is no such number.
  for (const inside of ['701', '*8', '*720901234567', '999']) {
    expect(await prepare(inside)).toEqual({
      dial: inside,
      kind: 'internal',
      phone: inside,
      name: null,
      customer_id: null,
    });
  }
  // Exactly ten digits are a number (specification §5), though their prefix is in no plan that we know; nine and eleven are none.
  const unknown = { kind: 'external', name: null, customer_id: null };
  expect(await prepare('0401 234 567')).toEqual({ ...unknown, dial: '0401234567', phone: '0401234567' });
  expect(await prepare('6012345678')).toEqual({ ...unknown, dial: '6012345678', phone: '6012345678' });
  for (const phone of ['không phải số', '9', '601234567', '60123456781', crypto.randomUUID()]) {
    const answer = await agent.call('POST', '/create-histories-call', { phone });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['phone']]);
  }
});

test('a number is called from wherever it stands: a sentence, a hidden number of a call, another number, the last one dialled', async () => {
  const prepare = async (phone: string, by = agent) =>
    (await by.call('POST', '/create-histories-call', { phone })).json();
  for (const text of ['Chị Hoa 0901 234 567 nhé', '０９０１２３４５６７', 'tel:+84901234567']) {
    expect(await prepare(text)).toMatchObject({ dial: '0901234567', customer_id: customer });
  }
  for (const text of ['１０２', 'tel:102', 'callto:102']) {
    expect(await prepare(text)).toMatchObject({ dial: '102', kind: 'internal', name: 'minh' });
  }
  const stranger = await storeCall(app.db, demo.id, { outside_number: '+84912999888' });
  expect(await prepare(`call/${stranger.id}`)).toMatchObject({ dial: '0912999888', phone: '0912999888' });
  const hidden = await prepare(`call/${stranger.id}`, masked);
  expect(hidden.phone).toBe('091****888');
  expect(openNumber(app.serverKey, demo.id, hidden.dial)).toBe('0912999888');
  // Once more: what was dialled is dialled again, and says as little.
  const again = await prepare(hidden.dial, masked);
  expect([again.phone, openNumber(app.serverKey, demo.id, again.dial)]).toEqual(['091****888', '0912999888']);
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('customer')
      .set({ numbers: ['+84901234567', '+84912555444'] })
      .where('id', '=', customer)
      .execute(),
  );
  expect((await prepare(`${customer}/1`, masked)).phone).toBe('091****444');
  for (const nobody of [`${customer}/2`, `call/${crypto.randomUUID()}`, `kh${'ab'.repeat(40)}`]) {
    expect((await agent.call('POST', '/create-histories-call', { phone: nobody })).statusCode).toBe(422);
  }
});

test('a call for a campaign or a survey says so in what the phone dials, also of who sees the number', async () => {
  for (const purpose of ['campaign', 'survey'] as const) {
    for (const [by, shown] of [
      [agent, '0901234567'],
      [masked, '090****567'],
    ] as const) {
      const answer = await by.call('POST', '/create-histories-call', { phone: `${purpose}/${customer}` });
      const prepared = answer.json();
      expect([prepared.phone, prepared.customer_id]).toEqual([shown, customer]);
      expect(openDialled(app.serverKey, demo.id, prepared.dial)).toEqual({ number: '0901234567', purpose });
      // Dialled again by hand it is a call like any other.
      const again = (await by.call('POST', '/create-histories-call', { phone: prepared.dial })).json();
      expect(openDialled(app.serverKey, demo.id, again.dial)?.purpose).toBeUndefined();
    }
  }
});

test('a link of another system calls for people of the company only, for a time only, and leaves its trace', async () => {
  const maker = await demo.person('lien-ket', ['customer.view']);
  const made = await maker.call('POST', '/call-link', { phone: '0901 234 567', expires_in_seconds: 60 });
  const url = new URL(made.json().url);
  const token = url.searchParams.get('call') ?? '';
  expect([url.origin, url.pathname, token.includes('901234567')]).toEqual(['https://alo.test', '/dashboard', false]);
  const use = (by: TestPerson) => by.call('POST', '/create-histories-call', { phone: token });
  expect((await use(agent)).json()).toMatchObject({ dial: '0901234567', customer_id: customer });
  const sealed = (await use(masked)).json();
  expect([sealed.phone, openNumber(app.serverKey, demo.id, sealed.dial)]).toEqual(['090****567', '0901234567']);
  const elsewhere = await app.tenant('cong-ty-khac');
  expect((await use(elsewhere.admin)).statusCode).toBe(422);
  expect((await agent.call('POST', '/create-histories-call', { phone: `${token}x` })).statusCode).toBe(422);

  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('subject', '=', 'call-link').orderBy('at').select(['action', 'account_id']).execute(),
  );
  expect(trail).toEqual([
    { action: 'create', account_id: maker.accountId },
    { action: 'use', account_id: agent.accountId },
    { action: 'use', account_id: masked.accountId },
  ]);
  app.clock.now += 61_000;
  const late = await use(agent);
  expect([late.statusCode, late.json().code]).toEqual([410, 'dead_link']);
  app.clock.now -= 61_000;
});

test('listeners hear of a changed call in their own view of numbers', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const [inFull, inPart] = [await listenLive(app, agent), await listenLive(app, masked)];
  for (const listener of app.listeners) listener.onWritten?.(demo.id, [newest]);
  await expect.poll(() => inFull.events.length + inPart.events.length).toBe(2);
  const changed = { topic: 'calls', type: 'call-changed', seq: 1 };
  expect(inFull.events).toMatchObject([{ ...changed, data: { id: newest, phone: '0901234567' } }]);
  expect(inPart.events).toMatchObject([
    { ...changed, data: { id: newest, phone: '090****567', dialled: '090****567' } },
  ]);
  for (const { socket } of [inFull, inPart]) socket.terminate();
});

test('a call that met something broken says so, and is found by that', async () => {
  const company = await app.tenant('co-cho-hong');
  const broken = 'hàng đợi “Bán hàng” chưa có thành viên';
  const { id } = await storeCall(app.db, company.id, { started_at: at('2026-03-02T10:00:00'), broken });
  await storeCall(app.db, company.id, { started_at: at('2026-03-02T11:00:00') });
  const found = (await company.admin.call('GET', '/histories-call?broken=1')).json();
  expect([found.total, found.data.map((row: Record<string, string>) => [row['id'], row['broken']])]).toEqual([
    1,
    [[id, broken]],
  ]);
});

test('a name that the carrier sent is shown, unless it is the number again and numbers are hidden', async () => {
  const { id } = await storeCall(app.db, demo.id, {
    started_at: at('2026-02-01T10:00:00'),
    rang: [{ extension: '101', answered: true }, { extension: '' }, { extension: '' }],
  });
  await app.db.inTenant(demo.id, async (trx) => {
    for (const [position, name] of ['0901234567', 'Anh Đức'].entries()) {
      await trx
        .updateTable('leg')
        .set({ number: '+84901234567', name })
        .where('call_id', '=', id)
        .where('position', '=', position + 1)
        .execute();
    }
  });
  const namesFor = async (by: TestPerson) =>
    (await by.call('GET', `/histories-call/${id}`)).json().legs.map(({ name }: { name: string | null }) => name);
  expect(await namesFor(masked)).toEqual([null, null, 'Anh Đức']);
  expect(await namesFor(agent)).toEqual([null, '0901234567', 'Anh Đức']);
});

test('a call is kept for a dispute by who says how long calls are kept, of those that they see, and so for all to read', async () => {
  const { id } = await storeCall(app.db, demo.id, {});
  const path = `/histories-call/${id}/hold`;
  const held = async () => (await agent.call('GET', `/histories-call/${id}`)).json().held;
  expect(await held()).toBeNull();
  expect((await agent.call('PUT', path, { reason: 'Khiếu nại' })).statusCode).toBe(403);
  const name = 'giu-cuoc-goi';
  const own = await demo.person(name, ['call-history.view', 'setting.update'], '999');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', `Vai trò của ${name}`).execute(),
  );
  app.bus.publish('rights-changed', demo.id, []);
  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? { reason: 'Khiếu nại' } : undefined;
    expect((await own.call(method, path, body)).statusCode).toBe(404);
  }
  // Said twice, it is held for what was said last.
  for (const reason of ['Khiếu nại', 'Toà án yêu cầu']) {
    expect((await demo.admin.call('PUT', path, { reason })).statusCode).toBe(200);
  }
  expect(await held()).toMatchObject({ reason: 'Toà án yêu cầu', since: expect.any(String), by: 'admin' });
  for (let nth = 0; nth < 2; nth += 1) expect((await demo.admin.call('DELETE', path)).statusCode).toBe(200);
  expect(await held()).toBeNull();
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', id).select('action').orderBy('at').orderBy('id').execute(),
  );
  expect(trail.map(({ action }) => action)).toEqual(['hold', 'hold', 'let-go']);
});
