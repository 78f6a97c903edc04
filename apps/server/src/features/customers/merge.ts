import {
  customerMerges,
  type customers,
  mergeCustomers,
  otherNumbersAtMost,
  type StoredRowOf,
  undoMerge,
} from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { changing } from '../../resource/changing.ts';
import { reading } from '../../resource/reading.ts';
import type { Along } from '../../resource/resource.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { writing } from '../../resource/writing.ts';
import { exchangeProgress } from './campaigns-of.ts';
import { customer } from './customers.ts';

type Row = StoredRowOf<typeof customers>;

const { contract } = customer;
const read = reading(customer);
const write = writing(customer);

/** Two cards of one person become one, and two again where nobody has changed the one since. */
export function mergeRoutes({ db, announce }: Pick<ResourceDeps, 'db' | 'announce'>): Route[] {
  const { changed, maskFor, remove } = changing(customer, announce);

  async function shown(trx: Trx, by: By, id: string) {
    return (await maskFor(trx, by))(await read.byId(trx, id));
  }

  return [
    route(mergeCustomers, (request) =>
      db.inTenant(request.caller.tenantId, (trx) =>
        write.refused(async () => {
          const { params, body } = request;
          await stillTwo(trx, [params.id, body.other.id]);
          const [kept, other] = await both(trx, request, params.id, body.other.id);
          if (kept.version !== body.version)
            throw Problem.conflict(contract.row.parse(await shown(trx, request, kept.id)));
          const exchanged = await exchangeProgress(trx, { kept: kept.id, other: other.id });
          const moved = { ...(await moveAll(trx, { from: other.id, to: kept.id })), exchanged };
          // The other one goes first: a number is one customer's.
          const { deleted, refused } = await remove(trx, request, [body.other]);
          const [gone] = deleted;
          if (refused.length > 0 || gone === undefined) {
            throw Problem.conflict(contract.row.parse(await shown(trx, request, other.id)));
          }
          const [now] = await write.updateMany(trx, request, [
            { before: kept, input: contract.input.parse(mergedOf(kept, other)) },
          ]);
          if (now === undefined) throw Problem.conflict(contract.row.parse(await shown(trx, request, kept.id)));
          await changed(trx, request, [{ kind: 'updated', before: kept, after: await read.byId(trx, kept.id) }]);
          const id = newId();
          await trx
            .insertInto('customer_merge')
            .values({
              id,
              kept_id: kept.id,
              kept_version: now.version,
              moved: JSON.stringify(moved),
              kept: JSON.stringify(kept),
              other: JSON.stringify(other),
              other_stored: JSON.stringify(gone.stored),
              created_by: request.caller.accountId,
            })
            .execute();
          return { customer: await shown(trx, request, kept.id), merge_id: id };
        }),
      ),
    ),

    route(customerMerges, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const [now] = await read.seen(trx, request, [request.params.id]);
        if (now === undefined) throw Problem.notFound();
        const merges = await trx
          .selectFrom('customer_merge')
          .leftJoin('account', 'account.id', 'customer_merge.created_by')
          .where('kept_id', '=', now.id)
          // Whatever came after it would be lost with it.
          .where('kept_version', '=', now.version)
          .select(['customer_merge.id', 'customer_merge.created_at as merged_at', 'account.name as merged_by'])
          .select(sql<string>`other ->> 'name'`.as('name'))
          .execute();
        return { data: merges.map(({ merged_by: by, ...merge }) => ({ ...merge, merged_by: by ?? '' })) };
      }),
    ),

    route(undoMerge, (request) =>
      db.inTenant(request.caller.tenantId, (trx) =>
        write.refused(async () => {
          const merge = await trx
            .deleteFrom('customer_merge')
            .where('id', '=', request.params.id)
            .returningAll()
            .executeTakeFirst();
          if (merge === undefined) throw Problem.notFound();
          // The ledger is as it was: nobody has said anything.
          await sql`select set_config('app.undone', 'true', true)`.execute(trx);
          const [now] = await read.seen(trx, request, [merge.kept_id]);
          if (now === undefined) throw Problem.notFound();
          const before = { id: merge.kept_id, version: merge.kept_version, before: anything.parse(merge.kept) };
          const [restored] = await write.restoreMany(trx, request, [before]);
          if (restored === undefined) throw Problem.conflict(contract.row.parse(await shown(trx, request, now.id)));
          const other = withId.parse(merge.other);
          const added = await write.reinsert(trx, request, [{ before: other, stored: merge.other_stored }]);
          if (!added.has(other.id)) throw Problem.duplicate({});
          const moved = movedRows.parse(merge.moved);
          await moveBack(trx, moved, other.id);
          await exchangeProgress(trx, { kept: now.id, other: other.id }, moved['exchanged'] ?? []);
          await changed(trx, request, [
            { kind: 'updated', before: now, after: await read.byId(trx, now.id) },
            { kind: 'created', after: await read.byId(trx, other.id) },
          ]);
          return { customer: await shown(trx, request, now.id), other: await shown(trx, request, other.id) };
        }),
      ),
    ),
  ];
}

/** Their keys by their table; below `exchanged` the campaigns that had come further with the one that is gone. */
const movedRows = z.record(z.string(), z.array(z.string()));

/** What somebody is just writing of either is waited for and moves, too; whoever comes after that finds one card. */
const stillTwo = (trx: Trx, ids: readonly string[]) =>
  sql`select from customer where id = any(${[...ids]}::uuid[]) order by id for update`.execute(trx);

/** What is a customer's by their id: what goes with their card, and what outlives it: what they said and ask for by law. */
const follows: readonly Along[] = [
  ...(customer.goesAlong ?? []),
  { table: 'consent', column: 'customer_id' },
  { table: 'data_request', column: 'customer_id' },
];

/** What was kept of one customer is of another from now on. */
async function moveAll(trx: Trx, { from, to }: { from: string; to: string }): Promise<z.output<typeof movedRows>> {
  const moved: Record<string, string[]> = {};
  for (const { table, column, key = 'id', onceBy } of follows) {
    const { rows } = await sql<{ id: string }>`update ${sql.table(table)} as its set ${sql.ref(column)} = ${to}
      where ${sql.ref(column)} = ${from} and ${onceBy === undefined ? sql`true` : isFirst({ table, column, onceBy }, to)}
      returning ${sql.ref(key)} as id`.execute(trx);
    moved[table] = rows.map(({ id }) => id);
  }
  return moved;
}

/** Whom this would be the second one of its kind for keeps theirs: it goes with the other, and comes back with them. */
const isFirst = ({ table, column, onceBy }: Along & { readonly onceBy: string }, to: string) =>
  sql`not exists (select from ${sql.table(table)} as theirs
    where ${sql.ref(`theirs.${column}`)} = ${to} and ${sql.ref(`theirs.${onceBy}`)} = ${sql.ref(`its.${onceBy}`)})`;

async function moveBack(trx: Trx, moved: z.output<typeof movedRows>, to: string): Promise<void> {
  for (const { table, column, key = 'id' } of follows) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}
      where ${sql.ref(key)} = any(${moved[table] ?? []}::uuid[])`.execute(trx);
  }
}

const anything = z.record(z.string(), z.unknown());
const withId = z.looseObject({ id: z.string() });

async function both(trx: Trx, by: By, keptId: string, otherId: string): Promise<[Row, Row]> {
  const rows = await read.seen(trx, by, [keptId, otherId]);
  const [kept, other] = [keptId, otherId].map((id) => rows.find((row) => row.id === id));
  if (kept === undefined) throw Problem.notFound();
  if (other === undefined || keptId === otherId)
    throw Problem.invalid({ other: 'Hãy chọn một khách hàng khác đang có' });
  return [kept, other];
}

/** What is filled in stays; what is empty is taken from the other one; numbers and notes of both are kept. */
function mergedOf(kept: Row, other: Row): Record<string, unknown> {
  const filled = Object.entries(kept).map(([name, value]) => {
    const theirs = (other as Record<string, unknown>)[name];
    return [name, value === '' || value === null ? theirs : value] as const;
  });
  const all = [...(kept.phones ?? []), other.phone, ...(other.phones ?? [])];
  const phones = [...new Set(all)].filter((number) => number !== kept.phone);
  // None is dropped unseen: whoever calls from it would be a stranger.
  if (phones.length > otherNumbersAtMost) {
    const most = otherNumbersAtMost + 1;
    throw Problem.invalid({ other: `Hai hồ sơ có nhiều hơn ${most} số điện thoại: hãy xoá bớt số không dùng rồi gộp` });
  }
  return {
    ...Object.fromEntries(filled),
    own: { ...other.own, ...kept.own },
    phones,
    note: bothNotes([kept.note, other.note], { called: 'Ghi chú', atMost: 2_000 }),
    note_in_calling: bothNotes([kept.note_in_calling, other.note_in_calling], {
      called: 'Ghi chú cuộc gọi',
      atMost: 5_000,
    }),
    do_not_call: kept.do_not_call === true || other.do_not_call === true,
  };
}

function bothNotes(notes: readonly (string | undefined)[], { called, atMost }: { called: string; atMost: number }) {
  const both = [...new Set(notes)].filter(Boolean).join('\n');
  // None is cut unseen, either.
  if (both.length > atMost) {
    const most = atMost.toLocaleString('vi-VN');
    throw Problem.invalid({ other: `${called} của hai hồ sơ cộng lại dài hơn ${most} ký tự: hãy rút gọn rồi gộp` });
  }
  return both;
}
