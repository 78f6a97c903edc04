import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Board, emptyBoard } from '../board/board.ts';
import type { Destination } from '../board/destination.ts';
import type { Event } from '../board/event.ts';
import type { BlockedGets, RoutingPlan } from '../board/plan.ts';
import { queueMember, queuePlan } from '../board/queue-plan.ts';
import { valuesOf } from '../lib/persistent-map.ts';
import { blockList } from '../routing/block-list.ts';
import { step } from '../step/step.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, officePlan } from '../testing/plan.ts';
import { realCall } from '../testing/real-call.ts';
import { type Rehearsal, rehearse } from './rehearsal.ts';

// oxlint-disable-next-line node/no-process-env -- more of them where somebody has the time: `ALO_CONFIGURATIONS=10000`
const configurations = Number(process.env.ALO_CONFIGURATIONS ?? 400);
const slowMachine = 600_000;

const people = ['101', '102', '103'];
/** These two talk with each other whatever happens: no rule leads to them, and nobody presses their digits. */
const others = ['383', '484'];
const midnight = Date.parse('2026-11-16T00:00:00+07:00');

const destination: fc.Arbitrary<Destination> = fc.oneof(
  fc.constantFrom(...people, 'gone').map((one): Destination => ({ kind: 'direct', extension: one })),
  fc.constantFrom('all', 'ladder', 'memory', 'first', 'gone').map((group): Destination => ({ kind: 'group', group })),
  fc.constantFrom('one', 'two', 'gone').map((queue): Destination => ({ kind: 'queue', queue })),
  fc.constantFrom('main', 'sub', 'gone').map((menu): Destination => ({ kind: 'ivr', menu })),
  fc.constantFrom('a', 'b', 'gone').map((announcement): Destination => ({ kind: 'msg', announcement })),
  fc.constantFrom('office', 'night', 'gone').map((condition): Destination => ({ kind: 'time', condition })),
  fc.constantFrom('kinds', 'gone').map((kinds): Destination => ({ kind: 'customer', condition: kinds })),
  fc.constantFrom('code', 'gone').map((one): Destination => ({ kind: 'code', question: one })),
  fc.constantFrom('after', 'gone').map((one): Destination => ({ kind: 'survey', survey: one })),
  fc.constantFrom('box', 'gone').map((box): Destination => ({ kind: 'voicemail', box })),
  fc.constantFrom('last', 'gone').map((rule): Destination => ({ kind: 'lastcall', rule })),
  fc.constantFrom<Destination>(
    { kind: 'fw', number: '0909999999', showing: 'own' },
    { kind: 'fw', number: '0908888888', showing: 'customer' },
    { kind: 'hang-up', cause: 'normal' },
  ),
);
const maybe = fc.option(destination);
const hours = fc.record({
  from: fc.constantFrom('00:00', '08:00', '22:00'),
  to: fc.constantFrom('06:00', '17:30', '24:00'),
});
const timeGroup = fc.array(fc.tuple(hours, fc.subarray([1, 2, 3, 4, 5, 6, 7])), { maxLength: 3 }).map((slots) => ({
  name: 'Giờ',
  slots: slots.map(([slot, weekdays]) => ({ ...slot, weekdays, daysOfMonth: [], months: [], dates: [] })),
}));
const inboundRule = fc.record(
  {
    name: fc.constantFrom('Một', 'Hai', 'Ba'),
    number: fc.constantFrom(null, '+842871000101', '+842871000199'),
    callerPattern: fc.constantFrom(null, '09*', '0901*', '0901234567', 'xxx'),
    timeGroup: fc.option(timeGroup),
    destination,
    afterTalk: maybe,
    greeting: fc.constant('greeting.wav'),
    records: fc.boolean(),
    music: fc.constant('jazz'),
  },
  { requiredKeys: ['name', 'number', 'callerPattern', 'timeGroup', 'destination', 'afterTalk'] },
);
const menu = fc.record({
  name: fc.constant('Lời thoại'),
  prompt: fc.constant(['hello.wav']),
  invalidPrompt: fc.constantFrom([], ['wrong.wav']),
  timeoutPrompt: fc.constantFrom([], ['late.wav']),
  keys: fc.dictionary(fc.constantFrom('1', '2', '21', '9'), destination),
  directDialling: fc.boolean(),
  digitSeconds: fc.constantFrom(2, 4),
  waitSeconds: fc.constantFrom(2, 5),
  tries: fc.integer({ min: 1, max: 3 }),
  invalid: maybe,
  timeout: maybe,
});
const queue = fc
  .record({
    strategy: fc.constantFrom('ring-all', 'longest-idle', 'fewest-calls', 'round-robin', 'linear', 'skills'),
    members: fc.subarray(people),
    ringSeconds: fc.constantFrom(8, 15),
    maxWaitSeconds: fc.constantFrom(20, 47),
    maxWaiting: fc.constantFrom(null, 1),
    toEnter: fc.constantFrom('anything', 'somebody-joined', 'somebody-ready', 'somebody-free'),
    toStay: fc.constantFrom('anything', 'somebody-joined', 'somebody-ready'),
    exits: fc.dictionary(fc.constantFrom('1', '#'), destination),
    otherwise: fc.record({ timeout: maybe, full: maybe, empty: maybe }),
    own: fc.record({ records: fc.boolean(), prefersOwner: fc.constant(true as const) }, { requiredKeys: [] }),
  })
  .map(({ members, own, ...one }) =>
    queuePlan({ name: 'Hàng', ...one, ...own, members: members.map((each) => queueMember(each)) }),
  );
const memberTimes = fc.record({
  delaySeconds: fc.constantFrom(0, 7, 30),
  ringSeconds: fc.constantFrom(null, 6, 40),
});
const group = (strategy: 'ring-all' | 'one-by-one' | 'memory' | 'primary') =>
  fc.record(
    {
      name: fc.constant('Nhóm'),
      strategy: fc.constant(strategy),
      members: fc.subarray([...people, 'gone']),
      ringSeconds: fc.constantFrom(5, 20),
      otherwise: maybe,
      greeting: fc.constant('group.wav'),
      music: fc.constant('jazz'),
      confirms: fc.constant(true as const),
      times: fc.dictionary(fc.constantFrom(...people), memberTimes),
    },
    { requiredKeys: ['name', 'strategy', 'members', 'ringSeconds', 'otherwise'] },
  );
const announcement = fc.record({
  name: fc.constant('Tin'),
  file: fc.constantFrom('a.wav', 'a.wav', ''),
  skipKey: fc.constant(null),
  then: destination,
});
const condition = fc.record({
  name: fc.constant('Điều kiện'),
  group: timeGroup,
  override: fc.constantFrom(null, null, 'match', 'otherwise'),
  match: destination,
  otherwise: destination,
});
const kind = (id: string) =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    tests: fc.constant([{ kind: 'known', is: id === 'known' } as const]),
    to: destination,
    priority: fc.constantFrom(null, 3),
  });
const kindsOfCustomers = fc.record({
  name: fc.constant('Khách là ai'),
  rows: fc.tuple(kind('known'), kind('new')),
  otherwise: destination,
});
const given = fc.record({ value: fc.constant(1), next: fc.constantFrom('a', 'b', 'gone', null) });
const surveyQuestion = fc.record({
  name: fc.constant('Câu'),
  answers: fc.constant('scale'),
  prompt: fc.constant(['question.wav']),
  keys: fc.record({ 1: given, 2: given, 21: given }),
});
const survey = fc.record({
  name: fc.constant('Khảo sát'),
  from: fc.constantFrom(null, '2026-11-18'),
  until: fc.constantFrom(null, '2026-11-19'),
  first: fc.constantFrom('a', 'gone'),
  questions: fc.record({ a: surveyQuestion, b: surveyQuestion }),
});
const codeQuestion = fc.record({
  name: fc.constant('Mã khách'),
  prompt: fc.constant(['code.wav']),
  wrongPrompt: fc.constantFrom([], ['wrong.wav']),
  minDigits: fc.constantFrom(1, 3),
  maxDigits: fc.constantFrom(3, 6),
  endKey: fc.constantFrom('#' as const, null),
  waitSeconds: fc.constantFrom(2, 5),
  digitSeconds: fc.constantFrom(2, 4),
  tries: fc.integer({ min: 1, max: 3 }),
  answers: fc.dictionary(fc.constantFrom('gold', 'new'), destination),
  otherwise: destination,
});
const person = (number: string) =>
  fc
    .record({
      ringSeconds: fc.constantFrom(5, 25),
      otherwise: maybe,
      callWaiting: fc.boolean(),
      doNotDisturb: fc.boolean(),
    })
    .chain((own) =>
      fc
        .option(fc.record({ always: maybe, busy: maybe, noAnswer: maybe, offline: maybe }))
        .map((forwards) =>
          extension(number, `Người ${number}`, { ...own, ...(forwards === null ? {} : { forwards }) }),
        ),
    );

const plan: fc.Arbitrary<RoutingPlan> = fc
  .record({
    extensions: fc.record({ 101: person('101'), 102: person('102'), 103: person('103') }),
    groups: fc.record({
      all: group('ring-all'),
      ladder: group('one-by-one'),
      memory: group('memory'),
      first: group('primary'),
    }),
    queues: fc.record({ one: queue, two: queue }),
    menus: fc.record({ main: menu, sub: menu }),
    announcements: fc.record({ a: announcement, b: announcement }),
    timeConditions: fc.record({ office: condition, night: condition }),
    customerConditions: fc.record({ kinds: kindsOfCustomers }),
    codeQuestions: fc.record({ code: codeQuestion }),
    surveys: fc.record({ after: survey }),
    inboundRules: fc.array(inboundRule, { minLength: 1, maxLength: 6 }),
    fallbacks: fc.array(inboundRule, { maxLength: 2 }),
    last: destination,
    blocked: fc.subarray(['0901*', '0909999999']),
    gets: fc.option(
      fc.constantFrom<BlockedGets>('busy', { kind: 'msg', announcement: 'a' }, { kind: 'voicemail', box: 'box' }),
    ),
    hidden: fc.boolean(),
    door: fc.option(fc.tuple(fc.option(timeGroup), fc.constantFrom(null, 'b'))),
  })
  .map(({ last, blocked, gets, hidden, door, ...parts }) => ({
    ...officePlan,
    ...parts,
    extensions: { ...parts.extensions, ...Object.fromEntries(others.map((one) => [one, extension(one, one)])) },
    internalNumbers: {
      ...Object.fromEntries([...people, ...others].map((one) => [one, { kind: 'direct', extension: one } as const])),
      600: { kind: 'group', group: 'all' },
      700: { kind: 'queue', queue: 'one' },
    },
    lastCallRules: { last: { name: 'Gần nhất', withinHours: 1, ringSeconds: 10, otherwise: last } },
    outboundRules: officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const })),
    blockedCallers: blockList([
      ...blocked.map((value) => ({ kind: 'pattern' as const, value, reason: 'x', ...(gets && { gets }) })),
      ...(hidden ? [{ kind: 'anonymous' as const, value: '', reason: 'ẩn' }] : []),
    ]),
    frontDoor: door === null ? null : { hours: door[0], closed: 'a', notice: door[1] },
  }));

const phone = fc.constantFrom('answers', 'no-answer', 'busy', 'declines', 'break', 'offline');
const rehearsal: fc.Arbitrary<Rehearsal> = fc
  .record({
    from: fc.oneof(
      fc.constantFrom('0901234567', '0912345678', '').map((number) => ({ kind: 'outside', number }) as const),
      fc.constantFrom('101').map((one) => ({ kind: 'extension', extension: one }) as const),
    ),
    inside: fc.constantFrom('102', '103', '600', '700', '0908888888', '999'),
    at: fc.integer({ min: 0, max: 7 * 24 * 60 - 1 }).map((minute) => midnight + minute * 60_000),
    people: fc.record({ 101: phone, 102: phone, 103: phone }),
    keys: fc.array(fc.constantFrom('1', '2', '21', '9', '102', '5#', ''), { maxLength: 4 }),
    outside: fc.constantFrom('answers', 'no-answer', 'busy', 'declines', 'offline'),
    row: fc.constantFrom('known', 'new', 'of another time', null, undefined),
    says: fc.constantFrom(
      { is: 'go', to: 'gold' } as const,
      { is: 'go', to: 'other' } as const,
      { is: 'again' } as const,
    ),
  })
  .map(({ inside, row, says, ...one }) => ({
    ...one,
    data: (asked) => {
      if (row === undefined) return undefined;
      if (asked.kind === 'code') return { kind: 'code', question: asked.question, says };
      return asked.kind === 'customer'
        ? { kind: 'customer', condition: asked.condition, row, because: 'một lý do' }
        : undefined;
    },
    dialled: one.from.kind === 'outside' ? hotline : inside,
    // Whoever calls has a phone.
    people: one.from.kind === 'outside' ? one.people : { ...one.people, 101: 'answers' as const },
  }));

test(
  'Thử luồng says of any configuration, caller and time what a real call does among others and through a restart, and every call ends',
  () => {
    fc.assert(
      fc.property(plan, rehearsal, (configured, tried) => {
        const told = rehearse(configured, tried);
        const desk = new Desk(configured, [...people.filter((one) => tried.people[one] !== 'offline'), ...others]);
        desk.now = tried.at;
        for (const one of people) if (tried.people[one] === 'break') desk.chooses(one, 2);
        const talk = desk.extensionCalls('383', '484');
        desk.answers('484', talk);
        const real = realCall(desk, tried, () => {
          // Another process goes on from what was kept; and something else happens.
          desk.board = structuredClone(desk.board);
          desk.presses('caller', '5', talk);
        });
        expect(real.trace.map(({ kind, text, detail }) => [kind, text, detail])).toEqual(
          told.call.trace.map(({ kind, text, detail }) => [kind, text, detail]),
        );
        expect([real.answer?.extension, real.outcome?.status]).toEqual([
          told.call.answer?.extension,
          told.call.outcome?.status,
        ]);
        desk.ends('caller', 'normal', talk);
        if (real.stage !== 'ended') desk.on('caller', { type: 'ended', cause: 'normal' }, real.id);
        for (const { id, stage, legs, outcome } of valuesOf(desk.board.calls)) {
          expect([id, stage, outcome === null]).toEqual([id, 'ended', false]);
          expect(legs.filter(({ state }) => state !== 'ended')).toEqual([]);
        }
      }),
      { numRuns: configurations },
    );
  },
  slowMachine,
);

test(
  'a day of 1,000 calls that is played again from what was written of it comes to the same, event by event',
  () => {
    const [configured] = fc.sample(plan, { seed: 2, numRuns: 1 });
    if (configured === undefined) throw new Error('There is no configuration.');
    const desk = new Desk(configured, [...people, ...others]);
    for (const tried of fc.sample(rehearsal, { seed: 11, numRuns: 1_000 })) {
      desk.now += 20_000;
      desk.commands.length = 0;
      const call = realCall(desk, { ...tried, people: {} });
      if (call.stage !== 'ended') desk.ends('caller', 'normal', call.id);
      desk.heard();
    }
    const written = desk.events.map((event) => JSON.stringify(event));
    let again: Board = emptyBoard;
    for (const line of written) {
      const event = JSON.parse(line) as Event; // as it was written
      // A configuration lies beside the journal.
      again = step(again, event.type === 'plan-changed' ? { ...event, plan: configured } : event).board;
    }
    expect(again).toEqual(desk.board);
    expect(desk.events.length).toBeGreaterThan(3_000);
  },
  slowMachine,
);
