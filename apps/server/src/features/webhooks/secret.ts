import { createHmac, randomBytes } from 'node:crypto';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

export const webhookSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo webhook secret');

/** Where a secret belongs: sealed for one webhook it opens for no other. */
export const webhookPlaceOf = (tenantId: string, webhookId: string): string => `${tenantId}/${webhookId}`;

/** The moment is part of what is signed, so that nobody posts an old delivery again. */
export function signatureOf(secret: string, at: number, body: string): string {
  const seconds = Math.floor(at / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
