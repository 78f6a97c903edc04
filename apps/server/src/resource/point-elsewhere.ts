import { isAllowed } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import type { By } from '../kernel/by.ts';
import { Problem } from '../kernel/problem.ts';
import type { AnnounceChange } from './announce.ts';
import type { Bulkable } from './bulk/bulkable.ts';
import type { Reference } from './resource.ts';

/** Whose field a reference is, where it is one that people fill in. */
const ownerOf = ({ table, column }: Reference, bulkables: readonly Bulkable[]): Bulkable | undefined =>
  bulkables.find((one) => one.table === table && one.fields.includes(column));

const mayChange = ({ permissions }: Bulkable, { caller }: By) =>
  isAllowed({ ...caller.role, licences: caller.licences }, permissions.set);

/** The kinds of what refers to a row that somebody may point at another one: fields of resources that they may change. */
export const replaceableKinds = (
  references: readonly Reference[],
  bulkables: readonly Bulkable[],
  by: By,
): ReadonlySet<string> =>
  new Set(
    references.flatMap((reference) => {
      const owner = ownerOf(reference, bulkables);
      return owner !== undefined && mayChange(owner, by) ? [reference.kind] : [];
    }),
  );

/**
 * Makes whatever refers to one row refer to another, each row as if somebody had done it by hand: with the rules of its resource, its
 * word in the trail, its news. All or nothing: what cannot be changed refuses the whole. Answers how many rows that were.
 */
export async function pointElsewhere(
  trx: Trx,
  by: By,
  {
    references,
    bulkables,
    announce,
    from,
    to,
  }: {
    references: readonly Reference[];
    bulkables: readonly Bulkable[];
    announce: AnnounceChange;
    from: string;
    to: string;
  },
): Promise<number> {
  let moved = 0;
  for (const reference of references) {
    const { rows } = await sql<{ id: string; version: number }>`select id, version from ${sql.table(reference.table)}
      where ${sql.ref(reference.column)} = ${from} order by id`.execute(trx);
    if (rows.length === 0) continue;
    const owner = ownerOf(reference, bulkables);
    // What is no field of anything stays in the way, and is named when the row is to go.
    if (owner === undefined) continue;
    if (!mayChange(owner, by)) throw Problem.refused('forbidden');
    const { kept } = await owner.take(trx, by, { kind: 'set', set: { [reference.column]: to } }, rows);
    if (kept.length > 0) {
      throw Problem.inUse(
        kept.map(({ id, name, reason }) => ({ kind: reference.kind, id, name: `${name}: ${reason}` })),
      );
    }
    await owner.announce(trx, by, announce);
    moved += rows.length;
  }
  return moved;
}
