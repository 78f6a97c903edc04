import { z } from 'zod';
import { type Endpoint, endpoint } from '../lib/endpoint.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, required, timestamp } from '../lib/values.ts';
import { logout, me, passkeyAnswer, signedIn } from './identity.ts';

/** Asked for (422) where the sign-in was long ago: the finder of an open console does not take it over. */
export const proof = z.object({ current_password: z.string().max(200).optional() });

const code = z
  .string({ error: missing })
  .trim()
  .regex(/^\d{6}$/, 'Mã gồm 6 chữ số');

/** A passkey as its owner sees it. */
export const passkeyRow = z.object({ id, name: z.string(), created_at: timestamp, last_used_at: timestamp.nullable() });

export const secondFactor = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/second-factor',
  access: 'general',
  summary: 'What one proves besides the password',
  result: z.object({
    /** Since when there is an authenticator app; null without one. */
    totp_since: timestamp.nullable(),
    recovery_codes_left: z.number().int(),
    passkeys: z.array(passkeyRow),
    /** The company or the role wants one. */
    required: z.boolean(),
    /** The day from which it does; null where it does by now, or will not. */
    required_from: z.iso.date().nullable().default(null),
  }),
});

export const beginTotp = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/second-factor/totp',
  access: 'general',
  summary: 'A new secret for an authenticator app; it counts once a code of it has been confirmed',
  body: proof,
  result: z.object({ secret: z.string(), uri: z.string() }),
});

/** Recovery codes are told once, and nowhere kept. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const confirmTotp = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/second-factor/totp/confirm',
  access: 'general',
  summary: 'Confirm the secret by a code; answers recovery codes where there are none yet',
  body: z.object({ code }),
  result: recoveryCodes,
});

export const removeTotp = endpoint({
  base: 'tenant',
  method: 'DELETE',
  path: '/second-factor/totp',
  access: 'general',
  summary: 'Sign in without an authenticator app again',
  body: proof,
});

export const newRecoveryCodes = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/second-factor/recovery-codes',
  access: 'general',
  summary: 'New recovery codes; those from before are worth nothing',
  body: proof,
  result: recoveryCodes,
});

/** What `navigator.credentials` is given, as the WebAuthn standard writes it in JSON. */
const webAuthnOptions = z.object({ options: z.record(z.string(), z.unknown()) });

export const passkeyOptions = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/passkey/options',
  access: 'general',
  summary: 'What a browser needs to make a passkey',
  body: proof,
  result: webAuthnOptions,
});

export const addPasskey = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/passkey',
  access: 'general',
  summary: 'Keep a passkey that the browser has made; answers recovery codes where there are none yet',
  body: z.object({
    name: required.max(60),
    /** WebAuthn, RegistrationResponseJSON. */
    answer: z.object({
      id: z.string().max(2_000),
      rawId: z.string().max(2_000),
      type: z.literal('public-key'),
      response: z.object({
        clientDataJSON: z.string().max(10_000),
        attestationObject: z.string().max(100_000),
        transports: z.array(z.string().max(20)).max(10).optional(),
      }),
      authenticatorAttachment: z.enum(['cross-platform', 'platform']).exactOptional(),
      clientExtensionResults: z.object({}).default({}),
    }),
  }),
  result: passkeyRow.extend(recoveryCodes.shape),
});

export const removePasskey = endpoint({
  base: 'tenant',
  method: 'DELETE',
  path: '/passkey/:id',
  access: 'general',
  summary: 'A passkey that opens nothing any more',
  params: z.object({ id }),
  body: proof,
});

export const loginPasskeyOptions = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/login/passkey/options',
  access: 'public',
  summary: 'A challenge for whichever passkey the browser has',
  result: webAuthnOptions,
});

export const loginPasskey = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/login/passkey',
  access: 'public',
  summary: 'Sign in with a passkey alone',
  body: z.object({ passkey: passkeyAnswer }),
  result: signedIn,
});

/** What a session may do that has yet to set up its second factor. */
export const secondFactorCalls: readonly Endpoint[] = [
  me,
  logout,
  secondFactor,
  beginTotp,
  confirmTotp,
  passkeyOptions,
  addPasskey,
];
