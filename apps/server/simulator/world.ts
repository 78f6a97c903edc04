import type { CallId, TenantId } from '@alo/call-core';

import type { Telephony } from '../src/telephony/telephony.ts';
import type { Fault } from './faults.ts';
import type { Crash } from './memory.ts';
import type { HistoryRows, SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedDisk } from './simulated-disk.ts';
import type { SimulatedEngine } from './simulated-engine.ts';
import type { Stretch } from './true-talks.ts';

/** The world when everything has been quiet for a while. */
export interface World {
  readonly engine: SimulatedEngine;
  readonly disk: SimulatedDisk;
  readonly database: SimulatedDatabase;
  /** What went wrong, by the world's time. */
  readonly struck: readonly Fault[];
  readonly crashes: readonly Crash[];
  /** When no server heard the engine, for whatever reason. */
  readonly silences: readonly Stretch[];
  /** Conversations that somebody asked for something about that may end a talk. */
  readonly meddledWith: ReadonlySet<CallId>;
  /** Conversations that one of ours sent on, or asked somebody about. */
  readonly sentOn: ReadonlySet<CallId>;
  /** When each version of the routing was saved. */
  readonly savedAt: ReadonlyMap<number, number>;
  readonly tenant: TenantId;
  readonly telephony: Telephony | null;
  readonly arrived: ReadonlySet<CallId>;
  readonly asked: ReadonlySet<CallId>;
  readonly unanswered: ReadonlySet<string>;
}

/** The crash that took what happened at this moment with it, for no disk had it. */
export function lostWith({ crashes }: World, moment: number): Crash | undefined {
  return crashes.find(({ at, lostFrom }) => lostFrom !== null && lostFrom <= moment && moment <= at);
}

/** A process died that had something of this time on no disk. */
export function wasForgotten({ crashes }: World, from: number, until: number): boolean {
  return crashes.some(({ at, lostFrom }) => lostFrom !== null && lostFrom <= until && from <= at);
}

/** A word may have got lost on an odd link by then. */
export function wasLost({ struck }: World, began: number, at = began): boolean {
  return struck.some((fault) => {
    return fault.kind === 'link' && fault.mood === 'odd' && fault.at <= at && began <= fault.at + fault.ms + 75_000;
  });
}

/**
 * A call that only a process knew that died. What an engine told of it, it tells again until somebody has it on disk: the call
 * is lost only with the engine, or where no engine had told of it, because one of ours had asked for it.
 */
export function isUnknowable(world: World, call: CallId, since: number): boolean {
  const crash = lostWith(world, since);
  if (crash === undefined) return false;
  const { at, power, safeFrom } = crash;
  const engineDied = world.engine.deaths.some((died) => died >= since && died <= (safeFrom ?? at));
  return power || engineDied || world.asked.has(call);
}

/** So long a word is under way at most where the link is late. */
const longestLateMs = 3_100;

/** When the last of a conversation was gone; whoever fetched a parked party came with a call of their own. */
export function leftAt(
  { endedAt, everyLeg }: SimulatedEngine,
  call: string,
  legs: HistoryRows['legs'],
): number | undefined {
  const joined = [...everyLeg].filter(([, its]) => legs.some(({ id }) => its.some((leg) => leg === id)));
  const ends = [call, ...joined.map(([id]) => id)].flatMap((id) => endedAt.get(id as CallId) ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** So much later than everybody left a call may count as over, because nobody could know sooner. */
export function latestWordMs(world: World, left: number): number {
  const { struck, engine, silences } = world;
  // It was known to a process that died before any disk took it, and with it the engine's own word.
  const known = silences.find(({ from, until }) => from <= left && left <= until)?.until ?? left;
  const forgotten = lostWith(world, left) ?? lostWith(world, known);
  if (forgotten !== undefined && engine.deaths.some((died) => died >= left)) return Number.POSITIVE_INFINITY;
  /** Something was wrong when they left, or so shortly before that it may have mattered. */
  const had = (kind: Fault['kind'], mood: string, ms: number) => {
    const was = struck.some((fault) => {
      const its = fault.kind === kind && 'mood' in fault && fault.mood === mood;
      return its && fault.at - 100 <= left && left <= fault.at + fault.ms + ms;
    });
    return was ? ms : 0;
  };
  // Over a broken link nobody hears who leaves; what ended by a clock or a request meanwhile ended then. What was under way to
  // a server that stood still, or over a link that was late, died with the link.
  const isLate = struck.some((fault) => {
    return fault.kind === 'link' && fault.mood === 'late' && fault.at <= left && left <= fault.at + fault.ms;
  });
  const lostFrom = (from: number) => {
    const still = struck.find(({ kind, at, ms }) => kind === 'server-frozen' && at <= from && from <= at + ms);
    return Math.min(still?.at ?? from, isLate ? from - longestLateMs : from);
  };
  const silence = engine.unheard.find(({ from, until }) => lostFrom(from) - 100 <= left && left <= until);
  return Math.max(
    1_000,
    silence === undefined ? 0 : silence.until - left + 1_000,
    // A word that got lost on the way is missed when board and engine are compared: twice a minute, and over a link that stands.
    had('link', 'odd', 75_000),
    // The engine's death is a word like any other.
    had('link', 'late', longestLateMs),
    // What is said waits for two writes: the one that runs, and its own.
    had('disk', 'slow', 9_000),
  );
}
