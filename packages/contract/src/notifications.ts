import { z } from 'zod';

import { endpoint } from './lib/endpoint.ts';
import { timestamp } from './lib/values.ts';

/** The bell (specification §7, `GET /notifications`): calls that the person missed. */
export const notifications = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/notifications',
  access: 'general',
  summary: "The person's bell: newest first",
  result: z.object({
    unread: z.number().int(),
    data: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['missed-call']),
        text: z.string(),
        at: timestamp,
        call_id: z.string(),
        read: z.boolean(),
      }),
    ),
  }),
});

export const readNotifications = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/notifications/read',
  access: 'general',
  summary: 'Everything up to now has been seen',
});
