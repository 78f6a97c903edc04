import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { required, tenantCode } from '../lib/values.ts';
import { newPassword, signedIn } from '../people/identity.ts';

const email = z
  .email({ error: ({ input }) => (input === '' || input === undefined ? messages.required : 'Email không hợp lệ') })
  .max(200)
  .meta({ examples: ['lan@cong-ty.vn'] });

/** Makes a company to try the product with: it can be called at once. */
export const signUp = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/signup',
  access: 'public',
  summary: 'Make a trial company with its first super-admin, a number, a queue and two extensions',
  body: z.object({
    company: required.max(100),
    ma_dn: tenantCode,
    name: required.max(100),
    email,
    password: newPassword,
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
  body: z.object({ ma_dn: tenantCode, email }),
});
