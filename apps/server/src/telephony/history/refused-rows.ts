import { type Clock, pause } from '../clock.ts';
import type { RunnerLog } from '../log.ts';
import type { HistoryBatch } from './history-batch.ts';
import type { AsideShelf } from './set-aside.ts';

/**
 * Rows that the database refuses for what is in them, on their way to the shelf. Those that the disk does not take yet wait here, and no
 * other row waits for them; until they are set aside the journal keeps what they are made of.
 */
export interface RefusedRows {
  /** Sets one row aside, or has it wait for the disk. A newer state takes the place of one that waits. */
  setAside(row: HistoryBatch, why: unknown): Promise<void>;
  /** What waits, and since when the oldest does (null: nothing does). */
  readonly waiting: readonly HistoryBatch[];
  readonly since: number | null;
  /** Tries once more and gives up. */
  close(): Promise<void>;
}

const firstPauseMs = 50;
const longestPauseMs = 2_000;

export function refusedRows({
  tenantId,
  aside,
  clock,
  log,
  onSetAside,
  onAllSetAside,
}: {
  readonly tenantId: string;
  readonly aside: AsideShelf;
  readonly clock: Clock;
  readonly log: RunnerLog;
  /** One that waited waits no longer. */
  readonly onSetAside: (row: HistoryBatch) => void;
  readonly onAllSetAside: () => void;
}): RefusedRows {
  /** By what they are of. */
  const rows = new Map<string, { readonly row: HistoryBatch; readonly why: unknown }>();
  const stopping = new AbortController();
  let since: number | null = null;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await pause(clock, pauseMs, stopping.signal);
      await tryAll();
      if (rows.size === 0) break;
      if (stopping.signal.aborted) return;
    }
    [since, working] = [null, null];
    onAllSetAside();
  }

  async function tryAll(): Promise<void> {
    for (const [key, one] of rows) {
      try {
        await aside.keep(one.row, one.why);
      } catch {
        // What keeps up this one keeps up the others as well.
        return;
      }
      // A newer state may wait by now.
      if (rows.get(key) === one) rows.delete(key);
      onSetAside(one.row);
    }
  }

  return {
    async setAside(row, why) {
      try {
        await aside.keep(row, why);
        rows.delete(keyOf(row));
      } catch (error) {
        if (rows.size === 0)
          log.error({ err: error, tenant: tenantId }, 'A row that the database refuses waits for room to be set aside');
        rows.set(keyOf(row), { row, why });
        since ??= clock.now();
        working ??= work();
      }
    },
    get waiting() {
      return [...rows.values()].map(({ row }) => row);
    },
    get since() {
      return since;
    },
    async close() {
      stopping.abort();
      await working;
    },
  };
}

/** It is one row. */
const keyOf = ({ calls, events, spans }: HistoryBatch): string =>
  [
    ...calls.map(({ call }) => `call ${call.id}`),
    ...events.map(({ seq }) => `event ${seq}`),
    ...spans.map(({ span }) => `span ${span.extension} ${span.from}`),
  ].join();
