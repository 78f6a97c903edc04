import { createHmac, randomInt } from 'node:crypto';

import type { Trx } from '../../../db/database.ts';
import { newId } from '../../../kernel/new-id.ts';

const howMany = 10;
/** Without what looks like something else on paper. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Makes the recovery codes of somebody anew. They are told once: what is kept of them opens nothing. */
export async function makeRecoveryCodes(trx: Trx, serverKey: Buffer, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () =>
    Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join(''),
  );
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await trx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        id: newId(),
        account_id: accountId,
        code_hash: digest(serverKey, accountId, code),
        created_by: accountId,
      })),
    )
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Takes a recovery code, once. */
export async function takeRecoveryCode(
  trx: Trx,
  { serverKey, now }: { serverKey: Buffer; now: () => number },
  { accountId, code }: { accountId: string; code: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: new Date(now()) })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', digest(serverKey, accountId, code.toLowerCase().replace(/[^a-z0-9]/g, '')))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const digest = (serverKey: Buffer, accountId: string, code: string) =>
  createHmac('sha256', serverKey).update(`recovery-code:${accountId}:${code}`).digest();
