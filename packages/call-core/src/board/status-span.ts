import type { Instant } from './vocabulary.ts';

/** The work status of a person who can be reached. A person who cannot be, or is off, has none. */
export type WorkStatus =
  /** Calls can come; one that rings and is not answered yet is part of it. */
  | 'ready'
  /** From the answer, or from dialling, until nobody is on the line any more; on hold, too. */
  | 'on-a-call'
  | 'wrapping-up'
  | 'on-a-break'
  /** They pause in all the queues that they have joined, */
  | 'paused'
  /** or one has stopped calling them by itself. */
  | 'auto-paused'
  | 'do-not-disturb'
  /** The page that is their phone does not answer. */
  | 'asleep';

/** How long somebody was in a status without a break. */
export type StatusSpan = {
  readonly extension: string;
  readonly status: WorkStatus;
  /** Why on a break or paused, as they chose it. */
  readonly reason: string | null;
  readonly from: Instant;
  /** Null while it goes on. */
  readonly to: Instant | null;
};

/** The work status that a person's time goes to now, or since when it goes to none. */
export type CurrentStatus = (StatusSpan | (Omit<StatusSpan, 'status'> & { readonly status: 'off' })) & {
  /** When they left one of several calls that they are in: the others may have ended sooner, and be told of later. */
  readonly leftAt?: Instant;
  /** What it went to shortly before: of a call that they were in by then they may be told late. */
  readonly passed?: readonly PassedStatus[];
};

/** A stretch of somebody's time that is over; `off` where it went to nothing that is kept. */
export type PassedStatus = Pick<StatusSpan, 'reason' | 'from'> & {
  readonly status: WorkStatus | 'off';
  readonly to: Instant;
};

/** Their time goes to something that is kept. */
export const isSpent = (time: CurrentStatus): time is StatusSpan => time.status !== 'off';
