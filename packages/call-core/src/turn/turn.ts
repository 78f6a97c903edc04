import type { Activity, ActivityKindName } from '../board/activity.ts';
import type { Board, BoardValues } from '../board/board.ts';
import type { BoardDraft } from '../board/board-draft.ts';
import type { Call, Doer, Leg, TraceEntry } from '../board/call.ts';
import type { Command } from '../board/command.ts';
import type { DataAnswer } from '../board/company-data.ts';
import type { Next } from '../board/next.ts';
import { type Person, stranger } from '../board/person.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { Reply } from '../board/request.ts';
import type { StatusSpan } from '../board/status-span.ts';
import type { CallId, Cause, Digit, EngineCommand, Here, Instant, LegId, PlayId } from '../board/vocabulary.ts';
import { read, write } from '../lib/draft.ts';

/** What a monitor shows of a call: nobody is looked for yet, somebody is rung, people talk. */
export type Stage = 'waiting' | 'ringing' | 'talking';

/** The handlers of one activity: each takes what happened to a leg and answers where that leg goes next. */
export type ActivityKind<K extends ActivityKindName> = {
  readonly stage: Stage;
  /** The leg's activity in words, for the monitor. */
  said(plan: RoutingPlan, activity: Activity<K>): string;
  /** It alerts, or (`early`) its network plays something before the answer. */
  rang?(turn: Turn, here: Here, activity: Activity<K>, early: boolean): Next;
  answered?(turn: Turn, here: Here, activity: Activity<K>): Next;
  key?(turn: Turn, here: Here, activity: Activity<K>, digit: Digit): Next;
  /** What played to it is over. */
  played?(turn: Turn, here: Here, activity: Activity<K>, play: PlayId): Next;
  /** A timer of this activity has run out. */
  elapsed?(turn: Turn, here: Here, activity: Activity<K>, timer: string): Next;
  /** It put the others on hold or came back. */
  held?(turn: Turn, here: Here, activity: Activity<K>, on: boolean): Next;
  /** Nothing is heard from it any more, or something again. */
  heard?(turn: Turn, here: Here, activity: Activity<K>, on: boolean): Next;
  /** The answer to its question about company data has come. */
  told?(turn: Turn, here: Here, activity: Activity<K>, told: DataAnswer): Next;
  /** It ended while it was doing this; the leg itself goes nowhere any more. `divertedTo` is where a phone would send its callers. */
  left?(
    turn: Turn,
    here: Here,
    activity: Activity<K>,
    cause: Cause,
    sipCode: number | null,
    divertedTo: string | undefined,
  ): void;
};

/** Every kind of activity with its handlers. `step/activities.ts` has the table; a turn carries it to the hands below. */
export type Activities = { readonly [K in ActivityKindName]: ActivityKind<K> };

/** Work that is left for the end of a turn (`step/turn-end.ts`). */
export type Work =
  /** A leg goes on to where something sent it. */
  | { readonly kind: 'go'; readonly here: Here; readonly next: Next }
  /** A party left a call: parties who are alone now leave, too. */
  | { readonly kind: 'left'; readonly call: CallId; readonly who: Doer; readonly cause: Cause };

/**
 * One event while it is being decided: the whole board, what has come of it so far, and what is still to do. A turn never
 * outlives its step, so `step` stays a function of its arguments although this is written in place. Each part of the board is
 * changed by few functions, which keep it true: legs by `legs.ts`, who talks to whom by `talk.ts`, timers by `timers.ts`.
 */
export type Turn = BoardDraft &
  BoardValues & {
    readonly at: Instant;
    readonly activities: Activities;
    readonly before: Board;
    /** Somebody in a queue's line who can be served from now on. */
    readonly due: { readonly queue: string; readonly waiting: string }[];
    /** Members of queues who are free from now on. */
    readonly freed: Set<string>;
    /** Whose standing with a queue, or time to write up a call, is another one. */
    readonly standings: Set<string>;
    /** Whose time may go to something else now, besides those who are changed. */
    readonly restless: Set<string>;
    /** What somebody's time goes to no longer. */
    readonly endedSpans: StatusSpan[];
    timers: number;
    readonly commands: Command[];
    readonly replies: Reply[];
    readonly work: Work[];
  };

/** A call that is known to be there; that it is not would be a mistake in call control itself. */
export function callAt(turn: Turn, id: CallId): Call {
  const call = read(turn.calls, id);
  if (call === undefined) throw new Error(`No call ${id}`);
  return call;
}

export function legOf(call: Call, id: LegId): Leg | undefined {
  return call.legs.find((leg) => leg.id === id);
}

/** A leg that is known to be there, as `callAt`. */
export function legAt(turn: Turn, here: Here): Leg {
  const leg = legOf(callAt(turn, here.call), here.leg);
  if (leg === undefined) throw new Error(`No leg ${here.leg} in ${here.call}`);
  return leg;
}

/** A leg that is there and was not told to go. */
export function isLive(leg: Leg): boolean {
  return leg.state !== 'ending' && leg.state !== 'ended';
}

/** True where the person of the leg is in a call: they answered, or called. A phone that only rings is in none. */
export function isEngaged(leg: Leg): boolean {
  return isLive(leg) && (leg.state === 'up' || leg.side === 'arrived');
}

export function liveLegs(call: Call): readonly Leg[] {
  return call.legs.filter(isLive);
}

/** Changes facts of a call. */
export function amend(turn: Turn, id: CallId, facts: Partial<Omit<Call, 'id'>>): void {
  write(turn.calls, id, { ...callAt(turn, id), ...facts });
}

export function personAt(turn: Turn, extension: string): Person {
  return read(turn.people, extension) ?? stranger(extension);
}

export function amendPerson(turn: Turn, extension: string, facts: Partial<Omit<Person, 'extension'>>): void {
  write(turn.people, extension, { ...personAt(turn, extension), ...facts });
}

/** Asks the engine for something about a call. */
export function perform(turn: Turn, call: CallId, command: EngineCommand): void {
  turn.commands.push({ ...command, call });
}

/** The next number for a name inside a call. */
export function nextSerial(turn: Turn, call: CallId): number {
  const serial = callAt(turn, call).serial + 1;
  amend(turn, call, { serial });
  return serial;
}

/** Nobody reads more; a phone that presses hold all day must not make its call heavier and heavier. */
const longestTrace = 300;

/** Writes one line of the decision trace. Only how the call ended is still written when the trace is long. */
export function note(
  turn: Turn,
  call: CallId,
  kind: TraceEntry['kind'],
  text: string,
  detail: TraceEntry['detail'] = {},
): void {
  const { trace } = callAt(turn, call);
  if (trace.length >= longestTrace && kind !== 'end') return;
  amend(turn, call, { trace: [...trace, { at: turn.at, kind, text, detail }] });
}

/** Puts work off to the end of the turn. */
export function later(turn: Turn, work: Work): void {
  turn.work.push(work);
}
