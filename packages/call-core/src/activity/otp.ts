import { type Activity, otpHeard } from '../board/activity.ts';
import { ends, type Next, waits } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { adjust, answerLeg, dropTimers, enter, play, startLegTimer, stopPlaying } from '../turn/legs.ts';
import { say, sayDigits } from '../turn/speech.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { amend, note, type Turn } from '../turn/turn.ts';

/** After the digits the line stays open so long for the key that repeats them. */
const listenMs = 6000;
const longestMs = 60_000;

/** Hears a one-time password digit by digit. */
export const otp: ActivityKind<'otp'> = {
  stage: 'waiting',
  said: () => 'Nghe mã xác thực',
  key(turn, here, activity, digit) {
    if (digit !== activity.repeatKey || activity.timesLeft <= 0) return waits;
    amend(turn, here.call, { hops: 0 });
    note(turn, here.call, 'destination', 'Khách nghe lại mã xác thực');
    stopPlaying(turn, here);
    return sayCode(turn, here, activity);
  },
  played(turn, here, activity) {
    note(turn, here.call, 'destination', 'Đã đọc hết mã xác thực', { [otpHeard]: '1' });
    if ((activity.readsLeft ?? 0) > 0) return readAgain(turn, here, activity);
    dropTimers(turn, here);
    startLegTimer(turn, here, 'listen', listenMs);
    return waits;
  },
  elapsed: () => ends('normal'),
};

export function sayOtp(
  turn: Turn,
  here: Here,
  { digits, repeatKey, timesLeft, reads, greeting }: Omit<Activity<'otp'>, 'kind' | 'readsLeft'>,
): Next {
  answerLeg(turn, here);
  const more = { ...(reads === undefined ? {} : { reads }), ...(greeting === undefined ? {} : { greeting }) };
  const activity: Activity<'otp'> = { kind: 'otp', digits, repeatKey, timesLeft, ...more };
  enter(turn, here, activity);
  return sayCode(turn, here, activity);
}

/** From the greeting on, as often as it is to be read without anybody asking. */
function sayCode(turn: Turn, here: Here, activity: Activity<'otp'>): Next {
  const timesLeft = activity.timesLeft - 1;
  const readsLeft = (activity.reads ?? 1) - 1;
  const { greeting } = activity;
  const before = greeting === undefined ? [] : [{ kind: 'file', file: greeting } as const];
  return read(turn, here, activity, { timesLeft, readsLeft }, before);
}

const readAgain = (turn: Turn, here: Here, activity: Activity<'otp'>): Next =>
  read(turn, here, activity, { timesLeft: activity.timesLeft, readsLeft: (activity.readsLeft ?? 1) - 1 });

function read(
  turn: Turn,
  here: Here,
  activity: Activity<'otp'>,
  left: { readonly timesLeft: number; readonly readsLeft: number },
  before: Parameters<typeof play>[2] = [],
): Next {
  adjust(turn, here, activity, left);
  const again = left.readsLeft === 0 && left.timesLeft > 0 ? say('otp-repeat') : [];
  play(turn, here, [...before, ...say('otp'), ...sayDigits(activity.digits), ...again]);
  dropTimers(turn, here);
  startLegTimer(turn, here, 'said', longestMs);
  return waits;
}
