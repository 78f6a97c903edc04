import type { BridgeId, CallId, LegId, Member, PlayId } from '@alo/call-core';

/** A stretch of time. */
export type Stretch = { readonly from: number; until: number };

/** How long people of a conversation truly heard each other, whatever anybody knows of it. */
export type TrueTalk = {
  readonly from: number;
  until: number;
  ms: number;
  /** What of it no recording has. */
  readonly unrecorded: Stretch[];
};

/** What an engine carries that makes a talk. */
export interface CarriedTalks {
  readonly legs: ReadonlyMap<
    LegId,
    { readonly state: 'new' | 'ringing' | 'up'; readonly plays: ReadonlyMap<PlayId, unknown> }
  >;
  readonly bridges: ReadonlyMap<BridgeId, { readonly call: CallId; readonly members: readonly Member[] }>;
  readonly recordings: Iterable<{ readonly call: CallId; readonly until: number | null }>;
}

export interface TrueTalks {
  readonly byCall: ReadonlyMap<CallId, TrueTalk>;
  /** To be called after whatever may have begun or ended one; until then it was as it was when it was called last. */
  look(now: number): void;
}

export function watchTalks({ legs, bridges, recordings }: CarriedTalks): TrueTalks {
  const byCall = new Map<CallId, TrueTalk>();
  let lastLook = 0;
  /** Who talks, and whether it is recorded. */
  let talking = new Map<CallId, boolean>();

  function look(now: number): void {
    for (const [call, isRecorded] of talking) goOn(call, isRecorded, now);
    lastLook = now;
    const calls = new Set(
      [...bridges.values()].filter(({ members }) => talkers(legs, members).length > 0).map(({ call }) => call),
    );
    talking = new Map();
    if (calls.size === 0) return;
    const recorded = new Set<CallId>();
    for (const { call, until } of recordings) if (until === null) recorded.add(call);
    for (const call of calls) {
      talking.set(call, recorded.has(call));
      if (!byCall.has(call)) byCall.set(call, { from: now, until: now, ms: 0, unrecorded: [] });
    }
  }

  function goOn(call: CallId, isRecorded: boolean, now: number): void {
    const talk = byCall.get(call);
    if (talk === undefined || now === lastLook) return;
    talk.until = now;
    talk.ms += now - lastLook;
    if (isRecorded) return;
    const last = talk.unrecorded.at(-1);
    if (last?.until === lastLook) last.until = now;
    else talk.unrecorded.push({ from: lastLook, until: now });
  }

  return { byCall, look };
}

/** Those who are there and hear somebody who hears them. Who hears something that is played hears nobody. */
export function talkers(legs: CarriedTalks['legs'], members: readonly Member[]): Member[] {
  const there = members.filter(({ leg }) => legs.get(leg)?.state === 'up' && legs.get(leg)?.plays.size === 0);
  return there.filter((one) =>
    there.some((other) => one !== other && one.hears.includes(other.leg) && other.hears.includes(one.leg)),
  );
}
