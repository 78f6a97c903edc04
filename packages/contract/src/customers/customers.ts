import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { code, day, id, note, required, requiredId, timestamp } from '../lib/values.ts';
import { ownFilter, ownValues } from './own-values.ts';

/** What people write between the digits, digits of a Chinese keyboard, and the ways to say "from abroad", taken out. */
const asDialled = (written: string) =>
  written
    .normalize('NFKC')
    .replace(/[\s.\-()/'’]/g, '')
    .replace(/^\+(?=84)/, '')
    .replace(/^\+/, '00')
    .replace(/^00(?=84)/, '');

/**
 * A customer's number by the specification's rule (§5), and service numbers, which have no 0. Whoever sees numbers masked sends
 * them back as they were shown: that stands for the number which is kept.
 */
const customerPhone = z
  .string({ error: missing })
  .max(40, messages.phone)
  .overwrite(asDialled)
  .min(1, messages.required)
  .regex(/^(?:(?:0|84)\d{7,12}|1[89]00\d{4,6}|\d*\*[\d*]*)$/, messages.phone)
  .meta({ examples: ['0901234567'] });

const email = z
  .string()
  .trim()
  .max(200)
  .regex(/^(?:[^\s@]+@[^\s@]+\.[^\s@]+)?$/, 'Email không hợp lệ')
  .default('');

const line = z.string().trim().max(300).default('');

/** When somebody was called last, or called us, as lists are filtered by it; other days than these may be asked for, too. */
export const lastContacts = {
  'within-7': 'Trong 7 ngày qua',
  'within-30': 'Trong 30 ngày qua',
  'not-7': 'Chưa gọi 7 ngày',
  'not-14': 'Chưa gọi 14 ngày',
  'not-30': 'Chưa gọi 30 ngày',
  'not-60': 'Chưa gọi 60 ngày',
  'not-90': 'Chưa gọi 90 ngày',
  'not-180': 'Chưa gọi 180 ngày',
  'not-365': 'Chưa gọi một năm',
  never: 'Chưa gọi lần nào',
} as const;
const lastContact = z
  .string()
  .regex(/^(?:(?:within|not)-[1-9]\d{0,3}|never)$/)
  .meta({ examples: ['within-7', 'not-30', 'never'] });

const aChoice = id.nullable().default(null);

/** Whether somebody has promised to call, as lists are filtered by it. */
export const promises = { due: 'Đến giờ gọi lại', later: 'Hẹn gọi sau', none: 'Không hẹn' } as const;
export const promise = z.enum(['due', 'later', 'none']);

/** So many numbers a customer has besides the first. */
export const otherNumbersAtMost = 9;

/** Customers, with the names of the specification's template (§3); `is_…` are what the extra fields say in words. */
export const customers = crud({
  collection: '/customers',
  item: '/customer',
  paths: { list: '/get-data-filter' },
  screen: 'customer',
  input: z
    .object({
      name: required,
      code,
      phone: customerPhone,
      /** Other numbers of theirs, in the order in which they are tried. */
      phones: z.array(customerPhone).max(otherNumbersAtMost, `Nhiều nhất ${otherNumbersAtMost} số phụ`).default([]),
      email,
      address: line,
      zalo: line,
      facebook: line,
      /** The profile status. */
      status: requiredId,
      data_source_id: aChoice,
      project_id: aChoice,
      /** Who looks after them. */
      user_id: aChoice,
      note,
      note_in_calling: z.string().trim().max(5000).default(''),
      /** Refuses advertising: campaigns do not call. */
      do_not_call: z.boolean().default(false),
      /** Fields of the company's own, by their ids. */
      own: ownValues.default({}),
    })
    .refine(({ phone, phones }) => new Set([phone, ...phones]).size === phones.length + 1, {
      path: ['phones'],
      error: 'Mỗi số chỉ ghi một lần',
    }),
  row: z.object({
    // Who was there before these rules is shown as they are.
    phone: z.string(),
    phones: z.array(z.string()).default([]),
    email: z.string().default(''),
    is_status: z.string(),
    status_colour: z.string(),
    is_datasource: z.string().nullable(),
    is_project: z.string().nullable(),
    user_name: z.string().nullable(),
    last_call_at: timestamp.nullable(),
    /** When they were promised to be called, by what was kept of the last conversation. */
    next_call_at: timestamp.nullable(),
  }),
  filters: z.object({
    status: id.optional(),
    data_source_id: id.optional(),
    project_id: id.optional(),
    user_id: id.optional(),
    department_id: id.optional(),
    created_from: day.optional(),
    created_to: day.optional(),
    last_contact: lastContact.optional(),
    promise: promise.optional(),
    do_not_call: z.enum(['1', '0']).optional(),
    campaign_id: id.optional(),
    /** Words that stand in the name, accents or not. */
    named: z.string().trim().max(200).optional(),
    own: ownFilter.optional(),
  }),
  bulk: ['status', 'project_id', 'data_source_id', 'user_id', 'do_not_call'],
  putOn: [{ list: 'campaign', licence: 'campaign' }],
  shows: ['profile-status', 'data-sources', 'projects', 'accounts', 'customer-fields'],
});
