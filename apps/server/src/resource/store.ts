import { type CrudContract, type ProblemBody, type StoredRowOf } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Db, Trx } from '../db/database.ts';
import type { By } from '../kernel/by.ts';
import { newId } from '../kernel/new-id.ts';
import { Problem } from '../kernel/problem.ts';
import type { AnnounceChange } from './announce.ts';
import { anyTable } from './any-table.ts';
import type { Bulkable } from './bulk/bulkable.ts';
import { type ChosenRow, changing, type Removal } from './changing.ts';
import { inTheWay } from './in-the-way.ts';
import { pointElsewhere, replaceableKinds } from './point-elsewhere.ts';
import { type PageOfRows, type RowQuery, reading } from './reading.ts';
import { refusedInput, refusedRemoval } from './refused.ts';
import { withRefusalsInTrail } from './refused-in-trail.ts';
import type { Resource } from './resource.ts';
import { writing } from './writing.ts';

/** What every resource stands on. */
export interface ResourceDeps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  /** Tells a person's consoles how their job stands. */
  readonly announceJob: (key: { tenantId: string; jobId: string }) => void;
  /** Every resource: what refers to a row is changed as its own resource would. */
  readonly bulkables: () => readonly Bulkable[];
}

type UsedBy = ProblemBody['used_by'];

/** Reading and changing the rows of a resource, always inside the caller's tenant and their scope. */
export function resourceStore<C extends CrudContract>(
  { db, announce, bulkables }: Pick<ResourceDeps, 'db' | 'announce' | 'bulkables'>,
  resource: Resource<C>,
) {
  type Row = StoredRowOf<C>;
  type Input = z.output<C['input']>;
  const { contract, table } = resource;
  const read = reading(resource);
  const { rules, check, columnsOf, writeChildren } = writing(resource);
  const { changed, idOf, maskFor, remove } = changing(resource, announce);
  const ofItsOwn = resource.own?.checked ?? (async (_trx: Trx, input: Input) => input);
  const inTenant = <T>(by: By, work: (trx: Trx) => Promise<T>) => db.inTenant(by.caller.tenantId, work);

  function takingInput<T>(by: By, work: () => Promise<T>): Promise<T> {
    const refusing = () => refusedInput(rules, work);
    const tellsAll = resource.tellsRefusals !== undefined;
    return withRefusalsInTrail({ inTenant: db.inTenant, by, subject: table, tellsAll }, refusing);
  }

  async function matchedBy(by: By, wanted: RowQuery, page: { page: number; perPage: number }) {
    const matches = read.matches(by, wanted, page);
    if (matches === undefined) return undefined;
    const { found } = await db.read(by.caller.tenantId, (trx) => ({ found: matches(trx) }));
    return found[0];
  }

  /** As who asks may see them. */
  async function shown(by: By, rows: Row[]): Promise<Row[]> {
    const mask = resource.mask?.(by);
    return mask === undefined || rows.length === 0 ? rows : rows.map(await inTenant(by, mask));
  }

  return {
    async list(by: By, wanted: RowQuery, page: { page: number; perPage: number }): Promise<PageOfRows<Row>> {
      const matched = await matchedBy(by, wanted, page);
      const found = read.pageOf(
        await db.read(by.caller.tenantId, (trx) => read.page(trx, by, wanted, { ...page, matched })),
        { ...page, matched },
      );
      return { ...found, data: await shown(by, found.data) };
    },

    async find(by: By, id: string): Promise<Row | undefined> {
      const { rows } = await db.read(by.caller.tenantId, () => ({ rows: read.seenOne(by, id) }));
      return (await shown(by, read.stored(rows)))[0];
    },

    /** What `also` writes of the new row stands with it, or neither does. */
    insert: (by: By, input: Input, also?: (trx: Trx, id: string) => Promise<void>): Promise<Row> =>
      takingInput(by, () =>
        inTenant(by, async (trx) => {
          const id = newId();
          const { accountId } = by.caller;
          await check(trx, [input]);
          const kept = await ofItsOwn(trx, input, undefined);
          const values = { ...columnsOf(kept, by), id, created_by: accountId, updated_by: accountId };
          await anyTable(trx).insertInto(table).values(values).execute();
          await writeChildren(trx, id, kept);
          await also?.(trx, id);
          const after = await read.byId(trx, id);
          await changed(trx, by, [{ kind: 'created', after }]);
          return (await maskFor(trx, by))(after);
        }),
      ),

    /**
     * Undefined where the row is not there; refuses with `conflict` where `version` is not the latest. What `also` writes of the row stands
     * with the change, or neither does.
     */
    update: (
      by: By,
      id: string,
      input: Input,
      version: number,
      also?: (trx: Trx, id: string) => Promise<void>,
    ): Promise<Row | undefined> =>
      takingInput(by, () =>
        inTenant(by, async (trx) => {
          const [before] = await read.seen(trx, by, [id]);
          if (before === undefined) return undefined;
          await check(trx, [input]);
          const kept = await ofItsOwn(trx, input, before);
          const { numUpdatedRows } = await anyTable(trx)
            .updateTable(table)
            .set({
              ...columnsOf(kept, by),
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
          await writeChildren(trx, id, kept);
          await also?.(trx, id);
          const after = await read.byId(trx, id);
          await changed(trx, by, [{ kind: 'updated', before, after }]);
          return mask(after);
        }),
      ),

    /** What refers to those of these rows that the caller sees. */
    users: (by: By, ids: readonly string[]): Promise<{ id: string; used_by: UsedBy; replaceable: boolean }[]> =>
      inTenant(by, async (trx) => {
        const seen = (await read.seen(trx, by, [...ids])).map(idOf);
        const users = await inTheWay(trx, resource, seen);
        const replaceable = replaceableKinds(resource, bulkables(), by);
        return [...users].map(([id, used_by]) => ({
          id,
          used_by,
          replaceable: used_by.every(({ kind }) => replaceable.has(kind)),
        }));
      }),

    /** Deletes a row after what refers to it was made to refer to another one; answers how much that was. */
    replace: (by: By, row: Required<ChosenRow>, other: string): Promise<number> =>
      refusedRemoval(() =>
        inTenant(by, async (trx) => {
          // Whoever changes it in between waits.
          await sql`select from ${sql.table(table)} where id = ${row.id} for update`.execute(trx);
          const rows = await read.seen(trx, by, [row.id, other]);
          const own = rows.find((one) => idOf(one) === row.id);
          if (own === undefined) throw Problem.notFound();
          if (row.id === other || rows.length < 2) throw Problem.invalid({ by: 'Hãy chọn một dòng khác đang có' });
          // Compared before: what is pointed elsewhere may be part of what the row says, and makes it another version.
          if (contract.row.parse(own).version !== row.version) {
            throw Problem.conflict(contract.row.parse((await maskFor(trx, by))(own)));
          }
          const moved = await pointElsewhere(trx, by, {
            resource,
            bulkables: bulkables(),
            announce,
            from: row.id,
            to: other,
          });
          const { refused } = await remove(trx, by, [{ id: row.id }]);
          const [reason] = refused;
          if (reason?.code === 'in_use') throw Problem.inUse(reason.used_by);
          return moved;
        }),
      ),

    /** With `keep`, what was deleted is kept in the same transaction, and `undo` is what that answers. */
    remove: (
      by: By,
      chosen: readonly ChosenRow[],
      keep?: (trx: Trx, deleted: Removal<Row>['deleted']) => Promise<string>,
    ): Promise<Pick<Removal<Row>, 'refused'> & { deleted: string[]; undo: string | null }> =>
      refusedRemoval(() =>
        inTenant(by, async (trx) => {
          const { deleted, refused } = await remove(trx, by, chosen);
          const mask = await maskFor(trx, by);
          return {
            undo: keep === undefined || deleted.length === 0 ? null : await keep(trx, deleted),
            deleted: deleted.map(({ before }) => idOf(before)),
            refused: refused.map((one) => (one.code === 'conflict' ? { ...one, current: mask(one.current) } : one)),
          };
        }),
      ),
  };
}
