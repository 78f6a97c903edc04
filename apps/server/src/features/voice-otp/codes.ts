import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import type { OneKey, ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

/** Codes as long as somebody may be called with them, sealed each for its own request. */
export const otpSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo one-time password');

/** Where a code belongs. */
export const codePlaceOf = (tenantId: string, requestId: string): string => `${tenantId}/${requestId}`;

export const newCode = (length: number): string => Array.from({ length }, () => String(randomInt(10))).join('');

/** A code has few digits: without the installation's secret whoever reads the table could try them all. */
export function codeHasher(serverKey: ServerKey) {
  const hashBy = ({ secret }: OneKey, place: string, code: string): Buffer =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'alo one-time password check', 32)))
      .update(`${place}/${code}`)
      .digest();
  return {
    hash: (place: string, code: string) => hashBy(serverKey.sealing(), place, code),
    matches: (kept: Buffer, place: string, code: string) =>
      serverKey.all().some((one) => timingSafeEqual(kept, hashBy(one, place, code))),
  };
}
