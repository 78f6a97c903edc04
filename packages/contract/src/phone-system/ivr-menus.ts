import { z } from 'zod';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, note, required } from '../lib/values.ts';
import { destination } from './destinations.ts';
import { internalNumber } from './ring-groups.ts';

const seconds = z.int('Từ 1 đến 60 giây').min(1, 'Từ 1 đến 60 giây').max(60, 'Từ 1 đến 60 giây');

const key = z.object({
  keys: z
    .string()
    .trim()
    .regex(/^[0-9*#]{1,8}$/, 'Một hay nhiều phím: 0–9, *, #')
    .meta({ examples: ['1'] }),
  to: destination,
  note: z.string().trim().max(200),
});

/** A menu that callers answer by keys. */
export const ivrMenus = crud({
  base: 'telephony',
  collection: '/partner/ivr-menus',
  item: '/partner/ivr-menu',
  screen: 'ivr-details',
  query: telephonyListQuery,
  input: z
    .object({
      name: required,
      number: internalNumber,
      greeting_id: id.nullable().default(null),
      keys: z.array(key).max(100).default([]),
      direct_dialling: z.boolean().default(false),
      wait_seconds: seconds.default(5),
      digit_seconds: seconds.default(3),
      tries: z.int('Từ 1 đến 10 lần').min(1, 'Từ 1 đến 10 lần').max(10, 'Từ 1 đến 10 lần').default(3),
      invalid_greeting_id: id.nullable().default(null),
      timeout_greeting_id: id.nullable().default(null),
      invalid: destination.nullable().default(null),
      timeout: destination.nullable().default(null),
      note,
    })
    .refine(({ keys }) => new Set(keys.map((one) => one.keys)).size === keys.length, {
      path: ['keys'],
      error: 'Mỗi phím chỉ dẫn tới một nơi',
    }),
  row: z.object({
    greeting_name: z.string().nullable(),
    key_count: z.int(),
    has_sound: z.boolean(),
  }),
  shows: ['greeting'],
  bulk: ['direct_dialling', 'wait_seconds', 'digit_seconds', 'tries'],
});

/** Every menu by name, for pickers. */
export const ivrDetailAll = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/ivr_detail/all/:companyCode',
  tenantIn: { part: 'params', name: 'companyCode' },
  rowsOf: ['ivr-details'],
  access: 'general',
  summary: 'All menus, for pickers',
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});

/** What callers did in a menu. */
export const ivrMenuKeys = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/ivr-menu/:id/keys',
  rowsOf: ['ivr-details'],
  access: 'ivr-details.view',
  summary: 'Which keys callers pressed in a menu, and how many hung up there, in the last days',
  params: z.object({ id }),
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
  result: z.object({
    calls: z.int(),
    /** By what was pressed; whoever pressed nothing or something wrong is told apart. `left` hung up after it, before anybody answered. */
    keys: z.array(z.object({ keys: z.string(), count: z.int(), left: z.int() })),
    wrong: z.int(),
    silent: z.int(),
    /** Hung up in the menu itself, and in no other after it. */
    left: z.int(),
  }),
});
