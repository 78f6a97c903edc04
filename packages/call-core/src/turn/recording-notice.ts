import type { Call, HeardNotice, Leg } from '../board/call.ts';
import { classOf } from '../board/destination-class.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { AudioSource, CallId, Here } from '../board/vocabulary.ts';
import { heardBy, hearsNotice, present } from './bridges.ts';
import { changeLeg, dropTimers, play, startLegTimer, stopPlaying } from './legs.ts';
import { recordsCall, runningConversation } from './recordings.ts';
import { say, sayDigits } from './speech.ts';
import { nameOfTimer } from './timers.ts';
import { amend, callAt, legAt, legOf, liveLegs, note, type Turn } from './turn.ts';

/** No notice is longer; where an engine loses one, nobody goes unrecorded for ever. */
const longestMs = 60_000;
export const noticeTimer = 'notice';

const told: readonly AudioSource[] = [{ kind: 'file', file: 'system/vi/recorded.wav' }];

/** Says to a party that it will be recorded, in these words or the usual ones, and by which key it may refuse. */
export function sayNotice(turn: Turn, here: Here, words: readonly AudioSource[] = told): readonly AudioSource[] {
  const key = turn.plan.recordingNotice?.key ?? null;
  const all = key === null ? words : [...words, ...say('recording-key'), ...sayDigits(key)];
  hear(turn, here, all, { heard: false, key });
  return all;
}

function hear(turn: Turn, here: Here, words: readonly AudioSource[], how: Omit<HeardNotice, 'play'>): void {
  play(turn, here, words);
  const { playing } = legAt(turn, here);
  if (playing !== null) changeLeg(turn, here, { notice: { ...how, play: playing } });
}

/**
 * Whomever we have called hears that the conversation is recorded before it is: as they begin to talk, once, and whoever talks with them
 * hears it along, so that neither speaks to somebody who does not listen.
 */
export function settleNotice(turn: Turn, id: CallId): void {
  if (turn.plan.recordingNotice?.out !== true) return;
  for (const leg of liveLegs(callAt(turn, id))) {
    if (!isDue(turn.plan, callAt(turn, id), leg)) continue;
    if (!recordsCall(turn, id) && runningConversation(callAt(turn, id).recordings) === undefined) return;
    const here = { call: id, leg: leg.id };
    note(turn, id, 'talk', 'Báo cho người được gọi biết cuộc gọi được ghi âm');
    together(turn, here, sayNotice(turn, here));
  }
}

function isDue(plan: RoutingPlan, call: Call, leg: Leg): boolean {
  const { activity, party, side, notice } = leg;
  if (activity.kind !== 'talking' || side !== 'dialled' || party.kind !== 'outside') return false;
  // Where a caller of ours is led on outside, by the company or by themselves, is nobody whom we have called.
  if (call.direction !== 'outbound' && activity.how !== 'conference') return false;
  if (notice?.heard === true || hearsNotice(leg) || heardBy(call, activity.bridge, leg).length === 0) return false;
  if (call.bridges.find(({ id }) => id === activity.bridge)?.kind !== 'conversation') return false;
  // Nothing holds up an emergency.
  return classOf(party.number, plan.limits.homeArea) !== 'emergency';
}

/** Who would speak to somebody who hears something of recording hears the same. */
function together(turn: Turn, here: Here, words: readonly AudioSource[]): void {
  const leg = legAt(turn, here);
  startLegTimer(turn, here, noticeTimer, longestMs);
  if (leg.activity.kind !== 'talking') return;
  const { bridge } = leg.activity;
  for (const id of heardBy(callAt(turn, here.call), bridge, leg)) {
    const other = legOf(callAt(turn, here.call), id);
    if (other?.activity.kind === 'talking' && !hearsNotice(other)) play(turn, { ...here, leg: id }, words);
  }
}

/** It was said to its end, or nobody knows where its sound has gone. */
export function noticeHeard(turn: Turn, here: Here): void {
  const leg = legAt(turn, here);
  dropTimers(turn, here, (timer) => nameOfTimer(timer) === noticeTimer);
  if (hearsNotice(leg)) stopPlaying(turn, here);
  if (leg.notice !== undefined) changeLeg(turn, here, { notice: { ...leg.notice, heard: true } });
}

/** What plays to a party in a conversation is about recording: to itself, or to somebody in it. */
export function hearsAlong(call: Call, leg: Leg): boolean {
  if (leg.activity.kind !== 'talking') return false;
  return hearsNotice(leg) || (!leg.holds && present(call, leg.activity.bridge).some(hearsNotice));
}

/** Those in a conversation hear that it is recorded no longer; who hears an announcement hears it instead. Whoever waits goes on waiting. */
export function sayRefused(turn: Turn, here: Here): void {
  const leg = legAt(turn, here);
  const { kind } = leg.activity;
  const talks = kind === 'talking' && heardBy(callAt(turn, here.call), leg.activity.bridge, leg).length > 0;
  if (!talks && (kind !== 'announcing' || !hearsNotice(leg))) return;
  const words = say('recording-refused');
  dropTimers(turn, here, (timer) => nameOfTimer(timer) === noticeTimer);
  hear(turn, here, words, { heard: true, key: null });
  if (talks) together(turn, here, words);
}

/** A party of a call in which recording was refused comes into another one: nothing is recorded there either. */
export function refusedElsewhere(turn: Turn, from: CallId, call: CallId): void {
  const { recordingRefused } = callAt(turn, from);
  if (recordingRefused === undefined || callAt(turn, call).recordingRefused !== undefined) return;
  amend(turn, call, { recordingRefused: { ...recordingRefused, at: turn.at, drops: false } });
}
