import { z } from 'zod';
import { crud } from '../lib/crud.ts';
import { endpoint, jobTicket } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, note, required } from '../lib/values.ts';
import { callRights } from './call-rights.ts';
import { destination, storedDestination } from './destinations.ts';
import { yesOrNo } from './inbound-rules.ts';

const perhaps = destination.nullable().default(null);
const kept = storedDestination.nullable();

const filters = z.object({
  extension_group_id: id.optional(),
  service_number_id: id.optional(),
  registered: yesOrNo.optional(),
});

/** Extensions. The number is what phones are known by and does not change. */
export const extensions = crud({
  base: 'telephony',
  collection: '/partner/subscribers',
  item: '/partner/subscriber',
  screen: 'subscribers',
  query: telephonyListQuery,
  called: ({ number, name }) => [number, name].filter(Boolean).join(' · '),
  input: z.object({
    number: z
      .string({ error: missing })
      .trim()
      .min(1, messages.required)
      .regex(/^[0-9]{2,8}$/, 'Số máy nhánh gồm 2 đến 8 chữ số')
      .meta({ examples: ['101'] }),
    name: required,
    extension_group_id: id.nullable().default(null),
    /** Who has it: they leave the one that they had, and whoever had this one has none. What is not said stays. */
    person_id: id.nullable().exactOptional(),
    /** Which of the company's numbers is shown, where the rule for the call has it. */
    service_number_id: id.nullable().default(null),
    ring_seconds: z
      .int('Nhập số từ 5 đến 600')
      .min(5, 'Nhập số từ 5 đến 600')
      .max(600, 'Nhập số từ 5 đến 600')
      .default(25),
    call_waiting: z.boolean().default(false),
    do_not_disturb: z.boolean().default(false),
    forward_always: perhaps,
    forward_busy: perhaps,
    forward_no_answer: perhaps,
    forward_offline: perhaps,
    /** Whatever is not said above. */
    otherwise: perhaps,
    call_rights: callRights,
    pick_up_group: z.string().trim().max(40).default(''),
    note,
  }),
  row: z.object({
    // People whose account made it have given it no name.
    name: z.string(),
    forward_always: kept,
    forward_busy: kept,
    forward_no_answer: kept,
    forward_offline: kept,
    otherwise: kept,
    person_id: id.nullable(),
    person_name: z.string().nullable(),
    group_name: z.string().nullable(),
    service_number: z.string().nullable(),
    device_count: z.number().int(),
    registered: z.boolean(),
    /** Of the desk phone that was seen last. */
    address: z.string(),
    user_agent: z.string(),
  }),
  filters,
  shows: ['accounts', 'devices', 'groups', 'numbers'],
  bulk: ['extension_group_id', 'service_number_id', 'ring_seconds', 'call_waiting', 'do_not_disturb', 'call_rights'],
});

/** As the specification calls it: all that is found by the query goes, or only those whose ids are there. */
export const removeAllSubscribers = endpoint({
  base: 'telephony',
  method: 'DELETE',
  path: '/partner/subscriber/delete/all',
  tenantIn: { part: 'query', name: 'ma_dn' },
  access: 'subscribers.delete',
  summary: 'Delete all extensions that are wanted, as a job; what is in use stays and is reported',
  query: z.object({
    search: telephonyListQuery.shape.search,
    ids: z
      .string()
      .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,999}$/)
      .optional()
      .describe('Ids with commas between; all that are found where it is left out'),
    ...filters.shape,
  }),
  answers: 'job',
  result: jobTicket,
});
