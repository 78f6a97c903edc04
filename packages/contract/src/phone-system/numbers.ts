import { z } from 'zod';

import { callScript } from '../calls/scripts.ts';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { numberState } from '../lib/number-states.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, ids, note, required, requiredId, timestamp } from '../lib/values.ts';

export const numberKinds = {
  mobile: 'Di động',
  fixed: 'Cố định',
  'toll-free': 'Miễn cước 1800',
  'shared-cost': 'Có cước 1900',
  special: 'Đặc biệt',
  emergency: 'Khẩn cấp',
  short: 'Số ngắn',
  international: 'Quốc tế',
} as const;
const numberKind = oneOf(numberKinds);

/** Who may call out with a number. */
export const numberCallers = {
  everybody: 'Mọi máy nhánh',
  chosen: 'Máy nhánh được chọn',
  nobody: 'Không gọi ra',
} as const;

/** A number of the company that customers dial. It belongs to one company of the installation. */
export const numbers = crud({
  base: 'telephony',
  collection: '/partner/service-numbers',
  item: '/partner/service-number',
  screen: 'numbers',
  query: telephonyListQuery,
  /** As people dial it. */
  called: ({ number }) =>
    String(number)
      .replace(/^\+84(?=1[89]00)/, '')
      .replace(/^\+84/, '0'),
  input: z.object({
    number: z
      .string({ error: missing })
      .trim()
      .regex(/^\+?[0-9][0-9 .()-]{2,24}$/, messages.phone)
      .meta({ examples: ['02871000101'] }),
    name: required,
    trunk_id: requiredId,
    /** Whose network it is in, where its prefix does not tell: who is called in the same one may be shown it. */
    carrier: z.string().trim().max(60).default(''),
    /** What the carrier sends for it, where no spelling of the number itself is that. */
    carrier_form: z
      .string()
      .trim()
      .max(40)
      .regex(/^[\w.+-]*$/, 'Chỉ gồm chữ, số và các dấu . + - _')
      .default(''),
    callers: z.enum(['everybody', 'chosen', 'nobody']).default('everybody'),
    /** With `chosen`: those extensions. */
    caller_ids: ids,
    /** Conversations at once, in and out together; null is as many as the trunk carries. */
    max_calls: z.int().min(1).max(10_000).nullable().default(null),
    /** The last day on which it is ours; the bell says so that many days before. */
    expires_on: day.nullable().default(null),
    remind_days: z.int().min(0).max(365).default(30),
    enabled: z.boolean().default(true),
    /** What to say in its calls, where the queue or the group that they come through has no script. */
    script: callScript.default(''),
    note,
  }),
  row: z.object({
    /** '' where it went to its owner. */
    number: z.string(),
    trunk_name: z.string(),
    /** A bot of this installation can call it. */
    trunk_is_demo: z.boolean(),
    /** A call to it, or the operator, has said that it is this company's. */
    proven: z.boolean(),
    /** It may be shown to who is called: where somebody runs the installation for others, only a proven one. */
    shown: z.boolean(),
    /** Calls come and go by it: of a company on trial only by one that is proven. */
    works: z.boolean(),
    /** Calls come and go by one that is active alone. */
    state: numberState,
    /** Its trunk may carry it: what the operator gave of a carrier may name other numbers. */
    carried: z.boolean(),
    kind: numberKind,
    /** Where its calls go, in words, by the rules in their order. */
    routes_to: z.array(z.string()),
    caller_names: z.array(z.string()),
    /** Calls of the last seven days, those of them that were answered, and of these those that were over at once. */
    inbound_week: z.number().int(),
    inbound_answered_week: z.number().int(),
    outbound_week: z.number().int(),
    outbound_answered_week: z.number().int(),
    short_week: z.number().int(),
  }),
  filters: z.object({
    trunk_id: id.optional(),
    state: numberState.optional(),
    /** Ends within so many days, or has ended. */
    expires: z.enum(['over', '30', '90']).optional(),
  }),
  shows: ['trunks'],
  bulk: ['trunk_id', 'callers', 'max_calls', 'expires_on', 'remind_days', 'enabled'],
});

export const numberExpiries = { over: 'Đã hết hạn', '30': 'Trong 30 ngày tới', '90': 'Trong 90 ngày tới' } as const;

/** How a number did in the last days: what it was called and called with, and what came of it. */
export const numberHealth = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/service-number/:id/health',
  rowsOf: ['numbers'],
  access: 'numbers.view',
  summary: 'Answer rate, short calls and most conversations at once of a number, in the last seven days',
  params: z.object({ id }),
  result: z.object({
    days: z.number().int(),
    inbound: z.number().int(),
    inbound_answered: z.number().int(),
    outbound: z.number().int(),
    outbound_answered: z.number().int(),
    /** Answered, and over within six seconds: whom it called by mistake, or who does not want such calls. */
    short: z.number().int(),
    /** Not made or not taken because all its channels were in use. */
    full: z.number().int(),
    most_at_once: z.number().int(),
    last_call_at: timestamp.nullable(),
  }),
});

/** What kind of number a text is; `special` are those that no customer has. */
export const numberCheck = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/number/:number',
  access: 'general',
  summary: 'What kind of number this is, and whether it is one of ours',
  params: z.object({ number: z.string().max(64) }),
  result: z.object({
    number: z.string(),
    kind: numberKind.nullable(),
    special: z.boolean(),
    own: z.boolean(),
  }),
});
