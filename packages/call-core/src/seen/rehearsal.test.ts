import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Destination } from '../board/destination.ts';
import type { RoutingPlan } from '../board/plan.ts';
import { blockList } from '../routing/block-list.ts';
import { Desk } from '../testing/desk.ts';
import { someRuns } from '../testing/in-depth.ts';
import { extension, hotline, leadingTo, officePlan, trunk } from '../testing/plan.ts';
import { type Rehearsal, rehearse } from './rehearsal.ts';

const customer = '0901234567';
const morning = Date.parse('2026-11-20T10:00:00+07:00');
const call = (parts: Partial<Rehearsal> = {}): Rehearsal => ({
  from: { kind: 'outside', number: customer },
  dialled: hotline,
  at: morning,
  people: {},
  keys: [],
  outside: 'answers',
  ...parts,
});
const texts = (plan: RoutingPlan, parts: Partial<Rehearsal> = {}) =>
  rehearse(plan, call(parts)).call.trace.map(({ text }) => text);

describe('a call that is tried out', () => {
  test('ends with whoever answers, every step in words', () => {
    const { ends, call: tried } = rehearse(officePlan, call());
    expect([ends, tried.answer?.extension]).toEqual(['talks', '101']);
    expect(tried.trace.map(({ text }) => text)).toContain(
      'Quy tắc gọi vào “Gọi vào tổng đài” khớp → nhóm đổ chuông “Kinh doanh”',
    );
  });

  test('goes as a real one goes', () => {
    const desk = new Desk(leadingTo({ kind: 'time', condition: 'office' }));
    desk.customerCalls(customer, hotline);
    desk.wait(21);
    const tried = texts(desk.board.plan, { people: { 101: 'no-answer', 102: 'no-answer' } });
    expect(tried.slice(0, desk.trace().length)).toEqual(desk.trace());
  });

  test('has its own time of day', () => {
    const plan = leadingTo({ kind: 'time', condition: 'office' });
    const night = Date.parse('2026-11-20T22:00:00+07:00');
    expect(texts(plan, { at: night })).toContain('Phát thông báo “Ngoài giờ”');
  });

  test('hears greetings as long as they are, and for a moment those whose length is not known', () => {
    const plan: RoutingPlan = {
      ...officePlan,
      groups: Object.fromEntries(
        Object.entries(officePlan.groups).map(([key, group]) => [key, { ...group, greeting: 'company/a.wav' }]),
      ),
    };
    const answered = (lengthOf?: Rehearsal['lengthOf']) =>
      rehearse(plan, call({ ...(lengthOf && { lengthOf }) })).call.answer?.at ?? 0;
    expect(answered((file) => (file === 'company/a.wav' ? 10_750 : undefined)) - answered()).toBe(9_750);
  });

  test('presses keys, one menu after the other', () => {
    const menu = {
      name: 'Chính',
      prompt: ['a'],
      invalidPrompt: [],
      timeoutPrompt: [],
      directDialling: false,
      digitSeconds: 1,
      waitSeconds: 2,
      tries: 2,
      invalid: null,
      timeout: null,
      keys: { 2: { kind: 'direct', extension: '103' } as const },
    };
    const plan = leadingTo({ kind: 'ivr', menu: 'main' }, { menus: { main: menu } });
    expect(rehearse(plan, call({ keys: ['2'] })).call.answer?.extension).toBe('103');
    expect(rehearse(plan, call()).ends).toBe('over');
  });
});

const toBox = { kind: 'voicemail', box: 'box' } as const;
const forwards = {
  always: null,
  busy: { kind: 'direct', extension: '102' } as const,
  noAnswer: { kind: 'direct', extension: '103' } as const,
  offline: toBox,
};
const toLan = (parts: Parameters<typeof extension>[2]) =>
  leadingTo(
    { kind: 'direct', extension: '101' },
    { extensions: { ...officePlan.extensions, 101: extension('101', 'Lan', { otherwise: null, ...parts }) } },
  );

describe('whoever does not answer', () => {
  test.each([
    ['busy', '102'],
    ['declines', '102'],
    ['no-answer', '103'],
  ] as const)('and %s sends the caller on as they chose', (state, then) => {
    const { call: tried } = rehearse(toLan({ forwards }), call({ people: { 101: state } }));
    expect(tried.answer?.extension).toBe(then);
  });

  test('and has no phone sends the caller to a box', () => {
    expect(texts(toLan({ forwards }), { people: { 101: 'offline' } })).toContain('Hộp thư thoại “Hộp thư chung”');
  });

  test('is not rung at all where calls always go elsewhere', () => {
    const plan = toLan({ forwards: { ...forwards, always: { kind: 'direct', extension: '103' } } });
    expect(rehearse(plan, call()).call.answer?.extension).toBe('103');
    expect(texts(plan)).not.toContain('Đổ chuông Lan (101)');
  });

  test('is not disturbed, and counts as busy', () => {
    expect(rehearse(toLan({ forwards, doNotDisturb: true }), call()).call.answer?.extension).toBe('102');
  });

  test('is forwarded in a circle for a while, and the call ends', () => {
    const circle = { ...forwards, always: { kind: 'direct', extension: '101' } as const };
    expect(rehearse(toLan({ forwards: circle }), call()).ends).toBe('over');
  });
});

describe('a call out', () => {
  const from = { kind: 'extension', extension: '101' } as const;
  const out = (parts: Parameters<typeof extension>[2], plan: Partial<RoutingPlan> = {}) =>
    texts(
      { ...officePlan, extensions: { ...officePlan.extensions, 101: extension('101', 'Lan', parts) }, ...plan },
      { from, dialled: customer },
    );

  test('is made by those who may call such numbers', () => {
    expect(out({ rights: ['internal', 'local'] })).toContain('Máy nhánh 101 không được gọi di động');
    expect(out({ rights: ['mobile'] })).toContain('Quy tắc gọi ra “Di động” khớp');
    const inside = (rights: NonNullable<Parameters<typeof extension>[2]>['rights']) =>
      texts(
        { ...officePlan, extensions: { ...officePlan.extensions, 101: extension('101', 'Lan', rights && { rights }) } },
        { from, dialled: '103' },
      );
    expect(inside(['mobile'])).toContain('Máy nhánh 101 không được gọi nội bộ');
  });

  test('shows the number in the network of whoever is called, but the person’s own before that', () => {
    const routes = [
      { trunk, callerNumber: '0961111111', carrier: 'Viettel' },
      { trunk, callerNumber: '0902222222', carrier: 'MobiFone' },
      { trunk, callerNumber: '0913333333', carrier: 'VinaPhone' },
    ];
    const rules = officePlan.outboundRules.map((rule) => ({ ...rule, routes, prefersSameCarrier: true }));
    const shown = (parts: Parameters<typeof extension>[2]) =>
      rehearse(
        { ...officePlan, outboundRules: rules, extensions: { 101: extension('101', 'Lan', parts) } },
        call({ from, dialled: customer }),
      ).call.serviceNumber;
    expect(shown({})).toBe('+84902222222');
    expect(shown({ shows: '+84913333333' })).toBe('+84913333333');
  });
});

test('who is blocked for a while is blocked until then', () => {
  const until = morning + 1_000;
  const blockedCallers = blockList([{ kind: 'number', value: '+84901234567', reason: 'Quấy rối', until }]);
  const plan = { ...officePlan, blockedCallers };
  expect(rehearse(plan, call()).call.outcome?.status).toBe('blocked');
  expect(rehearse(plan, call({ at: until })).ends).toBe('talks');
  const hidden = {
    ...officePlan,
    blockedCallers: blockList([{ kind: 'anonymous', value: '', reason: '', until }]),
  };
  const withheld = { from: { kind: 'outside', number: '' } } as const;
  expect(rehearse(hidden, call(withheld)).call.outcome?.status).toBe('blocked');
  expect(rehearse(hidden, call({ ...withheld, at: until })).ends).toBe('talks');
});

test('whatever leads where, every call that is tried out comes to an end, and the same again is the same', () => {
  const people = ['101', '102', '103'];
  const to = fc.oneof(
    fc.constantFrom(...people).map((one): Destination => ({ kind: 'direct', extension: one })),
    fc.constantFrom<Destination>(
      { kind: 'group', group: 'sales' },
      { kind: 'group', group: 'ladder' },
      { kind: 'time', condition: 'office' },
      { kind: 'ivr', menu: 'main' },
      { kind: 'msg', announcement: 'closed' },
      toBox,
      { kind: 'fw', number: '0909999999', showing: 'own' },
      { kind: 'hang-up', cause: 'normal' },
      { kind: 'queue', queue: 'gone' },
    ),
  );
  const phone = fc.constantFrom('answers', 'no-answer', 'busy', 'declines', 'break', 'offline');
  const maybe = fc.option(to);
  const world = fc.record({
    first: to,
    then: to,
    otherwise: to,
    key: to,
    always: maybe,
    busy: maybe,
    noAnswer: maybe,
    offline: maybe,
    states: fc.tuple(phone, phone, phone),
    outside: fc.constantFrom('answers', 'no-answer', 'busy', 'offline'),
    keys: fc.array(fc.constantFrom('1', '2', '9#', ''), { maxLength: 3 }),
    hour: fc.integer({ min: 0, max: 167 }),
  });
  fc.assert(
    fc.property(world, ({ first, then, otherwise, key, states, outside, keys, hour, ...theirs }) => {
      const menu = {
        name: 'Chính',
        prompt: ['a'],
        invalidPrompt: ['b'],
        timeoutPrompt: [],
        directDialling: true,
        keys: { 1: key, 9: otherwise },
        digitSeconds: 1,
        waitSeconds: 2,
        tries: 2,
        invalid: then,
        timeout: otherwise,
      };
      const plan = leadingTo(first, {
        menus: { main: menu },
        extensions: Object.fromEntries(
          people.map((one) => [one, extension(one, one, { otherwise, forwards: theirs })]),
        ),
        groups: {
          sales: { name: 'Kinh doanh', strategy: 'ring-all', members: people, ringSeconds: 20, otherwise: then },
          ladder: { name: 'Lần lượt', strategy: 'one-by-one', members: people, ringSeconds: 5, otherwise },
        },
        outboundRules: officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const })),
      });
      const tried = call({
        at: morning + hour * 3_600_000,
        people: Object.fromEntries(people.map((one, index) => [one, states[index] ?? 'answers'])),
        outside,
        keys,
      });
      const one = rehearse(plan, tried);
      expect(one.ends).not.toBe('waits');
      expect(one.call.trace.length).toBeGreaterThan(2);
      expect(rehearse(plan, tried)).toEqual(one);
    }),
    { numRuns: someRuns(2_000) },
  );
});
