import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { codePlaceOf, type OtpCodes } from '../../domain/otp/codes.ts';
import type { OneKey, ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

/** Codes as long as somebody may be called with them, sealed each for its own request. */
export const otpSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo one-time password');

/** Codes of requests, sealed and checked by the installation's key. */
export function otpCodes(serverKey: ServerKey): OtpCodes {
  const seals = otpSealer(serverKey);
  // A code has few digits: without the installation's secret whoever reads the table could try them all.
  const hashBy = ({ secret }: OneKey, place: string, code: string): Buffer =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'alo one-time password check', 32)))
      .update(`${place}/${code}`)
      .digest();
  return {
    seal: (tenantId, id, code) => seals.seal(codePlaceOf(tenantId, id), code),
    hash: (tenantId, id, code) => hashBy(serverKey.sealing(), codePlaceOf(tenantId, id), code),
    matches: (kept, { tenantId, id, code }) =>
      serverKey.all().some((one) => timingSafeEqual(kept, hashBy(one, codePlaceOf(tenantId, id), code))),
  };
}
