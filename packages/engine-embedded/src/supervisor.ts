import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { EngineStatus } from '@alo/engine';
import { EngineChannel, EngineGone, type Listening, type Report } from './channel.ts';
import type { ChildOptions, EngineLog } from './options.ts';

/** What a supervisor tells its owner. `onUp` runs before the status is `up`: there the child learns its tenants. */
export interface SupervisorEvents {
  readonly onReport: (report: Report) => void;
  readonly onStatus: (status: EngineStatus) => void;
  readonly onUp: (channel: EngineChannel) => Promise<void>;
}

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));

const firstDelayMs = 100;
const longestDelayMs = 5_000;
/** A child that ran this long was healthy: its death is not one of a row. */
const healthyAfterMs = 30_000;
/** A child that cannot answer a ping for so long is stuck in a loop; audio stopped long ago. */
const pingEveryMs = 5_000;
const pingTimeoutMs = 10_000;
const closeTimeoutMs = 5_000;
/** So many children in a row may die before the first one listens; then something is wrong that waiting does not cure. */
const deathsAtStart = 5;

/** How long to wait before the `deaths`-th start in a row: 100 ms, doubling, at most 5 s. */
export const restartDelayMs = (deaths: number): number => Math.min(firstDelayMs * 2 ** (deaths - 1), longestDelayMs);

/**
 *   idle ── start ──► starting ── listening ──► up
 *                        ▲                       │ exit
 *                        └──── back-off ─── down ◄┘        close from anywhere ──► closed
 */
type State =
  | { readonly is: 'idle' }
  | { readonly is: 'starting'; readonly running: Running }
  | { readonly is: 'up'; readonly running: Running; readonly since: number }
  | { readonly is: 'down'; readonly timer: NodeJS.Timeout }
  | { readonly is: 'closed' };

interface Running {
  readonly child: ChildProcess;
  readonly channel: EngineChannel;
}

/** Keeps one engine process alive from `start` to `close`. */
export class Supervisor {
  #state: State = { is: 'idle' };
  #deaths = 0;
  #listening: Listening | null = null;
  #options: ChildOptions;
  readonly #events: SupervisorEvents;
  readonly #log: EngineLog;
  readonly #pinger: NodeJS.Timeout;

  constructor(options: ChildOptions, events: SupervisorEvents, log: EngineLog) {
    this.#options = options;
    this.#events = events;
    this.#log = log;
    this.#pinger = setInterval(() => this.#ping(), pingEveryMs);
    this.#pinger.unref();
  }

  /** The first start; rejects when the child cannot listen, which no restart would cure, or dies each time. */
  async start(): Promise<void> {
    try {
      while (!(await this.#outlivesStart())) {
        // `#exited` has set a timer for what is done here.
        if (this.#state.is === 'down') clearTimeout(this.#state.timer);
        await sleep(restartDelayMs(this.#deaths));
      }
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** False when the child died and another may fare better. */
  async #outlivesStart(): Promise<boolean> {
    if (this.#state.is === 'closed') throw new EngineGone('engine was closed while it started');
    try {
      await this.#bringUp(this.#spawn());
      return true;
    } catch (error) {
      if (!(error instanceof EngineGone)) throw error;
      if (this.#deaths < deathsAtStart) return false;
      throw new EngineGone(`engine died ${this.#deaths} times while it started`, { cause: error });
    }
  }

  get listening(): Listening | null {
    return this.#listening;
  }

  /** The way to the child, when there is one that listens. */
  get channel(): EngineChannel | null {
    return this.#state.is === 'up' ? this.#state.running.channel : null;
  }

  get pid(): number | null {
    return this.#state.is === 'up' ? (this.#state.running.child.pid ?? null) : null;
  }

  /** Asks the child to end, and kills it when it does not. */
  async close(): Promise<void> {
    clearInterval(this.#pinger);
    const before = this.#state;
    this.#state = { is: 'closed' };
    if (before.is === 'down') clearTimeout(before.timer);
    if (before.is !== 'up' && before.is !== 'starting') return;
    const { child, channel } = before.running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    try {
      await channel.request('close', null, closeTimeoutMs);
      child.disconnect();
    } catch (error) {
      this.#log('warn', 'engine did not close, killing it', { reason: messageOf(error) });
      child.kill('SIGKILL');
    }
    const impatient = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs);
    await exited;
    clearTimeout(impatient);
  }

  #spawn(): Running {
    const child = fork(entry, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const channel = new EngineChannel(
      // A failed send means that the child is going: its exit follows and says so.
      { send: (message, handle) => void child.send(message, handle, { keepOpen: false }, () => {}) },
      this.#events.onReport,
    );
    const running = { child, channel };
    child.on('message', (message) => {
      try {
        channel.receive(message);
      } catch (error) {
        this.#log('error', 'engine sent what it should not, restarting it', { reason: messageOf(error) });
        child.kill('SIGKILL');
      }
    });
    child.on('error', (error) => this.#log('error', 'engine process', { reason: error.message }));
    child.on('exit', (code, signal) => this.#exited(running, signal ?? code ?? 'unknown'));
    this.#state = { is: 'starting', running };
    this.#events.onStatus('starting');
    return running;
  }

  async #bringUp(running: Running): Promise<void> {
    const listening = await running.channel.request('start', this.#options);
    this.#listening = listening;
    // Phones know these ports by now: a restarted child takes the same ones.
    this.#options = { ...this.#options, sipPort: listening.sipPort };
    await this.#events.onUp(running.channel);
    if (this.#state.is !== 'starting' || this.#state.running !== running) return;
    this.#state = { is: 'up', running, since: performance.now() };
    this.#events.onStatus('up');
  }

  #exited(running: Running, how: string | number): void {
    running.channel.close();
    const before = this.#state;
    if ((before.is !== 'up' && before.is !== 'starting') || before.running !== running) return;
    const healthy = before.is === 'up' && performance.now() - before.since > healthyAfterMs;
    this.#deaths = healthy ? 1 : this.#deaths + 1;
    const delayMs = restartDelayMs(this.#deaths);
    this.#log('error', 'engine died', { how, delayMs });
    this.#state = { is: 'down', timer: setTimeout(() => this.#restart(), delayMs) };
    this.#events.onStatus('dead');
  }

  #restart(): void {
    const running = this.#spawn();
    this.#bringUp(running).catch((error: unknown) => {
      this.#log('error', 'engine did not start', { reason: messageOf(error) });
      running.child.kill('SIGKILL'); // Its exit leads to the next attempt.
    });
  }

  #ping(): void {
    if (this.#state.is !== 'up') return;
    const { child, channel } = this.#state.running;
    channel.request('ping', null, pingTimeoutMs).catch((error: unknown) => {
      if (this.#state.is !== 'up' || this.#state.running.child !== child) return;
      this.#log('error', 'engine is stuck, killing it', { reason: messageOf(error) });
      child.kill('SIGKILL');
    });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
