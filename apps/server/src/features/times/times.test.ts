import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';

let app: TestApp;
let mine: TestTenant;
const friday = '2026-11-20T10:00:00+07:00';

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('gio-giac');
  is(friday);
});

afterAll(() => app.close());

/** Sets the clock on the wall. */
const is = (at: string) => {
  app.clock.now = Date.parse(at);
};
const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await app.http.inject({
    method,
    url: `/telephony${path}`,
    headers: { authorization: `Bearer ${mine.admin.token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
};

const hours = (parts: object) => ({
  id: null,
  from_time: '08:00',
  to_time: '17:00',
  weekdays: [1, 2, 3, 4, 5],
  days_of_month: [],
  months: [],
  dates: [],
  holidays: 'ignored',
  note: '',
  ...parts,
});
const group = async (name: string, details: object[]) =>
  (await call('POST', '/partner/time-group', { name, details })).body;
const stateOf = async (id: string) =>
  (await call('GET', '/partner/time-groups/now')).body.data.find((one: { id: string }) => one.id === id);

test('a stretch that comes back keeps its address, whatever has changed in it and around it', async () => {
  const made = await group('Ca kíp', [hours({}), hours({ weekdays: [6], to_time: '12:00' })]);
  const [first, second] = made.details;
  const saved = await call('PUT', `/partner/time-group/${made.id}`, {
    name: made.name,
    version: 1,
    note: '',
    details: [{ ...second, to_time: '11:30' }, hours({ weekdays: [7] }), { ...second, note: 'lặp' }],
  });
  const ids = saved.body.details.map(({ id }: { id: string }) => id);
  expect(ids[0]).toBe(second.id);
  expect(new Set([...ids, first.id]).size).toBe(4);
  expect(saved.body.details.map(({ to_time: to }: { to_time: string }) => to)).toEqual(['11:30', '17:00', '12:00']);
});

test('a stretch of another group is not taken from it by its id', async () => {
  const theirs = await group('Của nhóm khác', [hours({})]);
  const ours = await group('Của nhóm này', [hours({ id: theirs.details[0].id })]);
  expect(ours.details[0].id).not.toBe(theirs.details[0].id);
  expect((await call('GET', `/partner/time-group/${theirs.id}`)).body.details).toEqual(theirs.details);
});

test('a group says whether it matches now, by which stretch, and when that changes', async () => {
  const { id, details } = await group('Hành chính', [hours({ weekdays: [6] }), hours({})]);
  expect(await stateOf(id)).toEqual({
    id,
    matches: true,
    detail_id: details[1].id,
    warnings: [],
    until: '2026-11-20T10:00:00.000Z',
  });
});

test('holidays follow the Vietnamese calendar until the company says otherwise, and hours may leave them out', async () => {
  is('2027-02-08T10:00:00+07:00');
  // Whoever signed in last year is not signed in any more.
  mine = await app.tenant('sang-xuan');
  const { id } = await group('Trừ ngày lễ', [hours({ holidays: 'except' })]);
  const only = await group('Chỉ ngày lễ', [hours({ holidays: 'only', weekdays: [] })]);
  // The third day of Tết.
  expect([await stateOf(id), await stateOf(only.id)]).toMatchObject([{ matches: false }, { matches: true }]);
  const { body } = await call('GET', '/partner/holidays/2027');
  expect(body).toMatchObject({ year: 2027, own: false, days: body.suggested });
  expect(body.days).toContainEqual({ date: '2027-02-06', name: 'Mùng 1 Tết' });

  const days = body.days.filter(({ date }: { date: string }) => date !== '2027-02-08');
  expect((await call('PUT', '/partner/holidays/2027', { days })).body).toMatchObject({ own: true, days });
  expect([await stateOf(id), await stateOf(only.id)]).toMatchObject([{ matches: true }, { matches: false }]);
  expect((await call('PUT', '/partner/holidays/2027', { days: null })).body).toEqual(body);
  expect(await stateOf(id)).toMatchObject({ matches: false });
});

test('a day cannot be a holiday twice, and hours that fall on no day are refused', async () => {
  const day = { date: '2027-01-01', name: 'Tết' };
  expect(await call('PUT', '/partner/holidays/2027', { days: [day, day] })).toMatchObject({
    status: 422,
    body: { fields: { days: 'Mỗi ngày chỉ ghi một lần' } },
  });
  const never = await call('POST', '/partner/time-group', {
    name: 'Không bao giờ',
    details: [hours({ days_of_month: [30, 31], months: [2] })],
  });
  expect(never).toMatchObject({
    status: 422,
    body: { fields: { 'details.0.days_of_month': 'Không tháng nào trong số đã chọn có ngày này' } },
  });
});

test('what is odd about a group is told: no hours, hours that overlap, dates that are over', async () => {
  const empty = await group('Trống', []);
  const both = await group('Chồng nhau', [hours({}), hours({ from_time: '16:00', to_time: '18:00', weekdays: [5] })]);
  const over = await group('Đã qua', [hours({ dates: ['2026-09-02'], weekdays: [] })]);
  expect((await stateOf(empty.id)).warnings).toEqual(['Chưa có khung giờ nào: không bao giờ khớp']);
  expect((await stateOf(both.id)).warnings).toEqual(['Khung 1 và 2 chồng nhau, ví dụ 16:00 ngày 12/02/2027']);
  expect((await stateOf(over.id)).warnings).toEqual(['Khung 1 không còn rơi vào ngày nào']);
});

test('what a week leaves out amid its hours is told in words', async () => {
  const noon = await group('Nghỉ trưa', [hours({ to_time: '12:00' }), hours({ from_time: '13:30' })]);
  const few = await group('Cách ngày', [hours({ weekdays: [1, 2, 5] })]);
  expect((await stateOf(noon.id)).warnings).toEqual([
    'Hở 12:00–13:30 thứ hai, thứ ba, thứ tư, thứ năm, thứ sáu: không khung nào nhận',
  ]);
  expect((await stateOf(few.id)).warnings).toEqual(['Hở cả ngày thứ tư, thứ năm: không khung nào nhận']);
});
