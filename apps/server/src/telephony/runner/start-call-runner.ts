import {
  type Board,
  type Event,
  isDataCommand,
  isToldAgain,
  type Reply,
  type RequestedEvent,
  type StatusSpan,
  valuesOf,
} from '@alo/call-core';
import type { EventReceipt } from '@alo/engine';

import { traceStep } from '../../kernel/traced.ts';
import { createBackground } from '../background.ts';
import type { Clock } from '../clock.ts';
import type { EndedSpan } from '../history/history-batch.ts';
import { createHistoryWriter, type HistoryWriter } from '../history/history-writer.ts';
import type { EnginePlace, JournalEntry } from '../journal/entries.ts';
import { withoutKeys } from '../journal/hidden-keys.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { JournalContents } from '../journal/read-journal.ts';
import type { CallRunner, CallRunnerOptions, RunnerFigures } from './call-runner.ts';
import type { RunningTimer } from './call-timers.ts';
import { createEngineWatch, type EngineWatch } from './engine-watch.ts';
import { forgetErasedNumbers } from './erased-numbers.ts';
import { createFadingCalls, type FadingCalls } from './fading-calls.ts';
import { endForgottenCalls, rememberedOf } from './forgotten-calls.ts';
import { createIncomingQueue, type Word } from './incoming-queue.ts';
import { createJournalKeeper, type JournalKeeper } from './journal-keeper.ts';
import { createLiveBoard, type EngineOrder, type LiveBoard } from './live-board.ts';
import { createOpenRequests } from './open-requests.ts';
import { createPlansToCome, type PlansToCome } from './plans-to-come.ts';
import type { State } from './snapshot.ts';

/** How exactly the end of calls is known that died with their process: a tenant with calls notes so often that it lives, */
const beatMs = 250;
/** and so often where people are there and nobody talks. */
const restingBeatMs = 10_000;

/**
 * Reads what the last process left, takes up what lives in the engine, ends what does not, and goes on from there. Each event
 * is written before it is acted on; the disk's sync and the database follow behind.
 */
export async function startCallRunner(options: CallRunnerOptions): Promise<CallRunner> {
  const { clock, log, tenant } = options;
  let trouble: (error: unknown) => void = () => undefined;
  const { journal, contents } = await openJournal({
    disk: options.disk,
    clock,
    folder: options.journalFolder,
    sealer: options.sealer,
    onTrouble: (error) => trouble(error),
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
  readonly #options: CallRunnerOptions;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #keeper: JournalKeeper;
  readonly engineWatch: EngineWatch;
  readonly #writer: HistoryWriter;
  readonly #live: LiveBoard;
  readonly #fading: FadingCalls;
  readonly #incoming = createIncomingQueue();
  readonly #answers = createOpenRequests();
  readonly #plans: PlansToCome;
  readonly #background = createBackground((error, complaint) => this.#complain(error, complaint));
  readonly #stopping = new AbortController();
  /** What the journal had when this process began with its first event. */
  #before: Omit<Parameters<typeof rememberedOf>[1], 'toldSpans'>;
  /** By whose it is: from when on this process has told itself what their time goes to. */
  readonly #toldSince = new Map<string, number>();
  /**
   * What people's time went to by the journal and by this process, by whose it is and when it began, as long as the history may have it
   * otherwise from a process whose journal did not take everything; null once the two were compared.
   */
  #uncompared: Map<string, EndedSpan> | null = new Map();
  #seq: number;
  /** The last event that was acted on. */
  #acted = 0;
  /** The last event of the engine that was taken, by the engine's own count. */
  #heard: EnginePlace | null = null;
  /** The last of these that the board knows: later ones wait to be written. */
  #known: EnginePlace | null = null;
  /** When an engine died whose calls' ends are not written yet: the reader of the journal is to end them then. */
  #diedAt: number | null = null;
  #working: Promise<void> | null = null;
  /** False while the journal is replayed: listeners are not told of events from before this process. */
  #telling = false;
  #beating: { readonly everyMs: number; readonly callOff: () => void } | null = null;

  constructor(options: CallRunnerOptions, journal: Journal, contents: JournalContents) {
    const { clock, tenant, log } = options;
    this.#options = options;
    this.#journal = journal;
    this.#clock = clock;
    // Above what any other machine has used for this tenant, as long as it takes less than one event a microsecond.
    this.#seq = Math.max(contents.lastSeq, clock.now() * 1000);
    this.#before = { before: this.#seq + 1, began: clock.now(), aliveAt: contents.aliveAt, spans: [], pastSpans: [] };
    this.#writer = createHistoryWriter({
      tenantId: tenant,
      store: options.store,
      aside: options.aside,
      firstSeq: this.#before.before,
      clock,
      log,
      ...(options.historyBeatMs === undefined ? {} : { beatMs: options.historyBeatMs }),
      onWritten: (calls) => {
        this.#fading.written(calls);
        this.#tell(() => options.onWritten?.(calls));
      },
      onSpansWritten: () => this.#tell(() => options.onSpansWritten?.()),
      onShipped: (seq) => this.#shipped(seq),
      onFenced: () => this.#tell(() => options.onFenced?.()),
    });
    this.#live = createLiveBoard({
      clock,
      writer: this.#writer,
      onOpen: () => this.#beat(),
      onSpan: (span, seq) => {
        if (seq < this.#before.before) return;
        const { extension, from } = span;
        this.#toldSince.set(extension, Math.min(from, this.#toldSince.get(extension) ?? from));
        this.#noteUncompared(span);
      },
      onReply: (reply) => this.#answers.give(reply),
      onChanged: (changed) => this.#tell(() => options.onChanged?.(changed)),
      onFault: (error, event) => {
        this.#complain(error, 'Call control could not take an event', { event: withoutKeys(event) });
        if (event.type === 'requested') this.#answers.leaveOut(event.id);
      },
    });
    this.#fading = createFadingCalls(clock, (call) => this.#live.forget(call));
    this.#keeper = createJournalKeeper({
      journal,
      clock,
      background: this.#background,
      state: () => this.#state(),
      complain: (error, message) => this.#complain(error, message),
      onWork: () => this.#workSoon(),
      onKept: (nextSeq) => {
        if (this.#writer.behind.since === null) this.#shipped(nextSeq - 1);
      },
    });
    this.engineWatch = createEngineWatch({
      tenant,
      clock,
      log,
      background: this.#background,
      engine: options.engine,
      measure: options.measure,
      graceMs: options.graceMs,
      board: () => this.board,
      wanted: () => this.#live.wanted,
      take: (event) => this.take(event),
      acted: () => this.#worked(),
      perform: (order) => this.#perform(order),
      onDeath: (goneAt, place) => this.#loseEngine(goneAt, place),
      onAgreed: () => this.#plans.takeHeldBack(),
    });
    this.#plans = createPlansToCome({
      journal,
      clock,
      board: () => this.board,
      isCertain: () => this.engineWatch.isCertain,
      knownUntil: () => this.engineWatch.knownUntil,
      queue: (event) => this.#queue({ event }),
    });
  }

  /** Goes through what the journal holds, without acting. Everything is sent to the database again: it may not have it. */
  replay({ parts }: JournalContents): void {
    for (const { nextSeq, snapshot, entries } of parts) {
      this.#heard = this.#live.restore(snapshot, nextSeq - 1);
      for (const entry of entries) {
        this.#heard = entry.heard ?? this.#heard;
        this.#live.take(entry, entry.event.at);
      }
    }
    this.#before = {
      ...this.#before,
      spans: [...valuesOf(this.board.spans)],
      // Nothing of the journal is written yet.
      pastSpans: this.#writer.due.spans.filter(hasEnded),
    };
    for (const span of this.#before.pastSpans) this.#noteUncompared(span);
    this.#known = this.#heard;
    this.#keeper.goOnFrom(this.#heard);
    this.#telling = true;
    this.#beat();
  }

  async begin(aliveAt: number): Promise<void> {
    const { plan, log, tenant, engine, onTaking } = this.#options;
    const goneAt = aliveAt === 0 ? this.#clock.now() : Math.min(aliveAt, this.#clock.now());
    this.engineWatch.follows(this.#heard?.engine ?? null, goneAt, this.board);
    // Nothing can be said of any call without it.
    this.#queue({ event: this.#plans.forNow(plan) });
    const compared = Promise.withResolvers<void>();
    this.engineWatch.hearFirst(compared.promise);
    onTaking?.(this);
    await this.#worked();
    try {
      const compare = this.engineWatch.ask();
      await compare(await engine.snapshot());
    } catch (error) {
      log.warn({ err: error, tenant }, 'The engine does not say what is alive; its calls go on for now');
      this.engineWatch.unreachable(goneAt);
    } finally {
      compared.resolve();
    }
    this.#live.timers.run((due) => this.#elapsed(due));
    this.#beat();
    await this.#worked();
    this.#background.own(
      this.#endForgotten()
        .finally(() => this.#fading.begin())
        // The next snapshot is without what the history has by now.
        .then(() => this.forgetErased()),
      'Calls of a process that is gone could not be ended',
    );
  }

  async forgetErased(): Promise<void> {
    await forgetErasedNumbers({
      tenant: this.#options.tenant,
      store: this.#options.store,
      log: this.#options.log,
      clock: this.#clock,
      writer: this.#writer,
      board: () => this.board,
      forget: (numbers) => this.#live.forgetNumbers(numbers),
      signal: this.#stopping.signal,
    });
    this.#keeper.renew();
  }

  #noteUncompared(span: StatusSpan): void {
    const key = `${span.extension} ${span.from}`;
    if (hasEnded(span)) this.#uncompared?.set(key, span);
    else this.#uncompared?.delete(key);
  }

  /** What the next process would have to know. */
  #state(): State & { readonly nextSeq: number } {
    const { unwritten, ...known } = this.#live.state();
    // What was not compared here is to be compared there, though it is written. Of two states of the same the later one counts.
    const spans = [...(this.#uncompared?.values() ?? []), ...unwritten.spans];
    return { ...known, unwritten: { ...unwritten, spans }, heard: this.#known, nextSeq: this.#seq + 1 };
  }

  /** The history has everything up to there: what the journal has of it goes. */
  #shipped(seq: number): void {
    // Events that no row is made of are in it as soon as all others are.
    const upTo = this.#writer.behind.since === null ? Math.max(seq, this.#acted) : seq;
    this.#background.own(this.#journal.shipped(upTo), 'Old journal files could not be removed');
  }

  take(event: Event, receipt?: EventReceipt): void {
    if (this.#stopping.signal.aborted) return;
    if (receipt !== undefined && covers(this.#heard, receipt)) {
      // The process that wrote it had no time to say so; what is not written yet is taken with its first receipt.
      if (covers(this.#keeper.written, receipt)) receipt.taken();
      return;
    }
    if (receipt !== undefined) {
      this.engineWatch.recognise(receipt.engine);
      this.#heard = heardIn([receipt]);
    }
    if (event.type === 'plan-changed') this.#plans.take(event.plan);
    else this.#queue(receipt === undefined ? { event } : { event, receipt });
  }

  #queue(word: Word): void {
    if (this.#stopping.signal.aborted) return;
    this.#incoming.add(word);
    this.#workSoon();
  }

  request(event: RequestedEvent): Promise<Reply> {
    const answer = this.#answers.to(event.id);
    // Nobody asks about what is over: what was said while this process stood still, or was not there, is heard first.
    const { catchingUp } = this.engineWatch;
    if (this.#stopping.signal.aborted) this.#answers.leaveOut(event.id);
    else if (catchingUp === null) this.take(event);
    else
      this.#background.own(
        catchingUp.then(() => this.take(event)),
        'A request was not taken up',
      );
    return answer;
  }

  get board(): Board {
    return this.#live.board;
  }

  get isBusy(): boolean {
    return this.#live.openCalls > 0;
  }

  get figures(): RunnerFigures {
    return {
      openCalls: this.#live.openCalls,
      wanted: this.#live.wanted.size,
      callTimers: this.#live.timers.due().filter(({ owner }) => owner.kind === 'call' || owner.kind === 'leg').length,
      waiting: this.#incoming.length,
      history: this.#writer.behind,
      setAside: this.#options.aside.count,
      journal: this.#keeper.fails ? 'fails' : 'writes',
    };
  }

  async acted(): Promise<void> {
    await this.#plans.queued();
    await this.#worked();
  }

  /** As `acted`, but for plans that are still on their way. */
  async #worked(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  async settled(): Promise<void> {
    await this.acted();
    await this.#writer.drained();
    await this.#background.ended();
    await this.#writer.drained();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#beating?.callOff();
    if (this.#isInhabited) this.#noteAlive();
    this.engineWatch.close();
    this.#fading.close();
    this.#live.timers.close();
    await this.#worked();
    this.#answers.leaveOutAll();
    await this.#keeper.finish();
    await this.#writer.close();
    await this.#background.ended();
    // The next process begins with what is open, and not with what there was.
    if (this.#writer.behind.since === null) await this.#keeper.keepLast();
    await this.#background.ended();
    await this.#plans.queued();
    await this.#journal.close();
  }

  /** What people did while this process stood still they did before the time was up: that is heard first. */
  #elapsed({ owner, timer, due }: RunningTimer): void {
    const ranOut = () => this.take({ type: 'elapsed', owner, timer, at: this.#clock.now() });
    const catchingUp = this.engineWatch.catchingUpFor(due);
    if (catchingUp === null) return ranOut();
    this.#background.own(catchingUp.then(ranOut), 'A time that was up meanwhile could not be taken note of');
  }

  #loseEngine(goneAt: number, place: 'first' | 'last'): void {
    if (this.#stopping.signal.aborted) return;
    this.#diedAt = Math.min(this.#diedAt ?? goneAt, goneAt);
    this.#incoming.addDeath(goneAt, place);
    this.#workSoon();
  }

  #endForgotten(): Promise<void> {
    const { tenant, store, log, measure } = this.#options;
    return endForgottenCalls({
      tenant,
      store,
      log,
      measure,
      clock: this.#clock,
      writer: this.#writer,
      remembered: () =>
        rememberedOf(this.board, {
          ...this.#before,
          toldSpans: [...this.#toldSince].map(([extension, since]) => ({ extension, since })),
        }),
      signal: this.#stopping.signal,
      onCompared: () => {
        this.#uncompared = null;
      },
    });
  }

  /** While calls are open or people are there it is noted until when that was known: when this process is killed it ended then. */
  #beat(): void {
    if (!this.#isInhabited) return;
    const everyMs = this.#live.openCalls > 0 ? beatMs : restingBeatMs;
    if (this.#beating !== null && this.#beating.everyMs <= everyMs) return;
    this.#beating?.callOff();
    const callOff = this.#clock.after(everyMs, () => {
      this.#beating = null;
      if (this.#isInhabited) this.#noteAlive();
      this.#beat();
    });
    this.#beating = { everyMs, callOff };
  }

  get #isInhabited(): boolean {
    return this.#live.openCalls > 0 || this.#live.there > 0;
  }

  #noteAlive(): void {
    this.#journal.beat(Math.min(this.engineWatch.knownUntil, this.#diedAt ?? Number.POSITIVE_INFINITY));
  }

  #workSoon(): void {
    if (this.#working !== null || !this.#hasWork()) return;
    // Not at once: what is taken while it begins must find it under way.
    this.#working = Promise.resolve()
      .then(() => this.#work())
      .catch((error: unknown) => this.#complain(error, 'The calls of a tenant hit a fault of ours'))
      .finally(() => {
        this.#working = null;
        this.#workSoon();
      });
  }

  /** A new file waits for the snapshot that is being written. */
  #hasWork(): boolean {
    return this.#incoming.length > 0 || (!this.#stopping.signal.aborted && this.#keeper.wantsFile);
  }

  /** Writes what came while the last batch was written, then acts on it, until nothing comes. */
  async #work(): Promise<void> {
    while (this.#hasWork()) {
      await this.#keeper.beginFile();
      const { words, goneAt } = this.#incoming.next();
      // A call that is over and written is in no snapshot: whoever reads of its arrival behind one would begin it anew.
      const news = words.filter(({ event }) => !isToldAgain(this.board, event));
      const entries = news.map((word) => this.#entryOf(word));
      const receipts = words.flatMap(({ receipt }) => receipt ?? []);
      await this.#keeper.write(entries, receipts);
      if (!this.#incoming.knowsOfDeath) this.#diedAt = null;
      for (const entry of entries) this.#act(entry);
      this.#known = heardIn(receipts) ?? this.#known;
      if (goneAt !== null) await this.#endWithEngine(goneAt);
      this.#keeper.renewWhenGrown();
    }
  }

  #entryOf({ event, receipt }: Word): JournalEntry {
    const entry = { seq: ++this.#seq, event };
    if (receipt === undefined) return entry;
    return {
      ...entry,
      heard: this.#keeper.fails ? this.#writtenOf(receipt) : { engine: receipt.engine, seq: receipt.seq },
    };
  }

  /**
   * Behind a gap a line must not say that everything until here was written, for the engine tells the next process again. It does
   * say which engine spoke: what is on the board would else count as gone with the last one that was heard without a gap.
   */
  #writtenOf({ engine }: EventReceipt): EnginePlace {
    const { written } = this.#keeper;
    return written?.engine === engine ? written : { engine, seq: 0 };
  }

  /** What died with an engine has ended before anything is heard that came after its death. */
  async #endWithEngine(goneAt: number): Promise<void> {
    let ends: readonly Event[] = [];
    try {
      ends = await this.engineWatch.endsWith(goneAt);
    } catch (error) {
      this.#complain(error, 'Lost calls could not be ended');
    }
    this.#incoming.addEnds(ends);
  }

  #act(entry: JournalEntry): void {
    this.#acted = entry.seq;
    // Meant for an engine that is dead by now: the next one has nothing of these calls.
    const isInVain = this.#incoming.knowsOfDeath;
    for (const order of this.#live.take(entry, this.#clock.now())) {
      if (isDataCommand(order)) this.#tell(() => this.#options.onDataCommand?.(order));
      else if (!isInVain) this.#perform(order);
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

  journalFailed(error: unknown): void {
    this.#keeper.refused(error);
  }

  #complain(error: unknown, message: string, more: object = {}): void {
    this.#options.log.error({ err: error, tenant: this.#options.tenant, ...more }, message);
  }

  /** A listener that fails must not stop the calls. */
  #tell(what: () => void): void {
    if (!this.#telling) return;
    try {
      what();
    } catch (error) {
      this.#complain(error, 'A listener of call control failed');
    }
  }
}

/** How far an engine's own count has come with these. */
function heardIn(receipts: readonly EventReceipt[]): EnginePlace | null {
  const last = receipts.at(-1);
  return last === undefined ? null : { engine: last.engine, seq: last.seq };
}

function covers(heard: EnginePlace | null, { engine, seq }: EventReceipt): boolean {
  return engine === heard?.engine && seq <= heard.seq;
}

function hasEnded(span: StatusSpan): span is EndedSpan {
  return span.to !== null;
}
