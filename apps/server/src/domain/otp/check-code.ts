import { otpVerifyTries } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import type { OtpKeeper } from './codes.ts';

/** What the row of a request knows of its code; locked, so that tries are counted one after the other, from wherever they come. */
export interface CheckedOtp {
  readonly id: string;
  readonly code_hash: Buffer | null;
  readonly expires_at: Date;
  readonly verify_tries: number;
}

/** Whether a code is the one that was said: right once, until it expires, and after so many wrong ones never. */
export async function checkCode(
  trx: Trx,
  { codes, now }: OtpKeeper,
  tenantId: string,
  { id, code_hash: hash, expires_at: expires, verify_tries: before }: CheckedOtp,
  code: string,
): Promise<{ readonly verified: boolean; readonly tries_left: number; readonly isOpen: boolean }> {
  const at = new Date(now());
  if (hash === null || expires <= at) return { verified: false, tries_left: 0, isOpen: false };
  const verified = codes.matches(hash, { tenantId, id, code });
  const left = verified ? 0 : otpVerifyTries - before - 1;
  await trx
    .updateTable('otp_request')
    .set({
      verify_tries: before + 1,
      updated_at: at,
      ...(left > 0 ? {} : { code_hash: null }),
      // Nobody is called any more for a code that has done its work.
      ...(verified ? { state: 'verified', reason: '', verified_at: at, sealed_code: null, next_at: null } : {}),
    })
    .where('id', '=', id)
    .execute();
  return { verified, tries_left: left, isOpen: true };
}
