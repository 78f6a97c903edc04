import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../http/caller.ts';

/** People who may sign in, with what makes a caller of them. */
const people = (trx: Trx) =>
  trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .innerJoin('tenant', 'tenant.id', 'account.tenant_id')
    .where('account.active', '=', true)
    .where('tenant.active', '=', true)
    .select(['account.id', 'account.name', 'account.extension'])
    .select(['role.name as role_name', 'role.permissions', 'tenant.id as tenant', 'tenant.code', 'tenant.time_zone']);

type Person = NonNullable<Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirst']>>>;

const callerFrom = (person: Person, sessionId: string): Caller => ({
  tenantId: person.tenant,
  tenantCode: person.code,
  timeZone: person.time_zone,
  accountId: person.id,
  sessionId,
  name: person.name,
  extension: person.extension,
  role: { name: person.role_name, permissions: person.permissions },
});

/** Who somebody is and what they may do at this moment, for work that is done without a session of theirs. */
export async function callerOfAccount(trx: Trx, accountId: string): Promise<Caller | undefined> {
  const person = await people(trx).where('account.id', '=', accountId).executeTakeFirst();
  return person === undefined ? undefined : callerFrom(person, '');
}

/** Whose session this is. Whether it still holds is for its keeper to say. */
export async function callerOfSession(
  trx: Trx,
  session: { id: string; account_id: string },
): Promise<Caller | undefined> {
  const person = await people(trx).where('account.id', '=', session.account_id).executeTakeFirst();
  return person === undefined ? undefined : callerFrom(person, session.id);
}
