import type { CrudContract } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { inHalves } from '../in-halves.ts';
import { refusedRemoval } from '../refused.ts';
import type { Resource } from '../resource.ts';
import { writing } from '../writing.ts';

/** What came of taking a batch back. */
export interface Undone {
  readonly removed: number;
  readonly restored: number;
  /** Changed since, or in use. */
  readonly kept: number;
}

const changedRows = z.array(
  z.object({ id: z.string(), version: z.number(), before: z.record(z.string(), z.unknown()) }),
);

/** Takes back what a batch did to rows that nobody has touched since. */
export const undoBatch =
  <C extends CrudContract>(resource: Resource<C>) =>
  async (trx: Trx, by: By, { created, changed }: { created: readonly string[]; changed: unknown }): Promise<Undone> => {
    const write = writing(resource);
    const before = changedRows.parse(changed);
    const removed = await removeUntouched(trx, resource.table, created);
    const restored = await write.restoreMany(trx, by, before);
    const kept = created.length - removed.length + before.length - restored.length;
    await audit(trx, actorOf(by), {
      action: 'undo-import',
      subject: resource.table,
      subjectId: by.requestId,
      before: { removed },
      after: { restored },
    });
    return { removed: removed.length, restored: restored.length, kept };
  };

const removeUntouched = (trx: Trx, table: string, ids: readonly string[]): Promise<string[]> =>
  inHalves(
    trx,
    ids,
    (some) =>
      refusedRemoval(async () => {
        const { rows } = await sql<{ id: string }>`delete from ${sql.table(table)}
          where id = any(${[...some]}::uuid[]) and version = 1 returning id`.execute(trx);
        return rows.map(({ id }) => id);
      }),
    // Something refers to it: it stays, the others go.
    () => undefined,
  );
