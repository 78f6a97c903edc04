import type { CallId, TenantId } from '@alo/call-core';

import { type Clock, pause } from '../clock.ts';
import type { HistoryStore } from '../history/history-batch.ts';
import type { HistoryWriter } from '../history/history-writer.ts';
import type { RunnerLog } from '../log.ts';

interface Orphans {
  readonly tenant: TenantId;
  readonly store: HistoryStore;
  readonly writer: HistoryWriter;
  readonly clock: Clock;
  readonly log: RunnerLog;
  /** Calls that go on here. */
  readonly running: () => readonly CallId[];
  /** The first event of this process. */
  readonly before: number;
  readonly signal: AbortSignal;
}

/** Ends rows of calls that ran on a machine that is gone. Waits for the database as long as it takes. */
export async function closeOrphans(of: Orphans): Promise<void> {
  const { tenant, store, writer, clock, log, before, signal } = of;
  for (let pauseMs = 250; !signal.aborted; pauseMs = Math.min(2 * pauseMs, 5_000)) {
    await writer.drained();
    if (signal.aborted) return;
    try {
      const count = await store.closeOrphans({ running: of.running(), before });
      if (count > 0) log.warn({ tenant, count }, 'Calls of a process that is gone were ended');
      return;
    } catch (error) {
      log.warn({ err: error, tenant }, 'Calls of a process that is gone cannot be ended yet');
      await pause(clock, pauseMs, signal);
    }
  }
}
