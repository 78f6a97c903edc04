import type { Leg } from '../board/call.ts';
import type { CallId, Here, PlayId } from '../board/vocabulary.ts';
import { startTimer } from '../turn/timers.ts';
import { amend, callAt, legAt, liveLegs, note, perform, type Turn } from '../turn/turn.ts';

const minuteMs = 60_000;
/** So long before the end those who talk hear that it is near. */
const warningMs = minuteMs;

/** Starts the timers of a call whose outbound rule limits how long it may last. */
export function startTalkLimit(turn: Turn, here: Here): void {
  const left = leftMs(turn, legAt(turn, here));
  if (left === Number.POSITIVE_INFINITY) return;
  const owner = { kind: 'call', call: here.call } as const;
  const timers = [startTimer(turn, owner, 'most-minutes', Math.max(0, left))];
  if (left > warningMs) timers.push(startTimer(turn, owner, 'nearly-over', left - warningMs));
  amend(turn, here.call, { timers: [...callAt(turn, here.call).timers, ...timers] });
}

/** How long whoever has talked as long as they may was allowed to; undefined where nobody has, for they have left. */
export function overMinutes(turn: Turn, call: CallId): number | undefined {
  return liveLegs(callAt(turn, call)).find((leg) => leftMs(turn, leg) <= 0)?.mostMinutes;
}

/** Everybody who talks hears a beep, but who hears music: it would not begin again. */
export function warnOfEnd(turn: Turn, id: CallId): void {
  const call = callAt(turn, id);
  if (!liveLegs(call).some((leg) => leftMs(turn, leg) <= warningMs)) return;
  note(turn, id, 'limit', 'Còn một phút: mọi người nghe tiếng bíp');
  for (const { id: leg, home, activity, state, playing } of liveLegs(call)) {
    if (activity.kind !== 'talking' || state !== 'up' || playing !== null) continue;
    const serial = callAt(turn, id).serial + 1;
    amend(turn, id, { serial });
    // Nobody waits for its end, and nothing that a talk plays: it is over before anybody could stop it.
    const play = `${id}/p${serial}` as PlayId;
    perform(turn, home, { type: 'play', leg, play, sources: [{ kind: 'tone', tone: 'beep' }], loop: false });
  }
}

const leftMs = (turn: Turn, { mostMinutes, answeredAt }: Leg): number =>
  mostMinutes === undefined || answeredAt === null
    ? Number.POSITIVE_INFINITY
    : answeredAt + mostMinutes * minuteMs - turn.at;
