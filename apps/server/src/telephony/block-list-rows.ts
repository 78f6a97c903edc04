import { setImmediate as breathe } from 'node:timers/promises';
import {
  type BlockEntry,
  type BlockList,
  type BlockReason,
  nobodyBlocked,
  withBlocked,
  withoutBlocked,
} from '@alo/call-core';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { forwardOf } from '../db/forward-value.ts';
import type { Row, Rows } from './routing-rows.ts';

/** Both lists of a plan. */
export type BlockLists = { readonly blockedCallers: BlockList; readonly blockedNumbers: BlockList };
export const nothingBlocked: BlockLists = { blockedCallers: nobodyBlocked, blockedNumbers: nobodyBlocked };

type Entry = Pick<Row<'block_list'>, 'direction' | 'kind' | 'value' | 'reason' | 'expires_at'> &
  Pick<Row<'block_list'>, 'action' | 'then_kind' | 'then_value'> & { readonly number: string | null };

const columns = ['direction', 'kind', 'value', 'reason', 'expires_at', 'action', 'then_kind', 'then_value'] as const;
const numberOf = sql<string | null>`(select number from service_number where id = service_number_id)`;

/** So many are read at once, and put into the list before others have their turn. */
const batchSize = 2_000;
const sliceLength = 100;

/** The lists as they are: all that is in them, or what they say of these numbers (canonical). */
export async function readBlockLists(trx: Trx, numbers: 'all' | readonly string[]): Promise<BlockLists> {
  let lists = nothingBlocked;
  const entries = () =>
    trx
      .selectFrom('block_list')
      .select([...columns, numberOf.as('number')])
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]));
  if (numbers !== 'all') {
    const some = entries().where((where) =>
      where.or([where('kind', '<>', 'number'), ...(numbers.length === 0 ? [] : [where('value', 'in', [...numbers])])]),
    );
    return withEntries(lists, await some.execute());
  }
  let last: Entry | undefined;
  do {
    const from: Entry | undefined = last;
    const batch = entries()
      .$if(from !== undefined, (query) =>
        query.where(sql<boolean>`(direction, kind, value) > (${from?.direction}, ${from?.kind}, ${from?.value})`),
      )
      .orderBy('direction')
      .orderBy('kind')
      .orderBy('value')
      .limit(batchSize);
    const read = await batch.execute();
    lists = await withEntries(lists, read);
    last = read.length < batchSize ? undefined : read.at(-1);
  } while (last !== undefined);
  return lists;
}

async function withEntries(before: BlockLists, entries: readonly Entry[]): Promise<BlockLists> {
  let lists = before;
  for (const [index, entry] of entries.entries()) {
    lists = changed(lists, entry.direction, (list) => withBlocked(list, entry, blockedOf(entry)));
    if (index % sliceLength === sliceLength - 1) await breathe();
  }
  return lists;
}

const blockedOf = ({ reason, expires_at: until, number, ...entry }: Entry): BlockReason => ({
  reason: reason === '' ? 'không ghi lý do' : reason,
  ...(until === null ? {} : { until: until.getTime() }),
  ...(number === null ? {} : { number }),
  ...getsOf(entry),
});

function getsOf({ action, then_kind: kind, then_value: value }: Omit<Entry, 'reason' | 'expires_at' | 'number'>) {
  if (action === 'busy') return { gets: action } as const;
  if (kind === 'msg') return { gets: { kind, announcement: value } } as const;
  return kind === 'voicemail' ? ({ gets: { kind, box: value } } as const) : {};
}

function changed(lists: BlockLists, direction: 'in' | 'out', change: (list: BlockList) => BlockList): BlockLists {
  const name = direction === 'in' ? 'blockedCallers' : 'blockedNumbers';
  const list = change(lists[name]);
  // What was told twice is nothing new.
  return list === lists[name] ? lists : { ...lists, [name]: list };
}

/** The oldest transaction that may still change what was just read. */
export async function blockListMark(trx: Trx): Promise<string> {
  const { rows } = await sql<{ mark: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as mark`.execute(
    trx,
  );
  return rows[0]?.mark ?? '0';
}

/** The lists with all that was changed in them since `mark`. What is told twice comes to the same. */
export async function readBlockListChanges(trx: Trx, before: BlockLists, mark: string): Promise<BlockLists> {
  let lists = before;
  let last: string | undefined;
  do {
    const from: string | undefined = last;
    const { rows } = await sql<ChangedEntry>`
      select change.id, change.direction, change.kind, change.value, coalesce(entry.expires_at > now(), entry.id is not null) as there, entry.reason, entry.expires_at,
        entry.action, entry.then_kind, entry.then_value, entry.number
      from (
        select id, direction, kind, value from block_list_change
        where xid >= ${mark}::xid8 ${from === undefined ? sql`` : sql`and id > ${from}`} order by id limit ${batchSize}
      ) as change
      -- Each by the index: the planner must not read the whole list for a few.
      left join lateral (
        select id, reason, expires_at, action, then_kind, then_value, ${numberOf} as number from block_list
        where (direction, kind, value) = (change.direction, change.kind, change.value) limit 1
      ) as entry on true
      order by change.id`.execute(trx);
    for (const [index, { there, ...entry }] of rows.entries()) {
      const one: BlockEntry = entry;
      lists = changed(lists, entry.direction, (list) =>
        there ? withBlocked(list, one, blockedOf(entry)) : withoutBlocked(list, one),
      );
      if (index % sliceLength === sliceLength - 1) await breathe();
    }
    last = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (last !== undefined);
  return lists;
}

/** Takes out what this look has told, an hour after it was changed. */
export async function forgetBlockListChanges(trx: Trx, mark: string): Promise<void> {
  await sql`delete from block_list_change where xid < ${mark}::xid8 and at < now() - interval '1 hour'`.execute(trx);
}

type ChangedEntry = Entry & { readonly id: string; readonly there: boolean };

/** Numbers outside that calls are sent on to, wherever that stands: in the columns that name destinations. */
export function forwardedTo(rows: Rows): readonly string[] {
  const found = new Set<string>();
  for (const ofName of Object.values(rows)) {
    if (!Array.isArray(ofName)) continue;
    for (const row of ofName as readonly Readonly<Record<string, unknown>>[]) {
      for (const [column, kind] of Object.entries(row)) {
        if (kind === 'fw' && column.endsWith('_kind'))
          found.add(forwardOf(String(row[column.replace(/_kind$/, '_value')])).value);
      }
    }
  }
  return [...found];
}
