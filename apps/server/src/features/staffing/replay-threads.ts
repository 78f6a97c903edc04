import { Worker } from 'node:worker_threads';
import type { ExpectedDay, NeededSlot, ReplayDay, ReplayedDay } from '@alo/call-core';

import { Problem } from '../../kernel/problem.ts';

/** A thread holds some megabytes, and most hours nobody asks. */
const unusedMs = 60_000;
/** Nobody waits behind more than this: they may ask again. */
const waitingAtMost = 20;

export type ReplayWork =
  | { readonly kind: 'replay'; readonly day: ReplayDay }
  | { readonly kind: 'need'; readonly day: ExpectedDay };

export interface ReplayThread {
  replay(day: ReplayDay): Promise<ReplayedDay>;
  need(day: ExpectedDay): Promise<NeededSlot[]>;
}

/** Days are lived again in a thread, one after the other: no company has more than its turn. */
export function replayThread(): ReplayThread {
  let thread: Worker | null = null;
  let ending: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  /** `Answer` is what replay-thread.ts answers to this work. */
  async function perform<Answer>(work: ReplayWork): Promise<Answer> {
    clearTimeout(ending);
    const at = thread ?? new Worker(new URL('./replay-thread.ts', import.meta.url));
    thread = at;
    at.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const onExit = (): void => reject(new Error('The thread for replays ended.'));
    at.once('message', resolve).once('error', reject).once('exit', onExit);
    at.postMessage(work);
    try {
      return await promise;
    } catch (error) {
      thread = null;
      throw error;
    } finally {
      at.off('message', resolve).off('error', reject).off('exit', onExit);
      // A process that has nothing else to do may end.
      at.unref();
      ending = setTimeout(end, unusedMs).unref();
    }
  }

  function end(): void {
    const unused = thread;
    thread = null;
    void unused?.terminate();
  }

  async function inTurn<Answer>(work: ReplayWork): Promise<Answer> {
    if (waiting >= waitingAtMost)
      throw Problem.tooManyRequests(5, 'Nhiều người đang tính nhân sự, thử lại sau ít giây');
    waiting += 1;
    const turn = last.then(() => perform<Answer>(work));
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  }

  return {
    replay: (day) => inTurn<ReplayedDay>({ kind: 'replay', day }),
    need: (day) => inTurn<NeededSlot[]>({ kind: 'need', day }),
  };
}
