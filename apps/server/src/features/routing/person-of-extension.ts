import { type RawBuilder, sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { refuseToMove } from '../../domain/move-people.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Child } from '../../resource/children.ts';
import type { Change } from '../../resource/resource.ts';

/** Who has an extension, as a field of the extension; it is kept in their account, for nobody has two. What is not said stays. */
export const personOfExtension = {
  table: 'account',
  read: (numberColumn: string): RawBuilder<string | null> =>
    sql`(select account.id from account where account.extension = ${sql.ref(numberColumn)})`,
  async write(trx: Trx, owner: string, value: unknown): Promise<void> {
    if (value === undefined) return;
    const person = value as string | null;
    const { rows } = await sql<{ number: string; holder: string | null; drafted: boolean; there: boolean }>`
      select number, (select id from account where account.extension = extension.number) as holder,
        coalesce(current_setting('app.routing', true), '') = 'draft' as drafted,
        exists (select from account where id = ${person}::uuid and active) as there
      from extension where id = ${owner}`.execute(trx);
    const [its] = rows;
    if (its === undefined || its.holder === person) return;
    if (its.drafted) {
      throw Problem.invalid({ person_id: 'Bản nháp không đổi được ai dùng máy nhánh: hãy đổi ngoài bản nháp' });
    }
    if (person !== null && !its.there) throw Problem.noSuchChoice({ person_id: 'Lựa chọn này không còn tồn tại' });
    const renewed = sql`version = version + 1, updated_at = now()`;
    await sql`update account set extension = null, ${renewed} where extension = ${its.number}`.execute(trx);
    await sql`update account set extension = ${its.number}, ${renewed} where id = ${person}::uuid`.execute(trx);
  },
} satisfies Child & { read: unknown };

interface Held {
  readonly number: string;
  readonly person_id?: string | null | undefined;
}

/** Who was given an extension and who lost it has that in the trail. */
export async function guardHolder(trx: Trx, by: By, change: Change<Held>): Promise<void> {
  if (change.kind === 'deleted') return;
  const before = change.kind === 'updated' ? (change.before.person_id ?? null) : null;
  const { number, person_id: after = null } = change.after;
  if (before === after) return;
  await refuseToMove(
    trx,
    by,
    [before, after].filter((id) => id !== null),
    'person_id',
  );
  const told = { action: 'update', subject: 'account' };
  await audit(
    trx,
    actorOf(by),
    ...(before === null
      ? []
      : [{ ...told, subjectId: before, before: { extension: number }, after: { extension: null } }]),
    ...(after === null ? [] : [{ ...told, subjectId: after, after: { extension: number } }]),
  );
}
