import { createHmac, randomBytes } from 'node:crypto';

/** What a company's server proves our requests by. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** The moment is part of what is signed, so that nobody posts an old request again. */
export function signatureOf(secret: string, at: number, body: string): string {
  const seconds = Math.floor(at / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
