import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Legs, Order, Question, Ready } from './sip-server.ts';

/** A server of sip-server.ts in a process of its own. */
export class SipServer {
  readonly ready: Ready;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ready: Ready) {
    this.#child = child;
    this.ready = ready;
  }

  static async start(order: Order): Promise<SipServer> {
    const child = fork(join(import.meta.dirname, 'sip-server.ts'));
    child.send(order);
    const [ready] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Error(`The ${order.kind} server did not start.`);
      }),
    ]);
    return new SipServer(child, ready);
  }

  /** CPU time that the answering process has used so far, in ms. */
  get cpuMs(): number {
    return cpuMsOf(this.ready.pid);
  }

  get descriptors(): number {
    return readdirSync(`/proc/${this.ready.pid}/fd`).length;
  }

  /** Of an engine; ask for one answer at a time. */
  async legs(): Promise<Legs> {
    const question: Question = 'legs';
    this.#child.send(question);
    // Our own process, with the types of one file on both sides.
    const [answer] = (await once(this.#child, 'message')) as [Legs];
    return answer;
  }

  /** Resolves when the process and what it started are gone. */
  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}

/** CPU time that a process has used so far, in ms; Linux counts it by 10 ms. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // proc_pid_stat(5): fields 14 and 15; the second, the name, may hold blanks and stands in brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The middle and the slow end of times in ms. */
export function spread(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** Of times in ms, the shortest first. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN, 2);
}

export function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
