import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageKindOf } from '../handover/message-kind.ts';
import type { EngineLog } from '../options.ts';

/** A program that runs for ever, and how to start it: with a channel to us, over which it says `ready` and answers pings. */
export interface SupervisedProgram {
  /** How the log names it. */
  readonly name: string;
  readonly spawn: () => ChildProcess;
  /** So many in a row may die before the first one is ready; then something is wrong that waiting does not cure. */
  readonly deathsAtStart: number;
  /** What it says besides; a socket where one came along. */
  readonly onMessage?: (message: unknown, socket: Socket | undefined) => void;
  /** It ended in order without being asked to: whether that is for good. */
  readonly endsForGood?: (code: number) => boolean;
  /** How often it is looked at, a second when absent. */
  readonly tickMs?: number;
}

const firstDelayMs = 100;
const longestDelayMs = 5_000;
/** A child that ran this long was healthy: its death is not one of a row. */
const healthyAfterMs = 30_000;
const tickMs = 1_000;
const pingEveryTicks = 5;
/**
 * A child that leaves a ping unanswered for so many ticks of ours is stuck in a loop, or stopped. Our ticks and not the clock:
 * on a machine that is overloaded or was suspended, we are late as well.
 */
const patienceTicks = 10;
/** Until it is ready it may be loading its program, also once it has answered. */
const patienceAtStartTicks = 120;
const closeTicks = 5;

/** How long to wait before the `deaths`-th start in a row: 100 ms, doubling, at most 5 s. */
export const restartDelayMs = (deaths: number): number => Math.min(firstDelayMs * 2 ** (deaths - 1), longestDelayMs);

/** One that ended in order is followed at once, unless those before it did so as well: then none of them is of use. */
const delayAfterEndMs = (shortLives: number): number => (shortLives < 2 ? 0 : restartDelayMs(shortLives - 1));

/** The child's side: answers our pings. */
export function answerPings(): void {
  process.on('message', (message) => {
    if (messageKindOf(message) === 'ping') process.send?.({ kind: 'pong' }, undefined, {}, () => {});
  });
}

/** The child's side: it does what it is for. */
export const sayReady = (): void => void process.send?.({ kind: 'ready' }, undefined, {}, () => {});

interface Running {
  readonly child: ChildProcess;
  readonly since: number;
  isReady: boolean;
  /** Ticks since a ping that was not answered; null where none is under way. */
  waited: number | null;
}

/** How a child ended: the name of a signal, or its exit code. */
export type End = NodeJS.Signals | number;

/**
 *   start ──► running ── exit ──► waiting ── growing pause ──► running        close from anywhere ──► closed
 */
type State =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly running: Running }
  | { readonly is: 'waiting'; readonly timer: NodeJS.Timeout }
  | { readonly is: 'closed' };

/** The program died at each of its first starts, or ended for good. */
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
  #ready = firstWord();
  readonly #over = Promise.withResolvers<End>();
  readonly #watch: NodeJS.Timeout;
  #state: State = { is: 'idle' };
  #deaths = 0;
  /** So many in a row ended in order soon after they were ready. */
  #shortLives = 0;
  #wasReady = false;
  #ticks = 0;

  constructor(kept: SupervisedProgram, log: EngineLog) {
    this.#kept = kept;
    this.#log = log;
    this.#watch = setInterval(() => this.#tick(), kept.tickMs ?? tickMs);
    this.#watch.unref();
  }

  /** Resolves when the first is ready; rejects with `Ended` when it dies each time. */
  start(): Promise<void> {
    this.#spawn();
    return this.#ready.promise;
  }

  /** Resolves when the one that runs now, or the next, is ready. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves when it ended for good without being closed. */
  get over(): Promise<End> {
    return this.#over.promise;
  }

  get child(): ChildProcess | null {
    return this.#state.is === 'running' ? this.#state.running.child : null;
  }

  /** Ends the running one by `ask`, waits until it is gone and starts the next at once. */
  async restart(ask: (child: ChildProcess) => void): Promise<void> {
    const before = this.#state;
    if (before.is !== 'running') return;
    this.#state = { is: 'idle' };
    await this.#gone(before.running.child, ask);
    // It may have been closed while it ended.
    if (this.#is('idle')) this.#spawn();
  }

  /** Ends it by `ask`, and kills it when it does not go. */
  async close(ask: (child: ChildProcess) => void): Promise<void> {
    clearInterval(this.#watch);
    const before = this.#state;
    this.#state = { is: 'closed' };
    if (before.is === 'waiting') clearTimeout(before.timer);
    if (before.is === 'running') await this.#gone(before.running.child, ask);
    this.#ready.reject(new Ended(`${this.#kept.name} was closed while it started`, 0));
  }

  #is(state: State['is']): boolean {
    return this.#state.is === state;
  }

  async #gone(child: ChildProcess, ask: (child: ChildProcess) => void): Promise<void> {
    if (hasExited(child)) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    ask(child);
    await exited;
  }

  #spawn(): void {
    if (this.#wasReady) this.#ready = firstWord();
    const child = this.#kept.spawn();
    const running: Running = { child, since: performance.now(), isReady: false, waited: null };
    this.#state = { is: 'running', running };
    // The parent's word for a handle is not typed by its kind: ours send sockets and no others.
    child.on('message', (message, handle) => this.#heard(running, message, handle as Socket | undefined));
    child.on('error', (error) => this.#log('error', `${this.#kept.name} process`, { reason: error.message }));
    child.once('exit', (code, signal) => this.#exited(running, signal ?? code ?? 1));
  }

  #heard(running: Running, message: unknown, socket: Socket | undefined): void {
    switch (messageKindOf(message)) {
      case 'pong':
        running.waited = null;
        return;
      case 'ready':
        running.isReady = true;
        this.#wasReady = true;
        return this.#ready.resolve();
      default:
        return this.#kept.onMessage?.(message, socket);
    }
  }

  #exited(running: Running, how: End): void {
    if (this.#state.is !== 'running' || this.#state.running !== running) return;
    if (typeof how === 'number' && this.#kept.endsForGood?.(how) === true) return this.#end(how);
    const inOrder = how === 0 && running.isReady;
    const healthy = running.isReady && performance.now() - running.since > healthyAfterMs;
    this.#deaths = inOrder ? 0 : healthy ? 1 : this.#deaths + 1;
    this.#shortLives = inOrder && !healthy ? this.#shortLives + 1 : 0;
    if (!this.#wasReady && this.#deaths >= this.#kept.deathsAtStart) return this.#end(how);
    const delayMs = inOrder ? delayAfterEndMs(this.#shortLives) : restartDelayMs(this.#deaths);
    if (!running.isReady && this.#wasReady)
      this.#ready.reject(new Ended(`${this.#kept.name} died while it started`, how));
    if (!inOrder) this.#log('error', `${this.#kept.name} died`, { how, delayMs });
    this.#state = { is: 'waiting', timer: setTimeout(() => this.#spawn(), delayMs) };
  }

  #end(how: End): void {
    clearInterval(this.#watch);
    this.#state = { is: 'closed' };
    this.#ready.reject(new Ended(`${this.#kept.name} died ${this.#deaths} times while it started`, how));
    this.#over.resolve(how);
  }

  #tick(): void {
    if (this.#state.is !== 'running') return;
    const { running } = this.#state;
    this.#ticks += 1;
    // A busy machine may need a while to take it away.
    if (running.child.killed) return;
    if (running.waited !== null) {
      running.waited += 1;
      if (running.waited < (running.isReady ? patienceTicks : patienceAtStartTicks)) return;
      this.#log('error', `${this.#kept.name} is stuck, killing it`, { ticks: running.waited });
      running.child.kill('SIGKILL');
    } else if (this.#ticks % pingEveryTicks === 0 && running.child.connected) {
      running.waited = 0;
      running.child.send({ kind: 'ping' }, undefined, {}, () => {});
    }
  }
}

/** Kills a child that was asked to end and has not after some ticks of ours. */
export function killLater(child: ChildProcess, ticks = closeTicks): void {
  void (async () => {
    for (let tick = 0; tick < ticks && !hasExited(child); tick += 1) await sleep(tickMs, undefined, { ref: false });
    if (!hasExited(child)) child.kill('SIGKILL');
  })();
}

function firstWord(): PromiseWithResolvers<void> {
  const word = Promise.withResolvers<void>();
  word.promise.catch(() => {}); // The caller gets the rejection.
  return word;
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
