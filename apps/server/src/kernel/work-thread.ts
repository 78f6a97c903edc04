import { Worker } from 'node:worker_threads';

import { Problem } from './problem.ts';

/** A thread holds some megabytes, and most hours nobody asks. */
const unusedMs = 60_000;
/** Nobody waits behind more than this: they may ask again. */
const waitingAtMost = 20;

/**
 * A thread for work that would hold up everybody's requests; it begins with the first of it and ends when nobody asks. One piece goes after the
 * other: no company has more than its turn. `Answer` is what the script answers to the work.
 */
export function workThread<Work>(script: URL, { name, tooMany }: { readonly name: string; readonly tooMany: string }) {
  let thread: Worker | null = null;
  let ending: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function perform<Answer>(work: Work): Promise<Answer> {
    clearTimeout(ending);
    const at = thread ?? new Worker(script);
    thread = at;
    at.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const onExit = (): void => reject(new Error(`The thread for ${name} ended.`));
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

  return async function inTurn<Answer>(work: Work): Promise<Answer> {
    if (waiting >= waitingAtMost) throw Problem.tooManyRequests(5, tooMany);
    waiting += 1;
    const turn = last.then(() => perform<Answer>(work));
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}
