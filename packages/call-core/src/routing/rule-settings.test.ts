import { expect, test } from 'vitest';

import type { InboundRule, RoutingPlan } from '../board/plan.ts';
import { queueMember, queuePlan } from '../board/queue-plan.ts';
import { summaryOf } from '../seen/summary.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, officePlan } from '../testing/plan.ts';

const customer = '0901234567';

/** The office with its rule as it is wanted. */
function ruled(rule: Partial<InboundRule>, parts: Partial<RoutingPlan> = {}): RoutingPlan {
  const direct = { kind: 'direct', extension: '101' } as const;
  const inboundRules = officePlan.inboundRules.map((one) => ({ ...one, destination: direct, ...rule }));
  return { ...officePlan, inboundRules, ...parts };
}

/** A customer calls, and 101 answers. */
function talk(plan: RoutingPlan): Desk {
  const desk = new Desk(plan);
  desk.customerCalls(customer, hotline);
  desk.answers('101');
  return desk;
}
const inbound = (records: boolean) => ({ records: { ...officePlan.records, inbound: records } });

test.each([
  ['always, where the company records nothing', { records: true }, inbound(false), true],
  ['never, where the company records everything', { records: false }, inbound(true), false],
  ['as the company has it', {}, inbound(true), true],
  ['as the company has it, which is not', {}, inbound(false), false],
])('a rule has its conversations recorded: %s', (_, rule, company, recorded) => {
  expect(talk(ruled(rule, company)).heard().includes('record')).toBe(recorded);
});

test('where the company has no room no rule records, and the call says why; what has begun goes on', () => {
  const desk = talk(ruled({ records: true }, { roomIsFull: true }));
  expect(desk.heard()).not.toContain('record');
  expect(desk.trace()).toContain('Không ghi âm: doanh nghiệp đã dùng hết dung lượng được cấp');
  const recorded = talk(ruled({ records: true }));
  recorded.take({ type: 'plan-changed', plan: ruled({ records: true }, { roomIsFull: true }), at: recorded.now });
  recorded.wait(10);
  recorded.ends('caller');
  expect(recorded.call().recordings).toMatchObject([{ kind: 'conversation', state: 'stored' }]);
});

test('callers are told of a recording where there will be one, whatever the company has by default', () => {
  const frontDoor = { hours: null, closed: 'closed', notice: 'notice' };
  const announcements = {
    ...officePlan.announcements,
    notice: { name: 'Ghi âm', file: 'notice.wav', skipKey: null, then: { kind: 'hang-up', cause: 'normal' } },
  } as const;
  const hears = (records: boolean) => {
    const desk = new Desk(ruled({ records }, { ...inbound(!records), frontDoor, announcements }));
    desk.customerCalls(customer, hotline);
    return desk.heard();
  };
  expect(hears(true)).toContain('play notice.wav to caller');
  expect(hears(false)).not.toContain('play notice.wav to caller');
});

test('a rule’s music is heard on hold, and in a queue that has none of its own', () => {
  const desk = talk(ruled({ music: 'jazz' }));
  desk.heard();
  desk.on('101', { type: 'held', on: true });
  expect(desk.heard()).toContain('play jazz to caller');
  const waits = (music: string) => {
    const queue = queuePlan({ name: 'Bán', strategy: 'linear', members: [queueMember('101')], music });
    const plan = ruled({ music: 'jazz', destination: { kind: 'queue', queue: 'q' } }, { queues: { q: queue } });
    const waiting = new Desk(plan, []);
    waiting.customerCalls(customer, hotline);
    return waiting.heard();
  };
  expect(waits('default')).toContain('play jazz to caller');
  expect(waits('piano')).toContain('play piano to caller');
});

test('a rule’s greeting is heard first, then the call goes on', () => {
  const desk = new Desk(ruled({ greeting: 'hello.wav' }));
  desk.customerCalls(customer, hotline);
  expect(desk.heard()).toEqual(['answer caller', 'play hello.wav to caller']);
  desk.heardAll('caller');
  expect(desk.heard()).toContain('dial 101');
});

test('the trace of a call says what its rule wants of recordings and music', () => {
  const desk = talk(ruled({ records: false, music: 'jazz' }));
  expect(desk.trace()).toContain('Quy tắc “Gọi vào tổng đài”: không ghi âm');
  expect(desk.trace()).toContain('Quy tắc “Gọi vào tổng đài”: nhạc chờ riêng');
});

/** Callers as the phones that ring show them. */
const shownAt = ({ commands }: Desk) =>
  commands.flatMap((command) =>
    command.type === 'dial' && command.to.kind === 'extension' ? [[command.to.extension, command.callerId]] : [],
  );

test('a rule’s prefix stands before the caller’s name, or the number as each may see it', () => {
  const both = ['101', '103'];
  const group = { name: 'Bán hàng', strategy: 'ring-all', members: both, ringSeconds: 20, otherwise: null } as const;
  const plan = ruled({ namePrefix: 'VIP', destination: { kind: 'group', group: 'both' } }, { groups: { both: group } });
  const desk = new Desk(plan);
  desk.customerCalls(customer, hotline);
  expect(shownAt(desk)).toEqual([
    ['101', { number: customer, name: `VIP: ${customer}` }],
    ['103', { number: '090****567', name: 'VIP: 090****567' }],
  ]);
  expect(summaryOf(desk.call()).namePrefix).toBe('VIP');
  expect(desk.trace()).toContain('Quy tắc “Gọi vào tổng đài”: tên người gọi mang tiền tố “VIP”');
  const hidden = new Desk(plan);
  hidden.customerCalls('', hotline);
  expect(shownAt(hidden)[0]).toEqual(['101', { number: '', name: 'VIP: Số ẩn' }]);
});

test('a prefix goes with the caller to whom they are sent on, and without one nothing is put before', () => {
  const sentOn = (rule: Partial<InboundRule>) => {
    const desk = talk(ruled(rule));
    desk.asks('101', { kind: 'transfer', call: desk.call().id, to: '102' });
    return shownAt(desk).at(-1);
  };
  expect(sentOn({ namePrefix: 'VIP' })).toEqual(['102', { number: customer, name: `VIP: ${customer}` }]);
  expect(sentOn({})).toEqual(['102', { number: customer, name: '' }]);
});

test('a call knows the rules that led it: its own, and the fallback that took it', () => {
  const [rule] = ruled({ id: 'rule', destination: { kind: 'queue', queue: 'gone' } }).inboundRules;
  const box = { kind: 'voicemail', box: 'box' } as const;
  if (rule === undefined) throw new Error('There is a rule');
  const plan = { ...officePlan, inboundRules: [rule], fallbacks: [{ ...rule, id: 'fallback', destination: box }] };
  const desk = new Desk(plan);
  desk.customerCalls(customer, hotline);
  expect(summaryOf(desk.call()).ledBy).toEqual(['rule', 'fallback']);
  expect(summaryOf(talk(ruled({ id: 'rule' })).call()).ledBy).toEqual(['rule']);
  expect(summaryOf(talk(ruled({})).call()).ledBy).toEqual([]);
});

test('music of several pieces is heard in their order or in one by chance, as loud as it was set', () => {
  const sources = (random: boolean, music = 'list/x') => {
    const playlists = { 'list/x': { pieces: ['a', 'b', 'c', 'd', 'e', 'f'], random, gain: 0.5 } };
    const desk = talk(ruled({ music }, { playlists }));
    desk.on('101', { type: 'held', on: true });
    return desk.commands.flatMap((command) => (command.type === 'play' ? command.sources : []));
  };
  const piece = (music: string) => ({ kind: 'music', music, gain: 0.5 });
  expect(sources(false)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(piece));
  expect(sources(true)).not.toEqual(sources(false));
  expect(sources(true)).toEqual(expect.arrayContaining(sources(false)));
  // A list that is gone, of a call that began before.
  expect(sources(false, 'list/gone')).toEqual([{ kind: 'music', music: 'default' }]);
});
