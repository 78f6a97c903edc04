import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

let app: TestApp;
let demo: TestTenant;
let lead: TestPerson;
let agent: TestPerson;
let sales: string;
let one: string;
const at = (local: string) => new Date(`${local}+07:00`);
const rights = [
  ...(['call-history.view', 'history-by-department-team.view', 'history-by-department-team.export'] as const),
  ...(['history-cdr-by-exten.view', 'history-cdr-by-exten.export'] as const),
];

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  const made = async (path: string, body: object) => (await demo.admin.call('POST', path, body)).json().id as string;
  sales = await made('/department', { name: 'Kinh doanh' });
  one = await made('/team', { name: 'Nhóm một', department_id: sales });
  for (const extension of ['101', '102', '103']) await demo.person(`may-${extension}`, [], extension);
  lead = await demo.person('truong', rights);
  agent = await demo.person('ban-than', rights, '104');
  await app.db.inTenant(demo.id, async (trx) => {
    await sql`update account set department_id = ${sales} where extension in ('101', '102')`.execute(trx);
    await sql`update account set team_id = ${one} where extension = '101'`.execute(trx);
    await sql`update role set scope = 'own' where id = (select role_id from account where extension = '104')`.execute(
      trx,
    );
  });
  const call = (started: string, fields: Parameters<typeof storeCall>[2] = {}) =>
    storeCall(app.db, demo.id, { started_at: at(started), ...fields });
  const internal = { direction: 'internal', outside_number: '', service_number: '' } as const;
  const out = { direction: 'outbound', to_extension: '' } as const;
  await call('2026-03-01T23:59:59');
  await call('2026-03-02T00:00:00', { talk_ms: 30_000 });
  await call('2026-03-03T09:00:00', { status: 'missed', to_extension: '102' });
  await call('2026-03-03T10:00:00', { ...internal, from_extension: '101', to_extension: '102' });
  await call('2026-03-04T10:00:00', { ...internal, from_extension: '103', to_extension: '102', status: 'no_answer' });
  await call('2026-03-05T10:00:00', { ...out, from_extension: '103', agent_extension: '103' });
  // Taken by 101, who asked 102 in and left; and placed by 103, who sent it on to 101 and 104.
  await call('2026-03-05T10:30:00', { talk_ms: 50_000, shares: { 101: 20_000, 102: 40_000 } });
  await call('2026-03-05T10:45:00', {
    ...out,
    from_extension: '103',
    agent_extension: '103',
    talk_ms: 60_000,
    shares: { 101: 25_000, 103: 30_000, 104: 5_000 },
    rang: [{ extension: '104', answered: true }],
  });
  await call('2026-03-05T11:00:00', { status: 'abandoned', to_extension: '', agent_extension: '' });
  await call('2026-03-06T11:00:00', { to_extension: '190', status: 'in_progress' });
  await call('2026-03-06T12:00:00', { to_extension: '104', rang: [{ extension: '104', answered: true }] });
  await call('2026-03-08T23:59:59', { ...out, from_extension: '102', status: 'busy', agent_extension: '102' });
  await call('2026-03-09T00:00:00');
  app.clock.now = at('2026-03-08T12:00:00').getTime();
});

afterAll(() => app.close());

const read = async (path: string, by = lead) => {
  const answer = await by.call('GET', path);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const days = 'from=2026-03-02&to=2026-03-08';

/** How many calls the history has by the same filters. */
const inHistory = async (filters: string, by = lead) => (await read(`/histories-call?${days}&${filters}`, by)).total;

/** Each number of calls of a row, and how many calls its link leads to. */
async function compared(row: Record<string, unknown>, filters: string, by = lead) {
  const shown = [row['total'], row['inbound'], row['outbound'], row['internal'], row['answered'], row['missed']];
  const narrower = ['', 'direction=inbound', 'direction=outbound', 'direction=internal', 'status=answered'];
  const met = [];
  for (const one of [...narrower, 'direction=inbound&status=missed'])
    met.push(await inHistory(`${filters}&${one}`, by));
  expect([filters, ...shown]).toEqual([filters, ...met]);
}

test.each(['', 'direction=internal', 'team_id=none'])('every figure is what its link leads to (%s)', async (filter) => {
  for (const by of [lead, agent]) {
    const departments = await read(`/report/calls-by-department?${days}&${filter}`, by);
    expect(departments.counts.total).toBe(await inHistory(filter, by));
    for (const row of departments.data) {
      if (!filter.startsWith('direction')) await compared(row, `${filter}&department_id=${row.id}`, by);
      const { teams } = await read(`/report/calls-by-department/${row.id}?${days}`, by);
      for (const team of teams) {
        await compared(team, `department_id=${row.id}&team_id=${team.id}`, by);
        for (const person of team.people) await compared(person, `account_id=${person.id}`, by);
      }
    }
    const extensions = await read(`/report/calls-by-extension?${days}&per_page=100`, by);
    for (const row of extensions.data) await compared(row, `extension=${row.extension}`, by);
  }
});

test('departments are counted by where people are, and opened by team and person', async () => {
  const { data, from, to, counts } = await read('/report/calls-by-department');
  expect([from, to]).toEqual(['2026-03-02', '2026-03-08']);
  expect(counts.total).toBe(11);
  expect(data.map(({ name, total, people }: Record<string, unknown>) => [name, total, people])).toEqual([
    ['Kinh doanh', 7, 2],
    ['Chưa có phòng ban', 4, 2],
  ]);
  const { teams } = await read(`/report/calls-by-department/${sales}?${days}`);
  expect(teams.map(({ name, total }: Record<string, unknown>) => [name, total])).toEqual([
    ['Nhóm một', 4],
    ['Chưa có nhóm', 5],
  ]);
});

test('departments are looked for by what they are called, not by what only programs know of them', async () => {
  const found = async (search: string) =>
    (await read(`/report/calls-by-department?${days}&search=${encodeURIComponent(search)}`)).data.map(
      ({ name }: { name: string }) => name,
    );
  expect(await found('kinh DOANH')).toEqual(['Kinh doanh']);
  expect(await found(sales.slice(0, 2))).toEqual([]);
});

test('extensions come with who has them, in the order that is asked for, with their first and last call', async () => {
  const { data, total } = await read(`/report/calls-by-extension?${days}&sort=-total&per_page=2`);
  expect(total).toBe(5);
  expect(data).toMatchObject([
    { extension: '102', name: 'may-102', total: 5, first_at: '2026-03-03T02:00:00.000Z' },
    {
      extension: '101',
      department_name: 'Kinh doanh',
      team_name: 'Nhóm một',
      total: 4,
      answered: 4,
      talk_seconds: 125,
    },
  ]);
  expect(data[0].last_at).toBe('2026-03-08T16:59:59.000Z');
  expect((await read(`/report/calls-by-extension?${days}&search=MAY-103`)).data).toHaveLength(1);
  // Whoever sees their own calls has their own row.
  const own = await read(`/report/calls-by-extension?${days}`, agent);
  expect(own.data).toMatchObject([{ extension: '104', total: 2 }]);
});

test('what cannot be counted is refused, and who may not see a report does not', async () => {
  for (const bad of ['from=2026-03-08&to=2026-03-02', 'from=2020-01-01&to=2026-01-01', 'sort=secret']) {
    expect((await lead.call('GET', `/report/calls-by-extension?${bad}`)).statusCode).toBe(400);
  }
  const viewer = await demo.person('chi-lich-su', ['call-history.view']);
  for (const path of ['calls-by-extension', 'calls-by-department']) {
    expect((await viewer.call('GET', `/report/${path}`)).statusCode).toBe(403);
  }
});

test('both reports go into a file', async () => {
  const departments = await lead.call('GET', `/report/calls-by-department/export?${days}&format=csv`);
  expect(departments.payload).toContain('Kinh doanh,Nhóm một,may-101,101,4,2,1,1,4,0,100,125');
  const extensions = await lead.call('GET', `/report/calls-by-extension/export?${days}&format=csv`);
  expect(extensions.payload).toContain('102,may-102,Kinh doanh,,5,2,1,2');
});

test('the calls that came to a conversation are summed as they are listed', async () => {
  for (const filters of ['', `&${days}`, '&direction=internal', '&extension=102', `&department_id=${sales}`]) {
    const { total, talk_seconds: talk } = await read(`/histories-call/totals?status=answered${filters}`);
    const { data, total: listed } = await read(`/histories-call?status=answered&per_page=100${filters}`);
    expect([filters, total, talk]).toEqual([
      filters,
      listed,
      data.reduce((seconds: number, call: { talk_seconds: number }) => seconds + call.talk_seconds, 0),
    ]);
  }
});

test('sums follow whatever becomes of a call, and are found where they are wrong', async () => {
  const inDemo = <T>(work: Parameters<typeof app.db.inTenant<T>>[1]) => app.db.inTenant(demo.id, work);
  const rebuild = async () => {
    const { rows } = await inDemo((trx) =>
      sql<{ wrong: boolean }>`select rebuild_party_sums('2026-02-01', '2026-04-01') as wrong`.execute(trx),
    );
    return rows[0]?.wrong;
  };
  await inDemo((trx) =>
    sql`update call set status = 'answered', ended_at = now(), talk_ms = 5000 where status = 'in_progress'`.execute(
      trx,
    ),
  );
  expect(await rebuild()).toBe(false);
  const right = await read(`/report/calls-by-extension?${days}&per_page=100`);
  await inDemo((trx) => sql`update party_sum set n = n + 1`.execute(trx));
  expect(await rebuild()).toBe(true);
  expect(await read(`/report/calls-by-extension?${days}&per_page=100`)).toEqual(right);
});

test('a month is read from sums of days and the calls of one carrier by an index: no table of calls is read through', async () => {
  const plan = (query: ReturnType<typeof sql>) =>
    app.db.inTenant(demo.id, async (trx) => {
      await sql`set local enable_seqscan = on`.execute(trx);
      const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  await app.db.inTenant(demo.id, (trx) =>
    sql`insert into call (id, started_at, revision, direction, status, stage, ended_at, dialled, to_extension, trunk_id)
      select gen_random_uuid(), ${at('2026-03-20T10:00:00')}::timestamptz - n * interval '1 s', 1, 'inbound', 'missed', 'ended',
        ${at('2026-03-21T10:00:00')}, n::text, (200 + n % 50)::text, case when n % 1000 = 0 then 'fpt' else 'khac' end
      from generate_series(1, 20000) as n`.execute(trx),
  );
  const { rows } = await app.db.inTenant(demo.id, (trx) =>
    sql<{ n: number }>`select count(*)::int as n from party_sum where at >= ${at('2026-03-10T00:00:00')}`.execute(trx),
  );
  // Twenty thousand calls of fifty extensions.
  expect(rows[0]?.n).toBe(50);
  const carrier = await plan(
    sql`select id from call where trunk_id = 'fpt' and trunk_id <> '' order by started_at desc, id limit 10`,
  );
  expect(carrier).toContain('trunk_id');
  expect(carrier).not.toContain('Seq Scan on call_2026_03');
});

test('calls of a carrier are those on its trunks and with its numbers', async () => {
  const office = await app.tenant('nha-mang');
  const viewer = await office.person('xem', ['call-history.view']);
  const ids = await app.db.inTenant(office.id, async (trx) => {
    const { rows } = await sql<{ id: string }>`insert into trunk (id, name, host)
      values (gen_random_uuid(), 'Đường FPT Telecom', 'sip-a.test'), (gen_random_uuid(), 'Chính', 'sip.fpt.vn'),
        (gen_random_uuid(), 'Viettel', 'sip.viettel.vn') returning id`.execute(trx);
    await sql`insert into service_number (id, number, name, trunk_id, carrier)
      values (gen_random_uuid(), '+842871009999', 'Số FPT', ${rows[2]?.id}, 'fpt')`.execute(trx);
    return rows.map(({ id }) => id);
  });
  for (const id of ids) await storeCall(app.db, office.id, { trunk_id: id, dialled: id });
  await storeCall(app.db, office.id, { trunk_id: ids[2], service_number: '+842871009999' });
  await storeCall(app.db, office.id);
  const total = async (filter: string) => (await read(`/histories-call?${filter}`, viewer)).total;
  expect([await total(''), await total('carrier=FPT'), await total('carrier=eTelecom')]).toEqual([5, 3, 0]);
  expect([await total(`trunk_id=${ids[2]}`), await total(`carrier=viettel&status=answered`)]).toEqual([2, 2]);
});

test('on whose lines calls sounded poor is told of people with their phones and of trunks, as far as one sees them', async () => {
  const office = await app.tenant('nghe-kem');
  const names = ['lan', 'minh'] as const;
  const [lan, minh] = [await office.person('lan', rights, '201'), await office.person('minh', [], '202')];
  const chief = await office.person('truong', rights);
  const { trunk, device } = await app.db.inTenant(office.id, async (trx) => {
    await sql`update role set scope = 'own' where id = (select role_id from account where id = ${lan.accountId})`.execute(
      trx,
    );
    const { rows } = await sql<{ trunk: string; device: string }>`with line as (
        insert into trunk (id, name, host) values (gen_random_uuid(), 'Nhà mạng B', 'sip-b.test') returning id),
      extension as (insert into extension (id, number, name) values (gen_random_uuid(), '201', 'Lan') returning id),
      phone as (insert into device (id, name, extension_id) select gen_random_uuid(), 'Yealink', id from extension returning id)
      select (select id from line) as trunk, (select id from phone) as device`.execute(trx);
    return rows[0] ?? { trunk: '', device: '' };
  });
  const poor = { poor: true, loss_percent: 2, far_loss_percent: 14, jitter_ms: 30, round_trip_ms: 90 };
  const talk = (extension: string, heard: object | undefined, line: object | undefined, fields = {}) =>
    storeCall(app.db, office.id, {
      started_at: at('2026-03-03T09:00:00'),
      to_extension: extension,
      trunk_id: trunk,
      ...fields,
      poor: heard !== undefined || line !== undefined,
      rang: [
        { extension, answered: true, ...(heard && { heard }) },
        { extension: '', answered: true, heard: { ...line, trunk_id: trunk } },
      ],
    });
  await talk('201', { ...poor, device_id: device }, undefined);
  await talk('201', { ...poor, far_loss_percent: 20 }, poor);
  await talk('201', undefined, undefined);
  await talk('202', undefined, undefined);
  await talk('202', undefined, undefined, { status: 'missed' });
  // A code that is read out, and somebody who tries.
  for (const purpose of ['otp', 'test'] as const) await talk('202', poor, poor, { purpose });
  await talk('202', poor, poor, { started_at: at('2026-04-03T09:00:00') });
  const row = { jitter_ms: 30, round_trip_ms: 90 };
  const none = { loss_percent: null, jitter_ms: null, round_trip_ms: null };
  const report = await read(`/report/call-quality?${days}`, chief);
  expect(report).toMatchObject({ calls: 4, poor: 2, total: 3 });
  const ofLan = {
    id: '201',
    kind: 'person',
    name: names[0],
    extension: '201',
    calls: 3,
    poor: 2,
    poor_percent: 66.7,
    ...row,
    loss_percent: 17,
  };
  expect(report.data).toEqual([
    {
      ...ofLan,
      devices: expect.arrayContaining([
        { name: 'Yealink', poor: 1 },
        { name: '', poor: 1 },
      ]),
    },
    {
      id: trunk,
      kind: 'trunk',
      name: 'Nhà mạng B',
      extension: '',
      calls: 4,
      poor: 1,
      poor_percent: 25,
      ...row,
      loss_percent: 14,
      devices: [],
    },
    {
      id: '202',
      kind: 'person',
      name: names[1],
      extension: '202',
      calls: 1,
      poor: 0,
      poor_percent: 0,
      ...none,
      devices: [],
    },
  ]);
  expect((await read(`/report/call-quality?${days}&kind=trunk`, chief)).data).toHaveLength(1);
  const file = async (who: TestPerson, query = '') => {
    const answer = await who.call('GET', `/report/call-quality/export?${days}&format=csv${query}`);
    return answer.statusCode === 200 ? answer.payload.trim().split('\r\n').slice(1) : answer.statusCode;
  };
  const ofTrunk = 'Nhà mạng B,Đường truyền,,4,1,25,14,30,90,';
  expect(await file(chief)).toEqual([
    expect.stringMatching(
      /^lan,Máy nhánh,201,3,2,66.7,17,30,90,(Yealink: 1; Trình duyệt: 1|Trình duyệt: 1; Yealink: 1)$/,
    ),
    ofTrunk,
    'minh,Máy nhánh,202,1,0,0,,,,',
  ]);
  expect(await file(chief, '&kind=trunk')).toEqual([ofTrunk]);
  expect(await file(lan)).toHaveLength(1);
  expect(await file(minh)).toBe(403);
  const own = await read(`/report/call-quality?${days}`, lan);
  expect(own).toMatchObject({ calls: 3, poor: 2, data: [{ id: '201' }] });
  expect((await minh.call('GET', '/report/call-quality')).statusCode).toBe(403);
  expect((await chief.call('GET', '/report/call-quality?from=2026-01-01&to=2026-12-31')).statusCode).toBe(400);
});
