import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, required, timestamp } from '../lib/values.ts';
import { callStatus } from './calls.ts';

/** How a customer's call ended without anybody serving them. Who gave up, left a message or waits to be called back is among them. */
export const unservedStatuses = {
  missed: 'Nhỡ',
  abandoned: 'Khách dập máy',
  voicemail: 'Hộp thư thoại',
  callback: 'Hẹn gọi lại',
  stopped_ivr: 'Chỉ nghe lời tự động',
  busy: 'Máy bận',
  no_answer: 'Không trả lời',
  failed: 'Thất bại',
} as const;
export const unservedStatus = oneOf(unservedStatuses);
export type UnservedStatus = z.output<typeof unservedStatus>;

/** Rows by who works on them. */
export const returnTakers = { nobody: 'Chưa ai nhận', me: 'Tôi nhận', others: 'Người khác nhận' } as const;

/** Calls are looked for so many days back where nothing is said. */
export const returnedWithinDays = 30;

/**
 * One customer who called, was not served, and has not been talked with since, by whichever of their numbers. `id` is their last call
 * of these.
 */
export const callToReturn = z.object({
  id,
  customer_id: id.nullable(),
  customer_name: z.string().nullable(),
  /** The number that they called from last, as one may see it. */
  phone: z.string(),
  /** What is dialled to call them: of a number that is hidden something that stands for it. */
  call_back: z.string(),
  /** Unserved calls since they were last talked with. */
  calls: z.int(),
  since: timestamp,
  last_at: timestamp,
  /** How the last one ended, by which number of ours and through which queues it came. */
  status: unservedStatus,
  hotline: z.string(),
  queues: z.string(),
  /** The last call of theirs that has a message, and whether somebody has heard it; null where none was left. */
  message: z.object({ call_id: id, heard: z.boolean() }).nullable(),
  /** The last call to them since, which reached nobody. */
  last_try: z.object({ call_id: id, at: timestamp, status: callStatus, by_name: z.string().nullable() }).nullable(),
  /** Who has taken it on; `mine` where that is whoever asks. */
  claim: z.object({ account_id: id, name: z.string(), at: timestamp, mine: z.boolean() }).nullable(),
});
export type CallToReturn = z.output<typeof callToReturn>;

const span = { from: day.optional(), to: day.optional() };

export const callsToReturn = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/calls-to-return',
  staleAfter: { events: ['call-changed'], everyMs: 5000, calls: 'answered' },
  access: 'call-history.view',
  summary: `Customers who were not served and have not been talked with since, who waits longest first; of the last ${returnedWithinDays} days where none are said`,
  query: listQuery.omit({ sort: true }).extend({
    ...span,
    status: unservedStatus.optional(),
    taken_by: oneOf(returnTakers).optional(),
  }),
  result: pageOf(callToReturn),
});

export const callsToReturnFigures = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/calls-to-return/figures',
  staleAfter: { events: ['call-changed'], everyMs: 15_000, calls: 'answered' },
  access: 'call-history.view',
  summary: 'How many customers were not served, today where no days are said, and how soon they were talked with',
  query: z.object(span),
  result: z.object({
    /** A customer counts again when they are not served after somebody has talked with them; who was closed by hand does not. */
    unserved: z.int(),
    open: z.int(),
    within_15_minutes: z.int(),
    within_hour: z.int(),
    within_day: z.int(),
  }),
});

const one = z.object({ id });

export const claimCallToReturn = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'POST',
  path: '/calls-to-return/:id/claim',
  access: 'call-history.view',
  summary: 'Take it on to call a customer back, by a call of theirs; refused with 409 while somebody else has',
  params: one,
});

export const letGoCallToReturn = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'DELETE',
  path: '/calls-to-return/:id/claim',
  access: 'call-history.view',
  summary: 'Leave calling a customer back to somebody else; whoever sees the call may do so for a colleague',
  params: one,
});

export const closeCallToReturn = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'POST',
  path: '/calls-to-return/:id/close',
  access: 'call-history.view',
  summary: 'A customer need not be called back for this call and those before it, and why; a later one opens it again',
  params: one,
  body: z.object({ reason: required }),
});
