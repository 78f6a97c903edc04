import { sql } from 'kysely';
import { generateSecret, generateURI, verifySync } from 'otplib';

import type { Trx } from '../../../db/database.ts';
import type { ServerKey } from '../../../kernel/key-ring.ts';
import { newId } from '../../../kernel/new-id.ts';
import { type Sealer, sealer } from '../../../storage/sealed.ts';

/** A code is good half a minute before and after its own, for clocks that differ (RFC 6238 §5.2). */
const epochTolerance = 30;

export interface TotpKeeper {
  readonly serverKey: ServerKey;
  readonly now: () => number;
}

/** Secrets of authenticator apps, each for its account. */
export const totpSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo totp');

/** A new secret for somebody's authenticator app, in place of one that was never confirmed. */
export async function newTotp(
  trx: Trx,
  { serverKey }: TotpKeeper,
  { accountId, label }: { accountId: string; label: string },
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret({ length: 20 });
  const sealed = totpSealer(serverKey).seal(accountId, secret);
  await trx
    .insertInto('account_totp')
    .values({ id: newId(), account_id: accountId, secret: sealed, created_by: accountId })
    .onConflict((row) =>
      row.columns(['tenant_id', 'account_id']).doUpdateSet({ secret: sealed, confirmed_at: null, last_step: 0 }),
    )
    .execute();
  return { secret, uri: generateURI({ issuer: 'Alo', label, secret }) };
}

/** Takes a code of the app: once, and never one that is older than the last. `confirming`: the first one of a new secret. */
export async function takeTotp(
  trx: Trx,
  { serverKey, now }: TotpKeeper,
  { accountId, code, confirming }: { accountId: string; code: string; confirming: boolean },
): Promise<boolean> {
  const row = await trx
    .selectFrom('account_totp')
    .where('account_id', '=', accountId)
    .where('confirmed_at', confirming ? 'is' : 'is not', null)
    .select('secret')
    .executeTakeFirst();
  const secret = row && totpSealer(serverKey).open(accountId, row.secret);
  if (secret === undefined) return false;
  const found = verifySync({ secret, token: code, epoch: Math.floor(now() / 1_000), epochTolerance });
  if (!found.valid || !('timeStep' in found)) return false;
  const { numUpdatedRows } = await trx
    .updateTable('account_totp')
    .set({ last_step: found.timeStep, confirmed_at: confirming ? new Date(now()) : sql`confirmed_at` })
    .where('account_id', '=', accountId)
    .where('last_step', '<', found.timeStep)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
