import { z } from 'zod';

import { callDirection } from '../calls/calls.ts';
import { all } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { id, timestamp } from '../lib/values.ts';

/** A customer, and who of ours spoke with them last: whom a rule of `/last-calls` would lead them back to. */
export const lastTalk = z.object({
  id,
  name: z.string(),
  phone: z.string(),
  /** Their last call, whatever came of it. */
  last_call_at: timestamp,
  /** The last conversation that anybody had with them; null where they were called or called us, and nobody talked. */
  talked_at: timestamp.nullable(),
  call_id: id.nullable(),
  direction: callDirection.nullable(),
  extension: z.string(),
  /** Who had that extension then. */
  agent_name: z.string().nullable(),
  agent_id: id.nullable(),
});
export type LastTalk = z.output<typeof lastTalk>;

export const lastTalks = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/last-talks',
  rowsOf: ['customer', 'call-history'],
  access: all('last-calls.view', 'customer.view'),
  summary: 'Customers with whom calls were last, newest first, and who of ours spoke with each last',
  query: listQuery.pick({ page: true, per_page: true }),
  result: pageOf(lastTalk),
});
