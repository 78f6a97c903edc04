import {
  type Board,
  type Call,
  type CallId,
  type Command,
  type Event,
  emptyBoard,
  getFrom,
  isOver,
  type Reply,
  type RequestedEvent,
  type RoutingPlan,
  type Stepped,
  step,
  type TenantId,
} from '@alo/call-core';
import type { EngineSnapshot, EventReceipt, TelephonyEngine } from '@alo/engine';

import { traceStep } from '../kernel/traced.ts';
import { agree, type Comparison, whatWasMissed } from './agree.ts';
import { aliveOf, type Measure, nothingAlive } from './attach.ts';
import { type CallTimers, createCallTimers, type Due } from './call-timers.ts';
import { type Clock, pause } from './clock.ts';
import type { Disk } from './disk.ts';
import type { CallEvent, HistoryStore } from './history/history-batch.ts';
import { createHistoryWriter, type HistoryWriter } from './history/history-writer.ts';
import type { AsideShelf } from './history/set-aside.ts';
import type { Heard, JournalEntry, SnapshotLine } from './journal/entries.ts';
import { type Journal, openJournal } from './journal/journal.ts';
import type { JournalContents } from './journal/read-journal.ts';
import type { RunnerLog } from './log.ts';
import { openCalls, readSnapshot, takeSnapshot } from './snapshot.ts';
import { noteCommand, noteEvent, prune, type Wanted } from './wanted.ts';

export interface CallRunnerOptions {
  readonly tenant: TenantId;
  readonly engine: Pick<TelephonyEngine, 'perform' | 'snapshot'>;
  readonly store: HistoryStore;
  readonly aside: AsideShelf;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly plan: RoutingPlan;
  /** This tenant's alone. */
  readonly journalFolder: string;
  /** About how large one file of it may grow. */
  readonly journalFileBytes?: number;
  /** What is on the disk of a recording that no engine reported the end of. */
  readonly measure: Measure;
  readonly log: RunnerLog;
  /** How long calls of an engine that cannot be reached go on before they count as gone. */
  readonly graceMs?: number;
  readonly historyBeatMs?: number;
  /** Told as soon as events can be taken, before the board was compared with what lives in the engine. */
  readonly onTaking?: (runner: CallRunner) => void;
  /** Told what is different after each event. */
  readonly onChanged?: (changed: Stepped['changed']) => void;
  /** Told of conversations whose rows have been written to the history. */
  readonly onWritten?: (calls: readonly CallId[]) => void;
  /** Another process runs the tenant. */
  readonly onFenced?: () => void;
}

/** Nobody knows what became of a request; asked again with the same id it is answered, and not done twice. */
export class RequestLost extends Error {
  override readonly name = 'RequestLost';
}

/** Runs one tenant's calls: the only writer of its board. */
export interface CallRunner {
  /** What an engine reported (with its receipt), or somebody at a screen did. */
  take(event: Event, receipt?: EventReceipt): void;
  /** Resolves with what became of a request, once that is written to the journal. */
  request(event: RequestedEvent): Promise<Reply>;
  /** The engine died, now or at the moment given: what it had is gone. */
  engineDied(at?: number): void;
  /** The link to the engine is gone. Its calls go on, for a while. */
  engineUnreachable(): void;
  /** The link is there: calls that go on are not given up, however long the engine takes to say which. */
  engineHeard(): void;
  /** This process stood still and has heard nothing since then, until an answer of the engine is compared. */
  stoodStill(since: number): void;
  /** Board and engine are being compared: timers that are late, and requests, wait for it. */
  hearFirst(compared: Promise<void>): void;
  /** The engine is there (again): board and engine are made to agree. */
  engineUp(): Promise<void>;
  /** To be called when an engine is asked what lives in it; its answer is compared with what was known at this moment. */
  ask(): (answer: EngineSnapshot) => Promise<void>;
  readonly board: Board;
  /** A call is open. */
  readonly isBusy: boolean;
  /** How far the parts behind the calls are behind. */
  readonly figures: RunnerFigures;
  /** Resolves when every event taken so far has been acted on. */
  acted(): Promise<void>;
  /** Resolves when the history has it, too. */
  settled(): Promise<void>;
  /** Stops without ending calls: the next start finds them in the journal. */
  close(): Promise<void>;
}

export type RunnerFigures = {
  readonly openCalls: number;
  /** Conversations that something is wanted of from the engine, and timers that calls and their legs have running. */
  readonly wanted: number;
  readonly callTimers: number;
  /** Events that are not written yet. */
  readonly waiting: number;
  /** Calls whose rows are not written yet, and since when the oldest waits. */
  readonly history: HistoryWriter['behind'];
  /** Rows that the database refused for what is in them. */
  readonly setAside: number;
  /** The journal takes what happens. */
  readonly journal: 'writes' | 'fails';
};

const beatMs = 50;
const usualGraceMs = 30_000;
const repairMs = 1_000;
/** A timer that runs out so much too late says that the process stood still. */
const lateMs = 1_000;
/** So long what the engine said meanwhile is waited for. */
const patienceMs = 2_000;

/**
 * Reads what the last process left, takes up what lives in the engine, ends what does not, and goes on from there. Each event
 * is written before it is acted on; the disk's sync and the database follow behind.
 */
export async function startCallRunner(options: CallRunnerOptions): Promise<CallRunner> {
  const { clock, log, tenant } = options;
  let trouble: (error: unknown) => void = () => undefined;
  const { journal, contents } = await openJournal({
    ...{ disk: options.disk, clock, folder: options.journalFolder, onTrouble: (error) => trouble(error) },
    ...(options.journalFileBytes === undefined ? {} : { fileBytes: options.journalFileBytes }),
  });
  const runner = new Runner(options, journal, contents);
  trouble = (error) => runner.journalFailed(error);
  try {
    runner.replay(contents);
    if (contents.torn > 0) log.warn({ tenant, lines: contents.torn }, 'Torn lines in the journal');
    await runner.begin(contents.aliveAt);
    return runner;
  } catch (error) {
    await runner.close();
    throw error;
  }
}

class Runner implements CallRunner {
  board: Board;
  readonly #options: CallRunnerOptions;
  readonly #journal: Journal;
  readonly #timers: CallTimers;
  #wanted: Wanted = new Map();
  readonly #writer: HistoryWriter;
  readonly #clock: Clock;
  readonly #asked = new Map<string, PromiseWithResolvers<Reply>[]>();
  readonly #stopping = new AbortController();
  readonly #background = new Set<Promise<void>>();
  readonly #firstSeq: number;
  #seq: number;
  #waiting: Coming[] = [];
  /** Receipts of events that no disk has yet. */
  #untaken: EventReceipt[] = [];
  /** How far the engine's own count of its events has come here. */
  #heard: Heard | null = null;
  /** How far of these everything is in the journal. */
  #written: Heard | null = null;
  #working: Promise<void> | null = null;
  #openCalls = 0;
  /** Nobody is told of what happened before this process. */
  #telling = false;
  #journalFails = false;
  /** How often the disk has refused something. */
  #failures = 0;
  /** The next file is to be begun, with all that is known. */
  #renewFile = false;
  #snapshotting = false;
  #callOffRenewal: (() => void) | null = null;
  #graceEnds: (() => void) | null = null;
  /** What is gone when the engine is heard again has ended then, for all that is known. */
  #unheardSince: number | null = null;
  /** The engine that the process before this one heard, until it is known whether that one still lives. */
  #lastEngine: string | null = null;
  /** Of its calls nobody knows more than the process before this one did, until the engine says what lives. */
  #lastProcess: { readonly until: number; readonly calls: Board['calls'] } | null = null;
  #hearingNow: Promise<void> | null = null;
  /** How many words of an engine's death wait to be acted on, behind what it said before. */
  #deathsAhead = 0;
  #callOffBeat: (() => void) | null = null;

  constructor(options: CallRunnerOptions, journal: Journal, contents: JournalContents) {
    const { clock, tenant, log } = options;
    this.#options = options;
    this.#journal = journal;
    this.#clock = clock;
    this.board = emptyBoard;
    this.#timers = createCallTimers(clock);
    // Above what any other machine has used for this tenant, as long as it takes less than one event a microsecond.
    this.#seq = Math.max(contents.lastSeq, clock.now() * 1000);
    this.#firstSeq = this.#seq + 1;
    this.#writer = createHistoryWriter({
      ...{ tenantId: tenant, store: options.store, aside: options.aside, clock, log },
      ...(options.historyBeatMs === undefined ? {} : { beatMs: options.historyBeatMs }),
      onWritten: (calls) => this.#tell(() => options.onWritten?.(calls)),
      onShipped: (seq) => this.#own(journal.shipped(seq), 'Old journal files could not be removed'),
      onFenced: () => this.#tell(() => options.onFenced?.()),
    });
  }

  /** Goes through what the journal holds, without acting. Everything is sent to the database again: it may not have it. */
  replay({ parts }: JournalContents): void {
    for (const { nextSeq, snapshot, entries } of parts) {
      this.#goOnFrom(snapshot, nextSeq - 1);
      for (const entry of entries) {
        this.#heard = entry.heard ?? this.#heard;
        for (const command of this.#step(entry)) {
          this.#timers.obey(command, entry.event.at);
          noteCommand(this.#wanted, command);
        }
      }
    }
    this.#written = this.#heard;
    this.#telling = true;
  }

  #goOnFrom(snapshot: readonly SnapshotLine[], seq: number): void {
    const { board, timers, wanted, heard, unwritten } = readSnapshot(snapshot);
    [this.board, this.#wanted, this.#heard, this.#openCalls] = [board, wanted, heard, 0];
    this.#timers.replace(timers);
    this.#writer.replace(unwritten, seq);
    for (const call of unwritten) this.#openCalls += Number(!isOver(call));
  }

  async begin(aliveAt: number): Promise<void> {
    const { plan, log, tenant, engine, onTaking } = this.#options;
    const goneAt = aliveAt === 0 ? this.#clock.now() : Math.min(aliveAt, this.#clock.now());
    this.#lastProcess = { until: goneAt, calls: this.board.calls };
    this.#lastEngine = this.#heard?.engine ?? null;
    this.#renewFile = true;
    this.take({ type: 'plan-changed', plan, at: this.#clock.now() });
    const compared = Promise.withResolvers<void>();
    this.hearFirst(compared.promise);
    onTaking?.(this);
    await this.acted();
    try {
      const compare = this.#asking(goneAt);
      await compare(await engine.snapshot());
    } catch (error) {
      log.warn({ err: error, tenant }, 'The engine does not say what is alive; its calls go on for now');
      this.engineUnreachable(goneAt);
    } finally {
      compared.resolve();
    }
    this.#timers.run((due) => this.#elapsed(due));
    if (this.#openCalls > 0) this.#beat();
    await this.acted();
    this.#own(this.#closeOrphans(), 'Calls of a process that is gone could not be ended');
  }

  take(event: Event, receipt?: EventReceipt): void {
    if (this.#stopping.signal.aborted) return;
    if (receipt !== undefined && covers(this.#heard, receipt)) {
      // The process that wrote it had no time to say so; what is not written yet is taken with its first receipt.
      if (covers(this.#written, receipt)) receipt.taken();
      return;
    }
    if (receipt !== undefined) {
      this.#recognise(receipt.engine);
      this.#heard = { engine: receipt.engine, seq: receipt.seq };
    }
    this.#waiting.push(receipt === undefined ? { event } : { event, receipt });
    this.#workSoon();
  }

  /** Another one than the last process heard: that one is dead, and all that it carried ended before this process did anything. */
  #recognise(engine: string): void {
    const isAnother = this.#lastEngine !== null && this.#lastEngine !== engine;
    this.#lastEngine = null;
    if (!isAnother) return;
    this.#deathsAhead++;
    this.#waiting.unshift({ goneAt: this.#lastProcess?.until ?? this.#clock.now() });
    this.#workSoon();
  }

  request(event: RequestedEvent): Promise<Reply> {
    const asked = Promise.withResolvers<Reply>();
    this.#asked.set(event.id, [...(this.#asked.get(event.id) ?? []), asked]);
    if (this.#stopping.signal.aborted) this.#leaveUnanswered(event.id);
    // Nobody asks about what is over: what was said while this process stood still, or was not there, is heard first.
    else if (this.#hearingNow === null) this.take(event);
    else
      this.#own(
        this.#hearingNow.then(() => this.take(event)),
        'A request was not taken up',
      );
    return asked.promise;
  }

  engineDied(at = this.#clock.now()): void {
    this.engineHeard();
    this.#unheardSince ??= at;
    this.#lastEngine = null;
    this.#lostEngine(this.#unheardSince);
  }

  engineHeard(): void {
    this.#graceEnds?.();
    this.#graceEnds = null;
  }

  /** What it said before still waits to be taken up: it ends behind that, and what the next engine says comes after. */
  #lostEngine(goneAt: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#deathsAhead++;
    this.#waiting.push({ goneAt });
    this.#workSoon();
  }

  engineUnreachable(since = this.#clock.now()): void {
    this.#unheardSince ??= since;
    this.#graceEnds?.();
    const graceMs = this.#options.graceMs ?? usualGraceMs;
    const endsAt = this.#clock.now() + graceMs;
    const giveUp = () => {
      this.#options.log.error(
        { tenant: this.#options.tenant },
        'The engine did not come back: its calls count as gone',
      );
      this.#lostEngine(since);
    };
    this.#graceEnds = this.#clock.after(graceMs, () => {
      if (this.#clock.now() - endsAt < lateMs) return giveUp();
      // This process stood still: the engine may have come back meanwhile.
      const heard = this.#hearingNow ?? this.#hearing(this.engineUp());
      this.#own(
        heard.then(() => void (this.#unheardSince !== null && giveUp())),
        'Calls of a lost engine could not be ended',
      );
    });
  }

  stoodStill(since: number): void {
    this.#unheardSince ??= since;
  }

  hearFirst(compared: Promise<void>): void {
    this.#own(this.#hearing(compared), 'What the engine said meanwhile is not known');
  }

  async engineUp(): Promise<void> {
    const compare = this.ask();
    await compare(await this.#options.engine.snapshot());
  }

  ask(): (answer: EngineSnapshot) => Promise<void> {
    return this.#asking(this.#unheardSince ?? this.#clock.now());
  }

  get isBusy(): boolean {
    return this.#openCalls > 0;
  }

  get figures(): RunnerFigures {
    return {
      openCalls: this.#openCalls,
      wanted: this.#wanted.size,
      callTimers: this.#timers.due().filter(({ owner }) => owner.kind === 'call' || owner.kind === 'leg').length,
      waiting: this.#waiting.length,
      history: this.#writer.behind,
      setAside: this.#options.aside.count,
      journal: this.#journalFails ? 'fails' : 'writes',
    };
  }

  async acted(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  async settled(): Promise<void> {
    await this.acted();
    await this.#writer.drained();
    while (this.#background.size > 0) await Promise.all(this.#background);
    await this.#writer.drained();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#callOffBeat?.();
    this.#callOffRenewal?.();
    this.#graceEnds?.();
    this.#timers.close();
    await this.acted();
    for (const id of this.#asked.keys()) this.#leaveUnanswered(id);
    // What the disk refused before it takes now perhaps: the next process learns of it from nobody else.
    if (this.#journalFails && !this.#snapshotting) await this.#beginFile();
    this.#callOffRenewal?.();
    await this.#writer.close();
    await Promise.all(this.#background);
    await this.#journal.close();
  }

  #elapsed({ owner, timer, due }: Due): void {
    const ranOut = () => this.take({ type: 'elapsed', owner, timer, at: this.#clock.now() });
    if (this.#hearingNow === null && this.#clock.now() - due < lateMs) return ranOut();
    // This process stood still. Whoever answered or left meanwhile did so before the time was up, and is heard first.
    this.#own(
      (this.#hearingNow ?? this.#hearing(this.engineUp())).then(ranOut),
      'A time that was up meanwhile could not be taken note of',
    );
  }

  /** Resolves when what the engine said so far is taken up; where it cannot be asked, after a moment. */
  #hearing(compared: Promise<void>): Promise<void> {
    this.#hearingNow ??= this.#patiently(compared).finally(() => {
      this.#hearingNow = null;
    });
    return this.#hearingNow;
  }

  async #patiently(compared: Promise<void>): Promise<void> {
    const enough = new AbortController();
    const signal = AbortSignal.any([enough.signal, this.#stopping.signal]);
    try {
      await Promise.race([compared, pause(this.#clock, patienceMs, signal)]);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'The engine does not say what it said meanwhile');
    } finally {
      enough.abort();
    }
  }

  #asking(goneAt: number): (answer: EngineSnapshot) => Promise<void> {
    const asked = this.board;
    return async (answer) => {
      this.engineHeard();
      this.#unheardSince = null;
      await agree({
        ...this.#comparison({ alive: aliveOf(this.#options.tenant, answer), goneAt, asked, engineDied: false }),
        board: () => this.board,
        take: (event) => this.take(event),
        acted: () => this.acted(),
        perform: (call, command) => this.#perform({ ...command, call }),
      });
      this.#lastProcess = null;
      this.#lastEngine = null;
    };
  }

  #comparison({ goneAt, ...of }: Found & { readonly goneAt: number }): Comparison {
    const last = this.#lastProcess;
    return {
      ...of,
      ...{ wanted: this.#wanted, now: this.#clock.now(), measure: this.#options.measure },
      goneAt: ({ id }) => (last !== null && getFrom(last.calls, id) !== undefined ? Math.min(goneAt, last.until) : goneAt),
      breathe: () => this.#clock.breathe(),
    };
  }

  /** What died with an engine has ended before anything is heard that came after its death. */
  async #endWithEngine(goneAt: number): Promise<void> {
    try {
      const died = { alive: nothingAlive, asked: this.board, engineDied: true };
      const events = await whatWasMissed(this.#comparison({ ...died, goneAt }));
      this.#waiting = [...events.map((event) => ({ event })), ...this.#waiting];
    } catch (error) {
      this.#complain(error, 'Lost calls could not be ended');
    }
  }

  /** Ends rows of calls that ran on a machine that is gone. Waits for the database as long as it takes. */
  async #closeOrphans(): Promise<void> {
    const { store, tenant, log } = this.#options;
    for (let pauseMs = 250; !this.#stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, 5_000)) {
      await this.#writer.drained();
      if (this.#stopping.signal.aborted) return;
      const running = [...openCalls(this.board)].map(({ id }) => id);
      try {
        const count = await store.closeOrphans({ running, before: this.#firstSeq });
        if (count > 0) log.warn({ tenant, count }, 'Calls of a process that is gone were ended');
        return;
      } catch (error) {
        log.warn({ err: error, tenant }, 'Calls of a process that is gone cannot be ended yet');
        await pause(this.#clock, pauseMs, this.#stopping.signal);
      }
    }
  }

  /** While calls are open it is noted until when they were known to go on: when this process is killed they ended then. */
  #beat(): void {
    this.#callOffBeat ??= this.#clock.after(beatMs, () => {
      this.#callOffBeat = null;
      if (this.#openCalls === 0) return;
      this.#journal.beat(this.#lastProcess?.until ?? this.#unheardSince ?? this.#clock.now());
      this.#beat();
    });
  }

  #workSoon(): void {
    if (this.#working !== null) return;
    // Not at once: what is taken while it begins must find it under way.
    this.#working = Promise.resolve()
      .then(() => this.#work())
      .catch((error: unknown) => this.#complain(error, 'The calls of a tenant hit a fault of ours'))
      .finally(() => {
        this.#working = null;
        if (this.#hasWork()) this.#workSoon();
      });
  }

  /** A new file waits for the snapshot that is being written. */
  #hasWork(): boolean {
    const isOpen = !this.#stopping.signal.aborted;
    return this.#waiting.length > 0 || (isOpen && this.#renewFile && !this.#snapshotting);
  }

  /** Writes what came while the last batch was written, then acts on it, until nothing comes. */
  async #work(): Promise<void> {
    while (this.#hasWork()) {
      if (this.#renewFile && !this.#snapshotting) {
        this.#renewFile = false;
        await this.#beginFile();
      }
      if (this.#waiting.length === 0) return;
      const { words, goneAt } = this.#next();
      const entries = words.map((word) => this.#entryOf(word));
      const receipts = words.flatMap(({ receipt }) => receipt ?? []);
      try {
        if (entries.length > 0) await this.#journal.append(entries);
        this.#written = entries.findLast(({ heard }) => heard !== undefined)?.heard ?? this.#written;
        for (const receipt of receipts) receipt.taken();
      } catch (error) {
        // Calls go on: a disk that is full must not cut anybody off. What is lost is only what a crash would ask for.
        this.#untaken.push(...receipts);
        this.journalFailed(error);
      }
      for (const entry of entries) this.#act(entry);
      if (goneAt !== null) {
        this.#deathsAhead--;
        await this.#endWithEngine(goneAt);
      }
      if (!this.#journalFails && !this.#snapshotting && this.#journal.wantsSnapshot()) await this.#beginFile();
    }
  }

  /** What waits, up to an engine's death: what came after it must find its calls ended. */
  #next(): { readonly words: readonly Word[]; readonly goneAt: number | null } {
    const words: Word[] = [];
    for (const [index, one] of this.#waiting.entries()) {
      if ('goneAt' in one) {
        this.#waiting = this.#waiting.slice(index + 1);
        return { words, goneAt: one.goneAt };
      }
      words.push(one);
    }
    this.#waiting = [];
    return { words, goneAt: null };
  }

  #entryOf({ event, receipt }: Word): JournalEntry {
    const entry = { seq: ++this.#seq, event };
    // Behind a gap a line must not say that everything until here was written: the engine tells the next process again.
    if (receipt === undefined || this.#journalFails) return entry;
    return { ...entry, heard: { engine: receipt.engine, seq: receipt.seq } };
  }

  #act(entry: JournalEntry): void {
    for (const command of this.#step(entry)) {
      this.#timers.obey(command, this.#clock.now());
      noteCommand(this.#wanted, command);
      // Meant for an engine that is dead by now: the next one has nothing of these calls.
      if (isForEngine(command) && this.#deathsAhead === 0) this.#perform(command);
    }
  }

  #perform({ call, ...command }: EngineOrder): void {
    const { engine, tenant } = this.#options;
    try {
      traceStep(`engine ${command.type}`, { 'alo.call': call });
      engine.perform(tenant, call, command);
    } catch (error) {
      this.#complain(error, 'The engine did not take a command');
    }
  }

  /** One event that hits a fault of ours is left out; the calls of the tenant go on. */
  #step({ seq, event }: JournalEntry): readonly Command[] {
    const before = this.board;
    let stepped: Stepped;
    try {
      stepped = step(before, event);
    } catch (error) {
      this.#complain(error, 'Call control could not take an event', { event });
      if (event.type === 'requested') this.#leaveUnanswered(event.id);
      stepped = {
        board: before,
        commands: [],
        replies: [],
        changed: { calls: [], people: [], queues: [], alarms: [] },
      };
    }
    const { board, commands, replies, changed } = stepped;
    this.board = board;
    noteEvent(this.#wanted, event);
    if (event.type === 'elapsed') this.#timers.ranOut(event.owner, event.timer, event.at);
    for (const id of changed.calls) this.#noteCall(id, seq, event, getFrom(before.calls, id));
    for (const reply of replies) this.#answer(reply);
    this.#tell(() => this.#options.onChanged?.(changed));
    return commands;
  }

  #noteCall(id: CallId, seq: number, event: Event, before: Call | undefined): void {
    const after = getFrom(this.board.calls, id);
    if (after === undefined) return;
    this.#openCalls += Number(!isOver(after)) - Number(before !== undefined && !isOver(before));
    if (isOver(after)) prune(this.#wanted, id);
    else this.#beat();
    // An event of a call, because it has that call's id.
    const seen = 'call' in event && event.call === id ? (event as CallEvent) : null;
    this.#writer.add(after, seq, seen === null ? null : { seq, callStartedAt: after.startedAt, event: seen });
  }

  #answer(reply: Reply): void {
    for (const { resolve } of this.#asked.get(reply.id) ?? []) resolve(reply);
    this.#asked.delete(reply.id);
  }

  /** Asking again with the same id tells what became of it. */
  #leaveUnanswered(id: string): void {
    for (const { reject } of this.#asked.get(id) ?? []) reject(new RequestLost(`Request ${id} was not answered.`));
    this.#asked.delete(id);
  }

  /** A new file from here on, and the state until here behind it, in slices, while calls go on. */
  async #beginFile(): Promise<void> {
    const nextSeq = this.#seq + 1;
    try {
      await this.#journal.begin(nextSeq);
    } catch (error) {
      return this.journalFailed(error);
    }
    this.#snapshotting = true;
    const told = { board: this.board, wanted: this.#wanted, heard: this.#heard };
    const state = { ...told, timers: this.#timers.due(), unwritten: this.#writer.due };
    const untaken = this.#untaken.splice(0);
    const failures = this.#failures;
    const writing = this.#journal
      .keepSnapshot(nextSeq, takeSnapshot(state))
      .then(
        () => {
          if (this.#journalFails) this.#written = told.heard;
          // What was refused since then is in the next one.
          if (this.#failures === failures) this.#journalFails = false;
          for (const receipt of untaken) receipt.taken();
        },
        (error: unknown) => {
          this.#untaken.unshift(...untaken);
          this.journalFailed(error);
        },
      )
      .finally(() => {
        this.#snapshotting = false;
        if (this.#hasWork()) this.#workSoon();
      });
    this.#own(writing, 'A snapshot could not be written');
  }

  /** What the disk does not take now it gets with the next snapshot: that has all that is known. */
  journalFailed(error: unknown): void {
    // Once is loud enough: it is tried again every second.
    if (!this.#journalFails) this.#complain(error, 'The journal cannot be written');
    this.#journalFails = true;
    this.#failures++;
    this.#callOffRenewal ??= this.#clock.after(repairMs, () => {
      this.#callOffRenewal = null;
      this.#renewFile = true;
      this.#workSoon();
    });
  }

  /** Work in the background has an owner: what goes wrong in it is told, and closing waits for it. */
  #own(work: Promise<void>, complaint: string): void {
    const owned = work
      .catch((error: unknown) => this.#complain(error, complaint))
      .finally(() => this.#background.delete(owned));
    this.#background.add(owned);
  }

  #complain(error: unknown, message: string, more: object = {}): void {
    this.#options.log.error({ err: error, tenant: this.#options.tenant, ...more }, message);
  }

  /** Whoever listens must not be able to stop the calls. */
  #tell(what: () => void): void {
    if (!this.#telling) return;
    try {
      what();
    } catch (error) {
      this.#complain(error, 'A listener of call control failed');
    }
  }
}

function covers(heard: Heard | null, { engine, seq }: EventReceipt): boolean {
  return engine === heard?.engine && seq <= heard.seq;
}

/** In the order of its coming: an event, or the word that everything in the engine is gone. */
type Coming = Word | { readonly goneAt: number };

type Word = { readonly event: Event; readonly receipt?: EventReceipt };

type Found = Pick<Comparison, 'alive' | 'asked' | 'engineDied'>;

type EngineOrder = Exclude<Command, { type: 'start-timer' | 'stop-timer' }>;

function isForEngine(command: Command): command is EngineOrder {
  return command.type !== 'start-timer' && command.type !== 'stop-timer';
}
