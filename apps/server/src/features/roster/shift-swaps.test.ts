import { shiftedDate } from '@alo/calendar';
import { offShiftAt } from '@alo/call-core';
import type { ShiftSwap } from '@alo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;
let minh: TestPerson;
let hoa: TestPerson;
let leader: TestPerson;
let queue: string;
let morning: string;
let late: string;
/** The day after tomorrow, by the company's clock, and the one after it. */
const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
const [day, next] = [shiftedDate(today, 2), shiftedDate(today, 3)];

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  const made = async (path: string, body: object) => {
    const answer = await demo.admin.call('POST', path, body);
    if (answer.statusCode >= 300) throw new Error(answer.payload);
    return answer.json().id as string;
  };
  const members = [];
  for (const number of ['101', '102', '103']) {
    const extension = await made('//telephony/partner/subscriber', { number, name: `Máy ${number}` });
    members.push({ extension_id: extension, penalty: 0, weight: 1, skills: {} });
  }
  lan = await demo.person('lan', [], '101');
  minh = await demo.person('minh', [], '102');
  hoa = await demo.person('hoa', [], '103');
  leader = await demo.person('truong-nhom', ['roster.view', 'roster.update']);
  const department = await made('/department', { name: 'Kinh doanh' });
  const people_ids = [lan.accountId, minh.accountId, leader.accountId];
  await made('/team', { name: 'Đội 1', department_id: department, people_ids });
  queue = await made('//telephony/partner/call-queue', { name: 'Chăm sóc', members, by_roster: true });
  morning = await made('/shift', { name: 'Ca sáng', from_time: '08:00', to_time: '16:00' });
  late = await made('/shift', { name: 'Ca chiều', from_time: '14:00', to_time: '22:00' });
});
afterAll(() => app.close());

const roster = async (entries: readonly (readonly [TestPerson, string, string | null | undefined])[]) => {
  const answer = await demo.admin.call('PUT', '/roster', {
    entries: entries.map(([{ accountId }, on, shift]) => ({
      account_id: accountId,
      day: on,
      shift_id: shift ?? null,
      kind: shift === undefined ? 'none' : shift === null ? 'leave' : 'shift',
    })),
  });
  expect(answer.statusCode).toBe(200);
};
beforeEach(() =>
  roster([
    [lan, day, morning],
    [lan, next, undefined],
    [minh, day, undefined],
    [minh, next, late],
    [hoa, day, undefined],
  ]),
);

const offer = (body: object, by = lan) => by.call('POST', '/shift-swap', { day, kind: 'give', ...body });
const offered = async (body: object = {}) => {
  const answer = await offer(body);
  expect(answer.json()).toMatchObject({ id: expect.any(String) });
  return answer.json().id as string;
};
const answer = (by: TestPerson, id: string, body: object) => by.call('POST', `/shift-swap/${id}/answer`, body);
const swaps = async (by: TestPerson): Promise<readonly ShiftSwap[]> =>
  (await by.call('GET', '/shift-swaps')).json().data;
const swapFor = async (by: TestPerson, id: string) => (await swaps(by)).find((one) => one.id === id);
const worksOn = async (who: TestPerson, on: string): Promise<string | null | undefined> => {
  const { days } = (await who.call('GET', '/my-roster')).json();
  const found = days.find((one: { day: string }) => one.day === on);
  return found.kind === null ? undefined : (found.shift?.id ?? null);
};
const bellOf = async (who: TestPerson): Promise<readonly string[]> =>
  (await who.call('GET', '/notifications')).json().data.map(({ text }: { text: string }) => text);

test('a shift that is given away is worked by who took it once whoever plans approves; queues ask them', async () => {
  const id = await offered({ note: 'Đám cưới em' });
  expect(await swapFor(minh, id)).toMatchObject({
    state: 'open',
    may: ['take'],
    note: 'Đám cưới em',
    offered_to: null,
  });
  // Of another team nobody hears of it.
  expect(await swapFor(hoa, id)).toBeUndefined();
  expect((await answer(hoa, id, { answer: 'take' })).statusCode).toBe(404);
  expect((await answer(minh, id, { answer: 'take' })).json()).toEqual({ state: 'waiting', why: '' });
  expect(await worksOn(minh, day)).toBeUndefined();
  expect((await answer(minh, id, { answer: 'approve' })).statusCode).toBe(422);
  expect(await bellOf(leader)).toContainEqual(expect.stringContaining('chờ duyệt'));
  expect((await swapFor(leader, id))?.may).toEqual(['approve', 'refuse']);
  expect((await answer(leader, id, { answer: 'approve' })).json()).toEqual({ state: 'approved', why: '' });
  expect([await worksOn(lan, day), await worksOn(minh, day)]).toEqual([undefined, morning]);
  expect(await bellOf(lan)).toContainEqual(expect.stringContaining('đã duyệt'));

  const { plan } = await loadTelephonyConfig(app.db.inTenant, demo.id);
  const isOff = offShiftAt(plan.queues[queue]?.roster, Date.parse(`${day}T10:00:00+07:00`));
  expect(['101', '102', '103'].filter(isOff)).toEqual(['101', '103']);
});

test('of an exchange whoever offered agrees to the shift that they get', async () => {
  const id = await offered({ kind: 'exchange', offered_to: minh.accountId });
  expect((await answer(minh, id, { answer: 'take' })).json().fields).toEqual({
    back_day: 'Hãy chọn ca của bạn để đổi lại',
  });
  expect((await answer(minh, id, { answer: 'take', back_day: day })).json().fields).toEqual({
    back_day: 'Bạn không có ca ngày này',
  });
  expect((await answer(minh, id, { answer: 'take', back_day: next })).json().state).toBe('taken');
  expect(await swapFor(lan, id)).toMatchObject({
    may: ['agree', 'withdraw'],
    back: { day: next, shift: { name: 'Ca chiều' } },
  });
  expect((await answer(leader, id, { answer: 'approve' })).statusCode).toBe(404);
  expect((await answer(lan, id, { answer: 'agree' })).json().state).toBe('waiting');
  await answer(leader, id, { answer: 'approve' });
  expect([await worksOn(lan, day), await worksOn(lan, next)]).toEqual([undefined, late]);
  expect([await worksOn(minh, day), await worksOn(minh, next)]).toEqual([morning, undefined]);
});

test('who works or has leave that day is not asked, and is refused in words', async () => {
  await roster([[minh, day, null]]);
  const id = await offered({ offered_to: minh.accountId });
  expect((await swapFor(minh, id))?.may).toEqual(['decline']);
  expect((await answer(minh, id, { answer: 'take' })).json().fields.answer).toContain('nghỉ phép');
  expect((await answer(minh, id, { answer: 'decline' })).json().state).toBe('declined');
  expect(await bellOf(lan)).toContainEqual(expect.stringContaining('không có ai nhận'));
});

test('it is void once the shift is planned anew, and says so; the day can be offered again', async () => {
  const id = await offered();
  await roster([[lan, day, late]]);
  expect(await swapFor(lan, id)).toMatchObject({ state: 'void', why: 'Ca đã được xếp lại', may: [] });
  expect((await answer(minh, id, { answer: 'take' })).json()).toEqual({ state: 'void', why: 'Ca đã được xếp lại' });
  const again = await offered();
  expect((await offer({})).json().fields.day).toContain('rút lại');
  expect((await answer(lan, again, { answer: 'withdraw' })).json().state).toBe('withdrawn');
  await answer(lan, await offered(), { answer: 'withdraw' });
});

test('what came between is void at the approval as well, and nothing of the roster changes', async () => {
  const id = await offered();
  await answer(minh, id, { answer: 'take' });
  await roster([[minh, day, null]]);
  expect((await answer(leader, id, { answer: 'approve' })).json()).toMatchObject({ state: 'void' });
  expect([await worksOn(lan, day), await worksOn(minh, day)]).toEqual([morning, null]);
});

test('two who approve or refuse at the same moment: one of them does', async () => {
  const id = await offered();
  await answer(minh, id, { answer: 'take' });
  const both = await Promise.all([
    answer(leader, id, { answer: 'approve' }),
    answer(demo.admin, id, { answer: 'refuse', reason: 'Thiếu người' }),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 422]);
  const state = (await swapFor(lan, id))?.state;
  expect(await worksOn(minh, day)).toBe(state === 'approved' ? morning : undefined);
});

test('two of a team who take it at the same moment: one of them has it', async () => {
  const id = await offered();
  const both = await Promise.all([answer(minh, id, { answer: 'take' }), answer(leader, id, { answer: 'take' })]);
  // Who comes later may not even see it any more.
  expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  // Whoever took it steps back, and the team may again.
  const taker = (await swapFor(lan, id))?.taken_by?.id === minh.accountId ? minh : leader;
  expect((await answer(taker, id, { answer: 'decline' })).json().state).toBe('open');
  expect((await answer(lan, id, { answer: 'withdraw' })).json().state).toBe('withdrawn');
});

test('nobody offers what is not theirs, has begun, or to whom is of another team or company', async () => {
  expect((await offer({}, minh)).json().fields.day).toBe('Bạn không có ca ngày này');
  expect((await offer({ offered_to: hoa.accountId })).json().fields.offered_to).toContain('cùng nhóm');
  const stranger = await app.tenant('la');
  expect((await offer({ offered_to: stranger.admin.accountId })).json().fields.offered_to).toContain('cùng nhóm');
  const yesterday = shiftedDate(today, -1);
  await roster([[lan, yesterday, morning]]);
  expect((await offer({ day: yesterday })).json().fields.day).toContain('đã bắt đầu');
  expect((await hoa.call('POST', '/shift-swap', { day, kind: 'give' })).json().fields.offered_to).toContain(
    'chưa có ai',
  );
  const id = await offered();
  expect((await answer(stranger.admin, id, { answer: 'withdraw' })).statusCode).toBe(404);
  expect(await swaps(stranger.admin)).toEqual([]);
  await answer(lan, id, { answer: 'withdraw' });
});

test('who offered, took and decided is in the trail', async () => {
  const id = await offered();
  await answer(minh, id, { answer: 'take' });
  await answer(leader, id, { answer: 'refuse', reason: 'Thiếu người' });
  expect(await swapFor(minh, id)).toMatchObject({ state: 'refused', why: 'Thiếu người', may: [] });
  const { data } = (await demo.admin.call('GET', '/activity-user-tenant?subject=shift_swap&per_page=3')).json();
  expect(data.map((one: { account_id: string; action: string }) => [one.account_id, one.action])).toEqual([
    [leader.accountId, 'answer-swap'],
    [minh.accountId, 'answer-swap'],
    [lan.accountId, 'offer-shift'],
  ]);
});
