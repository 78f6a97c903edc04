import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { Problem } from '../kernel/problem.ts';
import type { Change } from '../resource/resource.ts';

interface Numbered {
  readonly id: string;
  readonly number?: string | undefined;
}

const numbered: readonly string[] = ['extension', 'ring_group', 'queue', 'ivr_menu'];

/** Whether the rows of a table are reached inside by a number. */
export const isNumberedInside = (table: string): boolean => numbered.includes(table);

/**
 * A number that is dialled inside leads to one place: refuses one that something else is reached by. Two of one kind are the
 * database's own rule; what had the same number before this rule may keep it.
 */
export async function refuseTakenNumber(trx: Trx, _by: unknown, change: Change<Numbered>): Promise<void> {
  if (change.kind === 'deleted') return;
  const { id, number = '' } = change.after;
  if (change.kind === 'updated' && change.before.number === number) return;
  const taken = await holderOfNumber(trx, { id, number });
  if (taken !== undefined) throw Problem.invalid({ number: taken });
}

/** In words, what else is reached by a number; undefined where it is free, or none. */
export async function holderOfNumber(
  trx: Trx,
  { id, number }: { id: string; number: string },
): Promise<string | undefined> {
  if (number === '') return undefined;
  // Two who give the same number at the same moment are two: the second looks when the first is there.
  await sql`select pg_advisory_xact_lock(hashtextextended('internal numbers ' || current_tenant()::text, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ kind: string; name: string }>`
    select kind, name from (
      select id, number, name, 'máy nhánh' as kind from extension
      union all select id, number, name, 'nhóm đổ chuông' from ring_group
      union all select id, number, name, 'hàng đợi' from queue
      union all select id, number, name, 'cây IVR' from ivr_menu
    ) numbered where number = ${number} and id <> ${id} limit 1`.execute(trx);
  const [taken] = rows;
  return taken && `Số ${number} đang là của ${taken.kind} “${taken.name}”`;
}
