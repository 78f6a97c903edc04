import { z } from 'zod';

import { callRow } from '../calls/calls.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id, timestamp, version } from '../lib/values.ts';
import { customers } from './customers.ts';
import { task } from './tasks.ts';

/** Somebody who may be calling: by a number of theirs, or because the number is what they have in Zalo. */
export const callerMatch = customers.row
  .pick({ id: true, name: true, code: true, phone: true, is_status: true, user_name: true })
  .extend({ by: z.enum(['phone', 'zalo']) });
export type CallerMatch = z.output<typeof callerMatch>;

/** What somebody wrote of a conversation with a customer. */
export const callNote = z.object({
  text: z.string(),
  /** Null where it was not noted, nor by whom. */
  at: timestamp.nullable(),
  by_name: z.string().nullable(),
  mine: z.boolean(),
  /** Of which conversation; null where that is not known. */
  call_id: id.nullable().default(null),
  /** What somebody who is no customer is called, as far as it was written. */
  name: z.string().default(''),
  /** How often that was written; 0 of a customer, whose own version counts. */
  version: version.default(0),
});
export type CallNote = z.output<typeof callNote>;

/**
 * Who is calling: the customer with this number, who else it may be, and the last three conversations that have ended. Whoever may not see
 * all customers is told of those in their own list, and of any with whose number they talk, or did within the last hour.
 */
export const customerByPhone = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/customer-by-phone',
  access: 'general',
  summary: 'The customer with a number (any usual way of writing it), for the pop-up',
  query: z.object({
    phone: z.string().trim().min(1).max(40),
    chosen: id.optional().describe('Whom of several one has chosen: theirs is the card'),
  }),
  result: z.object({
    customer: customers.row.nullable(),
    /** All who may be calling, where they are several. */
    matches: z.array(callerMatch),
    calls: z.array(callRow),
    /** What was promised them, or is to be done for them, and is not. */
    tasks: z.array(task),
    /** What was written of the last conversations, newest first; of somebody who is no customer what one has written oneself of late. */
    notes: z.array(callNote).default([]),
    /** The conversations with them of the last day of which one has said what came, wherever one sits. */
    said: z.array(id).default([]),
    /** No conversation of one's own with this number is known, or none yet: with one there may be more to tell. */
    may_follow: z.boolean(),
  }),
});

/** Of several who may be calling it is this one: of that conversation it stays so, whoever takes part in it. */
export const chooseCallCustomer = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/my-calls/:id/customer',
  access: 'general',
  summary: 'Say which customer a conversation of one’s own is with',
  params: z.object({ id }),
  body: z.object({ customer_id: id }),
});

/** The conversation that one has or had last with somebody outside, within the last hour: what a page that is loaded again shows. */
export const myLastCall = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/my-calls/last',
  access: 'general',
  summary: 'One’s last conversation with somebody outside, and whom one said that it was with',
  result: z.object({ call: callRow.nullable(), chosen: id.nullable() }),
});

/** The note that is written during a call, saved as it is typed. */
export const updateNoteInCalling = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/customer/:id/note-in-calling',
  access: 'customer.update',
  summary: "Save the customer's call note",
  params: z.object({ id }),
  body: z.object({
    note_in_calling: z.string().max(5000),
    version,
    /** Of which conversation of one's own it is; the last one with the customer, if nothing is said. */
    call_id: id.nullable().default(null),
  }),
  result: customers.row,
});

/** What one writes of somebody who is no customer: it is with the conversation, and goes to the customer whom they become. */
export const noteStranger = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/my-calls/:id/note',
  access: 'customer.update',
  summary: 'Save what one writes in a conversation with somebody who is no customer',
  params: z.object({ id }),
  body: z.object({ note: z.string().max(5000), name: z.string().max(300) }),
  /** How often it was written. */
  result: z.object({ version }),
});
