import type { Trx } from '../db/database.ts';
import type { By } from '../kernel/by.ts';
import type { Problem } from '../kernel/problem.ts';

/** What a kind of job is given to do its work with. */
export interface JobWork {
  readonly jobId: string;
  /** Who asked for it, with what they may do now. */
  readonly by: By;
  /** What was asked for, as JSON; its kind parses it. */
  readonly input: unknown;
  /** What the job has found out so far, before this attempt. */
  readonly report: Readonly<Record<string, unknown>>;
  /** Steps done before this attempt. */
  readonly done: number;
  /** A transaction in the tenant of the job, on connections where a statement may take its time. */
  readonly inTenant: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /**
   * Tells how far the work is, now and then. Rejects where it shall not go on: its person cancelled it, this process stops, or
   * another worker has taken it over.
   */
  progress(done: number, total?: number): Promise<void>;
  /** The same within a transaction that does the work, so that the one is not without the other. */
  advance(trx: Trx, done: number, report?: Readonly<Record<string, unknown>>): Promise<void>;
}

/** How a job came out; `waiting` is a question to its person. */
export interface JobOutcome {
  readonly state?: 'done' | 'waiting';
  readonly report?: Readonly<Record<string, unknown>>;
  /** What was put into the area `exports` under the job's id. */
  readonly file?: { readonly name: string; readonly bytes: number };
}

/** Does one kind of job. May be begun again after a failure or a crash, and then takes up where it was. */
export type JobKind = (work: JobWork) => Promise<JobOutcome>;

/** The person does not want it any more. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

/** This process stops, or another has the job: it goes on elsewhere. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
}

/** What is wrong with what, else what is wrong at all: what the person of a job that failed is told. */
export const whyFailed = ({ details, message }: Problem): string =>
  Object.values(details.fields ?? {}).join('; ') || message;
