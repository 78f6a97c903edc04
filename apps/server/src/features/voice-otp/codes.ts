import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';

import { type Sealer, sealer } from '../../storage/sealed.ts';

/** Codes as long as somebody may be called with them, sealed each for its own request. */
export const otpSealer = (serverKey: Buffer): Sealer => sealer(serverKey, 'alo one-time password');

/** Where a code belongs. */
export const codePlaceOf = (tenantId: string, requestId: string): string => `${tenantId}/${requestId}`;

export const newCode = (length: number): string => Array.from({ length }, () => String(randomInt(10))).join('');

/** A code has few digits: without the installation's secret whoever reads the table could try them all. */
export function codeHasher(serverKey: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', serverKey, '', 'alo one-time password check', 32));
  const hash = (place: string, code: string): Buffer => createHmac('sha256', key).update(`${place}/${code}`).digest();
  return { hash, matches: (kept: Buffer, place: string, code: string) => timingSafeEqual(kept, hash(place, code)) };
}
