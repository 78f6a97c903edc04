import { expect, test } from 'vitest';

import { beginRun, goOn, type Occurrence, type Rule, sendAt } from './decide.ts';
import { type Known, runsOver } from './rehearse.ts';

const timeZone = 'Asia/Ho_Chi_Minh';
const ten = Date.parse('2026-11-30T10:00:00+07:00');
const minute = 60_000;

const rule: Rule = {
  id: 'r',
  name: 'Nhỡ',
  trigger: 'call.missed',
  level: null,
  forMinutes: 0,
  atTime: '',
  direction: null,
  queue: null,
  outcome: null,
  leastSeconds: null,
  mostSeconds: null,
  hours: null,
  tests: [],
  waitMinutes: 0,
  unlessReached: false,
  quiet: null,
  mostPerDay: 200,
  customerHours: 0,
  actions: [],
};
const missed = (minutes: number, party = 'a', more: Partial<Occurrence> = {}): Occurrence => ({
  key: `${party} ${minutes}`,
  at: ten + minutes * minute,
  depth: 0,
  party,
  numbers: [],
  call: { id: 'c', direction: 'inbound', seconds: 0, queues: ['q1'] },
  customer: null,
  outcome: null,
  words: '',
  ...more,
});
const nothingBefore = { past: { today: 0, last: null }, now: ten, timeZone };
const whyNot = (changes: Partial<Rule>, happening = missed(0)) => {
  const decision = beginRun({ ...rule, ...changes }, happening, nothingBefore);
  return decision.kind === 'not' ? decision.why : decision.kind;
};

test('each condition that is set has to hold, and says in words which does not', () => {
  expect(whyNot({})).toBe('go');
  expect(whyNot({ direction: 'outbound' })).toBe('Không đúng chiều gọi');
  expect(whyNot({ queue: 'q2' })).toBe('Không qua hàng đợi này');
  expect(whyNot({ queue: 'q1' })).toBe('go');
  expect(whyNot({ leastSeconds: 30 })).toContain('ít hơn 30');
  expect(whyNot({ hours: { is: 'out', from: '08:00', to: '17:30' } })).toBe('Trong khung giờ 08:00–17:30');
  expect(whyNot({ hours: { is: 'in', from: '22:00', to: '10:30' } })).toBe('go');
  expect(whyNot({ tests: [{ kind: 'known', is: true }] })).toBe('Khách không khớp điều kiện');
  expect(whyNot({ tests: [{ kind: 'known', is: false }] })).toBe('go');
});

test('automations that set each other off stop, and so does one that has run often enough', () => {
  expect(whyNot({}, missed(0, 'a', { depth: 3 }))).toBe('go');
  expect(whyNot({}, missed(0, 'a', { depth: 4 }))).toContain('gọi nhau');
  const past = { today: 200, last: null };
  expect(beginRun(rule, missed(0), { ...nothingBefore, past })).toEqual({
    kind: 'not',
    why: 'Hôm đó đã chạy đủ 200 lần',
  });
  const again = { today: 1, last: ten - 60 * minute };
  expect(beginRun({ ...rule, customerHours: 2 }, missed(0), { ...nothingBefore, past: again }).kind).toBe('not');
  expect(beginRun({ ...rule, customerHours: 1 }, missed(0), { ...nothingBefore, past: again }).kind).toBe('go');
});

test('what waits goes on only while nobody has talked with the customer', () => {
  const waits = { ...rule, waitMinutes: 5, unlessReached: true };
  expect(beginRun(waits, missed(0), nothingBefore)).toEqual({ kind: 'wait', until: ten + 5 * minute });
  expect(goOn(waits, missed(0), { reachedAt: null, timeZone })).toEqual({ kind: 'go' });
  expect(goOn(waits, missed(0), { reachedAt: ten + 6 * minute, timeZone })).toEqual({ kind: 'go' });
  expect(goOn(waits, missed(0), { reachedAt: ten + 4 * minute, timeZone })).toEqual({
    kind: 'not',
    why: 'Đã có người nói chuyện với khách lúc 10:04',
  });
});

test('customers are left in peace in quiet hours, also over midnight', () => {
  const quiet = { quiet: { from: '21:00', to: '08:00' } };
  expect(sendAt(quiet, ten, timeZone)).toBe(ten);
  expect(sendAt(quiet, ten + 12 * 60 * minute, timeZone)).toBe(ten + 22 * 60 * minute);
  expect(sendAt(quiet, ten - 3 * 60 * minute, timeZone)).toBe(ten - 2 * 60 * minute);
  expect(sendAt({ quiet: null }, ten - 3 * 60 * minute, timeZone)).toBe(ten - 3 * 60 * minute);
});

test('a rehearsal goes through what happened in the order of time: who waits counts until somebody has talked with them', () => {
  const known: Known = {
    timeZone,
    reachedAt: ({ party, at }) => (party === 'b' ? at + minute : null),
    refusal: ({ happening }, advertised) => (advertised.has(happening.party) ? '24 giờ' : null),
    recipient: ({ party }) => ({ to: party, advertises: true }),
  };
  const action = {
    kind: 'message',
    text: '',
    minutes: 0,
    taker: 'owner',
    account_id: null,
    to_status_id: null,
  } as const;
  const full = {
    ...rule,
    waitMinutes: 5,
    unlessReached: true,
    customerHours: 1,
    actions: [{ ...action, campaign_id: null, template_id: 't' }],
  };
  // The same customer twice within the hour; one who was called back; the first again an hour later, who has had their message of the day.
  const outcomes = runsOver(full, [missed(90), missed(0), missed(3), missed(10, 'b'), missed(20, 'b')], known);
  expect(outcomes.map(({ ran, why, messages, refused }) => [ran, why.slice(0, 12), messages, refused.length])).toEqual([
    [false, 'Đã chạy cho ', 0, 0],
    [true, '', 1, 0],
    [false, 'Đã có người ', 0, 0],
    [false, 'Đã có người ', 0, 0],
    [true, '', 0, 1],
  ]);
});
