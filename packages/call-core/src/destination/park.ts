import { parkIn } from '../activity/parked.ts';
import { goesTo } from '../board/next.ts';
import { read } from '../lib/draft.ts';
import type { DestinationKind } from './kind.ts';

/** A parking place. Where it was taken meanwhile, the call goes back to the person who parked it. */
export const parkDestination: DestinationKind<'park'> = {
  named: (_plan, { slot }) => `ô đỗ ${slot}`,
  visit(turn, here, { slot, by, since }) {
    return read(turn.parked, slot) === undefined
      ? parkIn(turn, here, slot, by, since)
      : goesTo({ kind: 'recall', extension: by });
  },
};
