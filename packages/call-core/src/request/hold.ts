import { sendKeys } from '../activity/talking.ts';
import { type Answer, done, refusals, refused } from '../board/answer.ts';
import { recordingRefusedWords, secondOfRefusal } from '../board/recording-refusal.ts';
import type { RequestedAction } from '../board/request.ts';
import { tellActivity } from '../turn/activity-events.ts';
import { setHold } from '../turn/legs.ts';
import { changeRecording, runningConversation } from '../turn/recordings.ts';
import { callAt, note, perform, type Turn } from '../turn/turn.ts';
import { ownTalk } from './own-leg.ts';

/** The others hear music until the person is back. */
export function hold(turn: Turn, by: string | null, { call, on }: Extract<RequestedAction, { kind: 'hold' }>): Answer {
  const own = ownTalk(turn, call, by);
  if ('ok' in own) return own;
  if (own.leg.holds === on) return done(call);
  setHold(turn, own.here, on);
  tellActivity(turn, own.here, { what: 'held', on });
  return done(call);
}

/** What is said while the recording pauses is not kept: a card number, a password. */
export function pauseRecording(
  turn: Turn,
  by: string | null,
  { call, on }: Extract<RequestedAction, { kind: 'pause-recording' }>,
): Answer {
  const own = ownTalk(turn, call, by);
  if ('ok' in own) return own;
  const refusedAt = secondOfRefusal(callAt(turn, call));
  if (refusedAt !== null)
    return refused('forbidden', `${recordingRefusedWords(refusedAt)}: cuộc gọi này không được ghi âm nữa`);
  const running = runningConversation(callAt(turn, call).recordings);
  if (running === undefined) return refusals.notNow;
  if (running.paused === on) return done(call);
  changeRecording(turn, call, { ...running, paused: on });
  perform(turn, call, { type: 'pause-recording', recording: running.id, on });
  note(turn, call, 'talk', `Máy nhánh ${own.by} ${on ? 'tạm dừng' : 'tiếp tục'} ghi âm`);
  return done(call);
}

/** Keys for the other side, from a keypad on the screen. */
export function keys(
  turn: Turn,
  by: string | null,
  { call, digits }: Extract<RequestedAction, { kind: 'keys' }>,
): Answer {
  const own = ownTalk(turn, call, by);
  if ('ok' in own) return own;
  const wanted = digits.slice(0, longestKeys).replace(/[^0-9*#A-D]/g, '');
  if (wanted === '') return refusals.notNow;
  sendKeys(turn, own.here, own.bridge, wanted);
  return done(call);
}

const longestKeys = 64;
