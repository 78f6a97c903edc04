import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { id, timestamp } from '../lib/values.ts';
import { proof } from './second-factor.ts';

/** One of one's own sessions: a browser that is signed in. */
export const ownSession = z.object({
  id,
  /** What the browser calls itself. */
  user_agent: z.string(),
  network: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
  expires_at: timestamp,
  /** The one that asks. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const mySessions = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/my-sessions',
  access: 'general',
  summary: 'Where one is signed in, latest use first',
  result: z.object({ data: z.array(ownSession) }),
});

export const endMySession = endpoint({
  base: 'tenant',
  method: 'DELETE',
  path: '/my-session/:id',
  access: 'general',
  summary: 'End one of the own sessions',
  params: z.object({ id }),
  body: proof,
});

export const endMyOtherSessions = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/my-sessions/end-others',
  access: 'general',
  summary: 'End every own session but this one',
  body: proof,
  result: z.object({ ended: z.number().int() }),
});
