import { type Board, emptyBoard } from '../board/board.ts';
import type { Call } from '../board/call.ts';
import type { Command } from '../board/command.ts';
import type { DataAnswer, DataQuery } from '../board/company-data.ts';
import type { Event } from '../board/event.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type {
  AudioSource,
  CallId,
  ContactId,
  Digit,
  ElapsedEvent,
  Instant,
  LegEvent,
  LegId,
  Target,
  TimerOwner,
  TrunkId,
} from '../board/vocabulary.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { step } from '../step/step.ts';

/** What a phone does when it is rung; `offline` is none at all, `break` somebody who is not ready. */
export type RehearsedPhone = 'answers' | 'no-answer' | 'busy' | 'declines' | 'break' | 'offline';

/** A call that is only tried out. */
export type Rehearsal = {
  readonly from:
    | { readonly kind: 'outside'; readonly number: string }
    | { readonly kind: 'extension'; readonly extension: string };
  readonly dialled: string;
  readonly at: Instant;
  /** By extension; the others answer. */
  readonly people: Readonly<Record<string, RehearsedPhone>>;
  /** What the caller presses in each menu that they come to, of each code and question of a survey, in order; nothing in those after that. */
  readonly keys: readonly string[];
  /** What becomes of numbers outside. */
  readonly outside: Exclude<RehearsedPhone, 'break'>;
  /** What the company's data says to a question; where it is absent, or says nothing, nobody answers. */
  readonly data?: (question: DataQuery) => DataAnswer | undefined;
  /** How long a file of the prompt store is, in milliseconds; a moment where it is not known. */
  readonly lengthOf?: (file: string) => number | undefined;
};

/** What came of a rehearsal, with the call and its trace. */
export type RehearsalResult = {
  /** Talks with somebody, waits for somebody until `mostMs` are over, or is over. */
  readonly ends: 'talks' | 'waits' | 'over';
  readonly call: Call;
};

/** Time between a ring and its answer, and what everything that is played takes whose length is not known. */
const answersAfterMs = 3_000;
const playMs = 1_000;
/** Longer than this nobody waits in a rehearsal, nor is more done in one. */
const mostMs = 3 * 3_600_000;
const mostSteps = 20_000;

/**
 * Plays a call to its first answer or its end, by the `step` that leads real calls, on a clock of its own and with an engine that
 * does at once what it is told. Nothing but the plan and what is said here decides, so the same again is the same again.
 */
export const rehearse = (plan: RoutingPlan, rehearsal: Rehearsal): RehearsalResult =>
  rehearser(plan, rehearsal.people, rehearsal.at)(rehearsal);

/** The same for many calls with the same people, who have been there since `since`: each begins with nobody on the phone. */
export function rehearser(
  plan: RoutingPlan,
  people: Rehearsal['people'],
  since: Instant,
): (rehearsal: Omit<Rehearsal, 'people'>) => RehearsalResult {
  const board = boardOf(plan, people, since);
  return (rehearsal) => play(board, { ...rehearsal, people });
}

/** A board with everybody on it as they are said to be. */
function boardOf(plan: RoutingPlan, people: Rehearsal['people'], at: Instant): Board {
  let board = step(emptyBoard, { type: 'plan-changed', plan, at }).board;
  const take = (event: Event) => {
    board = step(board, event).board;
  };
  for (const extension of Object.keys(plan.extensions)) {
    const state = people[extension] ?? 'answers';
    if (state === 'break') take({ type: 'agent-status', extension, activity: 2, reason: null, at });
    if (state === 'offline') continue;
    // Its own name.
    take({ type: 'contacts', extension, contacts: [{ id: extension as ContactId, asleep: false }], at });
  }
  return board;
}

function play(begun: Board, rehearsal: Rehearsal): RehearsalResult {
  const call = 'rehearsal' as CallId; // nobody else knows this board
  const caller = 'caller' as LegId;
  const { at } = rehearsal;
  let board = begun;
  let now = at;
  /** What is still to happen, by when; of the same moment in order. */
  const due: { readonly at: Instant; readonly key: string; readonly event: (at: Instant) => Event }[] = [];
  const keys = [...rehearsal.keys];
  const homes = new Map<LegId, CallId>();

  const soon = (ms: number, key: string, event: (at: Instant) => Event) => {
    const place = due.findIndex((other) => other.at > now + ms);
    due.splice(place === -1 ? due.length : place, 0, { at: now + ms, key, event });
  };
  const drop = (key: string) => {
    for (let index = due.length - 1; index >= 0; index -= 1) if (due[index]?.key === key) due.splice(index, 1);
  };
  const ofLeg = (leg: LegId, ms: number, happening: Happening) =>
    soon(ms, `leg ${leg}`, (moment) => ({ ...happening, call: homes.get(leg) ?? call, leg, at: moment }));

  function dialled(leg: LegId, to: Target): void {
    const how = to.kind === 'extension' ? (rehearsal.people[to.extension] ?? 'answers') : rehearsal.outside;
    if (how === 'offline') return ofLeg(leg, 0, { type: 'ended', cause: 'unreachable' });
    if (how === 'busy') return ofLeg(leg, 0, { type: 'ended', cause: 'busy', sipCode: 486 });
    ofLeg(leg, 0, { type: 'ringing' });
    if (how === 'declines') ofLeg(leg, answersAfterMs, { type: 'ended', cause: 'rejected', sipCode: 603 });
    if (how === 'answers' || how === 'break') ofLeg(leg, answersAfterMs, { type: 'answered' });
  }

  /** The caller hears something: in a menu they press what they meant to. */
  function played(command: Extract<Command, { type: 'play' }>): void {
    const { leg, play } = command;
    const lengthMs = command.sources.reduce((sum, source) => sum + (lengthOf(source) ?? 0), 0) || playMs;
    const activity = getFrom(board.calls, call)?.legs.find(({ id }) => id === leg)?.activity;
    if (activity?.kind === 'confirming') return ofLeg(leg, playMs, { type: 'digit', digit: '1' });
    const asked = activity?.kind === 'menu' || activity?.kind === 'coding' || activity?.kind === 'survey';
    const pressed = asked && leg === caller ? keys.shift() : undefined;
    if (pressed === undefined) {
      if (!command.loop) ofLeg(leg, lengthMs, { type: 'played', play });
      return;
    }
    // What is no key nobody can press; the expression lets nothing else through.
    const digits = (pressed.match(/[0-9*#]/g) ?? []) as Digit[];
    for (const [index, digit] of digits.entries()) ofLeg(leg, playMs + index, { type: 'digit', digit });
  }

  function lengthOf(source: AudioSource): number | undefined {
    if (source.kind === 'silence') return source.ms;
    return source.kind === 'file' ? rehearsal.lengthOf?.(source.file) : undefined;
  }

  function perform(command: Command): void {
    switch (command.type) {
      case 'start-timer': {
        const { owner, timer } = command;
        return soon(
          command.ms,
          timerKey(command),
          (moment): ElapsedEvent => ({ type: 'elapsed', owner, timer, at: moment }),
        );
      }
      case 'stop-timer':
        return drop(timerKey(command));
      case 'dial':
        homes.set(command.leg, command.call);
        return dialled(command.leg, command.to);
      case 'hang-up':
        drop(`leg ${command.leg}`);
        return ofLeg(command.leg, 0, { type: 'ended', cause: command.cause });
      case 'play':
        return played(command);
      case 'record-message':
        // They say what they have to say, and hang up.
        return ofLeg(command.leg, answersAfterMs, { type: 'ended', cause: 'normal' });
      case 'stop-recording': {
        const what = { type: 'recorded', call: command.call, recording: command.recording } as const;
        return soon(0, 'recorded', (moment) => ({ ...what, at: moment, durationMs: 0, bytes: 0, state: 'whole' }));
      }
      case 'ask': {
        const told = rehearsal.data?.(command.question);
        if (told === undefined) return;
        const { leg } = command;
        return soon(0, `leg ${leg}`, (moment) => ({ type: 'told', call: command.call, leg, told, at: moment }));
      }
      default:
        return;
    }
  }

  function take(event: Event): void {
    const stepped = step(board, event);
    board = stepped.board;
    for (const command of stepped.commands) perform(command);
  }

  take({ type: 'arrived', call, leg: caller, at, origin: originOf(rehearsal), dialled: rehearsal.dialled });

  for (let steps = 0; steps < mostSteps; steps += 1) {
    const current = callOf(board);
    if (current.stage === 'ended') return { ends: 'over', call: current };
    if (current.answer !== null) return { ends: 'talks', call: current };
    const next = due.shift();
    if (next === undefined || next.at - at > mostMs) break;
    now = next.at;
    take(next.event(now));
  }
  return { ends: 'waits', call: callOf(board) };

  function callOf({ calls }: typeof board): Call {
    const found = getFrom(calls, call);
    if (found === undefined) throw new Error('A call that has arrived is on the board.');
    return found;
  }
}

type Happening<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;

const timerKey = ({ owner, timer }: { readonly owner: TimerOwner; readonly timer: string }): string =>
  `timer ${Object.values(owner).join(' ')} ${timer}`;

/** Over which trunk it comes decides nothing. */
const originOf = ({ from }: Rehearsal): Extract<LegEvent, { type: 'arrived' }>['origin'] =>
  from.kind === 'extension' ? from : { kind: 'trunk', trunk: 'rehearsal' as TrunkId, number: from.number, name: '' };
