import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, CallId } from '@alo/call-core';

import { DatabaseUnavailable, type InTenant } from '../db/database.ts';
import { type SeenEvent, writeHistory } from './history-store.ts';

/** Told what went wrong; a pino logger is one. */
export interface RunnerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Brings a tenant's calls to the database behind what happens, and keeps what the database cannot take yet. */
export interface HistoryWriter {
  /** The call as it is after event `seq`; the event itself when it is of a call. */
  add(call: Call, seen: SeenEvent): void;
  /** Resolves when everything added so far is in the database. */
  drained(): Promise<void>;
  /** Tries once more and gives up on what the database does not take: the journal keeps it. */
  close(): Promise<void>;
}

export interface HistoryWriterOptions {
  readonly tenantId: string;
  readonly inTenant: InTenant;
  readonly log: RunnerLog;
  /** Everything up to this event is in the database. */
  readonly onShipped: (seq: number) => void;
  /** The rows of these conversations are in the database as they are now. */
  readonly onWritten?: (calls: readonly CallId[]) => void;
}

const mostCalls = 100;
const mostEvents = 1000;
const longestPauseMs = 2000;

export function createHistoryWriter({
  tenantId,
  inTenant,
  log,
  onShipped,
  onWritten,
}: HistoryWriterOptions): HistoryWriter {
  let calls = new Map<CallId, { call: Call; revision: number }>();
  let events: SeenEvent[] = [];
  let lastAdded = 0;
  let working: Promise<void> | null = null;
  const stopping = new AbortController();

  async function work(): Promise<void> {
    for (let pauseMs = 50; calls.size > 0 || events.length > 0; ) {
      const upTo = lastAdded;
      try {
        await flush();
        onShipped(upTo);
        pauseMs = 50;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        if (stopping.signal.aborted) break;
        log.warn({ err: error, tenant: tenantId, calls: calls.size }, 'The history waits for the database');
        await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: stopping.signal }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
    working = null;
  }

  /** Writes what there is now; what comes meanwhile stays for the next time. */
  async function flush(): Promise<void> {
    const [dueCalls, dueEvents] = [calls, events];
    [calls, events] = [new Map(), []];
    const writtenCalls = [...dueCalls.values()];
    let [callsDone, eventsDone] = [0, 0];
    try {
      while (callsDone < writtenCalls.length || eventsDone < dueEvents.length) {
        const batch = {
          calls: writtenCalls.slice(callsDone, callsDone + mostCalls),
          events: dueEvents.slice(eventsDone, eventsDone + mostEvents),
        };
        await writeOrLeaveOut(batch);
        if (batch.calls.length > 0) onWritten?.(batch.calls.map(({ call }) => call.id));
        callsDone += batch.calls.length;
        eventsDone += batch.events.length;
      }
    } catch (error) {
      // A newer state of the same call may have come meanwhile, and wins.
      calls = new Map([...writtenCalls.slice(callsDone).map((due) => [due.call.id, due] as const), ...calls]);
      events = [...dueEvents.slice(eventsDone), ...events];
      throw error;
    }
  }

  /** A row that the database refuses for good must not hold up all others: the batch is split until it stands alone. */
  async function writeOrLeaveOut(batch: Parameters<typeof writeHistory>[2]): Promise<void> {
    try {
      await writeHistory(inTenant, tenantId, batch);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const [first, ...rest] = split(batch);
      if (first === undefined || rest.length === 0) {
        const ids = [...batch.calls.map(({ call }) => call.id), ...batch.events.map(({ event }) => event.call)];
        log.error({ err: error, tenant: tenantId, ids }, 'The database refuses a row of the history; it is left out');
        return;
      }
      for (const part of [first, ...rest]) await writeOrLeaveOut(part);
    }
  }

  return {
    add(call, seen) {
      calls.set(call.id, { call, revision: seen.seq });
      events.push(seen);
      lastAdded = seen.seq;
      working ??= work();
    },
    async drained() {
      while (working !== null) await working;
    },
    async close() {
      stopping.abort();
      await working;
    },
  };
}

function split({ calls, events }: Parameters<typeof writeHistory>[2]) {
  if (calls.length > 0 && events.length > 0) {
    return [
      { calls, events: [] },
      { calls: [], events },
    ];
  }
  if (calls.length + events.length < 2) return [{ calls, events }];
  const half = Math.ceil((calls.length + events.length) / 2);
  return [
    { calls: calls.slice(0, half), events: events.slice(0, half) },
    { calls: calls.slice(half), events: events.slice(half) },
  ];
}
