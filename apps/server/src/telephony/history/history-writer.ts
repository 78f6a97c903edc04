import type { Call, CallId, StatusSpan } from '@alo/call-core';

import { isRowsOwnFault } from '../../db/row-fault.ts';
import { type Clock, pause } from '../clock.ts';
import type { RunnerLog } from '../log.ts';
import {
  Fenced,
  type HistoryBatch,
  type HistoryStore,
  type SeenEvent,
  type SpanDue,
  Unwritable,
} from './history-batch.ts';
import { refusedRows } from './refused-rows.ts';
import type { AsideShelf } from './set-aside.ts';

/** Brings a tenant's calls to the database behind what happens, and keeps what the database cannot take yet. */
export interface HistoryWriter {
  /** The call as it is after event `seq`, and the event itself where it is of this call. */
  add(call: Call, seq: number, seen: SeenEvent | null): void;
  /** What somebody's time goes to, or went to, as it is after event `seq`. */
  addSpan(span: StatusSpan, seq: number): void;
  /** These are to be written, and no others: what a snapshot does not have is in the database. */
  replace(due: UnwrittenCalls, seq: number): void;
  /** What will be written, as it will be. */
  readonly due: UnwrittenCalls;
  /**
   * How many calls wait to be written, and since when the oldest does (null: none). `refused`: rows that the database refuses for what is in
   * them, and the disk does not take either.
   */
  readonly behind: { readonly calls: number; readonly since: number | null; readonly refused: number };
  /** Resolves when everything added so far is in the database. */
  drained(): Promise<void>;
  /** Tries once more and gives up on what the database does not take: the journal keeps it. */
  close(): Promise<void>;
}

/** What the database does not have yet, but for events. */
export type UnwrittenCalls = { readonly calls: readonly Call[]; readonly spans: readonly StatusSpan[] };

export interface HistoryWriterOptions {
  readonly tenantId: string;
  readonly store: HistoryStore;
  readonly clock: Clock;
  readonly log: RunnerLog;
  /** Where rows go that the database will never take. */
  readonly aside: AsideShelf;
  /** What happens within this time is one write; a call that begins and ends in it is one row, written once. Few calls wait two. */
  readonly beatMs?: number;
  /** The first event of this process. Of what came before, from the journal, only that is written which the database does not have. */
  readonly firstSeq: number;
  /** Everything up to this event is in the database. */
  readonly onShipped: (seq: number) => void;
  /** The rows of these conversations are in the database as they are now. */
  readonly onWritten?: (calls: readonly Call[]) => void;
  /** So is what people's time goes to, without any conversation. */
  readonly onSpansWritten?: () => void;
  /** Another process runs the tenant: nothing that is known here may be written any more. */
  readonly onFenced: () => void;
}

const mostCalls = 100;
const mostEvents = 1000;
const mostSpans = 1000;
/** A write costs the database and this process more than what is in it, as long as that is no more than these. */
const fewCalls = 20;
const firstPauseMs = 50;
const longestPauseMs = 2000;

export function createHistoryWriter({
  tenantId,
  store,
  clock,
  log,
  aside,
  ...options
}: HistoryWriterOptions): HistoryWriter {
  const { beatMs = 250, firstSeq, onShipped, onWritten, onSpansWritten, onFenced } = options;
  let calls = new Map<CallId, { call: Call; revision: number }>();
  let events: SeenEvent[] = [];
  /** By whose they are and when they began. */
  let spans = new Map<string, SpanDue>();
  /** What a write that is under way has taken out of these. */
  let writing: UnwrittenCalls = { calls: [], spans: [] };
  let lastAdded = 0;
  /** Up to this event all was written that the database takes. */
  let writtenTo = 0;
  let since: number | null = null;
  let working: Promise<void> | null = null;
  let hurry = new AbortController();
  const stopping = new AbortController();
  let fenced = false;
  let isJournalCompared = false;
  const refused = refusedRows({
    tenantId,
    aside,
    clock,
    log,
    onSetAside: ({ calls: own }) => {
      if (own.length > 0) onWritten?.(own.map(({ call }) => call));
    },
    onAllSetAside: ship,
  });

  /** From the first thing to be written until nothing is: one beat after the other. */
  async function work(): Promise<void> {
    await beat();
    for (let pauseMs = firstPauseMs; !fenced && hasWork(); ) {
      const upTo = lastAdded;
      try {
        await leaveOutWritten();
        await flush(upTo);
        since = hasWork() ? clock.now() : null;
        writtenTo = upTo;
        ship();
        pauseMs = firstPauseMs;
        if (since !== null) await beat();
      } catch (error) {
        if (error instanceof Fenced) {
          fenced = true;
          log.error({ err: error, tenant: tenantId }, 'Another process writes this history now');
          return onFenced();
        }
        if (stopping.signal.aborted) break;
        log.warn({ err: error, tenant: tenantId, calls: calls.size }, 'The history waits for the database');
        await pause(clock, pauseMs, stopping.signal);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
  }

  /** What waits to be set aside is in the journal alone. */
  function ship(): void {
    if (refused.since === null && writtenTo > 0) onShipped(writtenTo);
  }

  /** What the journal tells again and the database has. It may have been erased there since. */
  async function leaveOutWritten(): Promise<void> {
    if (isJournalCompared) return;
    const asked = new Map(calls);
    const { seq: upTo, newer } = await store.writtenUpTo([...asked.values()]);
    const mark = Math.min(upTo, firstSeq - 1);
    isJournalCompared = true;
    const has = ({ revision }: { readonly revision: number }) => revision <= mark;
    const written = [...calls.values()].filter(has).map(({ call }) => call);
    // Legs are those of the state that the history has of their call: what is written of them here would be older.
    calls = new Map([...calls].filter(([id, due]) => !has(due) && !(newer.includes(id) && due === asked.get(id))));
    events = events.filter(({ seq }) => seq > mark);
    spans = new Map([...spans].filter(([, due]) => !has(due)));
    if (written.length > 0) onWritten?.(written);
  }

  const hasWork = () => calls.size > 0 || events.length > 0 || spans.size > 0;

  async function beat(): Promise<void> {
    await pause(clock, beatMs, hurry.signal);
    if (calls.size <= fewCalls) await pause(clock, beatMs, hurry.signal);
  }

  /** Writes what there is now; what comes meanwhile stays for the next time. */
  async function flush(upTo: number): Promise<void> {
    const [dueCalls, dueEvents, dueSpans] = [[...calls.values()], events, [...spans.values()]];
    [calls, events, spans] = [new Map(), [], new Map()];
    writing = { calls: dueCalls.map(({ call }) => call), spans: dueSpans.map(({ span }) => span) };
    let [callsDone, eventsDone, spansDone] = [0, 0, 0];
    try {
      while (callsDone < dueCalls.length || eventsDone < dueEvents.length || spansDone < dueSpans.length) {
        const batch = {
          calls: dueCalls.slice(callsDone, callsDone + mostCalls),
          events: dueEvents.slice(eventsDone, eventsDone + mostEvents),
          spans: dueSpans.slice(spansDone, spansDone + mostSpans),
        };
        const left =
          sizeOf({ calls: dueCalls, events: dueEvents, spans: dueSpans }) - callsDone - eventsDone - spansDone;
        await writeOrSetAside({ ...batch, upTo: sizeOf(batch) === left ? upTo : null });
        callsDone += batch.calls.length;
        eventsDone += batch.events.length;
        spansDone += batch.spans.length;
        const waiting = new Set(refused.waiting.flatMap((row) => row.calls));
        const written = batch.calls.filter((due) => !waiting.has(due)).map(({ call }) => call);
        if (written.length > 0) onWritten?.(written);
        else if (batch.spans.length > 0) onSpansWritten?.();
      }
    } catch (error) {
      // A newer state of the same call may have come meanwhile, and wins.
      calls = new Map([...dueCalls.slice(callsDone).map((due) => [due.call.id, due] as const), ...calls]);
      events = [...dueEvents.slice(eventsDone), ...events];
      spans = new Map([...dueSpans.slice(spansDone).map((due) => [keyOf(due.span), due] as const), ...spans]);
      throw error;
    } finally {
      writing = { calls: [], spans: [] };
    }
  }

  /** A row that the database refuses for what is in it must not hold up all others: the batch is split until it stands alone. */
  async function writeOrSetAside(batch: HistoryBatch): Promise<void> {
    try {
      // Of what waits to be set aside the history has nothing: the next process is to read of it.
      await store.write(refused.since === null ? batch : { ...batch, upTo: null });
    } catch (error) {
      if (!(error instanceof Unwritable || isRowsOwnFault(error))) throw error;
      const parts = split(batch);
      if (parts.length > 1) {
        for (const part of parts) await writeOrSetAside(part);
        return;
      }
      await refused.setAside(batch, error);
    }
  }

  function start(): void {
    if (working !== null || fenced) return;
    since ??= clock.now();
    working = work()
      .catch((error: unknown) => log.error({ err: error, tenant: tenantId }, 'The history writer failed'))
      .finally(() => {
        working = null;
        if (!stopping.signal.aborted && hasWork()) start();
      });
  }

  return {
    add(call, seq, seen) {
      if (fenced) return;
      calls.set(call.id, { call, revision: seq });
      if (seen !== null) events.push(seen);
      lastAdded = seq;
      start();
    },
    addSpan(span, seq) {
      if (fenced) return;
      spans.set(keyOf(span), { span, revision: seq });
      lastAdded = seq;
      start();
    },
    replace(due, seq) {
      calls = new Map(due.calls.map((call) => [call.id, { call, revision: seq }]));
      spans = new Map(due.spans.map((span) => [keyOf(span), { span, revision: seq }]));
      lastAdded = seq;
      if (hasWork()) start();
    },
    get due() {
      const { waiting } = refused;
      // Of two states of the same the later one counts.
      return {
        calls: [
          ...waiting.flatMap((row) => row.calls.map(({ call }) => call)),
          ...writing.calls,
          ...[...calls.values()].map(({ call }) => call),
        ],
        spans: [
          ...waiting.flatMap((row) => row.spans.map(({ span }) => span)),
          ...writing.spans,
          ...[...spans.values()].map(({ span }) => span),
        ],
      };
    },
    get behind() {
      return { calls: calls.size, since: since ?? refused.since, refused: refused.waiting.length };
    },
    async drained() {
      while (working !== null) {
        hurry.abort();
        await working;
        hurry = new AbortController();
      }
    },
    async close() {
      stopping.abort();
      hurry.abort();
      await working;
      await refused.close();
    },
  };
}

const keyOf = ({ extension, from }: StatusSpan) => `${extension} ${from}`;

const nothing: HistoryBatch = { calls: [], events: [], spans: [], upTo: null };

/** Each kind by itself, and then by halves. With the last of them the history has as much as with all. */
function split(batch: HistoryBatch): HistoryBatch[] {
  const { calls, events, spans, upTo = null } = batch;
  const kinds: HistoryBatch[] = [
    { ...nothing, calls },
    { ...nothing, events },
    { ...nothing, spans },
  ].filter((one) => sizeOf(one) > 0);
  const last = kinds.pop();
  if (last === undefined) return [];
  if (kinds.length > 0 || sizeOf(batch) < 2) return [...kinds, { ...last, upTo }];
  const half = Math.ceil(sizeOf(batch) / 2);
  return [
    { calls: calls.slice(0, half), events: events.slice(0, half), spans: spans.slice(0, half), upTo: null },
    { calls: calls.slice(half), events: events.slice(half), spans: spans.slice(half), upTo },
  ];
}

const sizeOf = ({ calls, events, spans }: Pick<HistoryBatch, 'calls' | 'events' | 'spans'>) =>
  calls.length + events.length + spans.length;
