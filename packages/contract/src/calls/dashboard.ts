import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { day, timestamp } from '../lib/values.ts';
import { presence } from '../people/presence.ts';
import { askedPurpose } from './calls.ts';

export const figureUnit = z.enum(['calls', 'percent', 'seconds', 'people']);

/** One figure with what it means. `value` is null where it has no denominator (no call yet). */
export const figure = z.object({
  key: z.string(),
  label: z.string(),
  unit: figureUnit,
  /** Whether one wants more of it or less; null of what is neither good nor bad. */
  better: z.enum(['more', 'less']).nullable(),
  value: z.number().nullable(),
  /** The same, on the same weekday last week up to the same time of day. */
  before: z.number().nullable(),
  /** What it should be; null where nobody has said. */
  target: z.number().nullable().default(null),
  formula: z.string(),
  /** Filters of /call-history that show the calls behind it; null where it is not made of calls. */
  calls: z.record(z.string(), z.string()).nullable(),
});

export const dashboard = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/dashboard',
  staleAfter: { events: ['call-changed', 'presence-changed', 'resource-changed'], everyMs: 3000 },
  access: 'dashboard.view',
  summary: "Today's figures from real calls, each with its formula",
  query: z.object({ date: day.optional(), purpose: askedPurpose.extract(['counted', 'all']).optional() }),
  result: z.object({
    date: z.iso.date(),
    updated_at: timestamp,
    figures: z.array(figure),
    /** Calls of the day that figures leave out: codes that were read out, and bots. */
    left_out: z.number().int().default(0),
    /** Conversations by the hour they started in, 0 to 23, in the tenant's time zone. */
    hours: z.array(
      z.object({
        hour: z.number().int(),
        answered: z.number().int(),
        /** Have ended, and nobody answered, whichever way they went. */
        unanswered: z.number().int(),
        before: z.number().int(),
      }),
    ),
    agents: z.array(
      z.object({
        extension: z.string(),
        name: z.string(),
        /** Phone and activity together, the words of the status legend. */
        state: presence.shape.state,
        note: presence.shape.note,
        until: presence.shape.until,
        answered: z.number().int(),
        /** Rang at them, and nobody answered, however that came: not what the company missed. */
        rang_unanswered: z.number().int(),
        talk_seconds: z.number().int(),
      }),
    ),
  }),
});
