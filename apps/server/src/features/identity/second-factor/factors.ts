import { sql } from 'kysely';

import { type RowsOf, readIn, type Trx } from '../../../db/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { Problem } from '../../../kernel/problem.ts';

/** What somebody has besides their password, and whether they must have something. */
export interface Factors {
  readonly totpSince: Date | null;
  readonly recoveryCodesLeft: number;
  readonly passkeys: { id: string; name: string; created_at: Date; last_used_at: Date | null }[];
  readonly required: boolean;
  /** The day from which it is; null where it is by now, or will not be. */
  readonly requiredFrom: string | null;
}

export const factorsOf = async (trx: Trx, accountId: string): Promise<Factors> =>
  factorsIn(await readIn(trx, (within) => readFactors(within, accountId)));

/** The same for who changes them: one change of somebody's after the other, for two who each see a last one would both take it away. */
export async function factorsToChange(
  trx: Trx,
  { accountId, mustSetUp }: Pick<Caller, 'accountId' | 'mustSetUp'>,
): Promise<Factors> {
  await sql`select from account where id = ${accountId} for no key update`.execute(trx);
  const factors = await factorsOf(trx, accountId);
  // By the password alone one adds the first, and nothing to what somebody has added meanwhile.
  if (mustSetUp && hasSecondFactor(factors)) throw Problem.secondFactorRequired();
  return factors;
}

/** What has to be read to know them. */
export const readFactors = (trx: Trx, accountId: string) => ({
  passkeys: trx
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .select(['id', 'name', 'created_at', 'last_used_at']),
  account: trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .leftJoin('account_totp', 'account_totp.account_id', 'account.id')
    .where('account.id', '=', accountId)
    .select([
      'account_totp.confirmed_at',
      sql<number>`(select count(*) from recovery_code where account_id = account.id and used_at is null)`.as('left'),
      isDemanded.as('required'),
      comes.as('required_from'),
    ]),
});

/** The day has come in the company, or none was named. */
const hasCome = (day: string) =>
  sql<boolean>`coalesce(${sql.ref(day)} <= (now() at time zone (select time_zone from tenant))::date, true)`;

/** Of an account with its role: the company or the role demands a second factor by now. */
const isDemanded = sql<boolean>`(role.second_factor and ${hasCome('role.second_factor_from')}
  or exists (select from system_setting where second_factor and ${hasCome('system_setting.second_factor_from')}))`;

/** The first day on which one of them will; null where neither names one. */
const comes = sql<string | null>`least(case when role.second_factor then role.second_factor_from end,
  (select second_factor_from from system_setting where second_factor))`;

const hasNone = sql<boolean>`not exists (select from account_totp where account_totp.account_id = account.id and account_totp.confirmed_at is not null)
  and not exists (select from passkey where passkey.account_id = account.id)`;

/** Of an account with its role: a second factor is demanded by now, and there is none. Sessions that are open already are bound by it, too. */
export const lacksSecondFactor = sql<boolean>`${isDemanded} and ${hasNone}`;

/** Of an account with its role that has none: the day from which one will be demanded; null where it is by now, or will not be. */
export const secondFactorComes = sql<string | null>`case when not ${isDemanded} and ${hasNone} then ${comes} end`;

export function factorsIn({ passkeys, account: [account] }: RowsOf<ReturnType<typeof readFactors>>): Factors {
  if (account === undefined) throw new Error('The account has gone.');
  const { confirmed_at: totpSince, left: recoveryCodesLeft, required } = account;
  return { totpSince, recoveryCodesLeft, passkeys, required, requiredFrom: required ? null : account.required_from };
}

/** Whether the password alone does not let them in. */
export const hasSecondFactor = ({ totpSince, passkeys }: Factors): boolean => totpSince !== null || passkeys.length > 0;
