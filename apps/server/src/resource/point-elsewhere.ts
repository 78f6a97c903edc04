import { isAllowed } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import type { By } from '../kernel/by.ts';
import { Problem } from '../kernel/problem.ts';
import type { AnnounceChange } from './announce.ts';
import type { BulkOutcome } from './bulk/bulk-state.ts';
import type { Bulkable } from './bulk/bulkable.ts';
import type { ReferredTable } from './in-the-way.ts';
import { repointed, sendersTo, valueOf, wordFor } from './led-to.ts';
import type { Reference } from './resource.ts';

/** Whose field a reference is, where it is one that people fill in. */
const ownerOf = ({ table, column }: Reference, bulkables: readonly Bulkable[]): Bulkable | undefined =>
  bulkables.find((one) => one.table === table && one.fields.includes(column));

const mayChange = ({ permissions }: Bulkable, { caller }: By) =>
  isAllowed({ ...caller.role, licences: caller.licences }, permissions.set);

/** The kinds of what refers to a row that somebody may point at another one: fields of resources that they may change. */
export const replaceableKinds = (
  { referredToBy = [], ledTo }: ReferredTable,
  bulkables: readonly Bulkable[],
  by: By,
): ReadonlySet<string> =>
  new Set([
    ...referredToBy.flatMap((reference) => {
      const owner = ownerOf(reference, bulkables);
      return owner !== undefined && mayChange(owner, by) ? [reference.kind] : [];
    }),
    // A row that leads calls somewhere can lead them elsewhere.
    ...(ledTo === undefined ? [] : bulkables.filter((one) => mayChange(one, by)).map(({ table }) => wordFor(table))),
  ]);

interface Move {
  readonly resource: ReferredTable;
  readonly bulkables: readonly Bulkable[];
  readonly announce: AnnounceChange;
  readonly from: string;
  readonly to: string;
}

/**
 * Makes whatever refers to one row refer to another, each row as if somebody had done it by hand: with the rules of its resource, its
 * word in the trail, its news. All or nothing: what cannot be changed refuses the whole. Answers how many rows that were.
 */
export async function pointElsewhere(trx: Trx, by: By, move: Move): Promise<number> {
  const { resource, bulkables, from, to } = move;
  let moved = 0;
  for (const reference of resource.referredToBy ?? []) {
    const { rows } = await sql<{ id: string; version: number }>`select id, version from ${sql.table(reference.table)}
      where ${sql.ref(reference.column)} = ${from} order by id`.execute(trx);
    const set = { [reference.column]: to };
    moved += await through(trx, by, move, {
      owner: ownerOf(reference, bulkables),
      ids: rows.map(({ id }) => id),
      kind: reference.kind,
      take: (owner) => owner.take(trx, by, { kind: 'set', set }, rows),
    });
  }
  return moved + (await sendElsewhere(trx, by, move));
}

/** The same for rows that lead calls there. */
async function sendElsewhere(trx: Trx, by: By, move: Move): Promise<number> {
  const { table, ledTo } = move.resource;
  if (ledTo === undefined) return 0;
  const { type } = ledTo;
  const [from, to] = [await valueOf(trx, table, ledTo, move.from), await valueOf(trx, table, ledTo, move.to)];
  let moved = 0;
  const senders = await sendersTo(trx, table, ledTo, [move.from]);
  for (const [sender, its] of Map.groupBy(senders, (one) => one.table)) {
    const ids = its.map(({ id }) => id);
    moved += await through(trx, by, move, {
      owner: move.bulkables.find((one) => one.table === sender),
      ids,
      kind: wordFor(sender),
      take: (owner) => owner.change(trx, by, (row) => repointed(row, { type, from, to }), ids),
    });
  }
  return moved;
}

/** Changes rows through the resource that they are of; what is no resource's stays in the way, and is named when the row is to go. */
async function through(
  trx: Trx,
  by: By,
  { announce }: Move,
  change: {
    owner: Bulkable | undefined;
    ids: readonly string[];
    kind: string;
    take: (owner: Bulkable) => Promise<BulkOutcome>;
  },
): Promise<number> {
  const { owner, ids, kind } = change;
  if (owner === undefined || ids.length === 0) return 0;
  if (!mayChange(owner, by)) throw Problem.refused('forbidden');
  const { kept } = await change.take(owner);
  if (kept.length > 0) {
    throw Problem.inUse(kept.map(({ id, name, reason }) => ({ kind, id, name: `${name}: ${reason}` })));
  }
  await owner.announce(trx, by, announce);
  return ids.length;
}
