import { z } from 'zod';

import { callRow } from './calls.ts';
import { endpoint } from './lib/endpoint.ts';
import { id, version } from './lib/values.ts';
import { customers } from './resources/customers.ts';

/** Who is calling: the customer with this number, and the last five conversations. */
export const customerByPhone = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/customer-by-phone',
  access: 'general',
  summary: 'The customer with a number (any usual way of writing it), for the pop-up',
  query: z.object({ phone: z.string().trim().min(1).max(40) }),
  result: z.object({ customer: customers.row.nullable(), calls: z.array(callRow) }),
});

/** The note that is written during a call, saved as it is typed. */
export const updateNoteInCalling = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/customer/:id/note-in-calling',
  access: 'customer.update',
  summary: "Save the customer's call note",
  params: z.object({ id }),
  body: z.object({ note_in_calling: z.string().max(5000), version }),
  result: customers.row,
});
