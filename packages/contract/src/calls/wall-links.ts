import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, required, timestamp } from '../lib/values.ts';
import { agentState, monitorAccess, queueDay, watchedQueue } from './monitor.ts';

/** So long a screen on a wall may be led by one link. */
export const wallDaysAtMost = 365;
/** So many screens a company has at once. */
export const wallsAtMost = 20;

const days = `Từ 1 đến ${wallDaysAtMost} ngày`;
const place = id.nullable().default(null);

/** Whoever may see the board and send figures outside the company. */
export const wallAccess = all('monitor.view', licensed('supervision'), 'mailed-reports.send-outside');

/** What of the board the screen shows; null is all that whoever made the link may see. */
const places = { department_id: place, team_id: place, queue_id: place } as const;

export const makeWallLink = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/wall-link',
  access: wallAccess,
  summary:
    'Make a link that shows the big screen of the monitor without signing in, live, with the rights of who asks at each moment; it is shown this once',
  body: z.object({
    name: required.max(60),
    days: z.int(days).min(1, days).max(wallDaysAtMost, days).default(90),
    ...places,
  }),
  result: z.object({ id, url: z.string(), expires_at: timestamp }),
});

export const wallLinks = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/wall-links',
  access: monitorAccess,
  summary: 'Links to the big screen that are good, newest first, and when each was last seen',
  result: z.object({
    data: z.array(
      z.object({
        id,
        name: z.string(),
        made_by: z.string(),
        created_at: timestamp,
        expires_at: timestamp,
        /** When a screen last asked; null where none has. */
        seen_at: timestamp.nullable(),
      }),
    ),
  }),
});

export const withdrawWallLink = endpoint({
  base: 'tenant',
  method: 'DELETE',
  path: '/wall-link/:id',
  access: wallAccess,
  summary: 'Withdraw a link to the big screen: a screen that shows it goes dark within seconds',
  params: z.object({ id }),
});

export const openWall = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/wall',
  access: 'public',
  summary: 'The big screen of the monitor as it is now, for whoever has a link to it: figures, and no person or number',
  body: z.object({ token: z.string({ error: missing }).min(1, messages.required).max(200) }),
  result: z.object({
    name: z.string(),
    company: z.string(),
    expires_at: timestamp,
    /** Times are told by this clock. */
    at: timestamp,
    level_percent: z.int(),
    /** How many people are in each state. */
    states: z.record(agentState, z.int()),
    calls: z.int(),
    queues: z.array(watchedQueue),
    today: queueDay,
  }),
});
