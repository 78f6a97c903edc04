import { z } from 'zod';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, note, required } from '../lib/values.ts';
import { destination } from './destinations.ts';
import { ringSeconds } from './ring-groups.ts';

/** Leads a caller back to the person who spoke with them last. */
export const lastCallRules = crud({
  base: 'telephony',
  collection: '/partner/last-call-rules',
  item: '/partner/last-call-rule',
  screen: 'last-calls',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    within_hours: z.int('Từ 1 đến 2.160 giờ').min(1, 'Từ 1 đến 2.160 giờ').max(2160, 'Từ 1 đến 2.160 giờ').default(72),
    ring_seconds: ringSeconds(20),
    otherwise: destination,
    note,
  }),
  row: z.object({ otherwise_name: z.string() }),
  bulk: ['within_hours', 'ring_seconds'],
});

/** Every rule by name, for pickers. */
export const lastCallAll = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/last-calls',
  tenantIn: { part: 'query', name: 'CodeCompany' },
  rowsOf: ['last-calls'],
  access: 'general',
  summary: 'All rules that lead back to whoever spoke last, for pickers',
  query: z.object({ dataType: z.enum(['all']).default('all') }),
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});
