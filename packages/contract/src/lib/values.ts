import { z } from 'zod';

import { messages } from './messages.ts';
import { missing } from './mistake-words.ts';

/** Of a row: time-ordered, so that new rows stand beside each other in an index. */
export const id = z.uuid().meta({ examples: ['01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11'] });

/** A `Date` on its way out of the server, where there are thousands of them, and an ISO string everywhere else. */
export const timestamp = z.union([
  z.date().transform((date) => date.toISOString()),
  z.iso.datetime({ offset: true, error: 'Ngày không hợp lệ' }),
]);

/** What cannot be seen is not part of a text: odd blanks and several of them are one blank. What joins emoji stays. */
export const asSeen = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u00AD\u200B\u200C\u200E\u200F\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** A text of one line that must be filled in (specification §5), and is no longer than that: `required.max` could only make it shorter. */
export const requiredUpTo = (most: number, tooLong?: string) =>
  z
    .string({ error: missing })
    .overwrite(asSeen)
    .min(1, messages.required)
    .max(most, tooLong)
    .meta({ examples: ['Kinh doanh'] });

/** As `requiredUpTo`, as long as a name is. */
export const required = requiredUpTo(200);

/** A day as people choose it; the calendar's years before 1 exist in no database. */
export const day = z.iso
  .date('Ngày không hợp lệ')
  .refine((date) => date >= '0001', { error: 'Ngày không hợp lệ' })
  .meta({ examples: ['2026-11-21'] });

/** Path of a list: `/departments`. */
export const listPath = z
  .string()
  .max(100)
  .regex(/^\/[a-z0-9/-]+$/, 'Danh sách không hợp lệ')
  .meta({ examples: ['/departments'] });

/** How often a row has been changed, as far as the database counts. */
export const version = z.int32();

/** The specification's form rule for a customer's phone (§5); storage is canonical E.164. */
export const phone = z
  .string({ error: missing })
  .trim()
  .min(1, messages.required)
  .regex(/^(0|84)\d{7,12}$/, messages.phone)
  .meta({ examples: ['0901234567'] });

/** What a person signs in with, and where letters go; a blank that was copied along is none of it. */
export const emailAddress = z
  .string({ error: missing })
  .trim()
  .check(z.email({ error: ({ input }) => (input === '' ? messages.required : 'Email không hợp lệ') }))
  .max(200)
  .meta({ examples: ['lan@demo.local'] });

/** What somebody writes about it, in some lines. */
export const note = z.string().trim().max(2000).default('');

/** Of a word that a company chooses among, as it is drawn beside it: #rrggbb in small letters. */
export const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'Chọn một màu')
  .meta({ examples: ['#64748b'] })
  .default('#64748b');

const place = 'Nhập số từ 0 đến 9999';
/** Where it stands among its like, from the top. */
export const position = z.int(place).min(0, place).max(9999, place).default(0);
/** A short code that people type: letters, digits, dash, underscore. */
export const code = z
  .string()
  .trim()
  .max(30)
  .regex(/^[\p{L}\p{N}_-]*$/u, 'Mã chỉ gồm chữ, số, gạch ngang và gạch dưới')
  .meta({ examples: ['KD-01'] })
  .default('');

/** Company code (`ma_dn`). */
export const tenantCode = z
  .string({ error: missing })
  .trim()
  .toLowerCase()
  .min(1, messages.required)
  .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'Mã doanh nghiệp gồm chữ thường không dấu, số và gạch ngang')
  .meta({ examples: ['demo'] });

/** Several references, each once. */
export const ids = z
  .array(id)
  .max(1000)
  .overwrite((list) => [...new Set(list)])
  .default([]);

/** Who belongs to something, where each belongs to one thing of its kind; what is not said stays. */
export const belonging = z
  .array(id)
  .max(5000)
  .overwrite((list) => [...new Set(list)])
  .exactOptional();

/** The same in an address: of the rows that a page shows. */
export const idsInAddress = z
  .string()
  .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,199}$/)
  .describe('Ids with commas between, at most 200')
  .meta({ examples: ['01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11'] });

/** A reference that must be chosen. */
export const requiredId = z.uuid({ error: messages.required });

/** Typed on a phone. It is kept as a hash, and never told. */
export const phonePin = z
  .string()
  .regex(/^\d{4,12}$/, 'Từ 4 đến 12 chữ số')
  .refine((pin) => new Set(pin).size > 1, { error: 'Các chữ số giống hệt nhau quá dễ đoán' });

const noNetwork = 'Địa chỉ IP hoặc dải mạng không hợp lệ, ví dụ 203.0.113.0/24';
const network = z.union([z.ipv4(noNetwork), z.ipv6(noNetwork), z.cidrv4(noNetwork), z.cidrv6(noNetwork)]);

/** From where something may come: addresses and CIDR networks; from anywhere where there is none. */
export const networks = z
  .array(network)
  .max(20)
  .overwrite((list) => [...new Set(list)])
  .default([]);
