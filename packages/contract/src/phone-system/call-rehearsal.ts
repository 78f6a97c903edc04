import { z } from 'zod';

import { callStatus, traceEntry } from '../calls/calls.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { day } from '../lib/values.ts';

/** What a phone does in a call that is only tried out. */
export const triedPhones = {
  answers: 'Nghe máy',
  'no-answer': 'Không trả lời',
  busy: 'Máy bận',
  declines: 'Từ chối',
  break: 'Đang nghỉ',
  offline: 'Mất kết nối',
} as const;
export const triedPhone = z.enum(['answers', 'no-answer', 'busy', 'declines', 'break', 'offline']);

const dialled = z
  .string({ error: missing })
  .trim()
  .min(1, messages.required)
  .max(30)
  .regex(/^[0-9+*#][0-9+*# .()-]*$/, messages.phone)
  .meta({ examples: ['02871000101'] });

/** “Thử luồng”: a call that is played through the configuration by what leads real calls, and rings nobody. */
export const tryCall = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/call-test',
  access: 'call-test.view',
  summary:
    'Play a call through the routing without calling anybody: where it goes, with every rule that was looked at and why',
  body: z.object({
    dialled,
    /** The number of the caller from outside; empty where they withhold it. */
    caller: z
      .string()
      .trim()
      .max(30)
      .regex(/^\+?[0-9 .()-]*$/, messages.phone)
      .default(''),
    /** The call is made by one of ours instead. */
    from_extension: z
      .string()
      .trim()
      .regex(/^[0-9]{0,8}$/)
      .default(''),
    at: z.iso.datetime({ offset: true, error: 'Thời điểm không hợp lệ' }).meta({ examples: ['2026-11-23T08:00:00Z'] }),
    /** People who are not named here answer. */
    people: z
      .array(
        z.object({
          extension: z
            .string()
            .regex(/^[0-9]{2,8}$/)
            .meta({ examples: ['101'] }),
          phone: triedPhone,
        }),
      )
      .max(2_000)
      .default([]),
    /** What becomes of numbers outside. */
    outside: z.enum(['answers', 'no-answer', 'busy', 'declines', 'offline']).default('answers'),
    /** Pressed in each menu that the caller comes to, in order. */
    keys: z
      .array(
        z
          .string()
          .regex(/^[0-9*#]{0,20}$/, 'Chỉ gồm phím 0–9, * và #')
          .meta({ examples: ['1'] }),
      )
      .max(20)
      .default([]),
  }),
  result: z.object({
    ends: z.enum(['talks', 'waits', 'over']),
    /** Who talks with the caller in the end; empty where that is nobody, or a number outside. */
    extension: z.string(),
    status: callStatus.nullable(),
    seconds: z.number(),
    trace: z.array(traceEntry),
  }),
});

/** The same through all of one day: where the call would go when. */
export const tryDay = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/call-test/day',
  access: 'call-test.view',
  summary:
    'Play a call through every hour of a day without calling anybody: stretches of time, and where it goes in each',
  body: tryCall.body.omit({ at: true }).extend({ day }),
  result: z.object({
    /** Minutes from midnight in the company's time zone, without gaps. */
    bands: z.array(z.object({ from: z.int(), to: z.int(), place: z.string() })),
  }),
});
