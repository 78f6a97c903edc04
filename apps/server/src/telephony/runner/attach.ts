import {
  type Board,
  type Call,
  type CallId,
  type Contact,
  type ContactsEvent,
  type EngineCommand,
  type Event,
  type Leg,
  type LegId,
  type Member,
  personOf,
  type Recording,
  type RecordingId,
  type TenantId,
  valuesOf,
} from '@alo/call-core';
import type { EngineSnapshot } from '@alo/engine';

import type { CallOrders, OutstandingOrders } from './outstanding-orders.ts';

/** What of an engine is one tenant's, by id. */
export type Alive = {
  readonly legs: ReadonlyMap<LegId, EngineSnapshot['legs'][number]>;
  readonly bridges: ReadonlyMap<string, EngineSnapshot['bridges'][number]>;
  readonly recordings: ReadonlyMap<RecordingId, EngineSnapshot['recordings'][number]>;
  readonly contacts: ReadonlyMap<string, readonly Contact[]>;
};

/** What is left of a recording that its engine does not have any more; null when there is nothing. */
export type Measure = (
  recording: RecordingId,
) => Promise<{ readonly durationMs: number; readonly bytes: number } | null>;

/** An engine that has nothing: one that died. */
export const nothingAlive: Alive = { legs: new Map(), bridges: new Map(), recordings: new Map(), contacts: new Map() };

export function aliveOf(tenant: TenantId, snapshot: EngineSnapshot): Alive {
  const its = <Item extends { readonly tenant: TenantId }>(items: readonly Item[]) =>
    items.filter((item) => item.tenant === tenant);
  return {
    legs: new Map(its(snapshot.legs).map((leg) => [leg.leg, leg])),
    bridges: new Map(its(snapshot.bridges).map((bridge) => [bridge.bridge, bridge])),
    recordings: new Map(its(snapshot.recordings).map((recording) => [recording.recording, recording])),
    contacts: new Map(its(snapshot.registrations).map(({ extension, contacts }) => [extension, contacts])),
  };
}

type Silence = {
  readonly measure: Measure;
  readonly goneAt: number;
  readonly now: number;
  readonly engineDied: boolean;
};

/**
 * What happened to a call while nobody listened, as events: legs and recordings that are gone, answers, ends of prompts. A
 * phone that was to be rung and is not there has perhaps never been asked to: it is asked again, unless the engine died.
 */
export async function missedEvents(
  call: Call,
  alive: Alive,
  wanted: OutstandingOrders,
  { measure, goneAt, now, engineDied }: Silence,
): Promise<Event[]> {
  const unfinished = call.recordings.filter(({ id, state }) => state !== 'stored' && !alive.recordings.has(id));
  const measured = await Promise.all(
    unfinished.map(async (recording) => ({ recording, file: await measure(recording.id) })),
  );
  // A file may be older than what is known of its recording; nothing ends later than now.
  const ends = measured.map(({ recording, file }) => Math.min(now, recording.startedAt + (file?.durationMs ?? 0)));
  const at = Math.max(lastKnown(call), goneAt, ...ends);
  // Phones of which nothing was ever heard hold up no call that everybody else has left.
  const isOver = call.legs.every((leg) => leg.state === 'ended' || isUnheard(leg));
  const legs = call.legs.flatMap((leg): Event[] => {
    if (leg.state === 'ended') return [];
    const there = alive.legs.get(leg.id);
    const told = wanted.get(leg.home);
    if (there !== undefined) return caughtUp(leg, there, told, at);
    const neverAsked = !engineDied && told?.dials.has(leg.id) === true;
    if (neverAsked) return [];
    const endedAt = isOver ? lastKnown(call) : at;
    return [{ type: 'ended', call: leg.home, leg: leg.id, at: endedAt, cause: 'interrupted' }];
  });
  const told = wanted.get(call.id);
  const lives = call.legs.some(({ id }) => alive.legs.has(id));
  // One of a conversation that goes on has perhaps never been begun: it is asked for again.
  const lost = measured.filter(({ recording, file }) => {
    return engineDied || !lives || file !== null || told?.recordings.has(recording.id) !== true;
  });
  return [...legs, ...lost.map(({ recording, file }) => lostRecording(call, recording, file, { at, engineDied }))];
}

function isUnheard({ side, ringingAt, answeredAt }: Leg): boolean {
  return side === 'dialled' && ringingAt === null && answeredAt === null;
}

/** Until then it was there: a phone did something. */
function lastKnown({ startedAt, legs }: Call): number {
  const ofLegs = legs.flatMap((leg) => [
    leg.startedAt,
    leg.ringingAt ?? 0,
    leg.answeredAt ?? 0,
    leg.state === 'ended' ? leg.endedAt : 0,
  ]);
  return Math.max(startedAt, ...ofLegs);
}

/** What the engine says of a leg that goes beyond what the board knows. */
function caughtUp(leg: Leg, there: EngineSnapshot['legs'][number], told: CallOrders | undefined, at: number): Event[] {
  const its = { call: leg.home, leg: leg.id, at };
  const events: Event[] = [];
  const early = leg.state === 'new' || leg.state === 'ringing';
  if (leg.side === 'dialled' && leg.state === 'new' && there.state === 'ringing') {
    events.push({ type: 'ringing', ...its });
  }
  if (leg.side === 'dialled' && early && there.state === 'up') events.push({ type: 'answered', ...its });
  const play = told?.plays.get(leg.id);
  if (play !== undefined && !play.loop && !there.plays.includes(play.play)) {
    events.push({ type: 'played', ...its, play: play.play });
  }
  // A hold that a screen asked for is none of the phone's: its own is compared.
  if (leg.state === 'up' && (leg.phoneHolds ?? leg.holds) !== there.held)
    events.push({ type: 'held', ...its, on: there.held });
  return events;
}

function lostRecording(
  call: Call,
  { id, state }: Recording,
  file: { readonly durationMs: number; readonly bytes: number } | null,
  { at, engineDied }: { readonly at: number; readonly engineDied: boolean },
): Event {
  return {
    type: 'recorded',
    call: call.id,
    recording: id,
    at,
    durationMs: file?.durationMs ?? 0,
    bytes: file?.bytes ?? 0,
    // One that was told to stop and is not there any more has stopped, and only its report got lost.
    state: state === 'stopping' && file !== null && !engineDied ? 'whole' : 'incomplete',
  };
}

/** People whose phones came or went while nobody listened: what is gone was there as long as anything was known. */
export function movedPhones(
  board: Board,
  alive: Alive,
  { goneAt, now }: { readonly goneAt: number; readonly now: number },
): ContactsEvent[] {
  const left = [...valuesOf(board.people)]
    .filter(({ extension, contacts }) => contacts.length > 0 && !alive.contacts.has(extension))
    .map(({ extension }) => ({ type: 'contacts', extension, contacts: [], at: goneAt }) as const);
  const present = [...alive.contacts]
    .filter(([extension, contacts]) => !sameContacts(personOf(board, extension).contacts, contacts))
    .map(([extension, contacts]) => ({ type: 'contacts', extension, contacts, at: now }) as const);
  return [...left, ...present];
}

function sameContacts(some: readonly Contact[], others: readonly Contact[]): boolean {
  const text = (contacts: readonly Contact[]) =>
    contacts
      .map(({ id, asleep, voiceless = false }) => `${id} ${asleep} ${voiceless}`)
      .sort()
      .join();
  return text(some) === text(others);
}

type Order = { readonly call: CallId; readonly command: EngineCommand };
type KnownLegs = ReadonlyMap<LegId, Leg>;

/** The orders that are wanted and the engine does not have. `began`: true of a leg with orders since the engine was asked. */
export function asksAgain(
  alive: Alive,
  known: KnownLegs,
  wanted: OutstandingOrders,
  began: (leg: LegId) => boolean,
): Order[] {
  const recorded = Map.groupBy(alive.recordings.values(), ({ call }) => call);
  return [...wanted].flatMap(([call, told]) =>
    wantedAgain(call, told, { ...alive, itsRecordings: recorded.get(call) ?? [] }, known, began),
  );
}

function wantedAgain(
  call: CallId,
  told: CallOrders,
  alive: Alive & { readonly itsRecordings: readonly EngineSnapshot['recordings'][number][] },
  known: KnownLegs,
  began: (leg: LegId) => boolean,
): Order[] {
  const live = (leg: LegId) => known.has(leg) && known.get(leg)?.state !== 'ending' && !began(leg);
  const there = (leg: LegId) => alive.legs.get(leg);
  const recordedAgain = [...told.recordings.values()].filter((record) => {
    if (alive.recordings.has(record.recording)) return false;
    return record.type === 'record' ? told.bridges.has(record.bridge) : live(record.leg);
  });
  const commands: EngineCommand[] = [
    ...[...told.dials.values()].filter(({ leg }) => live(leg) && there(leg) === undefined),
    ...[...told.answers.values()].filter(
      ({ leg }) => live(leg) && there(leg) !== undefined && there(leg)?.state !== 'up',
    ),
    ...[...told.bridges.values()].filter(({ bridge, members }) => {
      return !members.some(({ leg }) => began(leg)) && !sameMembers(members, alive.bridges.get(bridge)?.members);
    }),
    ...[...told.plays.values()].filter(({ leg, play, loop }) => {
      return loop && live(leg) && there(leg)?.plays.includes(play) === false;
    }),
    ...recordedAgain,
    ...recordedAgain
      .filter(({ recording }) => told.paused.has(recording))
      .map(({ recording }) => ({ type: 'pause-recording', recording, on: true }) as const),
    ...alive.itsRecordings
      .filter(({ recording, paused }) => paused !== told.paused.has(recording))
      .map(({ recording, paused }) => ({ type: 'pause-recording', recording, on: !paused }) as const),
  ];
  return commands.map((command) => ({ call, command }));
}

function sameMembers(wanted: readonly Member[], there: readonly Member[] | undefined): boolean {
  if (there?.length !== wanted.length) return false;
  const text = (members: readonly Member[]) =>
    members
      .map(({ leg, hears, channel }) => `${leg} ${channel} ${[...hears].sort().join()}`)
      .sort()
      .join(';');
  return text(wanted) === text(there);
}

/** What lives in the engine and should not: legs that were told to go or that nobody knows, and what is left of their calls. */
export function haunting(alive: Alive, known: KnownLegs, wanted: OutstandingOrders): Order[] {
  const legs = [...alive.legs.values()].flatMap(({ call, leg }): Order[] => {
    const its = known.get(leg);
    if (its !== undefined && its.state !== 'ending') return [];
    return [{ call, command: { type: 'hang-up', leg, cause: its?.state === 'ending' ? its.cause : 'interrupted' } }];
  });
  const bridges = [...alive.bridges.values()]
    .filter(({ call, bridge }) => wanted.get(call)?.bridges.has(bridge) !== true)
    .map(({ call, bridge }): Order => ({ call, command: { type: 'bridge', bridge, members: [] } }));
  const recordings = [...alive.recordings.values()]
    .filter(({ call, recording }) => wanted.get(call)?.recordings.has(recording) !== true)
    .map(({ call, recording }): Order => ({ call, command: { type: 'stop-recording', recording } }));
  return [...legs, ...bridges, ...recordings];
}
