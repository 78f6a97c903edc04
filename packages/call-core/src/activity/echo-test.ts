import { ends, type Next, waits } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { newBridge } from '../turn/bridges.ts';
import { answerLeg, enter, play, startLegTimer } from '../turn/legs.ts';
import type { ActivityKind, Turn } from '../turn/turn.ts';

const longestMs = 60_000;

/** Hears itself: whoever wonders whether headset and line work calls here. Any key ends it. */
export const echoTest: ActivityKind<'echo-test'> = {
  stage: 'waiting',
  said: () => 'Nghe thử đường truyền',
  played(turn, here) {
    enter(turn, here, { kind: 'echo-test', bridge: newBridge(turn, here.call) });
    startLegTimer(turn, here, 'over', longestMs);
    return waits;
  },
  key: () => ends('normal'),
  elapsed: () => ends('normal'),
};

export function testEcho(turn: Turn, here: Here): Next {
  answerLeg(turn, here);
  enter(turn, here, { kind: 'echo-test', bridge: null });
  play(turn, here, [{ kind: 'tone', tone: 'beep' }]);
  startLegTimer(turn, here, 'over', longestMs);
  return waits;
}
