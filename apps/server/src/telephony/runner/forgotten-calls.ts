import { type Board, type RecordingId, type TenantId, valuesOf } from '@alo/call-core';

import { type Clock, pause } from '../clock.ts';
import type { HistoryAtStart, HistoryStore } from '../history/history-batch.ts';
import type { HistoryWriter } from '../history/history-writer.ts';
import type { RunnerLog } from '../log.ts';
import type { Measure } from './attach.ts';
import { openCalls } from './snapshot.ts';

interface Around {
  readonly tenant: TenantId;
  readonly store: HistoryStore;
  readonly writer: HistoryWriter;
  readonly clock: Clock;
  readonly log: RunnerLog;
  readonly measure: Measure;
  readonly remembered: () => HistoryAtStart;
  /** What people's time went to before this process is in the history as it is known here. */
  readonly onCompared: () => void;
  readonly signal: AbortSignal;
}

/** Ends calls that are open in the history and on no board. Waits for the database as long as it takes. */
export async function endForgottenCalls(around: Around): Promise<void> {
  const { tenant, store, writer, clock, log, measure, remembered, onCompared, signal } = around;
  for (let pauseMs = 250; !signal.aborted; pauseMs = Math.min(2 * pauseMs, 5_000)) {
    await writer.drained();
    if (signal.aborted) return;
    try {
      const { calls, recordings } = await store.endForgotten(remembered());
      onCompared();
      if (calls > 0) log.warn({ tenant, count: calls }, 'Calls of a process that is gone were ended');
      if (recordings.length === 0) return;
      const measured = [];
      // Their names are what call control gave them.
      for (const id of recordings) measured.push({ id, file: await measure(id as RecordingId) });
      return await store.endRecordings(measured);
    } catch (error) {
      log.warn({ err: error, tenant }, 'Calls of a process that is gone cannot be ended yet');
      await pause(clock, pauseMs, signal);
    }
  }
}

/** What a process knows of calls now, and had of its journal when it began. */
export function rememberedOf(
  board: Board,
  journal: Pick<HistoryAtStart, 'before' | 'began' | 'aliveAt' | 'spans' | 'pastSpans' | 'toldSpans'>,
): HistoryAtStart {
  const open = [...openCalls(board)];
  return {
    ...journal,
    running: open.map(({ id }) => id),
    recordings: open.flatMap(({ recordings }) => recordings.map(({ id }) => id)),
    takenUp: [...valuesOf(board.calls)]
      .filter(({ startedAt }) => startedAt <= journal.began)
      .map(({ id, legs, segments }) => ({ id, legs: idsOf(legs), segments: idsOf(segments) })),
  };
}

const idsOf = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id);
