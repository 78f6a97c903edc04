import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { emailAddress, required, tenantCode, timestamp } from '../lib/values.ts';
import { newPassword, signedIn } from '../people/identity.ts';

const wish = z.object({
  company: required.max(100),
  ma_dn: tenantCode,
  name: required.max(100),
  email: emailAddress,
  password: newPassword,
});

/** The first half of a sign-up: a code goes to the e-mail. */
export const proveEmail = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/signup/code',
  access: 'public',
  summary: 'Send a code of six digits to the e-mail that a trial company is to be made with',
  body: wish,
  /** `proof` comes back with the code that the letter has. */
  result: z.object({ proof: z.string(), expires_at: timestamp }),
});

/** Makes a company to try the product with: it can be called at once. */
export const signUp = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/signup',
  access: 'public',
  summary: 'Make a trial company with its first super-admin, a number, a queue and two extensions',
  body: wish.extend({
    proof: z.string({ error: missing }).min(1, messages.required).max(2_000),
    code: z
      .string({ error: missing })
      .transform((written) => written.replaceAll(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'Mã có 6 chữ số')),
  }),
  result: signedIn,
});

/** The same answer whoever it is, and whether they are known. */
export const forgotPassword = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/forgot-password',
  access: 'public',
  summary: 'Send a one-use link to choose a new password, if there is such a person',
  body: z.object({ ma_dn: tenantCode, email: emailAddress }),
});
