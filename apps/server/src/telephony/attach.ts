import type {
  Call,
  CallId,
  Contact,
  EngineCommand,
  Event,
  Leg,
  LegId,
  Member,
  Recording,
  RecordingId,
  TenantId,
} from '@alo/call-core';
import type { EngineSnapshot } from '@alo/engine';

import type { Wanted, WantedCall } from './wanted.ts';

/** What of an engine is one tenant's, by id. */
export type Alive = {
  readonly legs: ReadonlyMap<LegId, EngineSnapshot['legs'][number]>;
  readonly bridges: ReadonlyMap<string, EngineSnapshot['bridges'][number]>;
  readonly recordings: ReadonlyMap<RecordingId, EngineSnapshot['recordings'][number]>;
  readonly contacts: ReadonlyMap<string, readonly Contact[]>;
};

/** What is left of a recording that its engine does not have any more; null when there is nothing. */
export type Measure = (recording: RecordingId) => Promise<{ readonly durationMs: number; readonly bytes: number } | null>;

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

/**
 * What happened while nobody listened, as events: legs and recordings that are gone, answers, ends of prompts. A phone that
 * was to be rung and is not there has perhaps never been asked to: it is asked again, unless the engine has nothing at all.
 */
export async function missedEvents(
  call: Call,
  alive: Alive,
  wanted: WantedCall | undefined,
  { measure, goneAt, engineDied }: { readonly measure: Measure; readonly goneAt: number; readonly engineDied: boolean },
): Promise<Event[]> {
  const unfinished = call.recordings.filter(({ id, state }) => state !== 'stored' && !alive.recordings.has(id));
  const measured = await Promise.all(
    unfinished.map(async (recording) => ({ recording, file: await measure(recording.id) })),
  );
  const ends = measured.map(({ recording, file }) => recording.startedAt + (file?.durationMs ?? 0));
  const at = Math.max(call.startedAt, goneAt, ...ends);
  const of = { call: call.id, at };
  const legs = call.legs.flatMap((leg): Event[] => {
    if (leg.state === 'ended') return [];
    const there = alive.legs.get(leg.id);
    if (there === undefined) {
      const neverAsked = !engineDied && wanted?.dials.has(leg.id) === true;
      return neverAsked ? [] : [{ type: 'ended', ...of, leg: leg.id, cause: 'interrupted' }];
    }
    return caughtUp(leg, there, wanted, of);
  });
  return [
    ...legs,
    ...measured
      .filter(({ recording, file }) => engineDied || file !== null || wanted?.recordings.has(recording.id) !== true)
      .map(({ recording, file }) => lostRecording(recording, file, of, wanted)),
  ];
}

type CallAt = { readonly call: CallId; readonly at: number };

function caughtUp(
  leg: Leg,
  there: EngineSnapshot['legs'][number],
  wanted: WantedCall | undefined,
  of: CallAt,
): Event[] {
  const its = { ...of, leg: leg.id };
  const events: Event[] = [];
  if (leg.side === 'dialled' && leg.state === 'new' && there.state === 'ringing') events.push({ type: 'ringing', ...its });
  if (leg.side === 'dialled' && (leg.state === 'new' || leg.state === 'ringing') && there.state === 'up') {
    events.push({ type: 'answered', ...its });
  }
  const play = wanted?.plays.get(leg.id);
  if (play !== undefined && !play.loop && !there.plays.includes(play.play)) {
    events.push({ type: 'played', ...its, play: play.play });
  }
  return events;
}

function lostRecording(
  { id, state }: Recording,
  file: { readonly durationMs: number; readonly bytes: number } | null,
  of: CallAt,
  wanted: WantedCall | undefined,
): Event {
  const whole = state === 'stopping' || wanted?.recordings.has(id) === false;
  return {
    type: 'recorded',
    ...of,
    recording: id,
    durationMs: file?.durationMs ?? 0,
    bytes: file?.bytes ?? 0,
    state: whole && file !== null ? 'whole' : 'incomplete',
  };
}

/** What one conversation wants that the engine does not have, to be asked again. */
export function asksAgain(call: Call, alive: Alive, wanted: WantedCall | undefined): EngineCommand[] {
  if (wanted === undefined) return [];
  const live = (leg: LegId) => call.legs.some(({ id, state }) => id === leg && state !== 'ended' && state !== 'ending');
  return [
    ...[...wanted.dials.values()].filter(({ leg }) => live(leg) && !alive.legs.has(leg)),
    ...[...wanted.answers.values()].filter(({ leg }) => live(leg) && alive.legs.get(leg)?.state !== 'up'),
    ...[...wanted.bridges.values()].filter(({ bridge, members }) => !sameMembers(members, alive.bridges.get(bridge)?.members)),
    ...[...wanted.plays.values()].filter(({ leg, play, loop }) => loop && live(leg) && alive.legs.get(leg)?.plays.includes(play) !== true),
    ...[...wanted.recordings.values()].filter(({ recording }) => !alive.recordings.has(recording)),
    ...[...alive.recordings.values()]
      .filter(({ call: owner, recording, paused }) => owner === call.id && paused !== wanted.paused.has(recording))
      .map(({ recording, paused }) => ({ type: 'pause-recording', recording, on: !paused }) as const),
  ];
}

function sameMembers(wanted: readonly Member[], there: readonly Member[] | undefined): boolean {
  if (there?.length !== wanted.length) return false;
  const text = (members: readonly Member[]) =>
    members
      .map(({ leg, hears, channel }) => `${leg} ${channel} ${[...hears].sort().join(',')}`)
      .sort()
      .join(';');
  return text(wanted) === text(there);
}

/** What lives in the engine and should not: legs that were told to go or that nobody knows, and what is left of their calls. */
export function haunting(
  alive: Alive,
  callOf: (call: CallId) => Call | undefined,
  wanted: Wanted,
): { readonly call: CallId; readonly command: EngineCommand }[] {
  const legs = [...alive.legs.values()].flatMap(({ call, leg }) => {
    const known = callOf(call)?.legs.find(({ id }) => id === leg);
    if (known !== undefined && known.state !== 'ended' && known.state !== 'ending') return [];
    const cause = known?.state === 'ending' ? known.cause : 'interrupted';
    return [{ call, command: { type: 'hang-up', leg, cause } as const }];
  });
  const bridges = [...alive.bridges.values()]
    .filter(({ call, bridge }) => wanted.get(call)?.bridges.has(bridge) !== true)
    .map(({ call, bridge }) => ({ call, command: { type: 'bridge', bridge, members: [] } as const }));
  const recordings = [...alive.recordings.values()]
    .filter(({ call, recording }) => wanted.get(call)?.recordings.has(recording) !== true)
    .map(({ call, recording }) => ({ call, command: { type: 'stop-recording', recording } as const }));
  return [...legs, ...bridges, ...recordings];
}
