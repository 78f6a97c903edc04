import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import type { ExtensionHolder } from './holders-in.ts';
import { type PartySum, partyKeysOf, type ReportedPerson } from './report.ts';

type Account = Omit<ReportedPerson, 'key' | 'extension' | 'accountId'> & {
  readonly accountId: string;
  readonly extension: string | null;
};

/** Where people belong today, and whether the caller sees their calls. */
async function accounts(trx: Trx, caller: Caller, which: RawBuilder<unknown>): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select account.extension, account.name, account.id as "accountId", account.department_id as "departmentId",
      coalesce(department.name, '') as "departmentName", account.team_id as "teamId", coalesce(team.name, '') as "teamName",
      account.active, ${accountInReach(reachOf(caller))} as within
    from account left join department on department.id = account.department_id left join team on team.id = account.team_id
    where ${which} order by account.extension`.execute(trx);
  return rows;
}

/** Everybody with an extension, and who had one in these days. */
export async function peopleFor(
  trx: Trx,
  caller: Caller,
  holders: readonly ExtensionHolder[],
): Promise<ReportedPerson[]> {
  const had = new Map(holders.map(({ accountId, extension }) => [accountId, extension]));
  const all = await accounts(
    trx,
    caller,
    sql`account.extension is not null or account.id = any(${[...had.keys()]}::uuid[])`,
  );
  return all
    .map((one) => ({ ...one, key: one.accountId, extension: one.extension ?? had.get(one.accountId) ?? '' }))
    .toSorted((one, other) => one.extension.localeCompare(other.extension, 'en', { numeric: true }));
}

/** Every extension that the caller sees calls of, with who has it; who sees everybody's, those that nobody has, too. */
export async function extensionsFor(trx: Trx, caller: Caller, sums: readonly PartySum[]): Promise<ReportedPerson[]> {
  const all = await accounts(trx, caller, sql`account.extension is not null`);
  const people = all.flatMap(({ extension, ...one }) =>
    extension === null ? [] : [{ ...one, extension, key: extension }],
  );
  if (reachOf(caller).kind !== 'all') return people;
  const taken = new Set(people.map(({ extension }) => extension));
  const told = [...new Set(sums.flatMap(partyKeysOf))].filter((one) => one !== '' && !taken.has(one));
  const { rows: rest } = await sql<{ extension: string; name: string }>`
    select number as extension, name from extension where not number = any(${[...taken]}::text[])
    union all select told, '' from unnest(${told}::text[]) as told
      where not exists (select from extension where number = told)`.execute(trx);
  const nobody = {
    accountId: null,
    active: true,
    within: true,
    departmentId: null,
    departmentName: '',
    teamId: null,
    teamName: '',
  };
  return [...people, ...rest.map((one) => ({ ...one, ...nobody, key: one.extension }))];
}
