import { adjust, dropTimers, enter, pickUp, play, startLegTimer, stopPlaying } from '../legs.ts';
import { ends, type Next, waits } from '../next.ts';
import { say, sayDigits } from '../speech.ts';
import { amend, note, type Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';
import type { Activity } from './activity.ts';
import type { ActivityKind } from './kind.ts';

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
  played(turn, here) {
    dropTimers(turn, here);
    startLegTimer(turn, here, 'listen', listenMs);
    return waits;
  },
  elapsed: () => ends('normal'),
};

export function sayOtp(
  turn: Turn,
  here: Here,
  wanted: Pick<Activity<'otp'>, 'digits' | 'repeatKey' | 'timesLeft'>,
): Next {
  pickUp(turn, here);
  const activity: Activity<'otp'> = { kind: 'otp', ...wanted };
  enter(turn, here, activity);
  return sayCode(turn, here, activity);
}

function sayCode(turn: Turn, here: Here, activity: Activity<'otp'>): Next {
  adjust(turn, here, activity, { timesLeft: activity.timesLeft - 1 });
  const again = activity.timesLeft > 1 ? say('otp-repeat') : [];
  play(turn, here, [...say('otp'), ...sayDigits(activity.digits), ...again]);
  dropTimers(turn, here);
  startLegTimer(turn, here, 'said', longestMs);
  return waits;
}
