import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, timestamp } from '../lib/values.ts';

/** How far it has come with a one-time password. `cut`: the line was closed before all of it was heard. */
export const otpStates = {
  asked: 'Chờ gọi',
  calling: 'Đang gọi',
  heard: 'Đã đọc',
  verified: 'Đã xác thực',
  cut: 'Dập máy sớm',
  busy: 'Máy bận',
  no_answer: 'Không trả lời',
  failed: 'Thất bại',
  expired: 'Hết hạn',
} as const;
export const otpState = oneOf(otpStates);
export type OtpState = z.output<typeof otpState>;

/** The most requests for one number, from all who ask: nobody is rung again and again. */
export const otpPerPhone = { hour: 5, day: 10 } as const;
/** So many codes may be typed until none is right any more. */
export const otpVerifyTries = 5;

/** One request, without its code. The number is hidden in part from whoever may not see numbers in full. */
export const otpRow = z.object({
  id,
  created_at: timestamp,
  phone: z.string(),
  state: otpState,
  /** Why, in words, where it did not come to its end; '' elsewhere. */
  reason: z.string(),
  /** Calls so far, and as many as there may be. */
  attempts: z.int(),
  tries: z.int(),
  next_at: timestamp.nullable(),
  expires_at: timestamp,
  ended_at: timestamp.nullable(),
  /** How long the last call lasted from its answer on. */
  seconds: z.int(),
  /** The service number that called last; '' before. */
  number: z.string(),
  call_id: id.nullable(),
  /** Whether we made the code, and can be asked whether one is right. */
  generated: z.boolean(),
  verified_at: timestamp.nullable(),
  /** What it is called where it was asked for. */
  ref: z.string(),
  /** Which API key asked, or which person. */
  asked_by: z.string(),
  /** To try it; figures leave it out. */
  test: z.boolean(),
});
export type OtpRow = z.output<typeof otpRow>;

const whole = (least: number, most: number) =>
  z.int(`Nhập số từ ${least} đến ${most}`).min(least, `Ít nhất ${least}`).max(most, `Nhiều nhất ${most}`);

const mayAsk = all('voice-otp.create', licensed('voice-otp'));
const maySee = all('voice-otp.view', licensed('voice-otp'));

/** The company itself calls, by the outbound rules that are for everybody. The code stands in no trace, list or log. */
export const askOtp = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/voice-otp',
  access: mayAsk,
  rowsOf: ['voice-otp'],
  summary:
    'Call a number and say a one-time password digit by digit; 1 says it again. Without a code one is made, to be checked by `verify`. With an Idempotency-Key asking again calls nobody twice',
  body: z.object({
    phone: z
      .string({ error: missing })
      .trim()
      .min(1, messages.required)
      .regex(/^(\+?[1-9]\d{6,14}|0\d{7,12})$/, messages.phone)
      .meta({ examples: ['0901234567'] }),
    code: z
      .string()
      .regex(/^\d{4,10}$/, 'Mã xác thực gồm 4 đến 10 chữ số')
      .optional(),
    /** Digits of a code that we make. */
    length: whole(4, 8).default(6),
    /** Nobody is called any more after so long, and no code is right. */
    ttl_seconds: whole(30, 3600).default(300),
    /** Calls at most, and the pause before each further one. */
    tries: whole(1, 3).default(1),
    pause_seconds: whole(5, 600).default(20),
    ref: z.string().trim().max(100).default(''),
    test: z.boolean().default(false),
  }),
  result: otpRow,
});

export const verifyOtp = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/voice-otp/:id/verify',
  access: mayAsk,
  summary: `Whether a code is the one that we made: right once, until it expires, and after ${otpVerifyTries} wrong ones never`,
  params: z.object({ id }),
  body: z.object({
    code: z.string({ error: missing }).regex(/^\d{4,10}$/, 'Mã xác thực gồm 4 đến 10 chữ số'),
  }),
  result: z.object({ verified: z.boolean(), tries_left: z.int() }),
});

export const otpRequest = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/voice-otp/:id',
  access: maySee,
  rowsOf: ['voice-otp'],
  summary: 'How far it has come with a one-time password',
  params: z.object({ id }),
  result: otpRow,
});

const filters = { from: day.optional(), to: day.optional(), state: otpState.optional() };

export const otpRequests = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/voice-otps',
  access: maySee,
  rowsOf: ['voice-otp'],
  summary: 'One-time passwords that were asked to be said, newest first; searched by whole number or reference',
  query: listQuery.omit({ sort: true }).extend(filters),
  result: pageOf(otpRow),
});

export const exportOtpRequests = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/voice-otps/export',
  access: all('voice-otp.export', licensed('voice-otp')),
  summary: 'One-time passwords that were asked to be said as a spreadsheet',
  query: listQuery.omit({ sort: true }).extend({ ...filters, format: exportFormat }),
  answers: 'file or job',
});

/** Tests are not counted. Delivered is heard ÷ over. */
export const otpFigures = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/voice-otps/figures',
  access: maySee,
  rowsOf: ['voice-otp'],
  summary: 'How many one-time passwords were asked for, are over, were heard to the end, and were verified',
  query: listQuery.pick({ search: true }).extend(filters),
  result: z.object({ asked: z.int(), over: z.int(), heard: z.int(), verified: z.int(), generated: z.int() }),
});
