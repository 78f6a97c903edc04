import type { OtpRow, OtpState } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { fullNumbers, type NumberView } from './number-view.ts';

/** One-time passwords that were asked to be said, as they are shown; of a code there is nothing in them. */
export const otpRequestsIn = (trx: Trx) =>
  trx
    .selectFrom('otp_request')
    .leftJoin('account', 'account.id', 'otp_request.created_by')
    .select(['otp_request.id', 'otp_request.created_at', 'otp_request.number as phone', 'otp_request.reason'])
    .select(['otp_request.attempts', 'otp_request.tries', 'otp_request.next_at', 'otp_request.expires_at'])
    .select(['otp_request.ended_at', 'otp_request.seconds', 'otp_request.call_id', 'otp_request.generated'])
    .select(['otp_request.verified_at', 'otp_request.ref', 'otp_request.test'])
    .select((its) => [
      // Only what the contract names is ever put there.
      its.ref('otp_request.state').$castTo<OtpState>().as('state'),
      sql<string>`coalesce(nullif(otp_request.key_name, ''), account.name, '')`.as('asked_by'),
      sql<string>`coalesce((select number from otp_attempt where request_id = otp_request.id
        order by created_at desc, id desc limit 1), '')`.as('number'),
    ]);

export type StoredOtp = Awaited<ReturnType<ReturnType<typeof otpRequestsIn>['executeTakeFirstOrThrow']>>;
type Shown = Omit<OtpRow, 'created_at' | 'next_at' | 'expires_at' | 'ended_at' | 'verified_at'> &
  Pick<StoredOtp, 'created_at' | 'next_at' | 'expires_at' | 'ended_at' | 'verified_at'>;

/** To somebody with this view of numbers. */
export const presentOtp = (row: StoredOtp, view: NumberView): Shown => ({
  ...row,
  phone: view.show(row.phone),
  number: fullNumbers.show(row.number),
});
