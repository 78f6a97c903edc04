import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { phone } from '../lib/values.ts';

/** What a bot caller ("khách thử") does once it is answered. */
export const botScript = z.object({
  /** Speaks one of the stored voices over and over. */
  voice: z.enum(['khach-1', 'khach-2', 'silent']).default('khach-1'),
  /** Keys it presses, one a second, a comma waits a second. */
  digits: z
    .string()
    .regex(/^[0-9*#,]{0,40}$/, 'Chỉ gồm phím 0–9, *, # và dấu phẩy (chờ một giây)')
    .default(''),
  /** Hangs up this long after the start; the other side may do so earlier. */
  seconds: z.coerce.number().int().min(1, 'Từ 1 đến 600 giây').max(600, 'Từ 1 đến 600 giây').default(30),
});

export type BotScript = z.output<typeof botScript>;

export const startBotCall = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/bot-calls',
  access: 'bot-calls.create',
  summary: 'Let a bot call one of the service numbers through the loopback trunk',
  body: z.object({ from: phone, to: z.string().trim().min(1), script: botScript.default(() => botScript.parse({})) }),
  result: z.object({ id: z.string() }),
});

export const botNumbers = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/bot-calls/numbers',
  access: 'bot-calls.create',
  summary: 'Service numbers that a bot can call, and customers that it can play',
  result: z.object({
    numbers: z.array(z.object({ number: z.string(), name: z.string() })),
    callers: z.array(z.object({ number: z.string(), name: z.string() })),
  }),
});
