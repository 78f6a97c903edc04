import { extensionPermission, extensionPermissions, limitOf } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { type Caller, sharesOfRequests } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';

/** People who may sign in, with the columns that `callerFrom` reads. */
export const peopleWhoMaySignIn = (trx: Trx, at: Date) =>
  trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .innerJoin('tenant', 'tenant.id', 'account.tenant_id')
    .leftJoin('operator_company', 'operator_company.tenant_id', 'tenant.id')
    .leftJoin('department', 'department.id', 'account.department_id')
    .where('account.active', '=', true)
    .where('tenant.active', '=', true)
    .select(['account.id', 'account.name', 'account.extension'])
    .select(['role.name as role_name', 'role.permissions', 'role.scope'])
    .select(sql<boolean>`operator_company.tenant_id is not null`.as('operates'))
    .select(['tenant.id as tenant', 'tenant.code', 'tenant.time_zone'])
    .select(sharesOfRequests.map((share) => `tenant.${limitOf(share)}` as const))
    .select(['account.team_id', 'account.department_id', 'department.branch_id'])
    .select(licencesAt(at).as('licences'));

/** What the company has licensed at a moment. */
const licencesAt = (at: Date) =>
  sql<string[]>`array(select distinct unnest(feature_name_data) from feature where date_expired > ${at})`;

type Person = NonNullable<Awaited<ReturnType<ReturnType<typeof peopleWhoMaySignIn>['executeTakeFirst']>>>;

export const callerFrom = (person: Person, session: { id: string; mustSetUp: boolean }): Caller => ({
  tenantId: person.tenant,
  tenantCode: person.code,
  timeZone: person.time_zone,
  accountId: person.id,
  sessionId: session.id,
  mustSetUp: session.mustSetUp,
  name: person.name,
  extension: person.extension,
  role: { name: person.role_name, permissions: person.permissions, scope: person.scope },
  operates: person.operates,
  ...mostOf(person),
  licences: person.licences,
  teamId: person.team_id,
  departmentId: person.department_id,
  branchId: person.branch_id,
});

/** Nothing, of most companies: what every company has. */
function mostOf(person: Person): Pick<Caller, 'most'> {
  const said = sharesOfRequests.flatMap((share) => {
    const most = person[limitOf(share)];
    return most === null ? [] : [[share, most] as const];
  });
  return said.length === 0 ? {} : { most: Object.fromEntries(said) };
}

/** Who somebody is and what they may do now, for work that is done without a session of theirs. */
export async function callerOfAccount(trx: Trx, accountId: string): Promise<Caller | undefined> {
  const person = await peopleWhoMaySignIn(trx, new Date()).where('account.id', '=', accountId).executeTakeFirst();
  return person === undefined ? undefined : callerFrom(person, { id: '', mustSetUp: false });
}

/** Who has just signed in, as the sign-in answers it; nobody who was sent out at that very moment. */
export async function signedInUser(db: Pick<Db, 'read'>, tenantId: string, accountId: string) {
  const { found } = await db.read(tenantId, (trx) => ({
    found: peopleWhoMaySignIn(trx, new Date())
      .where('account.id', '=', accountId)
      .select(['account.email', 'account.phone']),
  }));
  const [person] = found;
  if (person === undefined) throw Problem.wrongCredentials();
  const { id, name, email, phone, role_name, permissions } = person;
  return { id, name, email, phone, roles: shownRoles({ name: role_name, permissions }) };
}

/** The roles of a person as they are told them: whoever may do everything with extensions has the specification's code for it. */
export const shownRoles = ({ name, permissions }: Pick<Caller['role'], 'name' | 'permissions'>) => [
  {
    name,
    permissions: extensionPermissions.every((one) => permissions.includes(one))
      ? [...permissions, extensionPermission]
      : [...permissions],
  },
];
