import { carriersWithScreens, mostPreferences, type PreferencesChange, preferences, withChange } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { secondFactorComes } from './second-factor/factors.ts';

/** Who may sign in under this name, and whether they did so from this network before. */
export const accountToSignIn = (trx: Trx, username: string, { network, since }: { network: string; since: Date }) =>
  trx
    .selectFrom('account')
    .where('id', '=', sql<string>`(select account_of_email(${username}))`)
    .select(['id', 'password_hash'])
    .select((row) =>
      sql<boolean>`exists (${row
        .selectFrom('session')
        .whereRef('session.account_id', '=', 'account.id')
        .where('session.network', '=', network)
        .where('session.created_at', '>', since)
        .where('session.must_set_up', '=', false)
        .select('session.id')})`.as('known'),
    );

/** How a name of a company's directory is kept and compared. */
export const ldapNameOf = (username: string): string => username.normalize('NFC').toLowerCase();

/** Whether somebody came in by this name of the company's directory, from this network before. */
export const knownInDirectory = (trx: Trx, username: string, { network, since }: { network: string; since: Date }) =>
  trx
    .selectFrom('session')
    .where('ldap_name', '=', ldapNameOf(username))
    .where('network', '=', network)
    .where('created_at', '>', since)
    .where('must_set_up', '=', false)
    .select('account_id')
    .limit(1);

/** Everything that `GET /me` tells about a person. */
export async function readMe(db: Pick<Db, 'read'>, { tenantId, accountId }: Caller) {
  const {
    accounts: [account],
    features,
  } = await db.read(tenantId, (trx) => ({
    accounts: trx
      .selectFrom('account')
      .innerJoin('tenant', 'tenant.id', 'account.tenant_id')
      .innerJoin('role', 'role.id', 'account.role_id')
      .where('account.id', '=', accountId)
      .select(secondFactorComes.as('second_factor_from'))
      .select(['account.id', 'account.name', 'account.email', 'account.phone', 'account.extension'])
      .leftJoin('account as setter', 'setter.id', 'account.status_by')
      .leftJoin('tenant_place', 'tenant_place.tenant_id', 'account.tenant_id')
      .leftJoin('node', 'node.holder', 'tenant_place.holder')
      .select('node.ws as sip_address')
      .select(['account.status_activity', 'account.status_reason', 'account.status_since', 'setter.name as status_by'])
      .select(['account.density', 'account.preferences', carriersOfCompany.as('carriers')])
      .select([
        'tenant.code',
        'tenant.name as tenant_name',
        'tenant.sip_domain',
        'tenant.time_zone',
        'tenant.trial_until',
      ]),
    features: trx.selectFrom('feature').select(['feature_name_data', 'date_expired']).orderBy('date_expired'),
  }));
  if (account === undefined) throw new Error('The account has gone.');
  return { ...account, preferences: understood(account.preferences), features };
}

/** By what trunks and numbers are called, as the lists of their calls find them. */
const carriersOfCompany = sql<(typeof carriersWithScreens)[number][]>`array(
  select carrier from unnest(${[...carriersWithScreens]}::text[]) as carrier
  where exists (select from trunk where position(fold(carrier) in fold(trunk.name || ' ' || trunk.host)) > 0)
    or exists (select from service_number as own where position(fold(carrier) in fold(own.carrier)) > 0))`;

/** Sets the activity status. The moment it began stays where it was already this one. */
export const setActivity = (
  trx: Trx,
  accountId: string,
  { status, reason }: { status: 1 | 2 | 3; reason: string },
  by: string | null = null,
) =>
  trx
    .updateTable('account')
    .where('id', '=', accountId)
    .set((row) => ({
      status_activity: status,
      status_reason: reason,
      status_by: by,
      status_since: row
        .case()
        .when('status_activity', '=', status)
        .then(row.ref('status_since'))
        .else(sql<Date>`now()`)
        .end(),
    }))
    .returning(['status_activity', 'status_reason', 'status_since'])
    .executeTakeFirstOrThrow();

/** Changes how somebody has their console: two pages that change different things at once both have their way. */
export async function keepPreferences(trx: Trx, accountId: string, change: PreferencesChange) {
  const before = await trx
    .selectFrom('account')
    .select('preferences')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const now = withChange(understood(before.preferences), change);
  const text = JSON.stringify(now);
  if (Buffer.byteLength(text) > mostPreferences) {
    throw Problem.invalid({ columns: 'Đã ghi nhớ cột của quá nhiều danh sách. Hãy đưa vài danh sách về mặc định.' });
  }
  await trx.updateTable('account').set({ preferences: text }).where('id', '=', accountId).execute();
  return now;
}

/** What another version of us has kept in words that this one does not know keeps nobody out: it is as if nothing had been chosen. */
const understood = (kept: unknown) => preferences.safeParse(kept).data ?? preferences.parse({});
