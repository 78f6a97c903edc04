import { sql } from 'kysely';

import type { Trx } from '../../../db/database.ts';

/** What somebody has besides their password, and whether they must have something. */
export interface Factors {
  readonly totpSince: Date | null;
  readonly recoveryCodesLeft: number;
  readonly passkeys: { id: string; name: string; created_at: Date; last_used_at: Date | null }[];
  readonly required: boolean;
}

export async function factorsOf(trx: Trx, accountId: string): Promise<Factors> {
  const passkeys = await trx
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .execute();
  const totp = await trx
    .selectFrom('account_totp')
    .where('account_id', '=', accountId)
    .select('confirmed_at')
    .executeTakeFirst();
  const { left, required } = await trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .where('account.id', '=', accountId)
    .select([
      sql<number>`(select count(*) from recovery_code where account_id = account.id and used_at is null)`.as('left'),
      sql<boolean>`role.second_factor or exists (select from system_setting where second_factor)`.as('required'),
    ])
    .executeTakeFirstOrThrow();
  return { totpSince: totp?.confirmed_at ?? null, recoveryCodesLeft: left, passkeys, required };
}

/** Whether the password alone does not let them in. */
export const hasSecondFactor = ({ totpSince, passkeys }: Factors): boolean => totpSince !== null || passkeys.length > 0;
