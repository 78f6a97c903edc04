import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { ids, note, required, requiredId } from '../lib/values.ts';
import { numberPattern, priority, yesOrNo } from './inbound-rules.ts';

const minutes = 'Từ 1 đến 1.440 phút';

/**
 * Who may call which numbers, and by which of the company's numbers. The first rule by priority whose pattern and group fit counts;
 * its numbers are tried in their order.
 */
export const outbound = crud({
  base: 'telephony',
  collection: '/partner/outbounds',
  item: '/partner/outbound',
  screen: 'outbound',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    priority,
    pattern: numberPattern.min(1, messages.required),
    /** The company's numbers in the order in which they are tried; each goes over its own carrier. */
    routes: z
      .array(z.object({ service_number_id: requiredId }))
      .min(1, 'Chọn ít nhất một đầu số')
      .max(50)
      .refine(
        (rows) => new Set(rows.map((row) => row.service_number_id)).size === rows.length,
        'Một đầu số chỉ đứng một lần',
      ),
    /** Groups of extensions that may use it; everybody where there is none. */
    group_ids: ids,
    /** Numbers in the network of the called party go first. */
    prefers_same_carrier: z.boolean().default(false),
    /** Digits taken off the front of what was dialled, and put there instead. */
    strip: z.int('Nhập số từ 0 đến 20').min(0, 'Nhập số từ 0 đến 20').max(20, 'Nhập số từ 0 đến 20').default(0),
    prepend: z
      .string()
      .trim()
      .regex(/^[0-9+]{0,10}$/, 'Chỉ gồm chữ số và dấu +')
      .default(''),
    /** The longest talk with the called party; without limit where it is null. */
    max_minutes: z.int(minutes).min(1, minutes).max(1440, minutes).nullable().default(null),
    enabled: z.boolean().default(true),
    note,
  }),
  row: z.object({
    priority: z.int(),
    pattern: z.string(),
    routes: z.array(z.object({ service_number_id: z.string() })),
    number_names: z.array(z.string()),
    group_names: z.array(z.string()),
    /** Why it lets nobody call as it stands; empty where it does. */
    warning: z.string(),
  }),
  filters: z.object({ enabled: yesOrNo.optional() }),
  shows: ['numbers', 'groups'],
  bulk: ['enabled', 'priority', 'prefers_same_carrier', 'group_ids', 'max_minutes'],
});
