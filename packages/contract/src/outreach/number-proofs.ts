import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, timestamp } from '../lib/values.ts';
import { otpState } from './voice-otp.ts';

/** A proof may be asked for so often in a day: by a company, from a network, and by all companies together. */
export const proofsPerDay = { company: 20, network: 20, installation: 500 } as const;

const numberProof = z.object({
  id,
  number: z.string(),
  /** How far the call with the code has come, and why it went no further. */
  state: otpState,
  reason: z.string(),
  expires_at: timestamp,
  tries_left: z.int(),
  proven: z.boolean(),
});

/** A number of the company's, or one that another company has and has not proven. */
export const askNumberProof = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/number-proof',
  access: 'numbers.create',
  summary:
    'Have a number called over the carrier of whoever runs the installation, which says a code to whoever has it',
  body: z.object({
    number: z
      .string({ error: missing })
      .trim()
      .regex(/^\+?[0-9][0-9 .()-]{2,24}$/, messages.phone)
      .meta({ examples: ['02871000101'] }),
  }),
  result: numberProof,
});

export const numberProofState = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/number-proof/:id',
  access: 'numbers.create',
  summary: 'How far it has come with a proof of a number',
  params: z.object({ id }),
  result: numberProof,
});

export const proveNumber = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/number-proof/:id',
  access: 'numbers.create',
  summary: 'Prove a number by the code that was heard there; it goes to this company if another one had it unproven',
  params: z.object({ id }),
  body: z.object({
    code: z
      .string({ error: missing })
      .trim()
      .regex(/^\d{6}$/, 'Mã gồm 6 chữ số'),
  }),
  result: z.object({
    proven: z.boolean(),
    tries_left: z.int(),
    /** The row that has the number now; null where the code was wrong. */
    service_number_id: id.nullable(),
  }),
});
