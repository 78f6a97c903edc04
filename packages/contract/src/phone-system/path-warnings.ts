import { z } from 'zod';

import { any } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';

/** What callers would stumble over in the paths that calls take. */
export const pathWarnings = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/path-warnings',
  rowsOf: [
    ...([
      'ringgroup',
      'queue',
      'ivr-details',
      'notifications',
      'conditions',
      'customer-conditions',
      'code-questions',
      'survey-campaign',
      'time-groups',
    ] as const),
    ...(['last-calls', 'voicemail-boxes', 'greeting', 'numbers', 'subscribers'] as const),
  ],
  access: any(
    ...(['ringgroup.view', 'queue.view', 'ivr-details.view', 'notifications.view'] as const),
    ...([
      'conditions.view',
      'customer-conditions.view',
      'code-questions.view',
      'last-calls.view',
      'voicemail-boxes.view',
      'subscribers.view',
    ] as const),
  ),
  summary: 'Loops, dead ends, parts that nobody serves or nothing leads to, and silence, in words',
  result: z.object({ data: z.array(z.object({ id, words: z.array(z.string()) })) }),
});
