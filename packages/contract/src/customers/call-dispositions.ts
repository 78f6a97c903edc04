import { z } from 'zod';

import { outcomeCode } from '../calls/call-outcomes.ts';
import { disposition } from '../calls/disposition.ts';
import { may } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id, timestamp, version } from '../lib/values.ts';
import { customers } from './customers.ts';

const said = z.object({
  /** One that is chosen still; one whose next step is a call needs `next_call_at`. */
  outcome: outcomeCode,
  note: z.string().trim().max(5000).default(''),
  next_call_at: timestamp.nullable().default(null),
});

/** What came of a call, also of one with somebody who is no customer. */
export const keepCallDisposition = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/histories-call/:id/disposition',
  access: 'customer.update',
  summary: 'Keep what came of a call that one sees, whoever it was with',
  params: z.object({ id }),
  body: said,
  result: z.object({ disposition }),
});

/** Who may put right what somebody else has said of a call, besides who said it: whoever supervises them. */
export const correctsOutcomes = may('monitor.view');

export const changeDisposition = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/disposition/:id',
  access: 'customer.update',
  summary: 'Put right what came of a conversation: whoever said it, or supervises them',
  params: z.object({ id }),
  body: said.extend({ version }),
  result: z.object({ disposition }),
});

/** A caller turns out to be a customer who is there already. */
export const addNumberFromCall = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/customer/:id/number-from-call',
  access: 'customer.update',
  summary: 'Add the number of the person with whom one talks to a customer',
  params: z.object({ id }),
  body: z.object({ phone: z.string().trim().min(1).max(40) }),
  result: customers.row,
});
