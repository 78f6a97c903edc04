import type { CrudContract, ProblemBody, StoredRowOf } from '@alo/contract';
import { sql } from 'kysely';

import { type AuditEntry, audit } from '../db/audit.ts';
import type { Trx } from '../db/database.ts';
import { actorOf, type By } from '../kernel/by.ts';
import type { AnnounceChange } from './announce.ts';
import { anyTable } from './any-table.ts';
import { alongWith } from './going-along.ts';
import { inTheWay } from './in-the-way.ts';
import { reading } from './reading.ts';
import type { Change, Resource } from './resource.ts';

/** A row that is to be deleted; with `version`, only while it is still that one. */
export interface ChosenRow {
  readonly id: string;
  readonly version?: number | undefined;
}

type UsedBy = ProblemBody['used_by'];

/** What a delete came to; rows that are not there, or not for who asks, are in neither list. */
export interface Removal<Row> {
  readonly deleted: readonly RemovedRow<Row>[];
  readonly refused: ({ id: string } & ({ code: 'in_use'; used_by: UsedBy } | { code: 'conflict'; current: Row }))[];
}

/** A row that is gone: as it was read, and as its table had it. */
export interface RemovedRow<Row> {
  readonly before: Row;
  readonly stored: unknown;
}

/** The parts of every change of a resource's rows: in a request, or in a job for many rows. */
export function changing<C extends CrudContract>(resource: Resource<C>, announce: AnnounceChange) {
  type Row = StoredRowOf<C>;
  const { contract, table } = resource;
  const read = reading(resource);
  const idOf = (row: Row) => (row as { id: string }).id;
  const versionOf = (row: Row) => (row as { version: number }).version;
  /** As the audit trail keeps it: nothing that the contract does not name. */
  const recorded = (row: Row) => contract.row.parse(row);

  /** In the transaction of the change: the trail, what the resource does besides, and those who look at it. */
  async function changed(trx: Trx, by: By, changes: readonly Change<Row>[]): Promise<void> {
    if (changes.length === 0) return;
    await audit(trx, actorOf(by), ...changes.map(entryOf));
    for (const change of changes) await resource.after?.(trx, by, change);
    const ids = changes.map((change) => idOf('after' in change ? change.after : change.before));
    await announce(trx, { tenantId: by.caller.tenantId, subject: contract.screen, ids });
  }

  function entryOf(change: Change<Row>): AuditEntry {
    switch (change.kind) {
      case 'created':
        return { action: 'create', subject: table, subjectId: idOf(change.after), after: recorded(change.after) };
      case 'updated': {
        const { before, after } = change;
        return {
          action: 'update',
          subject: table,
          subjectId: idOf(after),
          before: recorded(before),
          after: recorded(after),
        };
      }
      case 'deleted':
        return { action: 'delete', subject: table, subjectId: idOf(change.before), before: recorded(change.before) };
      default:
        return change satisfies never;
    }
  }

  async function deleteThese(trx: Trx, rows: readonly Row[]): Promise<Map<string, unknown>> {
    if (rows.length === 0) return new Map();
    const pairs = sql.join(rows.map((row) => sql`(${idOf(row)}::uuid, ${versionOf(row)}::int)`));
    const along = await alongWith(trx, resource.goesAlong ?? [], rows.map(idOf));
    const gone = await anyTable(trx)
      .deleteFrom(table)
      .where(sql<boolean>`(id, version) in (${pairs})`)
      .returning(['id', sql`to_jsonb(${sql.table(table)}.*)`.as('stored')])
      .execute();
    return new Map(gone.map(({ id, stored }) => [id as string, { ...(stored as object), ...along.get(id as string) }]));
  }

  return {
    changed,
    idOf,
    maskFor: async (trx: Trx, by: By) => (await resource.mask?.(by)?.(trx)) ?? ((row: Row) => row),

    async remove(trx: Trx, by: By, chosen: readonly ChosenRow[]): Promise<Removal<Row>> {
      const versions = new Map(chosen.map(({ id, version }) => [id, version]));
      const rows = await read.seen(trx, by, [...versions.keys()]);
      const isStale = (row: Row) => (versions.get(idOf(row)) ?? versionOf(row)) !== versionOf(row);
      const stale = rows.filter(isStale);
      const users = await inTheWay(trx, resource, rows.map(idOf));
      const free = rows.filter((row) => !isStale(row) && !users.has(idOf(row)));
      // Somebody else may have been faster since they were read: what counts is what this statement really took.
      const taken = await deleteThese(trx, free);
      const deleted = free.filter((row) => taken.has(idOf(row)));
      await changed(
        trx,
        by,
        deleted.map((before) => ({ kind: 'deleted', before })),
      );
      return {
        deleted: deleted.map((before) => ({ before, stored: taken.get(idOf(before)) })),
        refused: [
          ...stale.map((row) => ({ id: idOf(row), code: 'conflict' as const, current: row })),
          ...[...users]
            .filter(([id]) => !stale.some((row) => idOf(row) === id))
            .map(([id, used_by]) => ({ id, code: 'in_use' as const, used_by })),
        ],
      };
    },
  };
}
