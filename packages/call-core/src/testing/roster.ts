import type { Board } from '../board/board.ts';
import type { QueueRoster } from '../board/queue-roster.ts';

import type { TimerId } from '../board/vocabulary.ts';
import { valuesOf } from '../lib/persistent-map.ts';

/** The day of the tests. */
const [from, to] = [Date.parse('2026-11-20T00:00:00+07:00'), Date.parse('2026-11-21T00:00:00+07:00')];
const turnMs = 25_000;

/** Two groups who work in turns of less than half a minute, so that shifts change while calls ring, wait and talk. */
export const inTurns = (first: readonly string[], second: readonly string[]): QueueRoster => ({
  // The last minute of each hour nobody is planned for.
  planned: Array.from({ length: 24 }, (_, hour) => ({
    from: from + hour * 3_600_000,
    to: from + (hour + 1) * 3_600_000 - 60_000,
  })),
  shifts: Array.from({ length: (to - from) / turnMs }, (_, turn) => ({
    from: from + turn * turnMs,
    to: from + (turn + 1) * turnMs,
    extensions: turn % 2 === 0 ? first : second,
  })),
});

/** The clocks of shifts: one of each queue that goes by a roster, and none besides. */
export const rosterTimersOf = (board: Board): readonly TimerId[] =>
  [...valuesOf(board.queues)].flatMap(({ rosterTimer }) => rosterTimer ?? []);
