import type { Call, CallId, Event } from '@alo/call-core';

/** Something that happened in a call. */
export type CallEvent = Extract<Event, { readonly call: CallId }>;

/** An event of a call with its place in the tenant's history. */
export type SeenEvent = { readonly seq: number; readonly callStartedAt: number; readonly event: CallEvent };

/** States of calls and their events, to be written together. */
export type HistoryBatch = {
  readonly calls: readonly { readonly call: Call; readonly revision: number }[];
  readonly events: readonly SeenEvent[];
};

/** A tenant's history. Writing the same twice changes nothing, and an older state never replaces a newer one. */
export interface HistoryStore {
  /** All of it or nothing. Rejects with `Fenced` when another process runs the tenant. */
  write(batch: HistoryBatch): Promise<void>;
  /**
   * Ends what the history still shows as open although no process runs it: the calls of a machine that will not come back.
   * `running` are the calls that go on here, `before` is the first event of this process. Answers how many there were.
   */
  closeOrphans(known: { readonly running: readonly string[]; readonly before: number }): Promise<number>;
}

/** The tenant is run by another process: what this one knows must not be written. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** A call of the batch cannot be made into rows: no database will ever take it. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}
