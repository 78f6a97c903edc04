import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';
import { id, idsInAddress, timestamp } from '../lib/values.ts';
import { presence } from '../people/presence.ts';
import { callStatus } from './calls.ts';

/** How extensions are as lines: what their people do now, on which phones, and when they last talked. */
export const linesNow = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/lines/now',
  staleAfter: { events: ['call-changed', 'presence-changed'], everyMs: 1000 },
  rowsOf: ['subscribers', 'devices', 'accounts'],
  access: 'subscribers.view',
  summary:
    'What some of the extensions do at this moment, and on which phones; desk phones and calls for whoever may see those',
  query: z.object({ ids: idsInAddress }),
  result: z.object({
    data: z.array(
      z.object({
        id,
        state: presence.shape.state,
        /** Phones that are registered, of every kind. */
        phones: z.int(),
        /** Where its person is signed in to the console, when phones may be browsers; the newest first. */
        browsers: z.array(z.object({ user_agent: z.string(), since: timestamp })),
        desk_phones: z.array(
          z.object({
            id,
            name: z.string(),
            registered: z.boolean(),
            address: z.string(),
            user_agent: z.string(),
            last_seen_at: timestamp.nullable(),
          }),
        ),
        /** Of the calls that who asks may see. */
        last_call: z
          .object({
            id,
            at: timestamp,
            direction: z.enum(['inbound', 'outbound', 'internal']),
            status: callStatus,
          })
          .nullable(),
      }),
    ),
  }),
});
