import type { Activity } from '../board/activity.ts';
import type { HandOver, Leg, LegState, Party } from '../board/call.ts';
import type { Person } from '../board/person.ts';
import type { AudioSource, CallId, Cause, Here, LegId, PlayId, TimerId } from '../board/vocabulary.ts';
import { write } from '../lib/draft.ts';
import { asCompanySays } from './company-voice.ts';
import { planOfCall } from './plan-versions.ts';
import { startTimer, stopTimers } from './timers.ts';
import {
  amend,
  amendPerson,
  callAt,
  isEngaged,
  isLive,
  legAt,
  legOf,
  nextSerial,
  perform,
  personAt,
  type Turn,
} from './turn.ts';

export function addLeg(turn: Turn, here: Here, party: Party, side: Leg['side'], activity: Activity): void {
  const leg: Leg = {
    id: here.leg,
    home: here.call,
    party,
    side,
    startedAt: turn.at,
    ringingAt: null,
    answeredAt: null,
    quality: null,
    activity,
    playing: null,
    timers: [],
    holds: false,
    silent: false,
    elsewhere: null,
    recall: null,
    afterTalk: null,
    state: 'new',
  };
  putLeg(turn, here.call, leg);
  if (activity.kind === 'offered' || activity.kind === 'queue-offered') rememberCaller(turn, here, party);
}

/** A person who was away may want to call back. */
function rememberCaller(turn: Turn, here: Here, party: Party): void {
  const { legs, caller } = callAt(turn, here.call);
  const from = legs.find(({ id }) => id === caller)?.party;
  if (party.kind !== 'extension' || from === undefined) return;
  const lastCaller = from.kind === 'extension' ? from.extension : from.number;
  if (lastCaller !== '') amendPerson(turn, party.extension, { lastCaller });
}

/** A name for a leg that is about to be dialled. */
export function newLeg(turn: Turn, call: CallId): Here {
  return { call, leg: `${call}/${nextSerial(turn, call)}` as LegId }; // the one place where dialled legs are named
}

/** Takes a leg into a call, new or changed. A person is occupied by their live legs and by no others. */
export function putLeg(turn: Turn, call: CallId, leg: Leg): void {
  const { legs } = callAt(turn, call);
  const known = legs.find(({ id }) => id === leg.id);
  const after = known === undefined ? [...legs, leg] : legs.map((other) => (other.id === leg.id ? leg : other));
  amend(turn, call, { legs: after });
  occupy(turn, { call, leg: leg.id }, leg);
  if (leg.party.kind === 'extension' && isEngaged(leg) !== (known !== undefined && isEngaged(known))) {
    turn.restless.add(leg.party.extension);
  }
  if (known?.activity.kind === 'parked' && (leg.activity.kind !== 'parked' || !isLive(leg))) {
    write(turn.parked, known.activity.slot, undefined);
  }
}

function occupy(turn: Turn, here: Here, leg: Leg): void {
  if (leg.party.kind !== 'extension') return;
  const { extension } = leg.party;
  const { legs } = personAt(turn, extension);
  const known = legs.some((other) => other.leg === here.leg && other.call === here.call);
  if (known === isLive(leg)) return;
  const others = legs.filter((other) => other.leg !== here.leg);
  if (isLive(leg)) return amendPerson(turn, extension, { legs: [...others, here] });
  amendPerson(turn, extension, {
    legs: others,
    ...(others.length === 0 ? { idleSince: turn.at } : {}),
    ...rangInVain(turn, here.call, leg),
  });
}

/** It rang for somebody who waits, and is told to stop. */
function rangInVain(turn: Turn, call: CallId, leg: Leg): Pick<Person, 'rang'> {
  const { activity } = leg;
  if (!('cause' in leg) || (activity.kind !== 'offered' && activity.kind !== 'queue-offered')) return {};
  return { rang: { call, waiting: activity.waiting, at: turn.at, cause: leg.cause } };
}

/** Changes facts of a leg; its state only changes in `moveLeg`, its activity in `enter`. */
export function changeLeg(turn: Turn, here: Here, facts: Partial<Omit<Leg, keyof LegState | 'id' | 'activity'>>): void {
  putLeg(turn, here.call, { ...legAt(turn, here), ...facts });
}

/** A party may be sent round all day: of so many hand-overs each is kept, and of more the last one. */
const mostHandedOver = 100;

/** Notes who of ours sent the party on. */
export function noteHandOver(turn: Turn, here: Here, handedOver: HandOver): void {
  const { handedOver: last, handedOverBefore: before = [] } = legAt(turn, here);
  const isKept = last !== undefined && before.length < mostHandedOver;
  changeLeg(turn, here, { handedOver, ...(isKept && { handedOverBefore: [...before, last] }) });
}

/** Puts the others on hold, or ends that, without the phone: the phone is not told, and says of itself what it said before. */
export function setHold(turn: Turn, here: Here, on: boolean): void {
  const { holds, phoneHolds = holds } = legAt(turn, here);
  changeLeg(turn, here, { holds: on, phoneHolds });
}

/** The only change of a leg's state. */
export function moveLeg(turn: Turn, here: Here, next: LegState): void {
  const leg = legAt(turn, here);
  putLeg(turn, here.call, {
    ...leg,
    ringingAt: next.state === 'ringing' ? (leg.ringingAt ?? turn.at) : leg.ringingAt,
    answeredAt: next.state === 'up' ? (leg.answeredAt ?? turn.at) : leg.answeredAt,
    ...next,
  });
}

/**
 * The only change of what a leg is doing. What plays to it and its timers belong to its activity and end with it; who hears
 * whom afterwards follows from the activities (`talk.ts`).
 */
export function enter(turn: Turn, here: Here, activity: Activity): void {
  stopPlaying(turn, here);
  turnTo(turn, here, activity);
}

/** The same where what plays to it goes on. */
export function turnTo(turn: Turn, here: Here, activity: Activity): void {
  dropTimers(turn, here);
  putLeg(turn, here.call, { ...legAt(turn, here), activity });
}

/** Changes details of the activity that a leg is in. */
export function adjust<A extends Activity>(
  turn: Turn,
  here: Here,
  activity: A,
  details: Partial<Omit<A, 'kind'>>,
): void {
  putLeg(turn, here.call, { ...legAt(turn, here), activity: { ...activity, ...details } });
}

/** Starts a timer that lives as long as the leg's present activity. */
export function startLegTimer(turn: Turn, here: Here, name: string, ms: number): void {
  const timer = startTimer(turn, { kind: 'leg', ...here }, name, ms);
  changeLeg(turn, here, { timers: [...legAt(turn, here).timers, timer] });
}

export function dropTimers(turn: Turn, here: Here, which: (timer: TimerId) => boolean = () => true): void {
  const { timers } = legAt(turn, here);
  const dropped = timers.filter(which);
  if (dropped.length === 0) return;
  stopTimers(turn, { kind: 'leg', ...here }, dropped);
  changeLeg(turn, here, { timers: timers.filter((timer) => !dropped.includes(timer)) });
}

/** Plays to a leg instead of what it heard. */
export function play(turn: Turn, here: Here, sources: readonly AudioSource[], loop = false): void {
  const heard = asCompanySays(planOfCall(turn, here.call), sources);
  const play = `${here.call}/p${nextSerial(turn, here.call)}` as PlayId; // the one place where plays are named
  perform(turn, legAt(turn, here).home, { type: 'play', leg: here.leg, play, sources: heard, loop });
  changeLeg(turn, here, { playing: play });
}

export function stopPlaying(turn: Turn, here: Here): void {
  const { home, playing } = legAt(turn, here);
  if (playing === null) return;
  perform(turn, home, { type: 'stop', leg: here.leg, play: playing });
  changeLeg(turn, here, { playing: null });
}

/** Answers a party that arrived, so that it can hear and be heard, unless that was done before. */
export function answerLeg(turn: Turn, here: Here): void {
  const leg = legAt(turn, here);
  if (!isLive(leg) || leg.state === 'up') return;
  perform(turn, leg.home, { type: 'answer', leg: leg.id });
  moveLeg(turn, here, { state: 'up' });
}

/** Tells a leg to go, once. Its timers are over; what plays to it ends with it. */
export function hangUp(turn: Turn, here: Here, cause: Cause): void {
  const leg = legOf(callAt(turn, here.call), here.leg);
  if (leg === undefined || !isLive(leg)) return;
  dropTimers(turn, here);
  perform(turn, leg.home, { type: 'hang-up', leg: leg.id, cause });
  moveLeg(turn, here, { state: 'ending', cause });
}

/** Books the end of a leg as the engine reported it, or as it must be supposed. */
export function endLeg(turn: Turn, here: Here, cause: Cause, sipCode: number | null): void {
  dropTimers(turn, here);
  if (legAt(turn, here).home !== here.call) write(turn.adopted, here.leg, undefined);
  moveLeg(turn, here, { state: 'ended', cause, sipCode, endedAt: turn.at });
}
