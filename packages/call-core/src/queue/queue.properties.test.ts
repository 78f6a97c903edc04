import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Board, emptyBoard, personOf } from '../board/board.ts';
import type { Call, Leg } from '../board/call.ts';
import type { Command } from '../board/command.ts';
import type { Event } from '../board/event.ts';
import type { RoutingPlan } from '../board/plan.ts';
import { inOrder } from '../board/queue-line.ts';
import { emptyTally, recount, standingOf } from '../board/queue-membership.ts';
import { type QueuePlan, queueMember, queuePlan, type StrategyKind } from '../board/queue-plan.ts';
import type { RequestedAction } from '../board/request.ts';
import { lackOf, needsAfter } from '../board/skill-needs.ts';
import type { CallId, Cause, Here, LegId, TimerId, TimerOwner } from '../board/vocabulary.ts';
import { entriesOf, getFrom, valuesOf } from '../lib/persistent-map.ts';
import { step } from '../step/step.ts';
import { someRuns } from '../testing/in-depth.ts';
import { hotline, leadingTo, trunk } from '../testing/plan.ts';
import { inTurns, rosterTimersOf } from '../testing/roster.ts';
import { isLive } from '../turn/turn.ts';
import { isDue } from './match.ts';

const extensions = ['101', '102', '103', '104', '105'] as const;
const kinds: readonly StrategyKind[] = [
  ...(['ring-all', 'longest-idle', 'fewest-calls', 'round-robin'] as const),
  ...(['random', 'weighted', 'linear', 'skills'] as const),
];

/** Three queues that share people, and differ in everything that a setting can say. */
function busyPlan(strategies: readonly StrategyKind[]): RoutingPlan {
  const [first = 'linear', second = 'ring-all', third = 'skills'] = strategies;
  const queues: Record<string, QueuePlan> = {
    sales: queuePlan({
      name: 'Kinh doanh',
      strategy: first,
      wrapUpSeconds: 10,
      restSeconds: 5,
      pauseAfterMissed: 3,
      members: [queueMember('101'), queueMember('102', { penalty: 1 }), queueMember('103', { weight: 3 })],
      callers: [{ name: 'VIP', callerPattern: '090*', number: null, priority: 2, needs: [] }],
      maxWaitSeconds: 120,
      exits: { '1': { kind: 'queue', queue: 'support' } },
      callback: { key: '9', attempts: 2, retrySeconds: 20, expireSeconds: 300 },
    }),
    support: queuePlan({
      name: 'Kỹ thuật',
      strategy: second,
      weight: 5,
      toStay: 'somebody-ready',
      maxWaiting: 4,
      ringSeconds: 8,
      members: [queueMember('102'), queueMember('103'), queueMember('104')],
      roster: inTurns(['102', '103'], ['104']),
      otherwise: { timeout: null, full: { kind: 'queue', queue: 'english' }, empty: null },
      greeting: [{ kind: 'file', file: 'greeting.wav' }],
      announcements: { firstAfterSeconds: 5, everySeconds: 15, positionUpTo: 5, expectedWait: true, files: ['a.wav'] },
    }),
    english: queuePlan({
      name: 'Tiếng Anh',
      strategy: third,
      priorityIsWorthSeconds: 30,
      wrapUpSeconds: 3,
      members: ['103', '104', '105'].map((extension, index) => queueMember(extension, { skills: { Anh: index * 40 } })),
      needs: [{ skill: 'Anh', level: 60, untilSeconds: 20 }],
      callers: [{ name: 'VIP', callerPattern: '091*', number: null, priority: 1, needs: [] }],
    }),
  };
  const byHand = { ...leadingTo({ kind: 'queue', queue: 'sales' }), queues };
  const extension = byHand.extensions['101'];
  if (extension === undefined) throw new Error('The test plan has no 101');
  return {
    ...byHand,
    outboundRules: byHand.outboundRules.map((rule) => ({ ...rule, extensions: 'all' })),
    extensions: Object.fromEntries(extensions.map((each) => [each, { ...extension, extension: each }])),
    inboundRules: ['sales', 'support', 'english'].flatMap((queue, index) =>
      byHand.inboundRules.slice(0, 1).map((rule) => ({
        ...rule,
        callerPattern: index === 2 ? null : `09?${index}*`.replace('?', 'x'),
        destination: { kind: 'queue', queue } as const,
      })),
    ),
  };
}

type Pick = { readonly kind: number; readonly which: number; readonly detail: number; readonly pass: number };
const picks = fc.array(fc.record({ kind: fc.nat(99), which: fc.nat(9999), detail: fc.nat(9999), pass: fc.nat(9000) }), {
  minLength: 1,
  maxLength: 150,
  size: 'max',
});
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** A busy morning with an engine that does what it is told, at once or a little later, and people who do what they like. */
class Morning {
  board: Board;
  now = Date.parse('2026-11-20T09:00:00+07:00');
  readonly wrong: string[] = [];
  readonly events: Event[] = [];
  readonly timers = new Map<TimerId, { readonly owner: TimerOwner; readonly due: number }>();
  readonly leaving: Here[] = [];
  /** Until when each person writes up a call, as the test counts it. */
  readonly writesUpUntil = new Map<string, number>();
  #calls = 0;
  #requests = 0;

  constructor(plan: RoutingPlan) {
    this.board = emptyBoard;
    this.take({ type: 'plan-changed', plan, at: this.now });
    for (const extension of extensions) this.#contacts(extension, 1);
  }

  choose({ kind, which, detail, pass }: Pick): void {
    this.wait(pass);
    const extension = at(extensions, which) ?? '101';
    if (kind < 22) return this.#arrive(which, detail);
    if (kind < 26) return this.#contacts(extension, detail % 4);
    if (kind < 28) return this.#wishes(extension, detail % 2 === 0);
    if (kind < 32) {
      const activity = ([1, 1, 2, 3] as const)[detail % 4] ?? 1;
      // Whoever comes back from a break says that they are ready.
      if (activity === 1 && personOf(this.board, extension).activity !== 1) this.writesUpUntil.delete(extension);
      return this.take({ type: 'agent-status', extension, activity, reason: null, at: this.now });
    }
    if (kind < 40) return this.#request(extension, which, detail);
    if (kind < 44) return this.#engineObeys(detail);
    const live = this.#calls_().flatMap((call) => call.legs.filter(isLive).map((leg) => ({ call: call.id, leg })));
    const found = at(live, which);
    if (found === undefined) return this.#arrive(which, detail);
    const about = { call: found.call, leg: found.leg.id, at: this.now };
    const rings = found.leg.side === 'dialled' && found.leg.state !== 'up';
    if (rings && kind < 75) return this.take({ type: 'answered', ...about });
    if (rings && kind < 80) return this.take({ type: 'ringing', ...about });
    const { playing, activity } = found.leg;
    const asked = activity.kind === 'queue-wait' && activity.hears === 'question';
    const digit = (['1', '9', asked ? '1' : '9', '5'] as const)[detail % 4] ?? '1';
    if (kind < 55 || asked) return this.take({ type: 'digit', digit, ...about });
    if (kind < 92 && playing !== null) return this.take({ type: 'played', play: playing, ...about });
    const cause = at(['normal', 'rejected', 'busy', 'failed', 'asleep'] as const, detail) ?? 'normal';
    this.#ended({ call: found.call, leg: found.leg.id }, cause);
  }

  /** Time passes, and what is due on the way happens. */
  wait(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const next = [...this.timers].filter(([, { due }]) => due <= until).sort(([, a], [, b]) => a.due - b.due)[0];
      if (next === undefined) break;
      const [timer, { owner, due }] = next;
      this.timers.delete(timer);
      this.now = Math.max(this.now, due);
      this.take({ type: 'elapsed', owner, timer, at: this.now });
    }
    this.now = until;
  }

  /** Everybody who is on the phone hangs up. */
  goHome(): void {
    this.#engineObeys(0);
    for (const call of this.#calls_()) {
      for (const leg of call.legs) if (isLive(leg)) this.#ended({ call: call.id, leg: leg.id }, 'normal');
    }
    this.#engineObeys(0);
    this.wait(3_600_000);
    this.#engineObeys(0);
  }

  #calls_(): readonly Call[] {
    return [...valuesOf(this.board.calls)];
  }

  #arrive(which: number, detail: number): void {
    this.#calls++;
    const number = at(['0900000001', '0910000002', '0900100003', '0911000004', '0930000005', ''], detail) ?? '';
    this.take({
      type: 'arrived',
      call: `c${this.#calls}` as CallId, // a test's own names
      leg: `in${this.#calls}` as LegId,
      at: this.now,
      origin:
        which % 12 === 0
          ? { kind: 'extension', extension: at(extensions, detail) ?? '101' }
          : { kind: 'trunk', trunk, number, name: '' },
      dialled: which % 12 === 0 ? (at(extensions, which) ?? '102') : hotline,
    });
  }

  /** Somebody does not want to be disturbed, or does again. */
  #wishes(extension: string, doNotDisturb: boolean): void {
    const { plan } = this.board;
    const own = plan.extensions[extension];
    if (own === undefined) return;
    const extensionsNow = { ...plan.extensions, [extension]: { ...own, doNotDisturb } };
    this.take({ type: 'plan-changed', plan: { ...plan, extensions: extensionsNow }, at: this.now });
  }

  #contacts(extension: string, count: number): void {
    const contacts = Array.from({ length: Math.min(count, 2) }, (_, index) => ({
      id: `${extension}-${index}` as never, // a test's own names
      asleep: count === 2,
    }));
    this.take({ type: 'contacts', extension, contacts, at: this.now });
  }

  #request(extension: string, which: number, detail: number): void {
    const queue = at(['sales', 'support', 'english', null], detail) ?? null;
    const wants: readonly RequestedAction[] = [
      { kind: 'queue-join', extension, queue },
      { kind: 'queue-join', extension, queue },
      { kind: 'queue-leave', extension, queue },
      { kind: 'queue-pause', extension, queue, on: true, reason: 'họp' },
      { kind: 'queue-pause', extension, queue, on: false, reason: null },
      { kind: 'ready', extension },
    ];
    const what = at(wants, which);
    if (what === undefined) return;
    if (what.kind === 'ready') this.writesUpUntil.delete(extension);
    this.#requests++;
    this.take({ type: 'requested', id: `r${this.#requests}`, by: extension, what, at: this.now });
  }

  #engineObeys(keep: number): void {
    for (const here of this.leaving.splice(keep % 3)) this.#ended(here, 'normal');
  }

  #ended({ call, leg }: Here, cause: Cause): void {
    this.take({ type: 'ended', call, leg, at: this.now, cause });
  }

  take(event: Event): void {
    this.events.push(event);
    const before = this.board;
    const { board, commands } = step(before, event);
    this.board = board;
    for (const command of commands) this.#perform(command);
    this.#countWriteUps(before);
    this.#check(before);
  }

  #perform(command: Command): void {
    if (command.type === 'start-timer') {
      this.timers.set(command.timer, { owner: command.owner, due: this.now + command.ms });
    } else if (command.type === 'stop-timer') {
      this.timers.delete(command.timer);
    } else if (command.type === 'hang-up') {
      this.leaving.push({ call: command.call, leg: command.leg });
    }
  }

  /** Whoever was in a conversation of a queue and has no leg any more writes up for as long as the queue says. */
  #countWriteUps(before: Board): void {
    for (const extension of extensions) {
      const had = personOf(before, extension).legs;
      if (had.length === 0 || personOf(this.board, extension).legs.length > 0) continue;
      for (const { call, leg } of had) {
        const segments = getFrom(this.board.calls, call)?.segments ?? [];
        const through = segments.find((segment) => segment.leg === leg && segment.through?.kind === 'queue')?.through;
        const seconds = through == null ? 0 : (this.board.plan.queues[through.key]?.wrapUpSeconds ?? 0);
        if (seconds > 0) this.writesUpUntil.set(extension, this.now + seconds * 1000);
      }
    }
  }

  #check(before: Board): void {
    for (const [key, queue] of entriesOf(this.board.queues)) {
      const plan = this.board.plan.queues[key];
      if (plan === undefined) continue;
      let tally = emptyTally;
      const free = new Set<string>();
      for (const { extension } of plan.members) {
        const member = getFrom(queue.members, extension);
        if (member === undefined) this.wrong.push(`${key} does not know ${extension}`);
        else {
          const standing = standingOf(
            personOf(this.board, extension),
            member,
            this.board.plan.extensions[extension] ?? {},
          );
          tally = recount(tally, null, member.standing);
          if (standing !== member.standing)
            this.wrong.push(`${key} ${extension} is ${standing}, not ${member.standing}`);
          if (member.standing === 'free') free.add(extension);
        }
      }
      if (JSON.stringify(tally) !== JSON.stringify(queue.tally)) this.wrong.push(`${key} counts wrongly`);
      const known = new Set([...entriesOf(queue.free)].map(([extension]) => extension));
      if (known.size !== free.size || [...free].some((each) => !known.has(each)))
        this.wrong.push(`${key} free differs`);
      const fits = (extension: string, waiting: Parameters<typeof isDue>[0]) => {
        const skills = plan.members.find((member) => member.extension === extension)?.skills ?? {};
        return lackOf(skills, needsAfter(waiting.needs, this.now - waiting.joinedAt)) === null;
      };
      const line = [...inOrder(queue.line)];
      for (const [index, waiting] of line.entries()) {
        // Nobody waits who could be served.
        for (const extension of free) {
          if (isDue(waiting) && fits(extension, waiting))
            this.wrong.push(`${key}: ${waiting.id} waits, ${extension} is free`);
        }
        // Where everybody is rung, everybody who may take the call rings.
        if (plan.strategy === 'ring-all' && waiting.who.kind === 'caller' && waiting.ringing.length > 0) {
          const penaltyOf = (each: string) => plan.members.find(({ extension }) => extension === each)?.penalty ?? 0;
          const rung = waiting.ringing.map((phone) => penaltyOf(this.#extensionAt(phone)));
          for (const extension of free) {
            const asked = waiting.declinedBy.includes(extension) || penaltyOf(extension) > Math.min(...rung);
            if (fits(extension, waiting) && !asked)
              this.wrong.push(`${key}: ${waiting.id} rings, and not at ${extension} who is free`);
          }
        }
        if (waiting.who.kind === 'caller') {
          const { here } = waiting.who;
          const leg = this.#leg(here);
          const waits = leg !== undefined && isLive(leg) && leg.activity.kind === 'queue-wait';
          if (!waits) this.wrong.push(`${key}: ${waiting.id} is in the line and not on the phone`);
        }
        for (const phone of waiting.ringing) {
          const leg = this.#leg(phone);
          const rings = leg !== undefined && isLive(leg) && leg.activity.kind === 'queue-offered';
          if (!rings || leg.activity.waiting !== waiting.id) this.wrong.push(`${key}: ${phone.leg} does not ring`);
          if (leg?.party.kind !== 'extension' || this.#leg(phone, before) !== undefined) continue;
          // It was rung just now: not before somebody who came first and whom this person could have served.
          const { extension } = leg.party;
          const passed = line.slice(0, index).find((earlier) => isDue(earlier) && fits(extension, earlier));
          if (passed !== undefined) this.wrong.push(`${key}: ${waiting.id} is served before ${passed.id}`);
          if ((this.writesUpUntil.get(extension) ?? 0) > this.now)
            this.wrong.push(`${extension} is rung while writing up`);
          if (personOf(this.board, extension).legs.length !== 1) this.wrong.push(`${extension} is rung twice`);
        }
      }
    }
    const waiting = [...valuesOf(this.board.queues)].flatMap((queue) => [...inOrder(queue.line)]);
    for (const call of this.#calls_()) {
      const came = call.trace.filter(({ text }) => text.includes('vào hàng ở vị trí')).length;
      const left = (call.queueStays ?? []).filter(({ outcome }) => outcome !== 'turned-away').length;
      const waits = waiting.filter(({ who }) => who.kind === 'caller' && who.here.call === call.id).length;
      if (came !== left + waits) this.wrong.push(`${call.id}: came ${came} times, left ${left}, waits ${waits}`);
      for (const { id, activity, ...leg } of call.legs) {
        if (!isLive({ id, activity, ...leg }) || call.stage !== 'open') continue;
        const queue = 'queue' in activity ? getFrom(this.board.queues, activity.queue) : undefined;
        const waiting = activity.kind === 'queue-offered' ? activity.waiting : id;
        const place = queue === undefined ? undefined : getFrom(queue.line.waiting, waiting);
        if (activity.kind === 'queue-wait' && activity.hears !== 'farewell' && place === undefined) {
          this.wrong.push(`${id} is lost`);
        }
        if (activity.kind === 'queue-offered' && place?.ringing.some((phone) => phone.leg === id) !== true) {
          this.wrong.push(`${id} rings for nobody`);
        }
      }
    }
  }

  #extensionAt(here: Here): string {
    const party = this.#leg(here)?.party;
    return party?.kind === 'extension' ? party.extension : '';
  }

  #leg({ call, leg }: Here, board: Board = this.board): Leg | undefined {
    return getFrom(board.calls, call)?.legs.find(({ id }) => id === leg);
  }
}

/** So many mornings take their time where many others use the machine. */
const slowMachine = 180_000;
const strategies = fc.shuffledSubarray([...kinds], { minLength: 3, maxLength: 3 });

describe('whoever comes, goes, declines, pauses and hangs up, at any moment', () => {
  test('nobody is lost, offered twice, overtaken or rung while writing up, and in the end nobody waits', {
    timeout: slowMachine,
  }, () => {
    fc.assert(
      fc.property(picks, strategies, (list, chosen) => {
        const morning = new Morning(busyPlan(chosen));
        for (const pick of list) {
          morning.choose(pick);
          expect(morning.wrong).toEqual([]);
        }
        morning.goHome();
        expect(morning.wrong).toEqual([]);
        for (const queue of valuesOf(morning.board.queues)) expect([...inOrder(queue.line)]).toEqual([]);
        expect([...valuesOf(morning.board.calls)].filter(({ stage }) => stage !== 'ended').map(({ id }) => id)).toEqual(
          [],
        );
        // Shifts go on when all calls are over.
        expect([...morning.timers.keys()]).toEqual(rosterTimersOf(morning.board));
      }),
      { numRuns: someRuns(40) },
    );
  });

  test('the same events give the same queues', { timeout: slowMachine }, () => {
    fc.assert(
      fc.property(picks, strategies, (list, chosen) => {
        const morning = new Morning(busyPlan(chosen));
        for (const pick of list) morning.choose(pick);
        const again = morning.events.reduce((board, event) => step(board, event).board, emptyBoard);
        expect(again.queues).toEqual(morning.board.queues);
      }),
      { numRuns: someRuns(15) },
    );
  });
});
