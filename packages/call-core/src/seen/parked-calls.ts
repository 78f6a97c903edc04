import type { Board } from '../board/board.ts';
import type { Call, Leg } from '../board/call.ts';
import type { Instant } from '../board/vocabulary.ts';
import { entriesOf, getFrom } from '../lib/persistent-map.ts';
import { legOf } from '../turn/turn.ts';

/** A party that waits in a numbered place until somebody takes it. */
export type ParkedCall = {
  readonly slot: string;
  readonly call: Call;
  readonly waiting: Leg;
  /** The extension that left it there. */
  readonly by: string;
  readonly since: Instant;
};

/** Who waits in a parking place, by the places' numbers. Whoever is being taken from one is not there any more. */
export const parkedCalls = (board: Board): readonly ParkedCall[] =>
  [...entriesOf(board.parked)]
    .flatMap(([slot, here]) => {
      const call = getFrom(board.calls, here.call);
      const waiting = call && legOf(call, here.leg);
      if (call === undefined || waiting?.activity.kind !== 'parked') return [];
      const { by, since = call.clock.since } = waiting.activity;
      return [{ slot, call, waiting, by, since }];
    })
    .toSorted((one, other) => Number(one.slot) - Number(other.slot));
