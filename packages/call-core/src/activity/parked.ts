import { goesTo, type Next, waits } from '../board/next.ts';
import type { Here, Instant } from '../board/vocabulary.ts';
import { write } from '../lib/draft.ts';
import { holdMusic } from '../turn/hold-music.ts';
import { enter, play, startLegTimer } from '../turn/legs.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { note, type Turn } from '../turn/turn.ts';

/** Hears music in a numbered place until somebody fetches it; after a while the person who parked it is rung. */
export const parked: ActivityKind<'parked'> = {
  stage: 'waiting',
  said: (_plan, { slot }) => `Đỗ ở ô ${slot}`,
  elapsed(turn, here, { slot, by }) {
    note(turn, here.call, 'talk', `Không ai nhận cuộc gọi ở ô ${slot}`);
    return goesTo({ kind: 'recall', extension: by });
  },
};

/** Leaves a party in a place that is free; whom somebody wanted to take in vain waits there since before. */
export function parkIn(turn: Turn, here: Here, slot: string, by: string, since: Instant = turn.at): Next {
  enter(turn, here, { kind: 'parked', slot, by, since });
  write(turn.parked, slot, here);
  play(turn, here, holdMusic(turn, here.call), true);
  startLegTimer(turn, here, 'parked', turn.plan.parking.seconds * 1000);
  note(turn, here.call, 'talk', `Đỗ cuộc gọi ở ô ${slot}`, { by });
  return waits;
}
