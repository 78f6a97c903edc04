import {
  type Call,
  type CallEvent,
  type CallId,
  type Command,
  type Event,
  getFrom,
  type RoutingPlan,
  type Switchboard,
  step,
  type TenantId,
} from '@alo/call-core';
import type { EngineSnapshot, TelephonyEngine } from '@alo/engine';

import { DatabaseUnavailable, type InTenant } from '../db/database.ts';
import { type CallTimers, createCallTimers } from './call-timers.ts';
import { closeOrphans } from './history-store.ts';
import { createHistoryWriter, type HistoryWriter, type RunnerLog } from './history-writer.ts';
import { type Journal, type JournalEntry, openJournal } from './journal.ts';
import { nothingAlive, reconcile } from './reconcile.ts';
import { boardOf, openCalls, takeSnapshot } from './snapshot.ts';

export interface CallRunnerOptions {
  readonly tenant: TenantId;
  readonly engine: Pick<TelephonyEngine, 'perform' | 'snapshot'>;
  readonly inTenant: InTenant;
  readonly plan: RoutingPlan;
  /** This tenant's alone. */
  readonly journalFolder: string;
  /** About how large one file of it may grow. */
  readonly journalFileBytes?: number;
  /** The engine's, of all tenants. */
  readonly recordingsFolder: string;
  readonly log: RunnerLog;
  readonly now?: () => number;
  /** Told of each new state of a call, and of each event by which phones or people came, went or changed. */
  readonly onCall?: (call: Call) => void;
  readonly onPhone?: (extension: string) => void;
  /** Told of conversations whose rows have been written to the history. */
  readonly onWritten?: (calls: readonly CallId[]) => void;
}

/** Runs one tenant's calls: the only writer of its switchboard. */
export interface CallRunner {
  /** What an engine reported, or somebody at a screen did. */
  take(event: Event): void;
  /** The engine died: what it had is gone. */
  engineDown(): void;
  /** The engine is there (again): the switchboard is made to agree with it. */
  engineUp(): Promise<void>;
  readonly board: Switchboard;
  /** Resolves when every event taken so far has been acted on. */
  acted(): Promise<void>;
  /** Resolves when the history has it, too. */
  settled(): Promise<void>;
  /** Stops without ending calls: the next start finds them in the journal. */
  close(): Promise<void>;
}

const beatMs = 50;

/**
 * Reads what the last process left, ends what did not outlive it, and goes on from there. Each event is on the disk before
 * it is acted on; the database follows behind.
 */
export async function startCallRunner(options: CallRunnerOptions): Promise<CallRunner> {
  const { now = Date.now } = options;
  const journal = await openJournal(options.journalFolder, options.journalFileBytes);
  const { contents } = journal;
  const timers = createCallTimers(contents.snapshot.timers);
  const runner = new Runner(options, journal, timers, now);
  runner.replay();
  if (contents.torn > 0)
    options.log.warn({ tenant: options.tenant, lines: contents.torn }, 'Torn lines in the journal');
  await runner.beginFile();
  const alive = await options.engine.snapshot().catch((error: unknown) => {
    options.log.warn({ err: error, tenant: options.tenant }, 'The engine does not say what is alive');
    return nothingAlive;
  });
  await runner.agree(alive, contents.aliveAt === 0 ? now() : Math.min(contents.aliveAt, now()));
  runner.take({ type: 'plan-changed', plan: options.plan, at: now() });
  timers.run(now, (call, timer) => runner.take({ type: 'elapsed', call, timer, at: now() }));
  await runner.acted();
  runner.closeOrphans();
  return runner;
}

class Runner implements CallRunner {
  board: Switchboard;
  readonly #options: CallRunnerOptions;
  readonly #journal: Journal;
  readonly #timers: CallTimers;
  readonly #writer: HistoryWriter;
  readonly #now: () => number;
  readonly #beat: NodeJS.Timeout;
  #seq: number;
  #waiting: Event[] = [];
  #working: Promise<void> | null = null;
  #openCalls = 0;
  #closed = false;
  /** Nobody is told of what happened before this process. */
  #telling = false;
  readonly #firstSeq: number;
  #orphans: Promise<void> = Promise.resolve();

  constructor(options: CallRunnerOptions, journal: Journal, timers: CallTimers, now: () => number) {
    this.#options = options;
    this.#journal = journal;
    this.#timers = timers;
    this.#now = now;
    this.board = boardOf(journal.contents.snapshot);
    // Above what any other machine has used for this tenant, as long as it takes less than one event a microsecond.
    this.#seq = Math.max(journal.contents.lastSeq, now() * 1000);
    this.#firstSeq = this.#seq + 1;
    this.#writer = createHistoryWriter({
      tenantId: options.tenant,
      inTenant: options.inTenant,
      log: options.log,
      onWritten: (calls) => this.#tell(() => options.onWritten?.(calls)),
      onShipped: (seq) => {
        journal.shipped(seq).catch((error: unknown) => {
          options.log.error({ err: error, tenant: options.tenant }, 'Old journal files could not be removed');
        });
      },
    });
    this.#beat = setInterval(() => this.#openCalls > 0 && journal.beat(now()), beatMs);
  }

  /** Goes through what the journal holds, without acting. Everything is sent to the database again: it may not have it. */
  replay(): void {
    for (const call of openCalls(this.board)) this.#openCalls += call.phase.state === 'ended' ? 0 : 1;
    for (const entry of this.#journal.contents.entries) {
      for (const command of this.#step(entry)) this.#timers.obey(command, entry.event.at);
    }
    this.#telling = true;
  }

  async beginFile(): Promise<void> {
    await this.#journal.rotate(takeSnapshot(this.board, this.#seq + 1, this.#timers.due()));
  }

  take(event: Event): void {
    if (this.#closed) return;
    this.#waiting.push(event);
    this.#working ??= this.#work();
  }

  engineDown(): void {
    this.agree(nothingAlive, this.#now()).catch((error: unknown) => {
      this.#options.log.error(
        { err: error, tenant: this.#options.tenant },
        'Calls of a dead engine could not be ended',
      );
    });
  }

  async engineUp(): Promise<void> {
    await this.agree(await this.#options.engine.snapshot(), this.#now());
  }

  /** Takes the events that bring the switchboard in line with what is alive, and ends what nobody here knows. */
  async agree(alive: EngineSnapshot, goneAt: number): Promise<void> {
    const { tenant, engine, recordingsFolder } = this.#options;
    const events = await reconcile({ tenant, board: this.board, alive, recordingsFolder, goneAt, now: this.#now() });
    for (const event of events) this.take(event);
    // What the engine said before it was asked may still wait to be acted on.
    await this.acted();
    for (const { leg, call, tenant: owner } of alive.legs) {
      const known = getFrom(this.board.calls, call)?.legs.find(({ id }) => id === leg);
      if (owner !== tenant || (known !== undefined && known.state !== 'ended')) continue;
      engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'interrupted' });
    }
  }

  /** Ends rows of calls that ran on a machine that is gone. Waits for the database as long as it takes. */
  closeOrphans(): void {
    const { inTenant, tenant, log } = this.#options;
    const attempt = async (): Promise<void> => {
      while (!this.#closed) {
        await this.#writer.drained();
        const running = openCalls(this.board).map(({ id }) => id);
        try {
          const count = await closeOrphans(inTenant, tenant, { running, before: this.#firstSeq });
          if (count > 0) log.warn({ tenant, count }, 'Calls of a process that is gone were ended');
          return;
        } catch (error) {
          if (!(error instanceof DatabaseUnavailable)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 1000));
        }
      }
    };
    this.#orphans = attempt();
  }

  async acted(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  async settled(): Promise<void> {
    await this.acted();
    await this.#writer.drained();
    await this.#orphans;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beat);
    this.#timers.close();
    await this.acted();
    await this.#writer.close();
    await this.#orphans;
    await this.#journal.close();
  }

  /** Writes what came while the last batch was written, then acts on it, until nothing comes. */
  async #work(): Promise<void> {
    const { tenant, log } = this.#options;
    while (this.#waiting.length > 0) {
      const entries = this.#waiting.map((event): JournalEntry => ({ seq: ++this.#seq, event }));
      this.#waiting = [];
      try {
        await this.#journal.append(entries);
      } catch (error) {
        // Calls go on: a disk that is full must not cut anybody off. What is lost is only what a crash would ask for.
        log.error({ err: error, tenant }, 'The journal cannot be written');
      }
      for (const entry of entries) this.#act(entry);
      if (this.#journal.wantsRotation()) {
        await this.beginFile().catch((error: unknown) =>
          log.error({ err: error, tenant }, 'The journal cannot be rotated'),
        );
      }
    }
    this.#working = null;
  }

  #act(entry: JournalEntry): void {
    const { tenant, engine } = this.#options;
    for (const command of this.#step(entry)) {
      this.#timers.obey(command, this.#now());
      if (isForEngine(command)) engine.perform(tenant, command.call, command);
    }
  }

  #step({ seq, event }: JournalEntry): readonly Command[] {
    const id = callOf(event);
    const before = id === null ? undefined : getFrom(this.board.calls, id);
    const [board, commands] = step(this.board, event);
    this.board = board;
    if (event.type === 'registered' || event.type === 'unregistered' || event.type === 'agent-status') {
      this.#tell(() => this.#options.onPhone?.(event.extension));
    }
    const after = id === null ? undefined : getFrom(board.calls, id);
    if (after === undefined || after === before) return commands;
    this.#openCalls += Number(isOpen(after)) - Number(before !== undefined && isOpen(before));
    // A call event, because it is of a call.
    this.#writer.add(after, { seq, callStartedAt: after.startedAt, event: event as CallEvent });
    this.#tell(() => this.#options.onCall?.(after));
    return commands;
  }

  /** Whoever listens must not be able to stop the calls. */
  #tell(what: () => void): void {
    if (!this.#telling) return;
    try {
      what();
    } catch (error) {
      this.#options.log.error({ err: error, tenant: this.#options.tenant }, 'A listener of call control failed');
    }
  }
}

function isOpen(call: Call): boolean {
  return call.phase.state !== 'ended';
}

function callOf(event: Event): CallId | null {
  return 'call' in event ? event.call : null;
}

type TimerCommand = Extract<Command, { type: 'start-timer' | 'stop-timer' }>;

function isForEngine(command: Command): command is Exclude<Command, TimerCommand> {
  return command.type !== 'start-timer' && command.type !== 'stop-timer';
}
