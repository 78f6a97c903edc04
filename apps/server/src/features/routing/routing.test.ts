import { entriesOf, getFrom } from '@alo/call-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { newId } from '../../kernel/new-id.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let mine: TestTenant;
let other: TestTenant;
const ids = {
  trunk: newId(),
  number: newId(),
  mobile: newId(),
  queue: newId(),
  second: newId(),
  greeting: newId(),
  music: newId(),
};

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('dinh-tuyen');
  other = await app.tenant('nha-khac');
  await app.db.inTenant(mine.id, async (trx) => {
    await trx.insertInto('trunk').values({ id: ids.trunk, name: 'Nhà mạng', host: 'sip.vn' }).execute();
    await trx
      .insertInto('service_number')
      .values([
        { id: ids.number, number: '+842871000101', name: 'Tổng đài', trunk_id: ids.trunk },
        { id: ids.mobile, number: '+84901111111', name: 'Di động', trunk_id: ids.trunk },
      ])
      .execute();
    await trx
      .insertInto('queue')
      .values([
        { id: ids.queue, name: 'Bán hàng' },
        { id: ids.second, name: 'Bảo hành' },
      ])
      .execute();
  });
});

afterAll(() => app.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = mine.admin) =>
  who.call(method, `//telephony${path}`, body);
const made = async (path: string, body: object) => {
  const answer = await call('POST', path, body);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const rule = (parts: object = {}) => ({
  name: `Quy tắc ${newId()}`,
  destination: { type: 'queue', value: ids.queue },
  ...parts,
});
const planOf = async () => (await loadTelephonyConfig(app.db.inTenant, mine.id)).plan;

test('an inbound rule is written, read and deleted at every path that the specification has for it', async () => {
  const first = await made('/partner/inbound', rule({ service_number_id: ids.number, caller_pattern: '090*' }));
  const second = await made('/partner/incoming', rule({ priority: 5, caller_pattern: '091*' }));
  expect(first).toMatchObject({ number: '+842871000101', destination_name: 'Bán hàng', warning: '' });
  const list = (
    await call('GET', '/partner/inbound/john/incoming/dinh-tuyen?page=1&page_size=20&sort=priority')
  ).json();
  expect(list.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect((await call('GET', `/inbound/john/incoming/detail/${first.id}/dinh-tuyen`)).json()).toEqual(first);
  const saved = await call('PUT', `/incoming/${first.id}`, { ...first, name: 'Khách VIP' });
  expect(saved.json()).toMatchObject({ name: 'Khách VIP', version: 2 });
  const all = (await call('GET', '/partner/inbound/all/dinh-tuyen')).json().data;
  expect(all.map(({ priority }: { priority: number }) => priority)).toEqual([5, 100]);
  expect((await planOf()).inboundRules.map(({ name }) => name)).toEqual([second.name, 'Khách VIP']);
  expect((await call('DELETE', `/partner/rule/${second.id}`)).statusCode).toBe(200);
  expect((await call('DELETE', `/partner/incoming/${first.id}`)).statusCode).toBe(200);
  expect((await call('GET', '/partner/inbound/all/dinh-tuyen', undefined, other.admin)).statusCode).toBe(404);
});

test.each([
  [{ destination: { type: 'queue', value: newId() } }, 'destination'],
  [{ destination: { type: 'queue', value: 'không-phải-mã' } }, 'destination'],
  [{ destination: { type: 'direct', value: '999' } }, 'destination'],
  [{ destination: { type: 'fw', value: 'abc' } }, 'destination.value'],
  [{ destination: undefined }, 'destination'],
  [{ caller_pattern: '84*' }, 'caller_pattern'],
  [{ caller_pattern: '+84*' }, 'caller_pattern'],
  [{ service_number_id: newId() }, 'service_number_id'],
])('a rule that points nowhere or can fit nothing is refused beside its field: %j', async (parts, field) => {
  const refused = await call('POST', '/partner/inbound', rule(parts));
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, [field]]);
});

test('a rule behind one that takes every call says that nobody comes to it', async () => {
  const first = await made('/partner/inbound', rule({ priority: 1 }));
  const second = await made('/partner/inbound', rule({ priority: 2, caller_pattern: '090*' }));
  expect(second.warning).toBe(`Không bao giờ được xét: “${first.name}” đứng trước và nhận mọi cuộc gọi như thế`);
  for (const { id } of [first, second]) await call('DELETE', `/partner/incoming/${id}`);
});

test('an extension that calls are sent to says where, and another one takes its place there', async () => {
  const [lan, minh] = [
    await made('/partner/subscriber', { number: '201', name: 'Lan' }),
    await made('/partner/subscriber', { number: '202', name: 'Minh' }),
  ];
  const to = (value: string) => ({ type: 'direct', value });
  const inbound = await made('/partner/inbound', rule({ destination: to('201') }));
  await call('PUT', `/partner/subscriber/${minh.id}`, { ...minh, forward_busy: to('201') });
  const refused = await call('DELETE', `/partner/subscriber/${lan.id}`);
  expect([
    refused.statusCode,
    refused.json().used_by.map(({ kind, name }: Record<string, string>) => [kind, name]),
  ]).toEqual([
    409,
    [
      ['Máy nhánh', 'Minh'],
      ['Định tuyến gọi vào', inbound.name],
    ],
  ]);
  const third = await made('/partner/subscriber', { number: '203', name: 'Hoa' });
  const replaced = await call('POST', '/partner/subscribers/replace', {
    row: { id: lan.id, version: 1 },
    by: third.id,
  });
  expect(replaced.json()).toEqual({ moved: 2 });
  const detail = async () => (await call('GET', `/inbound/john/incoming/detail/${inbound.id}/dinh-tuyen`)).json();
  expect(await detail()).toMatchObject({ destination: to('203'), version: 2 });
  expect((await planOf()).extensions['202']?.forwards?.busy).toEqual({ kind: 'direct', extension: '203' });
  await call('DELETE', `/partner/incoming/${inbound.id}`);
});

test('the number of an extension stays, and one that somebody has is not deleted', async () => {
  const row = await made('/partner/subscriber', { number: '301', name: 'Cố định' });
  const other_ = await call('PUT', `/partner/subscriber/${row.id}`, { ...row, number: '302' });
  expect([other_.statusCode, Object.keys(other_.json().fields)]).toEqual([422, ['number']]);
  await mine.person('nguoi-co-may', [], '301');
  const refused = await call('DELETE', `/partner/subscriber/${row.id}`);
  expect([refused.statusCode, refused.json().used_by]).toMatchObject([
    409,
    [{ kind: 'Tài khoản', name: 'nguoi-co-may' }],
  ]);
});

test('an extension is given to somebody from itself, and a group says which extensions are in it', async () => {
  const [an, binh] = [await mine.person('an'), await mine.person('binh')];
  const row = await made('/partner/subscriber', { number: '311', name: 'Bàn 1', person_id: an.accountId });
  expect([row.person_name, row.person_id]).toEqual(['an', an.accountId]);
  const given = (await call('PUT', `/partner/subscriber/${row.id}`, { ...row, person_id: binh.accountId })).json();
  expect([given.person_name, given.person_id]).toEqual(['binh', binh.accountId]);
  const extensionOf = async (id: string) => (await mine.admin.call('GET', `/account/${id}`)).json().extension;
  expect([await extensionOf(an.accountId), await extensionOf(binh.accountId)]).toEqual([null, '311']);
  // Who says nothing of it leaves it; who may not change accounts does not change it.
  const { person_id: _, ...rest } = given;
  const same = (await call('PUT', `/partner/subscriber/${row.id}`, rest)).json();
  expect(same.person_id).toBe(binh.accountId);
  const clerk = await mine.person('chi-may-nhanh', ['subscribers.view', 'subscribers.update']);
  const path = `//telephony/partner/subscriber/${row.id}`;
  const refused = await clerk.call('PUT', path, { ...same, person_id: null });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['person_id']]);
  expect((await clerk.call('PUT', path, same)).statusCode).toBe(200);
  expect(await extensionOf(binh.accountId)).toBe('311');

  const desks = await made('/partner/extension-group', { name: 'Quầy', extension_ids: [row.id] });
  expect([desks.extension_ids, desks.member_count]).toEqual([[row.id], 1]);
  const other_ = await made('/partner/extension-group', { name: 'Kho hàng', extension_ids: [row.id] });
  expect((await call('GET', `/partner/extension-group/${desks.id}`)).json().extension_ids).toEqual([]);
  expect((await planOf()).extensions['311']?.group).toBe(other_.id);
  await call('PUT', `/partner/extension-group/${other_.id}`, { ...other_, extension_ids: [] });
  expect((await planOf()).extensions['311']?.group).toBeUndefined();
});

test('what a group may call holds for its members, and a rule for a group is for nobody else', async () => {
  const group = await made('/partner/extension-group', {
    name: 'Bán hàng',
    call_rights: ['internal', 'mobile'],
    service_number_id: ids.mobile,
  });
  const member = { extension_group_id: group.id, name: 'Trong nhóm' };
  await made('/partner/subscriber', { ...member, number: '401' });
  await made('/partner/subscriber', { ...member, number: '402', call_rights: ['internal'] });
  await made('/partner/subscriber', { number: '403', name: 'Ngoài nhóm' });
  await made('/partner/outbound', {
    name: 'Di động',
    pattern: '09*',
    group_ids: [group.id],
    prefers_same_carrier: true,
    max_minutes: 15,
    routes: [{ service_number_id: ids.number }, { service_number_id: ids.mobile }],
  });
  const { extensions, outboundRules } = await planOf();
  expect(['401', '402', '403'].map((one) => [extensions[one]?.rights, extensions[one]?.shows])).toEqual([
    [['internal', 'mobile'], '+84901111111'],
    [['internal'], '+84901111111'],
    [undefined, undefined],
  ]);
  expect(['401', '402', '403'].map((one) => extensions[one]?.group)).toEqual([group.id, group.id, undefined]);
  expect(outboundRules).toMatchObject([
    {
      extensions: [],
      groups: [group.id],
      prefersSameCarrier: true,
      mostMinutes: 15,
      routes: [{ callerNumber: '02871000101' }, { carrier: 'MobiFone' }],
    },
  ]);
  const refused = await call('DELETE', `/partner/extension-group/${group.id}`);
  expect(refused.json().used_by.map(({ kind }: { kind: string }) => kind)).toEqual([
    'Máy nhánh',
    'Máy nhánh',
    'Định tuyến gọi ra',
  ]);
});

test('blocked numbers are kept in one form, once in each direction, and end when they are to', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const blocked = await made('/partner/blocked-incoming-number', {
    value: '0901 234 567',
    reason: 'Quấy rối',
    expires_at: soon,
  });
  expect(blocked).toMatchObject({ value: '+84901234567', expired: false, created_by_name: 'admin' });
  for (const search of ['0901234567', '0901 234 567', '84901234567', '234567']) {
    const found = await call('GET', `/partner/blocked-incoming-numbers?search=${encodeURIComponent(search)}`);
    expect(found.json().data.map(({ id }: { id: string }) => id)).toEqual([blocked.id]);
  }
  const again = await call('POST', '/partner/blocked-incoming-number', { value: '84901234567' });
  expect([again.statusCode, again.json().code]).toEqual([409, 'duplicate']);
  await made('/partner/blocked-out-number', { value: '0901234567' });
  await made('/partner/blocked-incoming-number', { kind: 'anonymous' });
  const { blockedCallers, blockedNumbers } = await planOf();
  const until = Date.parse(soon);
  expect([...entriesOf(blockedCallers.numbers)]).toEqual([['+84901234567', { reason: 'Quấy rối', until }]]);
  expect(blockedCallers.anonymous).toEqual({ reason: 'không ghi lý do' });
  expect([...entriesOf(blockedNumbers.numbers)]).toEqual([['+84901234567', { reason: 'không ghi lý do' }]]);
  expect((await call('GET', '/partner/blocked-out-numbers')).json().total).toBe(1);
  expect((await call('GET', `/partner/blocked-out-number/${blocked.id}`)).statusCode).toBe(404);
});

test('a blocked number says what its caller gets and where it holds, and what it leads to is not deleted', async () => {
  const sorry = await made('/partner/announcement', { name: 'Xin lỗi', then: { type: 'hang-up', value: '' } });
  const to = { type: 'msg', value: sorry.id };
  const line = await made('/partner/blocked-incoming-number', {
    value: '0907777777',
    service_number_id: ids.number,
    action: 'lead',
    then: to,
  });
  expect(line).toMatchObject({ number_name: 'Tổng đài', then: to, then_name: 'Xin lỗi', calls: 0, last_call_at: null });
  const busy = await made('/partner/blocked-incoming-number', {
    value: '0908*',
    kind: 'pattern',
    action: 'busy',
    then: to,
  });
  expect(busy).toMatchObject({ action: 'busy', then: null });
  const { blockedCallers } = await planOf();
  expect(getFrom(blockedCallers.numbers, '+84907777777')).toEqual({
    reason: 'không ghi lý do',
    number: '+842871000101',
    gets: { kind: 'msg', announcement: sorry.id },
  });
  expect(getFrom(blockedCallers.patterns, '0908')).toEqual([
    { reason: 'không ghi lý do', gets: 'busy', pattern: '0908*' },
  ]);
  const nowhere = { value: '0909999999', action: 'lead', then: { type: 'queue', value: ids.queue } };
  expect((await call('POST', '/partner/blocked-incoming-number', nowhere)).json()).toMatchObject({
    fields: { then: 'Chọn thông báo hoặc hộp thư thoại' },
  });
  expect((await call('DELETE', `/partner/announcement/${sorry.id}`)).json()).toMatchObject({
    code: 'in_use',
    used_by: [{ kind: 'Danh sách chặn gọi vào', name: '090****777' }],
  });
  const used = (await call('GET', '/partner/blocked-incoming-numbers?action=lead')).json();
  expect(used).toMatchObject({ total: 1, data: [{ id: line.id }] });
  for (const { id } of [line, busy]) await call('DELETE', `/partner/blocked-incoming-number/${id}`);
});

test('a call is tried out by what is saved, and nobody is rung', async () => {
  await made('/partner/subscriber', { number: '501', name: 'Thử' });
  const night = rule({ name: 'Đêm', priority: 0, destination: { type: 'direct', value: '501' } });
  const { id } = await made('/partner/inbound', night);
  const asked = { dialled: '02871000101', caller: '0912345678', at: '2026-11-23T03:00:00Z' };
  const tried = (await call('POST', '/partner/call-test', asked)).json();
  expect(tried).toMatchObject({ ends: 'talks', extension: '501', status: null });
  expect(tried.trace.map(({ text }: { text: string }) => text)).toContain('Quy tắc gọi vào “Đêm” khớp → máy nhánh 501');
  const missed = { ...asked, people: [{ extension: '501', phone: 'offline' }] };
  expect((await call('POST', '/partner/call-test', missed)).json()).toMatchObject({ ends: 'over', status: 'missed' });
  const blocked = { ...asked, caller: '0901234567', at: new Date().toISOString() };
  expect((await call('POST', '/partner/call-test', blocked)).json()).toMatchObject({ status: 'blocked' });
  await call('DELETE', `/partner/incoming/${id}`);
});

test('all extensions that a query finds are deleted as a job, by the specification’s own path', async () => {
  const answer = await call('DELETE', '/partner/subscriber/delete/all?ma_dn=dinh-tuyen&search=Ngoai nhom');
  expect([answer.statusCode, answer.json()]).toEqual([202, { job_id: expect.any(String) }]);
  expect((await call('DELETE', '/partner/subscriber/delete/all?ma_dn=nha-khac')).statusCode).toBe(404);
});

test('a rule says what is heard and recorded in its calls, and a fallback stands beside the rules, not among them', async () => {
  await app.db.inTenant(mine.id, async (trx) => {
    const audio = newId();
    await trx.insertInto('audio').values({ id: audio, title: 'x', source: 'file', duration_ms: 1, bytes: 1 }).execute();
    await trx.insertInto('greeting').values({ id: ids.greeting, name: 'Chào', audio_id: audio }).execute();
    await trx.insertInto('music_on_hold').values({ id: ids.music, name: 'Nhạc', audio_id: audio }).execute();
  });
  const spoken = await made(
    '/partner/inbound',
    rule({
      greeting_id: ids.greeting,
      music_id: ids.music,
      recording: 'never',
      caller_pattern: '093*',
      priority: 1,
      name_prefix: ' VIP : ',
    }),
  );
  const always = await made('/partner/inbound', rule({ recording: 'always', caller_pattern: '094*' }));
  const fallback = await made('/partner/inbound', rule({ purpose: 'fallback' }));
  expect([spoken.greeting_name, spoken.music_name, fallback.warning]).toEqual(['Chào', 'Nhạc', '']);
  const { inboundRules, fallbacks } = await planOf();
  const named = (name: string) => inboundRules.find((one) => one.name === name);
  expect(named(spoken.name)).toMatchObject({
    records: false,
    greeting: expect.any(String),
    music: expect.any(String),
    namePrefix: 'VIP',
  });
  expect(named(always.name)).toMatchObject({ records: true });
  expect(named(fallback.name)).toBeUndefined();
  expect(fallbacks?.map(({ name }) => name)).toEqual([fallback.name]);
  const tried = await call('POST', '/partner/call-test', {
    caller: '0935555555',
    dialled: '02871000101',
    at: '2026-11-20T10:00:00+07:00',
    people: [],
    keys: [],
    from_extension: '',
    outside: 'answers',
  });
  const words = tried.json().trace.map(({ text }: { text: string }) => text);
  expect(words).toContain(`Quy tắc “${spoken.name}”: không ghi âm`);
  expect(words).toContain('Cấu hình hỏng: hàng đợi “Bán hàng” chưa có thành viên');
  expect(words).toContain(`Quy tắc dự phòng “${fallback.name}” nhận cuộc gọi`);
  for (const { id } of [spoken, always, fallback]) await call('DELETE', `/partner/incoming/${id}`);
  // Nobody plays it any more.
  expect((await call('DELETE', `/partner/greeting/${ids.greeting}`)).statusCode).toBe(200);
});
