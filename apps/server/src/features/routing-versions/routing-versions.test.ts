import { draftHeader } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { newId } from '../../kernel/new-id.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { places } from './places.ts';

let app: TestApp;
let mine: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('phien-ban');
  other = await app.tenant('nha-ben');
  const trunk = newId();
  await app.db.inTenant(mine.id, async (trx) => {
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip.test' }).execute();
    await trx
      .insertInto('service_number')
      .values({ id: newId(), number: '+842871000101', name: 'Hotline', trunk_id: trunk })
      .execute();
  });
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function ask(method: Method, path: string, { body, who = mine.admin, draft = false }: Asked = {}) {
  const answer = await app.http.inject({
    method,
    url: `/telephony${path}`,
    headers: { authorization: `Bearer ${who.token}`, ...(draft ? { [draftHeader]: 'on' } : {}) },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
interface Asked {
  readonly body?: object;
  readonly who?: TestPerson;
  readonly draft?: boolean;
}

type Row = { id: string; version: number } & Record<string, unknown>;

async function done(method: Method, path: string, asked: Asked = {}): Promise<Row> {
  const answer = await ask(method, path, asked);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const inputs = {
  ringgroup: (name: string, extension_ids: string[]) => ({
    name,
    number: '',
    strategy: 'ring-all',
    ring_seconds: 20,
    otherwise: null,
    note: '',
    members: extension_ids.map((extension_id) => ({ extension_id, delay_seconds: 0, ring_seconds: null })),
  }),
  inbound: (name: string, type: string, value: string) => ({
    name,
    priority: 10,
    enabled: true,
    caller_pattern: '',
    note: '',
    destination: { type, value },
  }),
};

const detail = (id: string) => `/inbound/john/incoming/detail/${id}/phien-ban`;
const planOf = async (tenant = mine) => (await loadTelephonyConfig(app.db.inTenant, tenant.id)).plan;
const versions = async () => (await ask('GET', '/partner/routing-versions')).body.data;
const outlook = async () => (await ask('GET', '/partner/routing-draft')).body;

test('the database notes changes of every table that versions are of, and of no other', async () => {
  const tables = await app.db.inTenant(mine.id, async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'note_routing'`.execute(trx);
    return rows.map(({ name }) => name);
  });
  expect(tables.toSorted()).toEqual(Object.keys(places).toSorted());
});

test('what is saved without a draft holds at once, and is a version with who, when and what', async () => {
  const lan = await mine.person('lan', ['subscribers.create', 'subscribers.update']);
  const extension = await done('POST', '/partner/subscriber', { body: { number: '101', name: 'Lan' }, who: lan });
  const { version, ...input } = extension;
  await done('PUT', `/partner/subscriber/${extension.id}`, { body: { ...input, version, name: 'Lan Anh' }, who: lan });
  await done('POST', '/partner/subscriber', { body: { number: '102', name: 'Minh' } });
  // Two saves of one person are one version, somebody else's are another.
  expect(await versions()).toMatchObject([
    { number: 3, kind: 'saved', author_name: 'admin', changes: 1 },
    { number: 2, kind: 'saved', author_name: 'lan', changes: 1 },
    // What no person did has no words.
    { number: 1, kind: 'saved', author_name: null, changes: 0 },
  ]);
  const [, first] = await versions();
  expect(await done('GET', `/partner/routing-versions/${first.id}`)).toMatchObject({
    rows: [{ screen: 'subscribers', action: 'create', before: null, after: { number: '101', name: 'Lan Anh' } }],
  });
});

test('a draft is seen by who asks for it and by nobody else, until it is published as one', async () => {
  const before = await planOf();
  const [lan] = (await ask('GET', '/partner/subscribers')).body.data;
  const group = await done('POST', '/partner/ring-group', {
    body: inputs.ringgroup('Kinh doanh', [lan.id]),
    draft: true,
  });
  const rule = await done('POST', '/partner/inbound', {
    body: inputs.inbound('Gọi vào', 'group', group.id),
    draft: true,
  });
  // What was added in the draft is changed in the draft.
  const { version, ...input } = rule;
  const renamed = { ...input, version, name: 'Ban ngày' };
  await done('PUT', `/partner/inbound/${rule.id}`, { body: renamed, draft: true });
  expect((await ask('PUT', `/partner/inbound/${rule.id}`, { body: renamed, draft: true })).body.code).toBe('conflict');

  expect((await ask('GET', detail(rule.id))).status).toBe(404);
  expect(await done('GET', detail(rule.id), { draft: true })).toMatchObject({ name: 'Ban ngày' });
  expect(await planOf()).toEqual(before);
  const tried = { dialled: '02871000101', caller: '0912345678', at: '2026-11-23T03:00:00Z' };
  expect((await ask('POST', '/partner/call-test', { body: tried, draft: true })).body.extension).not.toBe('');
  expect((await ask('POST', '/partner/call-test', { body: tried })).body).toMatchObject({ ends: 'over' });
  expect((await outlook()).changes).toMatchObject([
    { screen: 'ringgroup', name: 'Kinh doanh', action: 'create' },
    { screen: 'inbounds', name: 'Ban ngày', action: 'create' },
  ]);

  const published = await done('POST', '/partner/routing-draft/publish', { body: { note: 'Mở cửa' } });
  const plan = await planOf();
  expect(plan.inboundRules).toMatchObject([{ name: 'Ban ngày', destination: { kind: 'group', group: group.id } }]);
  expect(plan.groups[group.id]).toMatchObject({ name: 'Kinh doanh', members: [lan.number] });
  expect(await outlook()).toMatchObject({ changes: [], warnings: [], conflicts: [] });
  expect((await versions())[0]).toMatchObject({ id: published.id, kind: 'published', note: 'Mở cửa', changes: 2 });
});

test('a row that somebody changed meanwhile is told, and published only once it is said who has the last word', async () => {
  const [lan] = (await ask('GET', '/partner/subscribers?search=101')).body.data;
  const save = (name: string, draft: boolean, version: number) =>
    done('PUT', `/partner/subscriber/${lan.id}`, { body: { ...lan, name, version }, draft });
  await save('Trong nháp', true, lan.version);
  const now = await save('Ngoài nháp', false, lan.version);
  expect((await outlook()).conflicts).toEqual([{ screen: 'subscribers', id: lan.id, name: '101 · Trong nháp' }]);
  const publish = () => ask('POST', '/partner/routing-draft/publish', { body: {} });
  expect((await publish()).body.code).toBe('draft_broken');
  const settle = { screen: 'subscribers', id: lan.id, keep: 'draft' };
  await done('POST', '/partner/routing-draft/settle', { body: settle });
  expect((await publish()).status).toBe(200);
  const after = await done('GET', `/partner/subscriber/${lan.id}`);
  expect(after).toMatchObject({ name: 'Trong nháp', version: now.version + 1 });

  await save('Bỏ đi', true, after.version);
  await done('POST', '/partner/routing-draft/settle', { body: { ...settle, keep: 'live' } });
  expect((await outlook()).changes).toEqual([]);
});

test('what does not fit what holds by now is told in words, and nothing of it is published', async () => {
  const group = await done('POST', '/partner/ring-group', { body: inputs.ringgroup('Sắp mất', []) });
  await done('POST', '/partner/inbound', { body: inputs.inbound('Tới nhóm', 'group', group.id), draft: true });
  await done('DELETE', `/partner/ring-group/${group.id}`);
  expect((await outlook()).broken).toMatch(/Định tuyến gọi vào: có dòng dẫn tới một nơi không còn/);
  expect((await outlook()).changes).toMatchObject([{ name: 'Tới nhóm', action: 'create' }]);
  expect((await ask('POST', '/partner/routing-draft/publish', { body: {} })).body.code).toBe('draft_broken');
  await done('DELETE', '/partner/routing-draft');
  expect(await outlook()).toMatchObject({ changes: [], broken: '' });
});

test('going back brings every part as it was in a version, whatever was added, changed and deleted since', async () => {
  const plans: unknown[] = [];
  const ids: string[] = [];
  const mark = async () => {
    plans.push(await planOf());
    ids.push((await versions())[0].id);
  };
  await mark();
  const somebody = await mine.person('minh', [
    ...(['ringgroup.create', 'ringgroup.update', 'ringgroup.delete', 'inbounds.update', 'inbounds.delete'] as const),
    ...(['subscribers.delete', 'subscribers.view', 'inbounds.view', 'ringgroup.view'] as const),
  ]);
  const people = (await ask('GET', '/partner/subscribers')).body.data;
  const group = await done('POST', '/partner/ring-group', {
    body: inputs.ringgroup(
      'Hỗ trợ',
      people.map(({ id }: Row) => id),
    ),
    who: somebody,
  });
  await mark();
  const [rule] = (await ask('GET', '/partner/inbound/john/incoming/phien-ban')).body.data;
  await done('PUT', `/partner/inbound/${rule.id}`, {
    body: { ...rule, destination: { type: 'group', value: group.id } },
  });
  await mark();
  const [sales] = (await ask('GET', '/partner/ring-groups?search=Kinh')).body.data;
  await done('DELETE', `/partner/ring-group/${sales.id}`, { who: somebody });
  await mark();
  for (const at of [0, 3, 1, 2, 0]) {
    const foreseen = await done('GET', `/partner/routing-versions/${ids[at]}/way-back`);
    expect(foreseen).toMatchObject({ broken: '' });
    const back = await ask('POST', `/partner/routing-versions/${ids[at]}/roll-back`, { body: { note: 'Thử' } });
    expect(back).toMatchObject({ status: 200 });
    expect(await planOf()).toEqual(plans[at]);
    expect((await versions())[0]).toMatchObject({ kind: 'rolled-back', back_to: expect.any(Number), note: 'Thử' });
  }
  expect((await ask('POST', `/partner/routing-versions/${ids[0]}/roll-back`, { body: {} })).body.code).toBe(
    'draft_broken',
  );
});

test('two parts have each other’s names in a draft, and each its own again by the way back', async () => {
  const [one, two] = await Promise.all(
    ['Ca sáng', 'Ca chiều'].map((name) => done('POST', '/partner/ring-group', { body: inputs.ringgroup(name, []) })),
  );
  if (one === undefined || two === undefined) throw new Error('there are two');
  const [latest] = await versions();
  const called = async ({ id }: Row, draft = false) => (await done('GET', `/partner/ring-group/${id}`, { draft })).name;
  const rename = async (row: Row, name: string) => {
    const body = { ...(await done('GET', `/partner/ring-group/${row.id}`, { draft: true })), name };
    await done('PUT', `/partner/ring-group/${row.id}`, { body, draft: true });
  };
  await rename(one, 'Một lúc');
  await rename(two, 'Ca sáng');
  await rename(one, 'Ca chiều');
  expect(await outlook()).toMatchObject({ broken: '' });
  expect([await called(one, true), await called(two, true)]).toEqual(['Ca chiều', 'Ca sáng']);
  await done('POST', '/partner/routing-draft/publish', { body: {} });
  expect([await called(one), await called(two)]).toEqual(['Ca chiều', 'Ca sáng']);
  await done('POST', `/partner/routing-versions/${latest.id}/roll-back`, { body: {} });
  expect([await called(one), await called(two)]).toEqual(['Ca sáng', 'Ca chiều']);
});

test('two groups have each other’s internal numbers in a draft, and each its own again by the way back', async () => {
  const numbers = ['641', '642'];
  const [one, two] = await Promise.all(
    numbers.map((number) =>
      done('POST', '/partner/ring-group', { body: { ...inputs.ringgroup(`Nhóm ${number}`, []), number } }),
    ),
  );
  if (one === undefined || two === undefined) throw new Error('there are two');
  const [latest] = await versions();
  const at = ({ id }: Row) => `/partner/ring-group/${id}`;
  const numbered = (draft: boolean) =>
    Promise.all([one, two].map(async (row) => (await done('GET', at(row), { draft })).number));
  const renumber = async (row: Row, number: string | undefined) => {
    const body = { ...(await done('GET', at(row), { draft: true })), number };
    await done('PUT', at(row), { body, draft: true });
  };
  await renumber(one, '');
  await renumber(two, numbers[0]);
  await renumber(one, numbers[1]);
  expect(await outlook()).toMatchObject({ broken: '' });
  expect(await numbered(true)).toEqual(numbers.toReversed());
  await done('POST', '/partner/routing-draft/publish', { body: {} });
  expect(await numbered(false)).toEqual(numbers.toReversed());
  await done('POST', `/partner/routing-versions/${latest.id}/roll-back`, { body: {} });
  expect(await numbered(false)).toEqual(numbers);
});

test('a number that was given to something else meanwhile is told, and no draft that gives it is published', async () => {
  const group = { ...inputs.ringgroup('Nhóm 655', []), number: '655' };
  await done('POST', '/partner/ring-group', { body: group, draft: true });
  const extension = await done('POST', '/partner/subscriber', { body: { number: '655', name: 'Vừa thêm' } });
  const words = 'Số 655 đang là của máy nhánh “Vừa thêm”';
  expect((await outlook()).broken).toBe(words);
  const publish = () => ask('POST', '/partner/routing-draft/publish', { body: {} });
  expect((await publish()).body).toMatchObject({ code: 'draft_broken', message: words });
  await done('DELETE', `/partner/subscriber/${extension.id}`);
  expect((await outlook()).broken).toBe('');
  expect((await publish()).status).toBe(200);
});

test('a way back that would take away what a desk phone is of says so in words', async () => {
  const [before] = await versions();
  const extension = await done('POST', '/partner/subscriber', { body: { number: '156', name: 'Quầy' } });
  const { id } = (await mine.admin.call('POST', '/device', { name: 'Máy quầy', extension_id: extension.id })).json();
  const broken = async () => (await done('GET', `/partner/routing-versions/${before.id}/way-back`))['broken'];
  expect(await broken()).toBe('Điện thoại bàn còn dùng một dòng sẽ không còn');
  expect((await mine.admin.call('DELETE', `/device/${id}`)).statusCode).toBe(200);
  expect(await broken()).toBe('');
  await done('POST', `/partner/routing-versions/${before.id}/roll-back`, { body: {} });
});

test('two who go back to different versions at the same moment leave one of them, and no mixture', async () => {
  const firm = await app.tenant('hai-loi-ve');
  const other = await firm.person('nguoi-khac', ['ringgroup.view', 'ringgroup.update']);
  const save = (row: Row, name: string, who: TestPerson) =>
    done('PUT', `/partner/ring-group/${row.id}`, { body: { ...row, name }, who });
  const who = firm.admin;
  const [one, two] = [
    await done('POST', '/partner/ring-group', { body: inputs.ringgroup('Một', []), who }),
    await done('POST', '/partner/ring-group', { body: inputs.ringgroup('Hai', []), who }),
  ];
  await save(one, 'Một mới', other);
  await save(two, 'Hai mới', who);
  const [, second, first] = (await ask('GET', '/partner/routing-versions', { who })).body.data;
  const goBack = ({ id }: { id: string }) =>
    ask('POST', `/partner/routing-versions/${id}/roll-back`, { body: {}, who });
  const { asked } = await app.db.inTenant(firm.id, async (trx) => {
    await trx.selectFrom('ring_group').select('id').forUpdate().execute();
    // Whoever waits for this transaction, and who waits for them.
    const waiting = sql<{ n: number }>`with direct as (select pid from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)))
      select count(distinct pid)::int as n from pg_locks where not granted
        and (pid in (select pid from direct) or pg_blocking_pids(pid) && array(select pid from direct))`;
    const whenWaiting = (n: number) => expect.poll(async () => (await waiting.execute(trx)).rows[0]?.n).toBe(n);
    const toFirst = goBack(first);
    await whenWaiting(1);
    const toSecond = goBack(second);
    await whenWaiting(2);
    return { asked: [toFirst, toSecond] };
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  const groups = (await ask('GET', '/partner/ring-groups', { who })).body.data;
  expect(groups.map(({ name }: Row) => name).toSorted()).toEqual(['Hai', 'Một mới']);
});

test('do not disturb is daily work: it is no version, and a way back leaves it', async () => {
  const [lan] = (await ask('GET', '/partner/subscribers?search=101')).body.data;
  const [latest] = await versions();
  await app.db.inTenant(mine.id, (trx) =>
    trx.updateTable('extension').set({ do_not_disturb: true }).where('id', '=', lan.id).execute(),
  );
  expect((await versions())[0].id).toBe(latest.id);
  const { version } = lan;
  await done('PUT', `/partner/subscriber/${lan.id}`, { body: { ...lan, version, do_not_disturb: true, name: 'X' } });
  await done('POST', `/partner/routing-versions/${latest.id}/roll-back`, { body: {} });
  const back = await done('GET', `/partner/subscriber/${lan.id}`);
  expect(back).toMatchObject({ name: lan.name, do_not_disturb: true });
  // What a draft says of it is meant.
  await done('PUT', `/partner/subscriber/${lan.id}`, { body: { ...back, do_not_disturb: false }, draft: true });
  await done('POST', '/partner/routing-draft/publish', { body: {} });
  expect(await done('GET', `/partner/subscriber/${lan.id}`)).toMatchObject({ do_not_disturb: false });
});

test('nobody else’s draft or version is there', async () => {
  await done('POST', '/partner/ring-group', { body: inputs.ringgroup('Của tôi', []), draft: true });
  const [latest] = await versions();
  const theirs = { who: other.admin };
  expect((await ask('GET', '/partner/routing-draft', theirs)).body.changes).toEqual([]);
  expect((await ask('GET', '/partner/ring-groups', { ...theirs, draft: true })).body.total).toBe(0);
  expect((await ask('GET', '/partner/routing-versions', theirs)).body.data).toEqual([]);
  expect((await ask('GET', `/partner/routing-versions/${latest.id}`, theirs)).status).toBe(404);
  expect((await ask('POST', `/partner/routing-versions/${latest.id}/roll-back`, { ...theirs, body: {} })).status).toBe(
    404,
  );
  await done('DELETE', '/partner/routing-draft', theirs);
  expect((await outlook()).changes).toMatchObject([{ name: 'Của tôi' }]);
  await done('DELETE', '/partner/routing-draft');
});

test('what no draft can hold is refused in one, and drafting takes its permission besides that of the screen', async () => {
  const bulk = await ask('POST', '/partner/ring-groups/delete-all', { body: { wanted: {} }, draft: true });
  expect(bulk.body.code).toBe('not_in_draft');
  const blocked = { value: '0901234567', reason: '' };
  expect((await ask('POST', '/partner/blocked-incoming-number', { body: blocked, draft: true })).body.code).toBe(
    'not_in_draft',
  );
  const lan = await mine.person('soan', ['ringgroup.create']);
  const group = inputs.ringgroup('Không được', []);
  expect((await ask('POST', '/partner/ring-group', { body: group, who: lan, draft: true })).status).toBe(403);
});

test('a call that is tried out hears a greeting of the company’s own as long as it is', async () => {
  const tenant = await app.tenant('nghe-loi-chao');
  const who = tenant.admin;
  const [trunk, audio, greeting] = [newId(), newId(), newId()];
  await app.db.inTenant(tenant.id, async (trx) => {
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip-loi-chao.test' }).execute();
    await trx
      .insertInto('service_number')
      .values({ id: newId(), number: '+842871000199', name: 'Hotline', trunk_id: trunk })
      .execute();
    const sound = { title: 'Xin chào', source: 'speech', duration_ms: 10_000, bytes: 1 } as const;
    await trx
      .insertInto('audio')
      .values({ id: audio, ...sound })
      .execute();
    await trx.insertInto('greeting').values({ id: greeting, name: 'Chào', audio_id: audio }).execute();
  });
  const lan = await done('POST', '/partner/subscriber', { who, body: { number: '101', name: 'Lan' } });
  const body = { ...inputs.ringgroup('Kinh doanh', [lan.id]), greeting_id: greeting };
  const group = await done('POST', '/partner/ring-group', { who, body });
  await done('POST', '/partner/inbound', { who, body: inputs.inbound('Gọi vào', 'group', group.id) });
  const tried = { dialled: '02871000199', caller: '0912345678', at: '2026-11-23T03:00:00Z' };
  // The greeting, and then three seconds of ringing.
  expect((await ask('POST', '/partner/call-test', { who, body: tried })).body).toMatchObject({
    ends: 'talks',
    extension: '101',
    seconds: 13,
  });
  // What the telephone says by itself is heard as long as it is, too.
  const wrong = { ...tried, dialled: '199', caller: '', from_extension: '101' };
  expect((await ask('POST', '/partner/call-test', { who, body: wrong })).body).toMatchObject({
    ends: 'over',
    status: 'failed',
    seconds: 4,
  });
});
