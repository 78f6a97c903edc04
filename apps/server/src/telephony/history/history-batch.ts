import type { Call, CallId, CurrentStatus, Event, StatusSpan } from '@alo/call-core';

/** Something that happened in a call. */
export type CallEvent = Extract<Event, { readonly call: CallId }>;

/** An event of a call with its place in the tenant's history. */
export type SeenEvent = { readonly seq: number; readonly callStartedAt: number; readonly event: CallEvent };

/** What somebody's time went to, as it was after that event. */
export type SpanDue = { readonly span: StatusSpan; readonly revision: number };

/** States of calls and their events, and what people's time went to, to be written together. */
export type HistoryBatch = {
  readonly calls: readonly { readonly call: Call; readonly revision: number }[];
  readonly events: readonly SeenEvent[];
  /** None twice. */
  readonly spans: readonly SpanDue[];
  /** With these the history has everything up to this event; not said as long as there is more to come. */
  readonly upTo?: number | null;
};

/** A tenant's history. Writing the same twice changes nothing, and an older state never replaces a newer one. */
export interface HistoryStore {
  /** All of it or nothing. Rejects with `Fenced` when another process runs the tenant. */
  write(batch: HistoryBatch): Promise<void>;
  /**
   * Up to this event of this process's journal the history has everything; 0 where it has none of it. And of these calls those that it has
   * in a later state: a process that the journal's disk refused knew more.
   */
  writtenUpTo(calls: HistoryBatch['calls']): Promise<{ readonly seq: number; readonly newer: readonly string[] }>;
  /** Of these numbers those with which it has no call since then: all were erased, or kept no longer. */
  withoutCalls(numbers: readonly string[], since: number): Promise<string[]>;
  /** Ends what the history still shows as open although no process knows of it: it will hear of it from nobody. */
  endForgotten(remembered: HistoryAtStart): Promise<LostHistory>;
  /** What became of recordings of which nobody told: their files say it. Null where there is none. */
  endRecordings(measured: readonly { readonly id: string; readonly file: File | null }[]): Promise<void>;
}

/** All that a process knows when it has taken up what there was, and the history has that. */
export type HistoryAtStart = {
  /** Calls that go on. */
  readonly running: readonly string[];
  /** The first event of this process, and when it began (ms): only what is older can be forgotten. */
  readonly before: number;
  readonly began: number;
  /** Recordings of which something is still to come. */
  readonly recordings: readonly string[];
  /** Calls that are older than this process: of those the history may have parts that no journal has. */
  readonly takenUp: readonly {
    readonly id: string;
    readonly legs: readonly string[];
    readonly segments: readonly string[];
  }[];
  /** What people's time goes to, or since when to nothing that is kept, as far as the journal has it. */
  readonly spans: readonly CurrentStatus[];
  /** What people's time went to before that, as far back as the journal was gone through: there is no other in between. */
  readonly pastSpans: readonly EndedSpan[];
  /** From when on this process has told itself what people's time goes to. */
  readonly toldSpans: readonly { readonly extension: string; readonly since: number }[];
  /** When the process before this one was last known to be there; 0 where nobody knows. */
  readonly aliveAt: number;
};

/** What somebody's time went to and goes to no longer. */
export type EndedSpan = StatusSpan & { readonly to: number };

/** What of the history nobody knew any more. */
export type LostHistory = {
  /** So many calls were ended: those of a machine that will not come back, or that a power cut took from the journal. */
  readonly calls: number;
  readonly recordings: readonly string[];
};

type File = { readonly durationMs: number; readonly bytes: number };

/** The tenant is run by another process: what this one knows must not be written. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** A call of the batch cannot be made into rows: no database will ever take it. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}
