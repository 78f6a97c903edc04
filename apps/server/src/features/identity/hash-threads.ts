import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

export type HashWork =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: Options }
  | { readonly kind: 'verify'; readonly against: string; readonly password: string };

interface Free {
  readonly thread: Worker;
  readonly ending: NodeJS.Timeout;
}

/** A thread holds some megabytes, and most hours nobody signs in. */
const unusedMs = 60_000;

/** Threads for hashing, as many as are at work at once; what has not been wanted for a minute ends. */
export function hashThreads() {
  /** Last who was at work last. */
  const free: Free[] = [];

  function take(): Worker {
    const last = free.pop();
    if (last === undefined) return new Worker(new URL('./hash-thread.ts', import.meta.url));
    clearTimeout(last.ending);
    last.thread.ref();
    return last.thread;
  }

  function release(thread: Worker): void {
    const one: Free = { thread, ending: setTimeout(end, unusedMs).unref() };
    function end(): void {
      free.splice(free.indexOf(one), 1);
      void thread.terminate();
    }
    // A process that has nothing else to do may end.
    thread.unref();
    free.push(one);
  }

  /** `Answer` is what hash-thread.ts answers to this work. */
  async function ask<Answer extends string | boolean>(work: HashWork): Promise<Answer> {
    const thread = take();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const onExit = (): void => reject(new Error('A thread for hashing ended.'));
    thread.once('message', resolve).once('error', reject).once('exit', onExit);
    thread.postMessage(work);
    // One that fails ends.
    const answer = await promise;
    thread.off('error', reject).off('exit', onExit);
    release(thread);
    return answer;
  }

  return {
    hash: (password: string, cost: Options) => ask<string>({ kind: 'hash', password, cost }),
    verify: (against: string, password: string) => ask<boolean>({ kind: 'verify', against, password }),
  };
}
