import type { DataAnswer } from '@alo/call-core';
import { draftHeader } from '@alo/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { companyDataOf } from '../../compose/company-records.ts';
import { newId } from '../../kernel/new-id.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let mine: TestTenant;
let theirs: TestTenant;
const hotlineOf = (company: TestTenant) => (company === mine ? '02871000101' : '02871000102');
const [vip, plain, stranger] = ['0901234567', '0912345678', '0987654321'];
/** What a kind of customer may name, by its field. */
const names: Record<string, string> = {};

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('khach-quen');
  theirs = await app.tenant('hang-xom');
  for (const [company, digit] of [
    [mine, 1],
    [theirs, 2],
  ] as const) {
    const trunk = newId();
    await app.db.inTenant(company.id, async (trx) => {
      await trx
        .insertInto('trunk')
        .values({ id: trunk, name: 'Nhà mạng', host: `113.160.0.${digit}` })
        .execute();
      const number = { id: newId(), number: `+84${hotlineOf(company).slice(1)}`, name: 'Hotline', trunk_id: trunk };
      await trx.insertInto('service_number').values(number).execute();
      const people = ['101', '102'].map((own) => ({ id: newId(), number: own, name: `Máy ${own}` }));
      await trx.insertInto('extension').values(people).execute();
    });
  }
  const department = await made('/department', { name: 'Kinh doanh' });
  names['team_id'] = await made('/team', { name: 'Nhóm A', department_id: department });
  names['status_id'] = await made('/profile-status', { name: 'Vàng' });
  names['project_id'] = await made('/project', { name: 'Ven sông' });
  names['data_source_id'] = await made('/data-source', { name: 'Hội chợ' });
  names['outcome_id'] = await made('/call-outcome', { name: 'Hẹn xem nhà' });
  names['field_id'] = await made('/customer-field', { name: 'Công nợ', kind: 'number' });
  const owner = await mine.person('Lan', ['customer.view', 'customer.update']);
  await app.db.inTenant(mine.id, (trx) =>
    trx
      .updateTable('account')
      .set({ team_id: names['team_id'] ?? '', department_id: department })
      .where('id', '=', owner.accountId)
      .execute(),
  );
  const customer = await made('/customer', {
    name: 'Bà Vàng',
    phone: vip,
    phones: ['0901234568'],
    status: names['status_id'],
    project_id: names['project_id'],
    data_source_id: names['data_source_id'],
    user_id: owner.accountId,
    own: { [names['field_id'] ?? '']: 1_200_000 },
  });
  const other = await made('/profile-status', { name: 'Thường' });
  await made('/customer', { name: 'Ông Thường', phone: plain, status: other });
  await ok(mine, 'POST', `/customer/${customer}/task`, { text: 'Gửi báo giá', due_at: '2020-01-01T00:00:00Z' });
  const said = { outcome: names['outcome_id'], note: '' };
  await ok(mine, 'POST', `/customer/${customer}/disposition`, said);
});
afterAll(() => app.close());

async function ok(company: TestTenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await company.admin.call(method, path, body);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
}
const made = async (path: string, body: object): Promise<string> => (await ok(mine, 'POST', path, body)).id;

const to = (extension: string) => ({ type: 'direct', value: extension });
const condition = async (kinds: object[], parts = {}, company = mine) =>
  ok(company, 'POST', '//telephony/partner/customer-condition', {
    name: `Điều kiện ${newId()}`,
    kinds: kinds.map((kind) => ({ label: 'Khách quý', to: to('101'), ...kind })),
    otherwise: to('102'),
    ...parts,
  });

/** The hotline leads to a condition for the time of `work`. */
async function withRuleTo<Result>(id: string, work: () => Promise<Result>, company = mine): Promise<Result> {
  const destination = { type: 'customer', value: id };
  const rule = await ok(company, 'POST', '//telephony/partner/inbound', { name: `Luật ${newId()}`, destination });
  const result = await work();
  await ok(company, 'DELETE', `//telephony/partner/rule/${rule.id}`);
  return result;
}

/** A call from this number, tried out: who takes it, and what was said of the condition. */
async function tried(caller: string, company = mine) {
  const body = { dialled: hotlineOf(company), caller, at: '2026-11-20T03:00:00Z' };
  const { extension, trace } = await ok(company, 'POST', '//telephony/partner/call-test', body);
  const said = trace.find(({ text }: { text: string }) => text.startsWith('Điều kiện khách hàng'));
  return { extension, text: said?.text ?? '', because: said?.detail.because ?? '' };
}

/** Who takes the calls of this number, where the hotline leads to a condition of this one kind. */
async function takenBy(kind: object, ...callers: string[]) {
  const { id } = await condition([kind]);
  return withRuleTo(id, async () => {
    const taken = [];
    for (const caller of callers) taken.push((await tried(caller)).extension);
    return taken;
  });
}

describe('a kind of customer is known', () => {
  test.each<[string, () => object, string]>([
    ['by the status', () => ({ status_id: names['status_id'] }), 'trạng thái Vàng'],
    ['by the team of whoever looks after them', () => ({ team_id: names['team_id'] }), 'nhóm phụ trách Nhóm A'],
    ['by the project', () => ({ project_id: names['project_id'] }), 'dự án Ven sông'],
    ['by the source', () => ({ data_source_id: names['data_source_id'] }), 'nguồn Hội chợ'],
    [
      'by what came of the last conversation',
      () => ({ outcome_id: names['outcome_id'] }),
      'kết quả lần trước Hẹn xem nhà',
    ],
    ['by whether somebody looks after them', () => ({ owner: 'somebody' }), 'có người phụ trách'],
    ['by what is still to be done', () => ({ task: 'open' }), 'còn việc chưa xong'],
    ['by what should be done by now', () => ({ task: 'overdue' }), 'có việc quá hạn'],
    [
      'by a field of the company’s own',
      () => ({ field_id: names['field_id'], field_is: 'more', field_value: '1000000' }),
      'trường riêng khớp',
    ],
  ])('%s', async (_, kind, because) => {
    const { id } = await condition([kind()]);
    await withRuleTo(id, async () => {
      expect(await tried(vip)).toEqual({
        extension: '101',
        text: expect.stringMatching(/dòng 1 “Khách quý” khớp$/),
        because,
      });
      expect(await tried(plain)).toMatchObject({
        extension: '102',
        text: expect.stringMatching(/không dòng nào khớp$/),
      });
      expect(await tried(stranger)).toMatchObject({
        extension: '102',
        text: expect.stringMatching(/không dòng nào khớp, khách chưa có trong danh sách$/),
      });
    });
  });

  test('by being known or not, and nobody who hides their number is', async () => {
    expect(await takenBy({ known: 'known' }, vip, plain, stranger, '')).toEqual(['101', '101', '102', '102']);
    expect(await takenBy({ known: 'unknown' }, vip, plain, stranger, '')).toEqual(['102', '102', '101', '101']);
  });

  test('by all that is said of it, at each of their numbers', async () => {
    const both = { status_id: names['status_id'], owner: 'somebody' };
    expect(await takenBy(both, vip, '0901234568', plain)).toEqual(['101', '101', '102']);
    expect(await takenBy({ ...both, owner: 'nobody' }, vip, plain)).toEqual(['102', '102']);
  });

  test('by the first that fits, and stands first in queues from then on', async () => {
    const queue = await made('//telephony/partner/call-queue', { name: 'Chăm sóc', members: [] });
    const { id, kinds } = await condition([
      { status_id: names['status_id'], priority: 7, to: { type: 'queue', value: queue }, label: 'Vàng' },
      { known: 'known' },
    ]);
    expect(kinds).toMatchObject([{ label: 'Vàng', priority: 7, to: { type: 'queue', value: queue } }, {}]);
    const { plan } = await loadTelephonyConfig(app.db.inTenant, mine.id);
    expect(plan.customerConditions[id]?.rows.map(({ name, priority }) => [name, priority])).toEqual([
      ['Vàng', 7],
      ['Khách quý', null],
    ]);
    expect(await withRuleTo(id, async () => (await tried(plain)).text)).toMatch(/dòng 2 “Khách quý” khớp$/);
  });
});

test('what another company keeps of the same number leads no call of ours', async () => {
  const status = (await ok(theirs, 'POST', '/profile-status', { name: 'Vàng' })).id;
  await ok(theirs, 'POST', '/customer', { name: 'Người lạ', phone: stranger, status });
  expect(await takenBy({ known: 'known' }, stranger)).toEqual(['102']);
  const { id } = await condition([{ known: 'known' }], {}, theirs);
  await withRuleTo(
    id,
    async () => {
      expect((await tried(vip, theirs)).extension).toBe('102');
      expect((await tried(stranger, theirs)).extension).toBe('101');
    },
    theirs,
  );
  const alien = await mine.admin.call('POST', '//telephony/partner/customer-condition', {
    name: 'Của hàng xóm',
    kinds: [{ label: 'Vàng', status_id: status, to: to('101') }],
    otherwise: to('102'),
  });
  expect(alien.statusCode).toBe(422);
});

test('call control is told which row fits by the plan that it goes by, whatever the rows are now', async () => {
  const { ask } = companyDataOf({ db: app.db, bus: app.bus, matches: async () => false });
  const { id } = await condition([{ status_id: names['status_id'] }]);
  const { plan } = await loadTelephonyConfig(app.db.inTenant, mine.id);
  const rows = plan.customerConditions[id]?.rows ?? [];
  await ok(mine, 'DELETE', `//telephony/partner/customer-condition/${id}`);
  const question = { kind: 'customer', condition: id, number: '+84901234567', rows } as const;
  const told: DataAnswer = { kind: 'customer', condition: id, row: rows[0]?.id ?? '', because: 'trạng thái Vàng' };
  expect(await ask(mine.id, question)).toEqual(told);
  expect(await ask(theirs.id, question)).toMatchObject({ row: null });
});

test.each<[string, object, Record<string, string>]>([
  ['says nothing', {}, { 'kinds.0.known': 'Chọn ít nhất một điều để nhận ra nhóm khách này' }],
  [
    'asks more of strangers',
    { known: 'unknown', owner: 'somebody' },
    { 'kinds.0.known': 'Khách chưa có trong danh sách thì không có gì khác để xét' },
  ],
  ['asks for a field without its value', { field: true }, { 'kinds.0.field_value': expect.any(String) }],
  [
    'compares words',
    { field: true, field_is: 'more', field_value: 'nhiều' },
    { 'kinds.0.field_value': 'Nhập một số, hoặc một ngày như 2026-12-31' },
  ],
  ['has a value of no field', { known: 'known', field_value: '5' }, { 'kinds.0.field_id': expect.any(String) }],
])('a kind that %s is refused', async (_, { field, ...kind }: { field?: boolean }, fields) => {
  const answer = await mine.admin.call('POST', '//telephony/partner/customer-condition', {
    name: 'Sai',
    kinds: [{ label: 'A', to: to('101'), ...kind, ...(field ? { field_id: names['field_id'] } : {}) }],
    otherwise: to('102'),
  });
  expect([answer.statusCode, answer.json().fields]).toEqual([422, fields]);
});

test('what a kind names is not deleted, and it says where it is named', async () => {
  const status = await made('/profile-status', { name: 'Bạc' });
  const { id, name } = await condition([{ status_id: status }]);
  const answer = await mine.admin.call('DELETE', `/profile-status/${status}`);
  expect([answer.statusCode, answer.json().used_by]).toEqual([409, [{ kind: 'Điều kiện khách hàng', name, id }]]);
});

test('a draft has conditions of its own, and a version goes back to them', async () => {
  const { id, ...was } = await condition([{ known: 'known' }]);
  const put = (body: object, draft: boolean) =>
    app.http.inject({
      method: 'PUT',
      url: `/telephony/partner/customer-condition/${id}`,
      headers: { authorization: `Bearer ${mine.admin.token}`, ...(draft ? { [draftHeader]: 'on' } : {}) },
      payload: body,
    });
  expect((await put({ ...was, kinds: [] }, true)).statusCode).toBe(200);
  const read = async () => (await ok(mine, 'GET', `//telephony/partner/customer-condition/${id}`)).kinds.length;
  expect(await read()).toBe(1);
  await ok(mine, 'POST', '//telephony/partner/routing-draft/publish', { note: '' });
  expect(await read()).toBe(0);
  const { data } = await ok(mine, 'GET', '//telephony/partner/routing-versions');
  const before = data[1];
  await ok(mine, 'POST', `//telephony/partner/routing-versions/${before.id}/roll-back`, { note: '' });
  expect(await read()).toBe(1);
});

test('the picture of the call flow names each kind on its way', async () => {
  const { id } = await condition([{ known: 'known', label: 'Người quen' }]);
  await withRuleTo(id, async () => {
    const { data } = await ok(mine, 'GET', '//telephony/partner/service-numbers');
    const { edges } = await ok(mine, 'GET', `//telephony/partner/call-flow?number_id=${data[0].id}`);
    const labels = edges.filter(({ from }: { from: string }) => from === `customer/${id}`);
    expect(labels.map(({ label, field }: { label: string; field: string }) => [label, field])).toEqual([
      ['Người quen', 'kinds.0.to'],
      ['Khách khác', 'otherwise'],
    ]);
  });
});
