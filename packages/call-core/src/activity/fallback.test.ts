import { expect, test } from 'vitest';

import type { Destination } from '../board/destination.ts';
import type { InboundRule, RoutingPlan } from '../board/plan.ts';
import { queuePlan } from '../board/queue-plan.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo } from '../testing/plan.ts';

const customer = '0901234567';
const gone: Destination = { kind: 'ivr', menu: 'gone' };

const fallback = (destination: Destination, parts: Partial<InboundRule> = {}): InboundRule => ({
  name: 'Lễ tân',
  number: null,
  callerPattern: null,
  timeGroup: null,
  destination,
  afterTalk: null,
  ...parts,
});
const reception = fallback({ kind: 'direct', extension: '103' });
const called = (plan: RoutingPlan, from = customer) => {
  const desk = new Desk(plan);
  desk.customerCalls(from, hotline);
  return desk;
};
const marks = (desk: Desk) => desk.call().trace.flatMap(({ kind, text }) => (kind === 'broken' ? text : []));

const empty = {
  queues: { q: queuePlan({ name: 'Trống', strategy: 'linear', members: [] }) },
  groups: { g: { name: 'Trống', strategy: 'ring-all' as const, members: [], ringSeconds: 20, otherwise: null } },
  announcements: { a: { name: 'Câm', file: '', skipKey: null, then: { kind: 'hang-up', cause: 'normal' } as const } },
  outboundRules: [],
};

test.each<readonly [string, Destination]>([
  ['không tìm thấy lời thoại tương tác “gone”', gone],
  ['hàng đợi “Trống” chưa có thành viên', { kind: 'queue', queue: 'q' }],
  ['nhóm đổ chuông “Trống” chưa có thành viên', { kind: 'group', group: 'g' }],
  ['thông báo “Câm” chưa có âm thanh', { kind: 'msg', announcement: 'a' }],
  ['không có đường gọi ra cho số ngoài này', { kind: 'fw', number: '0911111111', showing: 'own' }],
])(
  'a customer who comes to a broken part (%s) is taken by the company’s fallback, and the call says why',
  (words, to) => {
    const desk = called(leadingTo(to, { ...empty, fallbacks: [reception] }));
    expect(desk.heard()).toContain('dial 103');
    expect(marks(desk)).toEqual([`Cấu hình hỏng: ${words}`]);
    expect(desk.trace()).toContain('Quy tắc dự phòng “Lễ tân” nhận cuộc gọi');
    desk.answers('103');
    desk.ends('103');
    expect(desk.summary()).toMatchObject({ status: 'answered', broken: words });
  },
);

test('a fallback greets, records and puts its word before the caller’s name as it says itself', () => {
  const own = { greeting: 'sorry.wav', records: false, namePrefix: 'Chuyển hướng' };
  const desk = called(leadingTo(gone, { fallbacks: [fallback({ kind: 'direct', extension: '101' }, own)] }));
  expect(desk.heard()).toEqual(['answer caller', 'play sorry.wav to caller']);
  desk.heardAll('caller');
  expect(desk.commands.flatMap((one) => (one.type === 'dial' ? one.callerId.name : []))).toEqual([
    `Chuyển hướng: ${customer}`,
  ]);
  desk.answers('101');
  expect(desk.heard()).not.toContain('record');
});

test('an announcement without a sound is passed over where it leads on, and the call is marked', () => {
  const then = { kind: 'direct', extension: '101' } as const;
  const announcements = { a: { name: 'Câm', file: '', skipKey: null, then } };
  const desk = called(leadingTo({ kind: 'msg', announcement: 'a' }, { announcements, fallbacks: [reception] }));
  expect(desk.heard()).toContain('dial 101');
  expect(marks(desk)).toEqual(['Cấu hình hỏng: thông báo “Câm” chưa có âm thanh']);
});

test('a fallback that is broken itself goes in no circle: the caller hears that nobody can be reached', () => {
  const desk = called(leadingTo(gone, { fallbacks: [fallback(gone)] }));
  expect(desk.heard()).toEqual(['answer caller', 'play system/vi/no-answer.wav to caller']);
  expect(marks(desk)).toHaveLength(2);
  desk.heardAll('caller');
  expect(desk.summary()).toMatchObject({ status: 'failed', stage: 'ended' });
});

test('the first fallback that fits the number and the caller takes the call', () => {
  const others = [
    fallback({ kind: 'direct', extension: '101' }, { number: '+842899999999' }),
    fallback({ kind: 'direct', extension: '101' }, { callerPattern: '091*' }),
  ];
  expect(called(leadingTo(gone, { fallbacks: [...others, reception] })).heard()).toContain('dial 103');
});

test('a call that no rule fits is the fallback’s where there is one, else it is refused as ever', () => {
  const plan = { ...leadingTo(gone), inboundRules: [] };
  expect(called({ ...plan, fallbacks: [reception] }).heard()).toContain('dial 103');
  const refused = called(plan);
  expect(refused.heard()).toEqual(['hang up caller (not-found)']);
  expect(marks(refused)).toEqual([]);
});

test('a colleague who dials what is broken hears so: the fallback is for customers', () => {
  const plan = leadingTo(gone, { internalNumbers: { 700: gone }, fallbacks: [reception] });
  const desk = new Desk(plan);
  desk.extensionCalls('101', '700');
  expect(desk.heard()).toEqual(['answer caller', 'play system/vi/no-answer.wav to caller']);
});

test('a customer who has talked already and stays for a survey that is gone does not ring anybody again', () => {
  const [rule] = leadingTo({ kind: 'direct', extension: '101' }).inboundRules;
  if (rule === undefined) throw new Error('the office has no rule');
  const desk = new Desk({
    ...leadingTo(gone, { fallbacks: [reception] }),
    inboundRules: [{ ...rule, destination: { kind: 'direct', extension: '101' }, afterTalk: gone }],
  });
  desk.customerCalls(customer, hotline);
  desk.answers('101');
  desk.heard();
  desk.ends('101');
  const heard = desk.heard();
  expect(heard).toContain('play system/vi/no-answer.wav to caller');
  expect(heard).not.toContain('dial 103');
});
