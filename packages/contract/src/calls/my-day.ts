import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';

/** What the day has come to for whoever asks, counted as the dashboard counts each person: nothing for whoever has no extension. */
export const myDay = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/my-day',
  staleAfter: { events: ['call-changed'], everyMs: 5000, calls: 'ended' },
  access: 'call-history.view',
  summary: 'The own figures of today',
  result: z.object({
    date: z.iso.date(),
    /** Calls in which one talked. */
    answered: z.int(),
    /** Calls that rang at one and that nobody took. */
    rang_unanswered: z.int(),
    talk_seconds: z.int(),
  }),
});
