import { createPrivateKey, sign } from 'node:crypto';
import { z } from 'zod';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

/** What is needed of the key file that Google gives for a service account. */
const keyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string(),
  private_key_id: z.string().optional(),
});
export type ServiceAccount = Omit<z.output<typeof keyFile>, 'type'>;

const scope = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const minutes = 10;

/** The account that a key file is of; undefined for any other text, and for one whose key cannot sign. */
export function serviceAccountIn(text: string): ServiceAccount | undefined {
  const read = z
    .string()
    .transform((json, context): unknown => {
      try {
        return JSON.parse(json);
      } catch {
        context.addIssue({ code: 'custom', message: 'no JSON' });
        return z.NEVER;
      }
    })
    .pipe(keyFile)
    .safeParse(text);
  if (!read.success) return undefined;
  const { type: _type, ...account } = read.data;
  try {
    return createPrivateKey(account.private_key).asymmetricKeyType === 'rsa' ? account : undefined;
  } catch {
    return undefined;
  }
}

/** What proves to `audience` that we hold the account's key (RFC 7523), for a few minutes. */
export function assertionOf(account: ServiceAccount, audience: string, now: number): string {
  const seconds = Math.floor(now / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(account.private_key_id && { kid: account.private_key_id }) };
  const claims = { iss: account.client_email, scope, aud: audience, iat: seconds, exp: seconds + minutes * 60 };
  const said = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${said}.${sign('RSA-SHA256', Buffer.from(said), account.private_key).toString('base64url')}`;
}

/** Seals keys of accounts: each opens for its own source only. */
export const sheetKeySealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo google sheet key');
