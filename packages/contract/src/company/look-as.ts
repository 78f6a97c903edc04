import { z } from 'zod';
import { superAdmin } from '../lib/access.ts';
import { type Endpoint, endpoint } from '../lib/endpoint.ts';
import { id, timestamp } from '../lib/values.ts';
import { liveTicket } from '../live/live.ts';
import { logout, role } from '../people/identity.ts';

/** Whose eyes somebody has: a person's, or those of whoever has a role. */
export const lookKind = z.enum(['account', 'role']);

/**
 * The console as a role or a person has it. The token sees what they see and changes nothing; it is good for half an hour, and
 * no longer than the session that asked for it.
 */
export const lookAs = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/look-as',
  access: superAdmin,
  summary: 'A token that sees what a person or a role sees, and may change nothing; for the top role alone',
  body: z.object({ kind: lookKind, id }),
  result: z.object({ token: z.string(), user: role, expires_at: timestamp }),
});

/** All requests that such a token may send besides those that read. */
export const lookAsCalls: readonly Endpoint[] = [liveTicket, logout];
