import type { Doer } from '../board/call.ts';
import { isTalk } from '../board/talk-shares.ts';
import type { CallId, Cause } from '../board/vocabulary.ts';
import { read, write } from '../lib/draft.ts';
import { overMinutes, warnOfEnd } from '../limits/call-minutes.ts';
import { allowMore } from '../limits/usage-count.ts';
import { endLeg, hangUp } from '../turn/legs.ts';
import { bySystem, extensionAt } from '../turn/parties.ts';
import { giveUpRecordings, stopRecordings } from '../turn/recordings.ts';
import { startTimer, stopTimers } from '../turn/timers.ts';
import { amend, callAt, legOf, note, type Turn } from '../turn/turn.ts';
import { statusOf } from './outcome.ts';
import { doerWords, outcomeWords } from './outcome-words.ts';

/** An engine that does not report the end of a leg that it was told to end is not waited for any longer. */
const closingMs = 10_000;
/** Nor is one that does not tell what became of a recording. */
const recordingsMs = 60_000;

/** Ends a conversation: its remaining legs are hung up with `cause`, and the outcome is settled now. */
export function closeCall(turn: Turn, id: CallId, who: Doer, cause: Cause): void {
  const call = callAt(turn, id);
  if (call.stage !== 'open') return;
  const outcome = { status: statusOf(call, who, cause, turn.at), cause, endedBy: who, at: turn.at };
  for (const { id: leg } of call.legs) hangUp(turn, { call: id, leg }, cause);
  stopRecordings(turn, id);
  const words = outcomeWords({ ...outcome, direction: call.direction, endedBy: who.by });
  const ender = who.extension === null ? doerWords[who.by] : `${doerWords[who.by]} ${who.extension}`;
  note(turn, id, 'end', `Kết thúc: ${words}`, { cause, endedBy: ender });
  rememberTalk(turn, id);
  const owner = { kind: 'call', call: id } as const;
  stopTimers(turn, owner, callAt(turn, id).timers);
  const timer = startTimer(turn, owner, 'closing', closingMs);
  amend(turn, id, { stage: 'closing', outcome, timers: [timer] });
  finishIfQuiet(turn, id);
}

/** A closing call is ended when its last leg is. */
export function finishIfQuiet(turn: Turn, id: CallId): void {
  const { stage, legs, timers, recordings } = callAt(turn, id);
  if (stage !== 'closing' || legs.some((leg) => leg.state !== 'ended')) return;
  const owner = { kind: 'call', call: id } as const;
  stopTimers(turn, owner, timers);
  const waiting = recordings.some(({ state }) => state !== 'stored');
  amend(turn, id, { stage: 'ended', timers: waiting ? [startTimer(turn, owner, 'recordings', recordingsMs)] : [] });
}

/** A timer of the call itself has run out. */
export function giveUp(turn: Turn, id: CallId, timer: string): void {
  if (timer === 'recordings') giveUpRecordings(turn, id);
  else if (timer === 'allowance') {
    if (!allowMore(turn, id)) endByAllowance(turn, id);
  } else if (timer === 'nearly-over') warnOfEnd(turn, id);
  else if (timer === 'most-minutes') endByMinutes(turn, id);
  else giveUpOnLegs(turn, id);
}

/** A call has lasted as long as it may, or cost as much. */
function endByAllowance(turn: Turn, id: CallId): void {
  note(turn, id, 'limit', 'Cuộc gọi đã hết thời lượng hoặc cước phí cho phép');
  closeCall(turn, id, bySystem, 'limit');
}

/** A party called by a rule with a time limit has talked as long as it says. */
function endByMinutes(turn: Turn, id: CallId): void {
  const minutes = overMinutes(turn, id);
  if (minutes === undefined) return;
  note(turn, id, 'limit', `Cuộc gọi đã hết ${minutes} phút của quy tắc gọi ra`);
  closeCall(turn, id, bySystem, 'limit');
}

/** The engine kept silent about legs that were told to go: they count as gone. */
function giveUpOnLegs(turn: Turn, id: CallId): void {
  for (const leg of callAt(turn, id).legs) {
    if (leg.state !== 'ended')
      endLeg(turn, { call: id, leg: leg.id }, leg.state === 'ending' ? leg.cause : 'failed', null);
  }
  finishIfQuiet(turn, id);
}

/** The customer may want the same person again. */
function rememberTalk(turn: Turn, id: CallId): void {
  const call = callAt(turn, id);
  const last = call.segments.findLast(isTalk);
  const extension = last?.extension ?? extensionAt(legOf(call, call.caller));
  if (call.answer === null || call.outsideNumber === null || call.outsideNumber === '' || extension === '') return;
  const before = read(turn.lastTalks, call.outsideNumber);
  if (before === undefined || before.at <= turn.at)
    write(turn.lastTalks, call.outsideNumber, { extension, at: turn.at });
}
