import { waits } from '../board/next.ts';
import type { BridgeId, Here } from '../board/vocabulary.ts';
import { away, present } from '../turn/bridges.ts';
import { dropTimers, hangUp, startLegTimer } from '../turn/legs.ts';
import { bySystem, sideName } from '../turn/parties.ts';
import { noticeHeard, noticeTimer } from '../turn/recording-notice.ts';
import { nameOfTimer } from '../turn/timers.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { callAt, later, legAt, note, perform, type Turn } from '../turn/turn.ts';

/** In a conversation. Who hears whom, music and recording follow from it by themselves (`talk.ts`). */
export const talking: ActivityKind<'talking'> = {
  stage: 'talking',
  said: () => 'Đang đàm thoại',
  held(turn, here, { bridge }, on) {
    const call = callAt(turn, here.call);
    const others = present(call, bridge).length - 1 + away(call, bridge).length;
    note(turn, here.call, 'talk', `${sideName(turn, here)} ${on ? 'giữ máy' : 'nối lại'}`, { others: String(others) });
    watchSilence(turn, here);
    return waits;
  },
  heard(turn, here, _activity, on) {
    const name = sideName(turn, here);
    note(
      turn,
      here.call,
      'talk',
      on ? `Đã nghe lại tiếng của ${lower(name)}` : `Không nghe thấy tiếng của ${lower(name)}`,
    );
    watchSilence(turn, here);
    return waits;
  },
  elapsed(turn, here, _activity, timer) {
    if (timer === noticeTimer) noticeHeard(turn, here);
    if (timer !== 'silence') return waits;
    note(turn, here.call, 'talk', `${sideName(turn, here)} mất âm thanh quá ${longestSilenceMs / 1000} giây: ngắt máy`);
    hangUp(turn, here, 'no-media');
    later(turn, { kind: 'left', call: here.call, who: bySystem, cause: 'no-media' });
    return waits;
  },
};

/** A page that is loaded anew is back by then; one that is gone is not waited for any longer. */
const longestSilenceMs = 20_000;

/** A party that is not heard is waited for a while; one that holds says nothing anyway, and one that is asked may be silent. */
function watchSilence(turn: Turn, here: Here): void {
  const { silent, holds, isAsked = false } = legAt(turn, here);
  dropTimers(turn, here, (timer) => nameOfTimer(timer) === 'silence');
  if (silent && !holds && !isAsked) startLegTimer(turn, here, 'silence', longestSilenceMs);
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

export function sendKeys(turn: Turn, here: Here, bridge: BridgeId, digits: string): void {
  for (const { id, home, state } of present(callAt(turn, here.call), bridge)) {
    if (id !== here.leg && state === 'up') perform(turn, home, { type: 'send-dtmf', leg: id, digits });
  }
}
