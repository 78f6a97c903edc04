import { type Board, numbersKept } from '@alo/call-core';

import { type Clock, pause } from '../clock.ts';
import type { HistoryStore } from '../history/history-batch.ts';
import type { HistoryWriter } from '../history/history-writer.ts';
import type { RunnerLog } from '../log.ts';
import { openCalls } from './snapshot.ts';

interface Around {
  readonly tenant: string;
  readonly store: HistoryStore;
  readonly writer: HistoryWriter;
  readonly clock: Clock;
  readonly log: RunnerLog;
  readonly board: () => Board;
  readonly forget: (numbers: ReadonlySet<string>) => void;
  readonly signal: AbortSignal;
}

const atOnce = 2_000;
/** The board knows nothing of a number for longer than that. */
const keptMs = 91 * 24 * 3_600_000;

/**
 * The board knows for months who spoke last with a number, and every snapshot has it. Where the history has no call with it any more,
 * because the person was erased or calls are not kept so long, it goes here, too. Waits for the database as long as it takes.
 */
export async function forgetErasedNumbers({
  tenant,
  store,
  writer,
  clock,
  log,
  board,
  forget,
  signal,
}: Around): Promise<void> {
  for (let pauseMs = 250; !signal.aborted; pauseMs = Math.min(2 * pauseMs, 5_000)) {
    // What is known by now has its rows, or none any more.
    const known = outsideNumbersOf(board());
    await writer.drained();
    if (signal.aborted) return;
    try {
      for (let done = 0; done < known.length; done += atOnce) {
        const gone = await store.withoutCalls(known.slice(done, done + atOnce), clock.now() - keptMs);
        if (gone.length > 0) forget(new Set(gone));
      }
      return;
    } catch (error) {
      log.warn({ err: error, tenant }, 'Who was erased cannot be forgotten yet');
      await pause(clock, pauseMs, signal);
    }
  }
}

/** A number of somebody whose call has only begun has no row yet. */
function outsideNumbersOf(board: Board): string[] {
  const open = new Set([...openCalls(board)].map(({ outsideNumber }) => outsideNumber));
  return [...numbersKept(board)].filter((number) => board.plan.extensions[number] === undefined && !open.has(number));
}
