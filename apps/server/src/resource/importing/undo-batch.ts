import type { CrudContract, StoredRowOf } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { inBisectedBatches } from '../batch-bisection.ts';
import { nothingAlong } from '../going-along.ts';
import { reading } from '../reading.ts';
import { refusedRemoval } from '../refused.ts';
import type { Along, Resource } from '../resource.ts';
import { writing } from '../writing.ts';

/** What came of taking a batch back. */
export interface UndoSummary {
  readonly removed: number;
  readonly restored: number;
  /** Changed since, or in use. */
  readonly kept: number;
}

const changedRows = z.array(
  z.object({ id: z.string(), version: z.number(), before: z.record(z.string(), z.unknown()) }),
);

/**
 * Takes back what a batch did to rows that nobody has touched since. What the resource does besides a change it does here, too: where it
 * refuses, as the last seat or the last of the top role, the row stays as it is.
 */
export const undoBatch = <C extends CrudContract>(resource: Resource<C>) => {
  type Row = StoredRowOf<C>;
  const { table, after } = resource;
  const write = writing(resource);
  const read = reading(resource);
  const idOf = (row: Row) => (row as { id: string }).id;
  const byId = async (trx: Trx, by: By, ids: readonly string[]) =>
    new Map(after === undefined ? [] : (await read.byIds(trx, ids)).map((row) => [idOf(row), row]));

  const remove = (trx: Trx, by: By, ids: readonly string[]): Promise<string[]> =>
    inBisectedBatches(
      trx,
      ids,
      async (some) => {
        const before = await byId(trx, by, some);
        const gone = await refusedRemoval(() => removeUntouched(trx, resource, some));
        for (const id of gone) {
          const row = before.get(id);
          if (row !== undefined) await after?.(trx, by, { kind: 'deleted', before: row });
        }
        return gone;
      },
      // Something refers to it, or it has to be there: it stays, the others go.
      () => undefined,
    );

  const restore = (trx: Trx, by: By, rows: z.output<typeof changedRows>) =>
    inBisectedBatches(
      trx,
      rows,
      async (some) => {
        const before = await byId(
          trx,
          by,
          some.map(({ id }) => id),
        );
        const restored = await write.refused(() => write.restoreMany(trx, by, some));
        const now = await byId(
          trx,
          by,
          restored.map(({ id }) => id),
        );
        for (const [id, row] of now) {
          const was = before.get(id);
          if (was !== undefined) await after?.(trx, by, { kind: 'updated', before: was, after: row });
        }
        return restored;
      },
      () => undefined,
    );

  return async (
    trx: Trx,
    by: By,
    { created, changed }: { created: readonly string[]; changed: unknown },
  ): Promise<UndoSummary> => {
    const before = changedRows.parse(changed);
    const removed = await remove(trx, by, created);
    const restored = await restore(trx, by, before);
    const kept = created.length - removed.length + before.length - restored.length;
    await audit(trx, actorOf(by), {
      action: 'undo-import',
      subject: table,
      subjectId: by.requestId,
      before: { removed },
      after: { restored },
    });
    return { removed: removed.length, restored: restored.length, kept };
  };
};

/** What somebody has added to it meanwhile is not taken along: the row was worked with, and stays. */
async function removeUntouched(
  trx: Trx,
  { table, goesAlong = [] }: { table: string; goesAlong?: readonly Along[] | undefined },
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from ${sql.table(table)}
    where id = any(${[...ids]}::uuid[]) and version = 1 and ${nothingAlong(table, goesAlong)} returning id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
