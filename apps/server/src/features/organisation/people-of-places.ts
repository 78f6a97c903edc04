import { type RawBuilder, sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { refuseToMove } from '../../domain/move-people.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Child } from '../../resource/children.ts';
import type { Change } from '../../resource/resource.ts';

/**
 * Who belongs to a place, as a field of the place: its people in use. They are kept in their accounts, so that nobody is in two places
 * of a kind; what is not said of a place leaves it as it is.
 */
export function peopleOf(place: 'team' | 'department') {
  const column = sql.ref(`${place}_id`);
  return {
    table: 'account',
    read: (ownerId: string): RawBuilder<string[]> => sql`array(select account.id from account
      where account.${column} = ${sql.ref(ownerId)} and account.active order by account.name, account.id)`,
    async write(trx: Trx, owner: string, value: unknown): Promise<void> {
      if (value === undefined) return;
      const wanted = [...(value as readonly string[])];
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from account where id = any(${wanted}::uuid[])`.execute(trx);
      if (rows[0]?.n !== wanted.length) throw Problem.noSuchChoice({ people_ids: 'Lựa chọn này không còn tồn tại' });
      await sql`update account set ${column} = case when id = any(${wanted}::uuid[]) then ${owner}::uuid end,
          version = version + 1, updated_at = now()
        where active and (${column} = ${owner}) is distinct from (id = any(${wanted}::uuid[]))
          and (${column} = ${owner} or id = any(${wanted}::uuid[]))`.execute(trx);
    },
  } satisfies Child & { read: unknown };
}

interface Place {
  readonly id: string;
  readonly people_ids?: readonly string[] | undefined;
}

/** Each move stands in the trail of who was moved. */
export async function guardMoves(trx: Trx, by: By, place: 'team' | 'department', change: Change<Place>): Promise<void> {
  if (change.kind === 'deleted') return;
  const before = new Set(change.kind === 'updated' ? change.before.people_ids : []);
  const after = new Set(change.after.people_ids);
  const joined = [...after].filter((id) => !before.has(id));
  const left = [...before].filter((id) => !after.has(id));
  if (joined.length + left.length === 0) return;
  await refuseToMove(trx, by, [...joined, ...left], 'people_ids');
  const column = `${place}_id`;
  const told = { action: 'update', subject: 'account' };
  await audit(
    trx,
    actorOf(by),
    ...joined.map((id) => ({ ...told, subjectId: id, after: { [column]: change.after.id } })),
    ...left.map((id) => ({ ...told, subjectId: id, before: { [column]: change.after.id }, after: { [column]: null } })),
  );
}
