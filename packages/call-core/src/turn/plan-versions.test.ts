import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Menu, RoutingPlan } from '../board/plan.ts';
import { isSameVersion } from '../board/plan-version.ts';
import { queueMember, queuePlan } from '../board/queue-plan.ts';
import { getFrom } from '../lib/persistent-map.ts';
import type { Rehearsal } from '../seen/rehearsal.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan } from '../testing/plan.ts';
import { realCall } from '../testing/real-call.ts';

const customer = '0901234567';

const main: Menu = {
  name: 'Chính',
  prompt: ['hello.wav'],
  invalidPrompt: ['wrong.wav'],
  timeoutPrompt: [],
  directDialling: false,
  keys: {
    1: { kind: 'direct', extension: '101' },
    2: { kind: 'queue', queue: 'care' },
    3: { kind: 'ivr', menu: 'sub' },
    4: { kind: 'group', group: 'ladder' },
    5: { kind: 'time', condition: 'office' },
  },
  digitSeconds: 3,
  waitSeconds: 5,
  tries: 2,
  invalid: { kind: 'msg', announcement: 'closed' },
  timeout: null,
};
const sub: Menu = { ...main, name: 'Con', prompt: ['sub.wav'], keys: { 1: { kind: 'group', group: 'sales' } } };
const care = queuePlan({
  name: 'Chăm sóc',
  strategy: 'longest-idle',
  maxWaitSeconds: 30,
  members: [queueMember('103')],
  exits: { 9: { kind: 'direct', extension: '102' } },
  otherwise: { timeout: { kind: 'msg', announcement: 'closed' }, full: null, empty: { kind: 'ivr', menu: 'sub' } },
});
const first = leadingTo({ kind: 'ivr', menu: 'main' }, { menus: { main, sub }, queues: { care } });

function save(desk: Desk, plan: RoutingPlan): void {
  desk.take({ type: 'plan-changed', plan, at: desk.now });
}

/** A customer in the main menu, and a new version of the routing that was published meanwhile. */
function inTheMenu(second: RoutingPlan): Desk {
  const desk = new Desk(first);
  desk.customerCalls(customer, hotline);
  save(desk, second);
  desk.heard();
  return desk;
}

const toOthers = { ...main, prompt: ['new.wav'], keys: { 1: { kind: 'direct', extension: '102' } } } as const;

describe('a call under way keeps the version that it began with', () => {
  test('a key in the menu goes the old way, the next caller’s the new way, and the old version is forgotten with its last call', () => {
    const second = { ...first, menus: { main: toOthers, sub } };
    const desk = inTheMenu(second);
    const old = desk.call().id;
    const next = desk.customerCalls('0908888888', hotline);
    expect(desk.heard()).toContain('play new.wav to caller');
    desk.presses('caller', '1', old);
    expect(desk.heard()).toContain('dial 101');
    desk.presses('caller', '1', next);
    expect(desk.heard()).toContain('dial 102');
    expect([desk.call(old).version, desk.call(next).version]).toEqual([1, 2]);
    expect(getFrom(desk.board.versions, '1')?.kept?.menus.main).toBe(main);
    desk.ends('caller', 'normal', old);
    expect(desk.board.versions.size).toBe(1);
    desk.ends('caller', 'normal', next);
    expect(desk.board.versions.size).toBe(0);
  });

  test('a wrong key is answered by the old prompts, and what is deleted meanwhile is there for it', () => {
    const desk = inTheMenu({ ...first, menus: {}, announcements: {}, groups: {} });
    desk.presses('caller', '7');
    expect(desk.heard()).toContain('play wrong.wav hello.wav to caller');
    desk.presses('caller', '3');
    expect(desk.heard()).toContain('play sub.wav to caller');
    expect(desk.trace().some((line) => line.startsWith('Cấu hình hỏng'))).toBe(false);
  });

  test('hours are those of its version, a condition that is set by hand is set for it, too', () => {
    const { office } = officePlan.timeConditions;
    if (office === undefined) throw new Error('The office has hours');
    const never = { ...office, group: { name: 'Không bao giờ', slots: [] } };
    const desk = inTheMenu({ ...first, timeConditions: { office: never } });
    desk.presses('caller', '5');
    expect(desk.heard()).toContain('dial 102');
    const byHand = inTheMenu({ ...first, timeConditions: { office: { ...never, override: 'otherwise' } } });
    byHand.presses('caller', '5');
    expect(byHand.heard()).toContain('play demo/closed.wav to caller');
  });

  test('who waits in a queue hears, presses and leaves by the old version', () => {
    const desk = new Desk(first, ['101', '102']);
    desk.customerCalls(customer, hotline);
    desk.presses('caller', '2');
    save(desk, { ...first, queues: { care: { ...care, exits: {}, otherwise: { ...care.otherwise, timeout: null } } } });
    desk.heard();
    desk.presses('caller', '9');
    expect(desk.heard()).toContain('dial 102');
  });
});

describe('always of now', () => {
  test('who has left a group is not rung, who has come is', () => {
    const { ladder } = first.groups;
    if (ladder === undefined) throw new Error('The office has a ladder');
    const groups = { ...first.groups, ladder: { ...ladder, members: ['103', '102'], ringSeconds: 99 } };
    const desk = inTheMenu({ ...first, groups });
    desk.presses('caller', '4');
    expect(desk.heard().filter((line) => line.startsWith('dial'))).toEqual(['dial 103']);
    desk.wait(15);
    expect(desk.heard()).toContain('dial 102');
  });

  test('who has left a queue is not rung; a queue that is no more sends on to where the version says, out of it, too', () => {
    const desk = inTheMenu({ ...first, queues: { care: { ...care, members: [queueMember('102')] } } });
    desk.presses('caller', '2');
    expect(desk.heard()).toContain('dial 102');
    const gone = inTheMenu({ ...first, queues: {} });
    gone.presses('caller', '2');
    expect(gone.heard()).toContain('play sub.wav to caller');
    expect(gone.board.queues.size).toBe(0);
    const waiting = new Desk(first, ['101']);
    waiting.customerCalls(customer, hotline);
    waiting.presses('caller', '2');
    waiting.heard();
    save(waiting, { ...first, queues: {} });
    expect(waiting.heard()).toContain('play sub.wav to caller');
  });

  test('do not disturb, a phone that was deleted', () => {
    const [, lan] = Object.entries(first.extensions)[0] ?? [];
    if (lan === undefined) throw new Error('Somebody is at 101');
    const quiet = { ...first, menus: {}, extensions: { ...first.extensions, 101: { ...lan, doNotDisturb: true } } };
    const desk = inTheMenu(quiet);
    desk.presses('caller', '1');
    expect(desk.heard().filter((line) => line.startsWith('dial'))).toEqual([]);
    const { 101: _, ...others } = first.extensions;
    const deleted = inTheMenu({ ...first, extensions: others });
    deleted.presses('caller', '1');
    expect(deleted.heard().filter((line) => line.startsWith('dial'))).toEqual([]);
  });

  test('whom a person sends on begins a new way', () => {
    const desk = new Desk(leadingTo({ kind: 'direct', extension: '101' }, { menus: { main, sub } }));
    desk.customerCalls(customer, hotline);
    desk.answers('101');
    const internalNumbers = { ...officePlan.internalNumbers, 602: { kind: 'ivr', menu: 'main' } } as const;
    save(desk, { ...first, internalNumbers, menus: { main: toOthers, sub } });
    expect(desk.asks('101', { kind: 'transfer', call: desk.call().id, to: '602' }).ok).toBe(true);
    expect(desk.heard()).toContain('play new.wav to caller');
    expect(desk.call().version).toBe(desk.board.version);
    expect(desk.board.versions.size).toBe(1);
  });
});

test('a person who is saved, or the same read anew, is no version; what did not change is held once', () => {
  const desk = new Desk(first);
  desk.customerCalls(customer, hotline);
  save(desk, structuredClone(first));
  save(desk, { ...first, extensions: {}, blockedCallers: officePlan.blockedCallers });
  expect([desk.board.version, desk.board.versions.size]).toEqual([1, 1]);
  const second = structuredClone({ ...first, menus: { main: toOthers, sub } });
  save(desk, second);
  const kept = getFrom(desk.board.versions, '1')?.kept;
  expect(kept?.menus.main).toBe(main);
  expect(kept?.menus.sub).toBe(second.menus.sub);
  for (const part of ['queues', 'groups', 'announcements', 'timeConditions'] as const)
    expect(kept?.[part]).toBe(second[part]);
  expect(isSameVersion(first, second)).toBe(false);
});

/** Somebody saves after everything that happens. */
class RestlessDesk extends Desk {
  readonly #plans: readonly RoutingPlan[];
  #saved = 0;

  constructor(plan: RoutingPlan, plans: readonly RoutingPlan[]) {
    super(plan);
    this.#plans = plans;
  }

  override take(event: Parameters<Desk['take']>[0]): void {
    super.take(event);
    if (event.type === 'contacts' || event.type === 'plan-changed') return;
    const plan = this.#plans[this.#saved++ % this.#plans.length];
    if (plan !== undefined) super.take({ type: 'plan-changed', plan, at: this.now });
  }
}

const elsewhere = { kind: 'hang-up', cause: 'normal' } as const;
const otherMenus = fc.constantFrom<RoutingPlan['menus']>(
  {},
  { main: toOthers, sub: { ...sub, keys: {}, tries: 1 } },
  { main: { ...main, waitSeconds: 1, digitSeconds: 1, invalid: elsewhere }, sub },
);
const otherQueue = {
  ...care,
  music: 'other',
  exits: {},
  maxWaitSeconds: 3,
  otherwise: { timeout: elsewhere, full: elsewhere, empty: elsewhere },
};
const others: fc.Arbitrary<RoutingPlan> = fc
  .record({
    menus: otherMenus,
    announcements: fc.constantFrom({}, first.announcements),
    timeConditions: fc.constantFrom({}, first.timeConditions),
    groups: fc.constantFrom(
      first.groups,
      Object.fromEntries(
        Object.entries(first.groups).map(([key, group]) => [
          key,
          { ...group, ringSeconds: 3, otherwise: elsewhere, strategy: 'random' as const },
        ]),
      ),
    ),
    queues: fc.constantFrom(first.queues, { care: otherQueue }),
    inboundRules: fc.constantFrom([], first.inboundRules),
    timeZone: fc.constantFrom('Asia/Ho_Chi_Minh', 'America/New_York'),
    holdMusic: fc.constantFrom('default', 'other'),
  })
  .map((parts) => ({ ...first, ...parts }));

const how = fc.constantFrom('answers', 'busy', 'no-answer', 'offline', 'declines', 'break');
const keys = fc.array(fc.constantFrom('1', '2', '3', '4', '5', '7', '31', '9'), { maxLength: 4 });

test('a call goes the same way, to the last order, however often the routing is changed during it', () => {
  let changed = 0;
  fc.assert(
    fc.property(fc.array(others, { minLength: 1, maxLength: 4 }), keys, how, how, how, (plans, pressed, a, b, c) => {
      const rehearsal: Rehearsal = {
        at: Date.parse('2026-11-20T10:00:00+07:00'),
        dialled: hotline,
        keys: pressed,
        outside: 'answers',
        from: { kind: 'outside', number: customer },
        people: { 101: a, 102: b, 103: c },
      };
      const [calm, restless] = [new Desk(first), new RestlessDesk(first, plans)];
      const [expected, found] = [realCall(calm, rehearsal), realCall(restless, rehearsal)];
      expect(found).toEqual(expected);
      expect(restless.commands).toEqual(calm.commands);
      if (restless.board.version > 1) changed++;
      expect(restless.board.versions.size).toBe(found.stage === 'ended' ? 0 : 1);
    }),
    { numRuns: 300 },
  );
  expect(changed).toBeGreaterThan(100);
});
