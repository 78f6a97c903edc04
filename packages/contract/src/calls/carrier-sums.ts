import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { callFilters } from './calls.ts';

/** More days than this are several looks. */
export const carrierDaysAtMost = 31;

/** What calls of a day, of a number of ours or of an hour come to; `key` is the filter of the history that has them. */
const sum = z.object({
  key: z.string(),
  name: z.string(),
  total: z.int(),
  inbound: z.int(),
  outbound: z.int(),
  answered: z.int(),
  talk_seconds: z.int(),
});
export type CarrierSum = z.output<typeof sum>;

/** What the calls over the lines of a carrier come to, as one holds them against its bill. */
export const carrierSums = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/histories-call/by-carrier',
  staleAfter: { events: ['call-changed'], everyMs: 15_000 },
  access: 'call-history.view',
  summary:
    'What the calls over lines of a carrier come to, by day, number and hour; of the last 31 days where no days are said',
  query: z.object({ ...callFilters, carrier: callFilters.carrier.unwrap() }),
  result: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    total: sum,
    days: z.array(sum),
    numbers: z.array(sum),
    hours: z.array(sum),
  }),
});
