import type { CrudContract, StoredRowOf } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { reading } from '../reading.ts';
import type { PutOn, Resource } from '../resource.ts';
import type { BulkOutcome, Placing } from './bulk-state.ts';

/** What has been put there, as its outcome is kept: the row by its own id, and what stands for it on the list. */
const put = z.array(z.object({ id: z.string(), before: z.object({ entry: z.string() }) }));
/** What was taken off, whole. */
const takenOff = z.array(z.object({ stored: z.record(z.string(), z.unknown()) }));

/** Puts rows of a resource on lists of others, takes them off, and takes either back. */
export function placing<C extends CrudContract>(
  resource: Resource<C>,
  calledBy: (trx: Trx, by: By) => Promise<(row: StoredRowOf<C>) => string>,
) {
  const read = reading(resource);
  const of = (list: string): PutOn => {
    const found = resource.putOn?.find((one) => one.list === list);
    if (found === undefined) throw new Error(`Nothing of ${resource.table} is put on ${list}.`);
    return found;
  };

  const note = (trx: Trx, by: By, { list, id }: Placing, changed: Readonly<Record<string, number>>) =>
    audit(trx, actorOf(by), { action: 'update', subject: of(list).lists, subjectId: id, after: changed });

  async function putOn(trx: Trx, by: By, action: Placing, ids: readonly string[]): Promise<BulkOutcome> {
    const { table, row, of: owner, keeps } = of(action.list);
    const { rows: there } = await sql<{ id: string }>`
      select id from ${sql.table(resource.table)} where id = any(${[...ids]}::uuid[])`.execute(trx);
    const exists = new Set(there.map(({ id }) => id));
    const why = (await keeps?.(trx, action.id, ids)) ?? new Map<string, string>();
    const may = ids.filter((id) => exists.has(id) && !why.has(id));
    const author = by.caller.accountId;
    // In the order that they stood in: a reader that goes through the list by its ids keeps that order.
    const entries = may.map(() => newId()).toSorted();
    const { rows: added } = await sql<{ id: string; entry: string }>`
      insert into ${sql.table(table)} (id, ${sql.ref(row)}, ${sql.ref(owner)}, created_by, updated_by)
      select entry, wanted, ${action.id}, ${author}, ${author}
        from unnest(${may}::uuid[], ${entries}::uuid[]) as its (wanted, entry)
        where exists (select from ${sql.table(of(action.list).lists)} as list where list.id = ${action.id}) order by entry
      on conflict (tenant_id, ${sql.ref(owner)}, ${sql.ref(row)}) do nothing
      returning ${sql.ref(row)} as id, id as entry`.execute(trx);
    const called = await calledBy(trx, by);
    const seen = why.size === 0 ? [] : await read.byIds(trx, [...why.keys()]);
    const kept = seen.flatMap((one) => {
      const { id } = one as { id: string };
      const reason = why.get(id);
      return reason === undefined ? [] : [{ id, name: called(one), reason }];
    });
    if (added.length > 0) await note(trx, by, action, { added: added.length });
    return {
      removed: [],
      changed: added.map(({ id, entry }) => ({ id, version: 0, before: { entry } })),
      same: may.length - added.length,
      kept,
    };
  }

  async function takeOff(trx: Trx, by: By, action: Placing, ids: readonly string[]): Promise<BulkOutcome> {
    const { table, row, of: owner } = of(action.list);
    const { rows: gone } = await sql<{ id: string; stored: unknown }>`
      delete from ${sql.table(table)} as its
        where ${sql.ref(owner)} = ${action.id} and ${sql.ref(row)} = any(${[...ids]}::uuid[])
        returning ${sql.ref(row)} as id, to_jsonb(its) as stored`.execute(trx);
    if (gone.length > 0) await note(trx, by, action, { taken_off: gone.length });
    const removed = gone.map(({ id, stored }) => ({ before: { id }, stored }));
    return { removed, changed: [], same: ids.length - gone.length, kept: [] };
  }

  return {
    async listNamed(trx: Trx, list: string, id: string): Promise<string | undefined> {
      const { rows } = await sql<{ name: string }>`
        select name from ${sql.table(of(list).lists)} where id = ${id}`.execute(trx);
      return rows[0]?.name;
    },

    take: (trx: Trx, by: By, action: Placing, ids: readonly string[]): Promise<BulkOutcome> =>
      action.kind === 'put' ? putOn(trx, by, action, ids) : takeOff(trx, by, action, ids),

    /** What has changed since, because somebody has gone on with it, stays. */
    async undo(
      trx: Trx,
      by: By,
      action: Placing,
      { removed, changed }: Pick<BulkOutcome, 'removed' | 'changed'>,
    ): Promise<{ restored: number; kept: number }> {
      const { table, row, of: owner, lists } = of(action.list);
      const wanted = removed.length + changed.length;
      if (wanted === 0) return { restored: 0, kept: 0 };
      const entries = put.parse(changed).map(({ before }) => before.entry);
      const stored = takenOff.parse(removed).map((one) => one.stored);
      const { rows } =
        action.kind === 'put'
          ? await sql`delete from ${sql.table(table)} where id = any(${entries}::uuid[]) and version = 1
              returning id`.execute(trx)
          : await sql`insert into ${sql.table(table)}
              select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(stored)}::json) as its
                where exists (select from ${sql.table(lists)} as list where list.id = ${sql.ref(`its.${owner}`)})
                  and exists (select from ${sql.table(resource.table)} as one where one.id = ${sql.ref(`its.${row}`)})
              on conflict do nothing returning id`.execute(trx);
      if (rows.length > 0) {
        await note(trx, by, action, action.kind === 'put' ? { taken_off: rows.length } : { added: rows.length });
      }
      return { restored: rows.length, kept: wanted - rows.length };
    },
  };
}
