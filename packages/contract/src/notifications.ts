import { z } from 'zod';

import { endpoint } from './lib/endpoint.ts';
import { timestamp } from './lib/values.ts';

/** The bell (specification §7, `GET /notifications`): calls that the person missed, and what whoever runs the system should know. */
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
        kind: z.enum(['missed-call', 'system']),
        text: z.string(),
        at: timestamp,
        /** Null where it is about no call. */
        call_id: z.string().nullable(),
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
