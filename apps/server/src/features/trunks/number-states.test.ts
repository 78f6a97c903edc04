import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { makeOperator } from '../../../testing/operator-company.ts';
import { setInstallation } from '../../domain/installation-setting.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let operators: TestTenant;
let mine: TestTenant;
let other: TestTenant;
let trunk: string;

beforeAll(async () => {
  app = await testApp();
  operators = await app.tenant('nha-van-hanh');
  mine = await app.tenant('thue-so');
  other = await app.tenant('nguoi-la');
  await makeOperator(app, operators);
  trunk = (await mine.admin.call('POST', '//telephony/partner/trunk', { name: 'Nhà mạng', host: 'sip.thue.vn' })).json()
    .id;
});
beforeEach(() => asking(true));
afterAll(() => app.close());

const asking = (papers: boolean) => setInstallation(app.db, { sign_up: false, number_papers: papers });
let nth = 100;
const added = async (): Promise<{ id: string; number: string }> => {
  nth += 1;
  const body = { number: `02873100${nth}`, name: `Số ${nth}`, trunk_id: trunk };
  return (await mine.admin.call('POST', '//telephony/partner/service-number', body)).json();
};
const path = (id: string) => `//telephony/partner/service-number/${id}`;
const caseOf = async (id: string) => (await mine.admin.call('GET', `${path(id)}/case`)).json();
const step = (id: string, to: string, by = mine.admin) => by.call('POST', `${path(id)}/state`, { to });
const decide = (id: string, to: string, words = '') =>
  operators.admin.call('POST', `//admin/number/${id}/state`, { to, words });
const numbersOfCalls = async () => Object.keys((await loadTelephonyConfig(app.db.inTenant, mine.id)).plan.numbers);

const pdf = Buffer.from('%PDF-1.7 Giấy phép kinh doanh');
function bring(
  id: string,
  { by = mine.admin, name = 'giay-phep.pdf', type = 'application/pdf', content = pdf }: Brought = {},
) {
  const form = new FormData();
  form.append('service_number_id', id);
  form.append('file', new Blob([new Uint8Array(content)], { type }), name);
  const request = new Request('http://a/', { method: 'POST', body: form });
  return request.arrayBuffer().then((bytes) =>
    app.http.inject({
      method: 'POST',
      url: '/telephony/partner/number-paper',
      headers: { authorization: `Bearer ${by.token}`, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(bytes),
    }),
  );
}
interface Brought {
  by?: TestPerson;
  name?: string;
  type?: string;
  content?: Buffer;
}

test('a new number waits for its papers, is looked at, and carries calls once the operator has accepted them', async () => {
  const { id, number } = await added();
  expect(await caseOf(id)).toMatchObject({ state: 'papers', steps: ['review'], papers: [], history: [] });
  expect(await numbersOfCalls()).not.toContain(number);
  expect((await step(id, 'review')).json()).toMatchObject({
    code: 'call_refused',
    message: 'Hãy tải lên ít nhất một giấy tờ trước khi nộp hồ sơ',
  });
  const paper = (await bring(id)).json();
  expect(paper).toMatchObject({ name: 'giay-phep.pdf', bytes: pdf.length });
  expect((await step(id, 'review')).json()).toMatchObject({ state: 'review', steps: ['papers'] });
  expect(await numbersOfCalls()).not.toContain(number);
  expect((await step(id, 'active')).json().code).toBe('call_refused');

  const waiting = (await operators.admin.call('GET', '//admin/numbers?state=review')).json();
  expect(waiting).toMatchObject({ total: 1, data: [{ id, state: 'review', ma_dn: 'thue-so' }] });
  const taken = await operators.admin.call('GET', `//admin/number/${id}/paper/${paper.id}`);
  expect([taken.rawPayload.equals(pdf), taken.headers['content-disposition']]).toEqual([
    true,
    expect.stringContaining('attachment'),
  ]);
  expect((await decide(id, 'papers')).json().fields).toEqual({ words: 'Cho doanh nghiệp biết lý do' });
  expect((await decide(id, 'papers', 'Thiếu con dấu')).json().state).toBe('papers');
  expect(await caseOf(id)).toMatchObject({ state: 'papers', words: 'Thiếu con dấu', by_operator: true });
  await step(id, 'review');
  expect((await decide(id, 'active')).json().state).toBe('active');
  expect(await numbersOfCalls()).toContain(number);
  const { history } = await caseOf(id);
  expect(
    history.map(({ state, by, by_operator: op }: { state: string; by: string; by_operator: boolean }) => [
      state,
      by,
      op,
    ]),
  ).toEqual([
    ['active', '', true],
    ['review', 'admin', false],
    ['papers', '', true],
    ['review', 'admin', false],
  ]);
});

test('what the operator has paused carries no call, and begins anew neither by being deleted nor by another number', async () => {
  await asking(false);
  const { id, number } = await added();
  expect(await numbersOfCalls()).toContain(number);
  expect((await decide(id, 'paused', 'Khách than phiền bị làm phiền')).json()).toMatchObject({ state: 'paused' });
  expect(await numbersOfCalls()).not.toContain(number);
  const [row] = (await mine.admin.call('GET', `//telephony/partner/service-numbers?search=${number.slice(3)}`)).json()
    .data;
  expect(row).toMatchObject({ state: 'paused', enabled: true });
  expect((await step(id, 'active')).json().code).toBe('call_refused');
  const removed = await mine.admin.call('POST', '//telephony/partner/service-numbers/delete', {
    rows: [{ id, version: 1 }],
  });
  expect(removed.json()).toMatchObject({ deleted: [], refused: [{ id, code: 'in_use' }] });
  const renumbered = await mine.admin.call('PUT', path(id), { ...row, number: '02873100099' });
  expect([renumbered.statusCode, Object.keys(renumbered.json().fields)]).toEqual([422, ['number']]);
  await decide(id, 'active');
  expect(await numbersOfCalls()).toContain(number);
});

test('papers are of their company alone, of whoever may change its numbers, sealed, and in the trail when they are taken', async () => {
  const { id } = await added();
  const { id: paper } = (await bring(id)).json();
  const file = `${path(id)}/paper/${paper}`;
  const looker = await mine.person('chi-xem', ['numbers.view']);
  expect((await looker.call('GET', file)).statusCode).toBe(403);
  for (const method of ['GET', 'DELETE'] as const) {
    expect((await other.admin.call(method, file)).statusCode).toBe(404);
  }
  expect((await other.admin.call('GET', `${path(id)}/case`)).statusCode).toBe(404);
  expect((await step(id, 'review', other.admin)).statusCode).toBe(404);
  expect((await bring(id, { by: other.admin })).statusCode).toBe(404);
  expect((await other.admin.call('GET', `//admin/number/${id}/case`)).statusCode).not.toBe(200);
  expect((await mine.admin.call('GET', file)).rawPayload.equals(pdf)).toBe(true);
  await operators.admin.call('GET', `//admin/number/${id}/paper/${paper}`);
  const { rows, trail } = await app.db.inTenant(mine.id, async (trx) => ({
    rows: await trx.selectFrom('number_paper').where('id', '=', paper).select('sealed_content').execute(),
    trail: await trx
      .selectFrom('audit')
      .where('action', '=', 'take-paper')
      .where('subject_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .select('after')
      .execute(),
  }));
  expect(rows[0]?.sealed_content.includes('Giấy phép')).toBe(false);
  expect(trail.map(({ after }) => after)).toEqual([
    { paper: 'giay-phep.pdf' },
    { paper: 'giay-phep.pdf', operator: expect.any(String) },
  ]);
});

test('papers are PDF or pictures by what is in them, and stay once they are handed in', async () => {
  const { id } = await added();
  expect((await bring(id, { name: 'a.pdf', content: Buffer.from('<html>') })).statusCode).toBe(422);
  expect((await bring(id, { name: 'a.svg', type: 'image/svg+xml' })).statusCode).toBe(415);
  const { id: paper } = (await bring(id)).json();
  await step(id, 'review');
  const remove = () => mine.admin.call('DELETE', `${path(id)}/paper/${paper}`);
  expect((await remove()).json().code).toBe('call_refused');
  expect((await bring(id)).json().fields).toEqual({ file: 'Hồ sơ đang được duyệt: rút về trước khi thêm giấy tờ' });
  await step(id, 'papers');
  expect((await remove()).statusCode).toBe(200);
  expect((await caseOf(id)).papers).toEqual([]);
  for (let each = 0; each < 10; each += 1) expect((await bring(id)).statusCode).toBe(200);
  expect((await bring(id)).json().fields).toEqual({ file: 'Mỗi đầu số có nhiều nhất 10 giấy tờ' });
});

test('a number with papers is deleted when they are, and one that its company ended begins anew', async () => {
  const { id } = await added();
  const { id: paper } = (await bring(id)).json();
  const remove = () =>
    mine.admin.call('POST', '//telephony/partner/service-numbers/delete', { rows: [{ id, version: 1 }] });
  expect((await remove()).json().refused).toMatchObject([
    { used_by: [{ kind: 'Giấy tờ của đầu số', name: 'giay-phep.pdf' }] },
  ]);
  await decide(id, 'active');
  expect((await step(id, 'ended')).json()).toMatchObject({ state: 'ended', steps: ['papers'] });
  await mine.admin.call('DELETE', `${path(id)}/paper/${paper}`);
  expect((await remove()).json().deleted).toEqual([id]);
});

test('whom nobody else decides for brings its own numbers on, and needs no papers', async () => {
  const theirs = (
    await operators.admin.call('POST', '//telephony/partner/trunk', { name: 'Nhà mạng', host: 'sip.vh.vn' })
  ).json().id;
  const body = { number: '02873100999', name: 'Của mình', trunk_id: theirs };
  const { id } = (await operators.admin.call('POST', '//telephony/partner/service-number', body)).json();
  const its = async () => (await operators.admin.call('GET', `${path(id)}/case`)).json();
  expect(await its()).toMatchObject({ state: 'active', steps: ['ended', 'papers', 'paused'] });
  expect((await step(id, 'paused', operators.admin)).json()).toMatchObject({ state: 'paused', by_operator: false });
  expect((await step(id, 'active', operators.admin)).json()).toMatchObject({ state: 'active' });
});

test('programs of the partner are told of a number that is new, in use and stopped', async () => {
  const { id } = await added();
  const statusOf = async () => {
    const answer = await mine.admin.call('POST', '//etelecom/shop.Etelecom/GetHotlines', {});
    return answer.json().hotlines.find((one: { id: string }) => one.id === id).status;
  };
  expect(await statusOf()).toBe('Z');
  await decide(id, 'active');
  expect(await statusOf()).toBe('P');
  await decide(id, 'paused', 'Nợ cước');
  expect(await statusOf()).toBe('N');
});
