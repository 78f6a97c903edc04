import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Child } from '../../resource/children.ts';

/** The extensions of a group, as a field of the group; they are kept in their own rows, for none is in two groups. What is not said stays. */
export const extensionsOfGroup = {
  table: 'extension',
  read: (ownerId: string): RawBuilder<string[]> =>
    sql`array(select extension.id from extension where extension.extension_group_id = ${sql.ref(ownerId)} order by extension.number)`,
  async write(trx: Trx, owner: string, value: unknown): Promise<void> {
    if (value === undefined) return;
    const wanted = [...(value as readonly string[])];
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from extension where id = any(${wanted}::uuid[])`.execute(trx);
    if (rows[0]?.n !== wanted.length) throw Problem.noSuchChoice({ extension_ids: 'Lựa chọn này không còn tồn tại' });
    await sql`update extension set extension_group_id = case when id = any(${wanted}::uuid[]) then ${owner}::uuid end,
        version = version + 1, updated_at = now()
      where (extension_group_id = ${owner}) is distinct from (id = any(${wanted}::uuid[]))
        and (extension_group_id = ${owner} or id = any(${wanted}::uuid[]))`.execute(trx);
  },
} satisfies Child & { read: unknown };
