import { z } from 'zod';

import { outcomeCode } from '../calls/call-outcomes.ts';
import { callRow } from '../calls/calls.ts';
import { disposition } from '../calls/disposition.ts';
import { message as sentMessage } from '../calls/sent-message.ts';
import { surveyResponse } from '../calls/survey-response.ts';
import { all } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id, required, requiredId, timestamp, version } from '../lib/values.ts';
import { customers } from './customers.ts';
import { task } from './tasks.ts';

const saying = z.string().trim().max(5000).default('');

/** Ends the work after a call: outcome, next call and status in one go. */
export const keepDisposition = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/customer/:id/disposition',
  access: 'customer.update',
  summary: 'Keep what came of a conversation with a customer, and where that leaves them',
  params: z.object({ id }),
  body: z.object({
    /** One that is chosen still; one whose next step is a call needs `next_call_at`. */
    outcome: outcomeCode,
    note: saying,
    next_call_at: timestamp.nullable().default(null),
    /** The profile status from now on; as it is where it is left out. */
    status: id.optional(),
    /** Of which conversation of one's own; the last one with the customer, if nothing is said. */
    call_id: id.nullable().default(null),
  }),
  result: z.object({ customer: customers.row, disposition }),
});

/** A stranger on the phone becomes a customer; their number is that of the call, whether or not who talks may see it. */
export const customerFromCall = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/customer-from-call',
  access: 'customer.create',
  summary: 'Add the person with whom one talks as a customer',
  body: z.object({ name: required, phone: z.string().trim().min(1).max(40), status: requiredId, note: saying }),
  result: customers.row,
});

/** What happened with a customer, newest first. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), at: timestamp, call: callRow }),
  z.object({ kind: z.literal('disposition'), at: timestamp, disposition }),
  /** When it was done, or noted where it is not. */
  z.object({ kind: z.literal('task'), at: timestamp, task }),
  z.object({
    kind: z.literal('message'),
    at: timestamp,
    message: sentMessage.pick({
      id: true,
      channel: true,
      template_name: true,
      text: true,
      state: true,
      answer: true,
      sandbox: true,
      by_name: true,
    }),
  }),
  z.object({ kind: z.literal('survey'), at: timestamp, survey: surveyResponse }),
  z.object({
    kind: z.literal('change'),
    at: timestamp,
    id,
    action: z.string(),
    by_name: z.string().nullable(),
    /** Names of the fields that have changed. */
    fields: z.array(z.string()),
  }),
]);
export type TimelineEntry = z.output<typeof timelineEntry>;

export const customerTimeline = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/customer/:id/timeline',
  rowsOf: ['customer', 'call-history'],
  access: 'customer.view',
  summary: 'Calls, what came of them, answers to surveys, and changes of a customer, newest first',
  params: z.object({ id }),
  query: z.object({ before: z.iso.datetime({ offset: true }).optional().describe('Only what is older than this') }),
  result: z.object({ data: z.array(timelineEntry), more: z.boolean() }),
});

/** Somebody who may be the same person. */
export const likeness = z.object({
  customer: customers.row,
  /** By what they are alike. */
  by: z.enum(['phone', 'email', 'name']),
});

export const customerDuplicates = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/customer-duplicates',
  rowsOf: ['customer'],
  access: 'customer.view',
  summary: 'Customers who may be the one that is being written down: the same number in any spelling, e-mail or name',
  query: z.object({
    phone: z.string().trim().max(40).default(''),
    email: z.string().trim().max(200).default(''),
    name: z.string().trim().max(200).default(''),
    except: id.optional().describe('The customer that is being changed'),
  }),
  result: z.object({ data: z.array(likeness) }),
});

/** Two cards of one person become one. */
export const mergeCustomers = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/customer/:id/merge',
  access: all('customer.update', 'customer.delete'),
  summary: 'Take another customer into this one: numbers, dispositions and what is empty here; the other one goes',
  params: z.object({ id }),
  body: z.object({ version, other: z.object({ id, version }) }),
  result: z.object({ customer: customers.row, merge_id: id }),
});

/** A card that was taken into another one. */
const merge = z.object({ id, name: z.string(), merged_at: timestamp, merged_by: z.string() });

export const customerMerges = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/customer/:id/merges',
  rowsOf: ['customer'],
  access: all('customer.update', 'customer.delete'),
  summary: 'What this customer was made of, where nobody has changed it since and the merge can be taken back',
  params: z.object({ id }),
  result: z.object({ data: z.array(merge) }),
});

export const undoMerge = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/customer-merge/:id/undo',
  access: all('customer.update', 'customer.delete'),
  summary: 'Take a merge back: both customers are as they were, as long as neither has changed since',
  params: z.object({ id }),
  result: z.object({ customer: customers.row, other: customers.row }),
});
