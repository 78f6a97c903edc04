import { type CrudContract, type ProblemBody, type StoredRowOf } from '@alo/contract';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';

import { type AuditEntry, audit } from '../db/audit.ts';
import type { Db, Trx } from '../db/database.ts';
import { actorOf, type By } from '../kernel/by.ts';
import { newId } from '../kernel/new-id.ts';
import { Problem } from '../kernel/problem.ts';
import type { AnnounceChange } from './announce.ts';
import { inTheWay } from './in-the-way.ts';
import { type PageOfRows, reading, type Wanted } from './reading.ts';
import { refusedInput, refusedRemoval } from './refused.ts';
import type { Change, Resource } from './resource.ts';
import { writing } from './writing.ts';

/** What every resource stands on. */
export interface ResourceDeps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  /** Tells a person's consoles how their job stands. */
  readonly announceJob: (key: { tenantId: string; jobId: string }) => void;
}

/** A row that is to be deleted; with `version`, only while it is still that one. */
export interface Chosen {
  readonly id: string;
  readonly version?: number | undefined;
}

/** Named at run time, so its columns are not known to the compiler; what goes in and out is typed by the contract. */
type AnyTable = Kysely<Record<string, Record<string, unknown>>>;

type UsedBy = ProblemBody['used_by'];
/** What a delete came to; rows that are not there, or not for who asks, are in neither list. */
export interface Removal<Row> {
  readonly deleted: string[];
  readonly refused: ({ id: string } & ({ code: 'in_use'; used_by: UsedBy } | { code: 'conflict'; current: Row }))[];
}

/** Reading and changing the rows of a resource, always inside the caller's tenant and their scope. */
export function resourceStore<C extends CrudContract>(
  { db, announce }: Pick<ResourceDeps, 'db' | 'announce'>,
  resource: Resource<C>,
) {
  type Row = StoredRowOf<C>;
  type Input = z.output<C['input']>;
  const { contract, table } = resource;
  const read = reading(resource);
  const { rules, columnsOf, writeChildren } = writing(resource);
  const any = (trx: Trx) => trx as unknown as AnyTable;
  const idOf = (row: Row) => (row as { id: string }).id;
  const versionOf = (row: Row) => (row as { version: number }).version;
  /** As the audit trail keeps it: nothing that the contract does not name. */
  const recorded = (row: Row) => contract.row.parse(row);
  const maskFor = async (trx: Trx, by: By) => (await resource.mask?.(trx, by)) ?? ((row: Row) => row);
  const inTenant = <T>(by: By, work: (trx: Trx) => Promise<T>) => db.inTenant(by.caller.tenantId, work);

  /** What belongs to every change, in its transaction: the trail, what the resource does besides, and those who look at it. */
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

  async function matchedBy(by: By, wanted: Wanted, page: { page: number; perPage: number }) {
    const matches = read.matches(wanted, page);
    if (matches === undefined) return undefined;
    const { found } = await db.read(by.caller.tenantId, (trx) => ({ found: matches(trx) }));
    return found[0];
  }

  async function remove(trx: Trx, by: By, chosen: readonly Chosen[]): Promise<Removal<Row>> {
    const versions = new Map(chosen.map(({ id, version }) => [id, version]));
    const rows = await read.seen(trx, by, [...versions.keys()]);
    const mask = await maskFor(trx, by);
    const isStale = (row: Row) => (versions.get(idOf(row)) ?? versionOf(row)) !== versionOf(row);
    const stale = rows.filter(isStale);
    const users = await inTheWay(trx, resource.referredToBy ?? [], rows.map(idOf));
    const free = rows.filter((row) => !isStale(row) && !users.has(idOf(row)));
    // Somebody else may have been faster since they were read: what counts is what this statement really took.
    const taken = free.length === 0 ? [] : await deleteThese(trx, free);
    await changed(
      trx,
      by,
      free.filter((row) => taken.includes(idOf(row))).map((before) => ({ kind: 'deleted', before })),
    );
    return {
      deleted: taken,
      refused: [
        ...stale.map((row) => ({ id: idOf(row), code: 'conflict' as const, current: mask(row) })),
        ...[...users]
          .filter(([id]) => !stale.some((row) => idOf(row) === id))
          .map(([id, used_by]) => ({ id, code: 'in_use' as const, used_by })),
      ],
    };
  }

  async function deleteThese(trx: Trx, rows: readonly Row[]): Promise<string[]> {
    const pairs = sql.join(rows.map((row) => sql`(${idOf(row)}::uuid, ${versionOf(row)}::int)`));
    const gone = await any(trx)
      .deleteFrom(table)
      .where(sql<boolean>`(id, version) in (${pairs})`)
      .returning('id')
      .execute();
    return gone.map(({ id }) => id as string);
  }

  return {
    async list(by: By, wanted: Wanted, page: { page: number; perPage: number }): Promise<PageOfRows<Row>> {
      const matched = await matchedBy(by, wanted, page);
      const found = read.pageOf(
        await db.read(by.caller.tenantId, (trx) => read.page(trx, by, wanted, { ...page, matched })),
      );
      if (resource.mask === undefined) return found;
      return { ...found, data: found.data.map(await inTenant(by, (trx) => maskFor(trx, by))) };
    },

    find: (by: By, id: string): Promise<Row | undefined> =>
      inTenant(by, async (trx) => (await read.seen(trx, by, [id])).map(await maskFor(trx, by))[0]),

    insert: (by: By, input: Input): Promise<Row> =>
      refusedInput(rules, () =>
        inTenant(by, async (trx) => {
          const id = newId();
          const { accountId } = by.caller;
          const values = { ...columnsOf(input, by), id, created_by: accountId, updated_by: accountId };
          await any(trx).insertInto(table).values(values).execute();
          await writeChildren(trx, id, input);
          const after = await read.byId(trx, by, id);
          await changed(trx, by, [{ kind: 'created', after }]);
          return (await maskFor(trx, by))(after);
        }),
      ),

    /** Undefined where the row is not there; refuses with `conflict` where `version` is not the latest. */
    update: (by: By, id: string, input: Input, version: number): Promise<Row | undefined> =>
      refusedInput(rules, () =>
        inTenant(by, async (trx) => {
          const [before] = await read.seen(trx, by, [id]);
          if (before === undefined) return undefined;
          const { numUpdatedRows } = await any(trx)
            .updateTable(table)
            .set({
              ...columnsOf(input, by),
              version: sql`version + 1`,
              updated_at: sql`now()`,
              updated_by: by.caller.accountId,
            })
            .where('id', '=', id)
            .where('version', '=', version)
            .executeTakeFirst();
          const mask = await maskFor(trx, by);
          if (numUpdatedRows === 0n) {
            const [current] = await read.seen(trx, by, [id]);
            if (current === undefined) return undefined;
            throw Problem.conflict(contract.row.parse(mask(current)));
          }
          await writeChildren(trx, id, input);
          const after = await read.byId(trx, by, id);
          await changed(trx, by, [{ kind: 'updated', before, after }]);
          return mask(after);
        }),
      ),

    /** What refers to those of these rows that the caller sees. */
    users: (by: By, ids: readonly string[]): Promise<{ id: string; used_by: UsedBy }[]> =>
      inTenant(by, async (trx) => {
        const seen = (await read.seen(trx, by, [...ids])).map(idOf);
        const users = await inTheWay(trx, resource.referredToBy ?? [], seen);
        return [...users].map(([id, used_by]) => ({ id, used_by }));
      }),

    remove: (by: By, chosen: readonly Chosen[]): Promise<Removal<Row>> =>
      refusedRemoval(() => inTenant(by, (trx) => remove(trx, by, chosen))),
  };
}
