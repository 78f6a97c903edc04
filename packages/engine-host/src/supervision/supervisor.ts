import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineLog } from '../options.ts';
import { type End, watchChild } from './watch-child.ts';

/** A program that runs for ever, and how to start it: with a channel to us, over which it says `ready` and answers pings. */
export interface SupervisedProgram {
  /** How the log names it. */
  readonly name: string;
  readonly spawn: () => ChildProcess;
  /** So many in a row may die before the first one is ready; then something is wrong that waiting does not cure. */
  readonly deathsAtStart: number;
  /** How often it is looked at, a second when absent. */
  readonly tickMs?: number;
  /** One is ready; the one that was is gone. */
  readonly onUp?: (child: ChildProcess) => void;
  readonly onDown?: () => void;
  /** What it says besides. */
  readonly onMessage?: (message: unknown) => void;
}

const firstDelayMs = 100;
const longestDelayMs = 5_000;
/** A child that ran this long was healthy: its death is not one of a row. */
const healthyAfterMs = 30_000;
const closeTicks = 5;
const closeTickMs = 1_000;

/** How long to wait before the `deaths`-th start in a row: 100 ms, doubling, at most 5 s. */
export const restartDelayMs = (deaths: number): number => Math.min(firstDelayMs * 2 ** (deaths - 1), longestDelayMs);

/** One that ended in order is followed at once, unless those before it did so as well: then none of them is of use. */
export const delayAfterEndMs = (shortLives: number): number => (shortLives < 2 ? 0 : restartDelayMs(shortLives - 1));

interface Running {
  readonly child: ChildProcess;
  readonly since: number;
  isReady: boolean;
}

/**
 *   start ──► running ── exit ──► waiting ── growing pause ──► running        close from anywhere ──► closed
 */
type State =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly running: Running }
  | { readonly is: 'waiting'; readonly timer: NodeJS.Timeout }
  | { readonly is: 'closed' };

/** The program died at each of its first starts. */
export class Ended extends Error {
  readonly how: End;
  constructor(message: string, how: End) {
    super(message);
    this.how = how;
  }
}

/** Keeps one process alive from `start` to `close`. */
export class Supervisor {
  readonly #kept: SupervisedProgram;
  readonly #log: EngineLog;
  readonly #ready = Promise.withResolvers<void>();
  #state: State = { is: 'idle' };
  #deaths = 0;
  /** So many in a row ended in order soon after they were ready. */
  #shortLives = 0;
  #wasReady = false;

  constructor(kept: SupervisedProgram, log: EngineLog) {
    this.#kept = kept;
    this.#log = log;
    this.#ready.promise.catch(() => {}); // The caller of `start` gets the rejection.
  }

  /** Resolves when the first is ready; rejects with `Ended` when it dies each time. */
  start(): Promise<void> {
    this.#spawn();
    return this.#ready.promise;
  }

  get child(): ChildProcess | null {
    return this.#state.is === 'running' ? this.#state.running.child : null;
  }

  /** Ends it by `ask`, and kills it when it does not go. */
  async close(ask: (child: ChildProcess) => void): Promise<void> {
    const before = this.#state;
    this.#state = { is: 'closed' };
    if (before.is === 'waiting') clearTimeout(before.timer);
    if (before.is === 'running') await gone(before.running.child, ask);
    this.#ready.reject(new Ended(`${this.#kept.name} was closed while it started`, 0));
  }

  #spawn(): void {
    const child = this.#kept.spawn();
    const running: Running = { child, since: performance.now(), isReady: false };
    this.#state = { is: 'running', running };
    const { name, tickMs, onMessage } = this.#kept;
    const onReady = (): void => {
      running.isReady = true;
      this.#wasReady = true;
      this.#ready.resolve();
      this.#kept.onUp?.(child);
    };
    const onGone = (how: End): void => {
      this.#kept.onDown?.();
      this.#exited(running, how);
    };
    watchChild(child, { name, tickMs, onReady, onGone, onMessage }, this.#log);
  }

  #exited(running: Running, how: End): void {
    if (this.#state.is !== 'running' || this.#state.running !== running) return;
    const inOrder = how === 0 && running.isReady;
    const healthy = running.isReady && performance.now() - running.since > healthyAfterMs;
    this.#deaths = inOrder ? 0 : healthy ? 1 : this.#deaths + 1;
    this.#shortLives = inOrder && !healthy ? this.#shortLives + 1 : 0;
    if (!this.#wasReady && this.#deaths >= this.#kept.deathsAtStart) return this.#end(how);
    const delayMs = inOrder ? delayAfterEndMs(this.#shortLives) : restartDelayMs(this.#deaths);
    if (!inOrder) this.#log('error', `${this.#kept.name} died`, { how, delayMs });
    this.#state = { is: 'waiting', timer: setTimeout(() => this.#spawn(), delayMs) };
  }

  #end(how: End): void {
    this.#state = { is: 'closed' };
    this.#ready.reject(new Ended(`${this.#kept.name} died ${this.#deaths} times while it started`, how));
  }
}

async function gone(child: ChildProcess, ask: (child: ChildProcess) => void): Promise<void> {
  if (hasExited(child)) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  ask(child);
  await exited;
}

/** Kills a child that was asked to end and has not after some ticks of ours. */
export function killLater(child: ChildProcess, ticks = closeTicks): void {
  void (async () => {
    for (let tick = 0; tick < ticks && !hasExited(child); tick += 1)
      await sleep(closeTickMs, undefined, { ref: false });
    if (!hasExited(child)) child.kill('SIGKILL');
  })();
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
