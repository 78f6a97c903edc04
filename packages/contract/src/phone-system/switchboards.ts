import { z } from 'zod';

import { any, featureLabels } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, timestamp } from '../lib/values.ts';
import { trunkStates } from './trunks.ts';

const perhaps = <T extends z.ZodType>(part: T) => part.nullable();

/** The company’s switchboard at one glance. Each part is there for whoever may see what it is made of, and null else. */
export const switchboard = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/switchboard',
  staleAfter: { events: ['call-changed', 'presence-changed'], everyMs: 5000 },
  rowsOf: ['trunks', 'numbers', 'subscribers', 'devices', 'setting'],
  access: any('trunks.view', 'numbers.view', 'subscribers.view', 'devices.view', 'setting.view'),
  summary: 'The switchboard: where phones reach it, how it is, its phones, trunks, limits and recordings',
  result: z.object({
    name: z.string(),
    domain: z.string(),
    /** It takes calls. */
    running: z.boolean(),
    /** It takes no new calls: the server is about to end. */
    draining: z.boolean(),
    calls_now: z.int(),
    /** Where phones register. */
    doors: z.object({ host: z.string(), sip: z.int(), tls: z.int(), wss: z.int() }),
    extensions: perhaps(z.object({ all: z.int(), registered: z.int(), phones: z.int() })),
    devices: perhaps(z.object({ all: z.int(), registered: z.int() })),
    numbers: perhaps(z.object({ all: z.int(), enabled: z.int() })),
    trunks: perhaps(
      z.array(
        z.object({
          id,
          name: z.string(),
          enabled: z.boolean(),
          state: oneOf(trunkStates),
          state_since: timestamp.nullable(),
          state_reason: z.string(),
          calls_now: z.int(),
          max_calls: z.int().nullable(),
        }),
      ),
    ),
    /** What the company may, and what it has licensed. */
    limits: perhaps(
      z.object({
        max_calls: z.int().nullable(),
        people: z.int(),
        seats: z.int().nullable(),
        licences: z.array(z.object({ feature: oneOf(featureLabels), until: timestamp })),
      }),
    ),
    /** The disk’s words are empty where all is well. */
    recordings: perhaps(
      z.object({ count: z.int(), bytes: z.number(), disk: z.enum(['ok', 'low', 'full']), disk_words: z.string() }),
    ),
  }),
});
