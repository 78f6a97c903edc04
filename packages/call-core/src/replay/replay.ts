import { type Board, emptyBoard, personOf, withoutCall } from '../board/board.ts';
import type { Call } from '../board/call.ts';
import type { Command } from '../board/command.ts';
import type { Event } from '../board/event.ts';
import { isSpent, type StatusSpan } from '../board/status-span.ts';
import type { CallId, ContactId, Instant, LegEvent, LegId, TimerOwner, TrunkId } from '../board/vocabulary.ts';
import { getFrom, valuesOf } from '../lib/persistent-map.ts';
import { step } from '../step/step.ts';
import { behaviourOf, isOwnDecision } from './behaviour.ts';
import type { Away, ReplayCaller, ReplayDay, ReplayedStay } from './day.ts';
import { DueEvents } from './due-events.ts';
import { elsewhere, replayPlan } from './replay-plan.ts';

/** A day that was lived again: what became of everybody who came, and what everybody's time went to. */
export type ReplayedDay = { readonly stays: readonly ReplayedStay[]; readonly spans: readonly StatusSpan[] };

/** A day begins with people who have been there for a moment; whoever came late in it is served to the end. */
const beforeMs = 60_000;
/** So much longer than they did somebody waits at most: where nobody ever gave up, and phones ring too briefly, they would be rung for for ever. */
const longestMoreMs = 30 * 60_000;

/**
 * Lives a day of some queues once more, by the `step` that leads real calls, on a clock of its own. Callers come when they came and wait
 * as long as they would have; phones are picked up as quickly as they were, talk lasts as long as it did. So a day that is not
 * changed comes out as it was, and of one that is changed what differs follows from the change.
 */
export function replay(day: ReplayDay): ReplayedDay {
  const { plan, numberOf } = replayPlan(day, day.callers.flatMap(allOf));
  const behaviour = behaviourOf(day);
  const due = new DueEvents();
  const callers = new Map<CallId, Guest>();
  const stays: ReplayedStay[] = [];
  const spans: StatusSpan[] = [];
  /** How long the call takes to write up that somebody has now. */
  const wrapUps = new Map<string, number>();
  let board: Board = emptyBoard;

  const ofLeg = (at: Instant, leg: LegId, call: CallId, happening: Happening) =>
    due.add(at, `leg ${leg}`, (moment) => ({ ...happening, call, leg, at: moment }));

  function come(caller: ReplayCaller, at: Instant): void {
    const call = `${caller.id} ${caller.queue}` as CallId; // nobody else knows this board
    const leg = `${call} caller` as LegId;
    callers.set(call, { caller, leg, at, rung: [], answered: false });
    const origin = { kind: 'trunk', trunk: 'replay' as TrunkId, number: caller.number, name: '' } as const;
    const dialled = numberOf(caller.queue, caller.serviceNumber);
    due.add(at, '', (moment) => ({ type: 'arrived', call, leg, at: moment, origin, dialled }));
    const patienceMs = Math.min(behaviour.patienceMs(caller), caller.waitedMs + longestMoreMs);
    ofLeg(at + patienceMs, leg, call, { type: 'ended', cause: 'normal' });
  }

  function goAway(extension: string, { from, to, why }: Away, index: number): void {
    if (why === 'other-work') {
      const call = `work ${extension} ${index}` as CallId;
      const leg = `${call} own` as LegId;
      const origin = { kind: 'extension', extension } as const;
      due.add(from, '', (at) => ({ type: 'arrived', call, leg, at, origin, dialled: elsewhere }), true);
      return due.add(to, `leg ${leg}`, (at) => ({ type: 'ended', cause: 'normal', call, leg, at }));
    }
    const contacts = [{ id: extension as ContactId, asleep: false }];
    const leaves = (at: Instant): Event =>
      why === 'off'
        ? { type: 'contacts', extension, contacts: [], at }
        : { type: 'agent-status', extension, activity: 2, reason: null, at };
    const returns = (at: Instant): Event =>
      why === 'off'
        ? { type: 'contacts', extension, contacts, at }
        : { type: 'agent-status', extension, activity: 1, reason: null, at };
    due.add(from, '', leaves, true);
    due.add(to, '', returns);
  }

  function dialled({ leg, call, to }: Extract<Command, { type: 'dial' }>, at: Instant): void {
    if (to.kind !== 'extension') return;
    const guest = callers.get(call);
    if (guest === undefined) return ofLeg(at, leg, call, { type: 'answered' });
    const { extension } = to;
    const own = guest.rung.filter((other) => other === extension).length;
    const act = behaviour.phone(guest.caller, { extension, before: guest.rung.length, own });
    guest.rung.push(extension);
    if (act.does === 'answers') return ofLeg(at + act.afterMs, leg, call, { type: 'answered' });
    if (act.does === 'refuses') ofLeg(at + act.afterMs, leg, call, { type: 'ended', cause: act.cause });
  }

  function perform(command: Command, at: Instant): void {
    switch (command.type) {
      case 'start-timer': {
        const { owner, timer, ms } = command;
        return due.add(at + ms, timerKey(command), (moment) => ({ type: 'elapsed', owner, timer, at: moment }));
      }
      case 'stop-timer':
        return due.drop(timerKey(command));
      case 'dial':
        return dialled(command, at);
      case 'hang-up':
        due.drop(`leg ${command.leg}`);
        return ofLeg(at, command.leg, command.call, { type: 'ended', cause: command.cause });
      case 'play': {
        // Music goes on; what ends is a greeting.
        const greetingMs = day.greetingMs[callers.get(command.call)?.caller.queue ?? ''] ?? 0;
        const { leg, call, play } = command;
        if (!command.loop) ofLeg(at + greetingMs, leg, call, { type: 'played', play });
        return;
      }
      default:
        return;
    }
  }

  /** Somebody has taken the call: it lasts as long as it does. */
  function begin(guest: Guest, call: Call, answer: NonNullable<Call['answer']>): void {
    guest.answered = true;
    const { talkMs, wrapUpMs } = behaviour.work(guest.caller);
    if (answer.extension !== null) wrapUps.set(answer.extension, wrapUpMs);
    due.drop(`leg ${guest.leg}`);
    ofLeg(answer.at + talkMs, guest.leg, call.id, { type: 'ended', cause: 'normal' });
  }

  function end({ caller, at }: Guest, call: Call, now: Instant): void {
    callers.delete(call.id);
    const stay = call.queueStays?.at(-1);
    if (stay === undefined) return;
    const { id, queue, then } = caller;
    const leftByThemselves = stay.outcome === 'abandoned' && isOwnDecision(caller.outcome);
    const outcome = leftByThemselves ? caller.outcome : stay.outcome;
    stays.push({ id, queue, at, outcome, waitedMs: stay.waitedMs });
    if (then !== null && outcome !== 'answered' && outcome !== 'abandoned') come(then.caller, now + then.afterMs);
  }

  function follow(id: CallId, now: Instant): void {
    const call = getFrom(board.calls, id);
    if (call === undefined) return;
    const guest = callers.get(id);
    if (guest !== undefined && !guest.answered && call.answer !== null) begin(guest, call, call.answer);
    if (call.stage !== 'ended') return;
    board = withoutCall(board, id);
    if (guest !== undefined) end(guest, call, now);
  }

  /** Whoever has begun to write up a call does so for as long as that one took. */
  function writeUp(extension: string, was: Board, now: Instant): void {
    if (personOf(was, extension).wrapUpUntil !== null || personOf(board, extension).wrapUpUntil === null) return;
    const id = `${extension} ${now}`;
    const what = { kind: 'ready', extension } as const;
    due.add(now + (wrapUps.get(extension) ?? 0), '', (at) => ({ type: 'requested', id, by: null, what, at }));
  }

  function take(event: Event): void {
    const was = board;
    const stepped = step(board, event);
    board = stepped.board;
    for (const command of stepped.commands) perform(command, event.at);
    for (const extension of stepped.changed.people) writeUp(extension, was, event.at);
    for (const id of stepped.changed.calls) follow(id, event.at);
    for (const span of stepped.spans) if (span.to !== null && span.extension !== elsewhere) spans.push(span);
  }

  const begins = day.from - beforeMs;
  take({ type: 'plan-changed', plan, at: begins });
  for (const extension of [...day.people.map((person) => person.extension), elsewhere]) {
    take({ type: 'contacts', extension, contacts: [{ id: extension as ContactId, asleep: false }], at: begins });
  }
  for (const { extension, away } of day.people)
    for (const [index, one] of away.entries())
      if (one.to > begins) goAway(extension, { ...one, from: Math.max(begins, one.from) }, index);
  for (const caller of day.callers) come(caller, caller.at);

  for (let event = due.next(); event !== null; event = due.next()) {
    if (event.at >= day.to && callers.size === 0) break;
    take(event);
  }
  for (const span of valuesOf(board.spans)) {
    if (isSpent(span) && span.from < day.to && span.extension !== elsewhere) spans.push({ ...span, to: day.to });
  }
  return { stays, spans };
}

type Guest = {
  readonly caller: ReplayCaller;
  readonly leg: LegId;
  readonly at: Instant;
  /** The extensions that have rung for them, in their order. */
  readonly rung: string[];
  answered: boolean;
};

type Happening<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;

/** A caller with all that came after the first queue. */
const allOf = (caller: ReplayCaller): readonly ReplayCaller[] =>
  caller.then === null ? [caller] : [caller, ...allOf(caller.then.caller)];

const timerKey = ({ owner, timer }: { readonly owner: TimerOwner; readonly timer: string }): string =>
  `timer ${Object.values(owner).join(' ')} ${timer}`;
