import { z } from 'zod';
import { crud } from '../lib/crud.ts';
import { endpoint, jobTicket } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { asSeen, id, note, required } from '../lib/values.ts';
import { importMaxBytes, importTypes } from '../lists/imports.ts';
import { destination, destinationType, storedDestination } from './destinations.ts';

/** Of a filter. */
export const yesOrNo = z.enum(['1', '0']);

/** A place in the order in which rules are tried: lower comes first. */
export const priority = z
  .int('Nhập số từ 0 đến 100.000')
  .min(0, 'Nhập số từ 0 đến 100.000')
  .max(100_000, 'Nhập số từ 0 đến 100.000')
  .default(100);

/**
 * Part of a number as it is dialled here: digits, `x` for any one, `*` at the end for whatever follows. What begins like no number
 * that is dialled here would fit nothing.
 */
export const numberPattern = z
  .string()
  .trim()
  .max(30)
  .regex(/^[0-9xX .-]*\*?$/, 'Mẫu gồm chữ số, x (một chữ số bất kỳ) và * ở cuối; không viết +84')
  .refine((pattern) => pattern === '' || /^[01xX*]/.test(pattern), {
    error: 'Số gọi trong nước bắt đầu bằng 0 hoặc 1, quốc tế bằng 00: mẫu này không khớp số nào',
  })
  .meta({ examples: ['090*'] });

/** What a rule is for: calls as they come, or those whose way meets something that does not work. */
export const rulePurposes = { calls: 'Cuộc gọi đến', fallback: 'Dự phòng khi cấu hình hỏng' } as const;

/** Whether the conversations of a rule's calls are recorded. */
export const ruleRecordings = { default: 'Theo công ty', always: 'Luôn ghi âm', never: 'Không ghi âm' } as const;

/** Stands before the caller's name, `VIP: …`; phones have little room for names. The colon is ours. */
const namePrefix = z
  .string()
  .overwrite((text) => asSeen(text).replace(/[\s:]+$/, ''))
  .max(20, 'Tối đa 20 ký tự')
  .regex(/^\P{Cc}*$/u, 'Không dùng ký tự điều khiển')
  .meta({ examples: ['VIP'] });

/**
 * Where calls from outside go. The first rule by priority whose number, caller and time fit leads the call; what is left empty fits
 * every one.
 */
export const inbounds = crud({
  base: 'telephony',
  collection: '/partner/inbounds',
  item: '/partner/inbound',
  paths: {
    list: '/partner/inbound/john/incoming/:companyCode',
    get: '/inbound/john/incoming/detail/:id/:companyCode',
    remove: '/partner/incoming/:id',
  },
  screen: 'inbounds',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    priority,
    service_number_id: id.nullable().default(null),
    caller_pattern: numberPattern.default(''),
    time_group_id: id.nullable().default(null),
    destination,
    /** When the person who talked with the customer has hung up. */
    after_talk: destination.nullable().default(null),
    purpose: z.enum(['calls', 'fallback']).default('calls'),
    /** Heard before the rule leads on. */
    greeting_id: id.nullable().default(null),
    recording: z.enum(['default', 'always', 'never']).default('default'),
    /** While somebody of its calls waits; without one the company's. */
    music_id: id.nullable().default(null),
    name_prefix: namePrefix.default(''),
    enabled: z.boolean().default(true),
    note,
  }),
  row: z.object({
    priority: z.int(),
    caller_pattern: z.string(),
    destination: storedDestination,
    after_talk: storedDestination.nullable(),
    number: z.string().nullable(),
    number_name: z.string().nullable(),
    time_group_name: z.string().nullable(),
    greeting_name: z.string().nullable(),
    music_name: z.string().nullable(),
    destination_name: z.string(),
    /** How many calls it led in the last 30 days. */
    calls: z.int(),
    /** Why it leads no call as it stands; empty where it does. */
    warning: z.string(),
  }),
  filters: z.object({
    /** By where they lead (specification §3). */
    filter_action: destinationType.optional(),
    service_number_id: id.optional(),
    time_group_id: id.optional(),
    purpose: z.enum(['calls', 'fallback']).optional(),
    enabled: yesOrNo.optional(),
  }),
  shows: ['numbers', 'time-groups', 'greeting', 'music-on-holds'],
  bulk: ['enabled', 'priority', 'destination', 'service_number_id', 'recording'],
});

const { create, update, remove } = inbounds;

/** The specification's other names for the same. */
export const addIncoming = { ...create, path: '/partner/incoming' } as const;
export const changeIncoming = { ...update, path: '/incoming/:id' } as const;
export const removeRule = { ...remove, path: '/partner/rule/:id' } as const;

const everyOne = { base: 'telephony', method: 'GET', access: 'general' } as const;
const ofCompany = { tenantIn: { part: 'params', name: 'companyCode' } } as const;

export const allInbound = endpoint({
  ...everyOne,
  ...ofCompany,
  path: '/partner/inbound/all/:companyCode',
  rowsOf: ['inbounds'],
  access: 'inbounds.view',
  summary: 'All inbound rules in the order in which they are tried, for pickers',
  result: z.object({ data: z.array(z.object({ id, name: z.string(), priority: z.int(), enabled: z.boolean() })) }),
});

export const groupInbounds = endpoint({
  ...everyOne,
  ...ofCompany,
  path: '/partner/group-inbounds/:companyCode',
  summary: 'Ring groups that inbound calls can be sent to, for pickers',
  query: z.object({ dataType: z.enum(['all']).default('all') }),
  result: z.object({ data: z.array(z.object({ id, name: z.string(), number: z.string() })) }),
});

/** The first step of an import; the others are those of every import. */
export const importInbound = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/importInbound',
  access: 'inbounds.create',
  summary:
    'Bring a file of inbound rules; the job reads its columns, is then tried out (`checkImport`) and done (`runImport`)',
  accepts: { files: ['file'], maxBytes: importMaxBytes, types: [...importTypes] },
  answers: 'job',
  result: jobTicket,
});
