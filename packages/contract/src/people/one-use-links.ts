import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { timestamp } from '../lib/values.ts';
import { newPassword } from './identity.ts';

/** `invite` for who has never signed in, `reset` for who has forgotten their password. */
export const linkKind = z.enum(['invite', 'reset']);
export type LinkKind = z.output<typeof linkKind>;

const token = z.string({ error: missing }).min(1, messages.required).max(200);

/** Whom a link is for, before they choose a password. */
export const readOneUseLink = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/one-use-link',
  access: 'public',
  summary: 'Whom a one-use link is for, and what it does',
  body: z.object({ token }),
  result: z.object({
    kind: linkKind,
    name: z.string(),
    email: z.string(),
    ma_dn: z.string(),
    tenant_name: z.string(),
    expires_at: timestamp,
  }),
});

/** Sets the password, once; every session of the person ends. */
export const applyOneUseLink = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/one-use-link/use',
  access: 'public',
  summary: 'Set a password with a one-use link; every session of the person ends',
  body: z.object({ token, new_password: newPassword }),
  result: z.object({ ma_dn: z.string(), username: z.string() }),
});
