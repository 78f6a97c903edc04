import { z } from 'zod';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, note, phonePin, required, requiredId, timestamp } from '../lib/values.ts';
import { destination } from './destinations.ts';
import { codeText } from './feature-codes.ts';

/** Set by hand, the clock is not asked. */
export const overrides = { none: 'Theo giờ', match: 'Luôn khớp', otherwise: 'Luôn không khớp' } as const;
const override = z.enum(['none', 'match', 'otherwise']);

/** Sends calls one way or the other by the clock. */
export const conditions = crud({
  base: 'telephony',
  collection: '/partner/time-conditions',
  item: '/partner/time-condition',
  screen: 'conditions',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    time_group_id: requiredId,
    match: destination,
    otherwise: destination,
    override: override.default('none'),
    /** When the clock is asked again, where it is set by hand for a while. */
    override_until: timestamp.nullable().default(null),
    /** Dialled inside to set it by hand; '' where it has none. */
    code: z.union([z.literal(''), codeText]).default(''),
    note,
  }),
  row: z.object({
    time_group_name: z.string(),
    match_name: z.string(),
    otherwise_name: z.string(),
    /** Who turns it by phone types one. */
    has_pin: z.boolean(),
  }),
  filters: z.object({ time_group_id: id.optional() }),
  shows: ['time-groups'],
  bulk: ['override'],
});

/** Every time condition by name, for pickers. */
export const conditionAll = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/time/condition/all/:companyCode',
  tenantIn: { part: 'params', name: 'companyCode' },
  rowsOf: ['conditions'],
  access: 'general',
  summary: 'All time conditions, for pickers',
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});

/** Who turns the condition by its code types it. */
export const setConditionPin = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/time-condition/:id/pin',
  access: 'conditions.update',
  summary: 'Set the PIN by which a condition is turned by phone; null takes it away',
  params: z.object({ id }),
  body: z.object({ pin: phonePin.nullable() }),
  result: z.object({ has_pin: z.boolean() }),
});
