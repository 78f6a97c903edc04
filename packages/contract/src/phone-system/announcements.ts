import { z } from 'zod';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, note, required } from '../lib/values.ts';
import { destination } from './destinations.ts';

/** One key of a telephone. */
export const telephoneKey = z
  .string()
  .trim()
  .regex(/^[0-9*#]$/, 'Một phím: 0–9, * hoặc #')
  .meta({ examples: ['1'] });

/** The same where there need not be one: a field that is left empty is none. */
export const perhapsKey = z
  .string()
  .trim()
  .regex(/^[0-9*#]?$/, 'Một phím: 0–9, * hoặc #')
  .meta({ examples: ['1'] })
  .nullable()
  .overwrite((key) => (key === '' ? null : key))
  .default(null);

/** What is played to a caller, who then goes on. The bell's notifications are something else. */
export const announcements = crud({
  base: 'telephony',
  collection: '/partner/announcements',
  item: '/partner/announcement',
  screen: 'notifications',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    /** Without one it plays what it was made with. */
    greeting_id: id.nullable().default(null),
    skip_key: perhapsKey,
    then: destination,
    note,
  }),
  row: z.object({
    greeting_name: z.string().nullable(),
    then_name: z.string(),
    duration_ms: z.int().nullable(),
    /** Whether there is anything to play. */
    has_sound: z.boolean(),
  }),
  shows: ['greeting'],
});

/** Every announcement by name, for pickers. */
export const messageAll = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/message/all/:companyCode',
  tenantIn: { part: 'params', name: 'companyCode' },
  rowsOf: ['notifications'],
  access: 'general',
  summary: 'All announcements, for pickers',
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});
