import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { id, note, required, requiredId } from '../lib/values.ts';

/** A number of the company that customers dial. It belongs to one company of the installation. */
export const numbers = crud({
  base: 'telephony',
  collection: '/partner/service-numbers',
  item: '/partner/service-number',
  screen: 'numbers',
  query: telephonyListQuery,
  called: ({ number }) => String(number),
  input: z.object({
    number: z
      .string({ error: messages.required })
      .trim()
      .regex(/^\+?[0-9][0-9 .()-]{2,24}$/, messages.phone)
      .meta({ examples: ['02871000101'] }),
    name: required,
    trunk_id: requiredId,
    /** What the carrier sends for it, where no spelling of the number itself is that. */
    carrier_form: z
      .string()
      .trim()
      .max(40)
      .regex(/^[\w.+-]*$/, 'Chỉ gồm chữ, số và các dấu . + - _')
      .default(''),
    enabled: z.boolean().default(true),
    note,
  }),
  row: z.object({ trunk_name: z.string() }),
  filters: z.object({ trunk_id: id.optional() }),
  shows: ['trunks'],
  bulk: ['trunk_id', 'enabled'],
});

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
    kind: z.enum(Object.keys(numberKinds) as [keyof typeof numberKinds]).nullable(),
    special: z.boolean(),
    own: z.boolean(),
  }),
});
