import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { id, note, requiredId } from '../lib/values.ts';

const whole = (least: number, most: number) =>
  z.int(`Nhập số từ ${least} đến ${most}`).min(least, `Ít nhất ${least}`).max(most, `Nhiều nhất ${most}`);

/** Service numbers that may call with one-time passwords, which of them goes first, how often, and what each says. */
export const otpNumbers = crud({
  collection: '/voice-otp-numbers',
  item: '/voice-otp-number',
  screen: 'voice-otp-number',
  licence: 'voice-otp',
  called: ({ number, id: its }) => String(number ?? its).replace(/^\+84/, '0'),
  input: z.object({
    service_number_id: requiredId,
    /** The smallest goes first; those that are alike take turns. */
    position: whole(0, 9999).default(0),
    per_minute: whole(1, 600).default(20),
    per_day: whole(1, 100_000).default(1000),
    /** Heard before the code; without one there are the system's words alone. */
    greeting_id: id.nullable().default(null),
    /** Readings without anybody asking for them. */
    reads: whole(1, 3).default(2),
    abroad: z.boolean().default(false),
    active: z.boolean().default(true),
    note,
  }),
  row: z.object({
    number: z.string(),
    number_name: z.string(),
    greeting_name: z.string().nullable(),
    /** Calls of today, where the company is. */
    calls_today: z.int(),
    /** Calls of the last thirty days that are over, and those in which all of the code was heard. */
    calls_month: z.int(),
    heard_month: z.int(),
  }),
  filters: z.object({ active: z.enum(['true', 'false']).optional() }),
  shows: ['numbers', 'greeting', 'voice-otp'],
  bulk: ['position', 'per_minute', 'per_day', 'reads', 'active'],
});
