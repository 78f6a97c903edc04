import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';
import { id, timestamp } from '../lib/values.ts';
import { callParty } from './my-calls.ts';

/** Somebody who waits in a numbered place. `customer_id` is whom a colleague has said that it is. */
export const parkedCall = z.object({
  slot: z.string(),
  call_id: id,
  party: callParty,
  customer_id: id.nullable(),
  by: z.object({ extension: z.string(), name: z.string() }),
  since: timestamp,
});
export type ParkedCallRow = z.output<typeof parkedCall>;

/** Each change is told by `parked-changed` on the topic `me`, to everybody who has an extension. */
export const parkedCalls = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/parked',
  staleAfter: { events: ['parked-changed'], everyMs: 0 },
  access: 'general',
  summary: 'Who waits in a parking place, for whoever may take them; nobody without an extension',
  result: z.object({ data: z.array(parkedCall) }),
});
