import type { kpis as contract, kpiAudiences, kpiKinds, StoredRowOf } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { changing } from '../../resource/changing.ts';
import { reading } from '../../resource/reading.ts';
import { accountInReach } from '../../resource/scope.ts';
import { writing } from '../../resource/writing.ts';
import { kpi } from './kpis.ts';

type Input = z.output<typeof contract.input>;
type Row = StoredRowOf<typeof contract>;

/** More than this is several sets. */
const atOnce = 2_000;

/** The ids of whom targets are set for, and what these are; people as far as the caller sees them. */
export async function audienceOf(
  trx: Trx,
  { caller }: By,
  audience: keyof typeof kpiAudiences,
  ids: readonly string[],
): Promise<{ kind: keyof typeof kpiKinds; ids: readonly string[] }> {
  if (audience === 'team' || audience === 'department') return { kind: audience, ids };
  const column = {
    people: 'account.id',
    'people-of-team': 'account.team_id',
    'people-of-department': 'account.department_id',
  } as const;
  const people = await trx
    .selectFrom('account')
    .where('account.active', '=', true)
    .where(column[audience], 'in', [...ids])
    .where(accountInReach(reachOf(caller)))
    .select('account.id')
    .orderBy('account.id')
    .execute();
  if (people.length === 0) throw Problem.invalid({ ids: 'Không có nhân viên nào trong phạm vi dữ liệu của bạn' });
  return { kind: 'person', ids: people.map(({ id }) => id) };
}

export const targetFor = (kind: keyof typeof kpiKinds, id: string) => ({
  kind,
  account_id: kind === 'person' ? id : null,
  team_id: kind === 'team' ? id : null,
  department_id: kind === 'department' ? id : null,
});

/** Sets many targets in one transaction, each noted in the trail like one that is set by itself. */
export async function setMany(
  trx: Trx,
  by: By,
  inputs: readonly Input[],
  { existing, announce }: { existing: 'keep' | 'replace'; announce: AnnounceChange },
): Promise<{ created: number; updated: number; kept: number }> {
  if (inputs.length === 0) return { created: 0, updated: 0, kept: 0 };
  if (inputs.length > atOnce) throw Problem.invalid({ ids: `Nhiều nhất ${atOnce} mục tiêu một lần` });
  const [write, read, { changed }] = [writing(kpi), reading(kpi), changing(kpi, announce)];
  return write.refused(async () => {
    const rows = inputs.map((input) => ({ id: newId(), input }));
    const added = await write.insertMany(trx, by, rows);
    const there = rows.filter(({ id }) => !added.has(id)).map(({ input }) => input);
    const before = existing === 'keep' ? [] : await differing(trx, by, there);
    const updated = await write.updateMany(trx, by, before);
    const after = await byId(trx, [...added, ...updated.map(({ id }) => id)]);
    const was = new Map(before.map((one) => [one.before.id, one.before]));
    await changed(trx, by, [
      ...[...added].map((id) => ({ kind: 'created' as const, after: found(after, id) })),
      ...updated.map(({ id }) => ({ kind: 'updated' as const, before: found(was, id), after: found(after, id) })),
    ]);
    return { created: added.size, updated: updated.length, kept: there.length - updated.length };
  });

  async function byId(within: Trx, ids: readonly string[]): Promise<Map<string, Row>> {
    return new Map((await read.byIds(within, ids)).map((row) => [row.id, row]));
  }

  /** Those that are there with another target, as they are, each with what is asked for. */
  async function differing(within: Trx, who: By, asked: readonly Input[]): Promise<{ before: Row; input: Input }[]> {
    if (asked.length === 0) return [];
    const targets = asked.map(({ account_id, team_id, department_id, month, measure, target }, place) => ({
      place,
      of: account_id ?? team_id ?? department_id,
      month,
      measure,
      target,
    }));
    const { rows: pairs } = await sql<{ id: string; place: number }>`
      select kpi.id, asked.place from kpi
      join json_to_recordset(${JSON.stringify(targets)}::json)
        as asked (place int, of uuid, month text, measure text, target float8)
        on coalesce(kpi.account_id, kpi.team_id, kpi.department_id) = asked.of and kpi.month = asked.month
          and kpi.measure = asked.measure and kpi.target <> asked.target`.execute(within);
    const places = new Map(pairs.map(({ id, place }) => [id, place]));
    const rows = places.size === 0 ? [] : await read.seen(within, who, [...places.keys()]);
    return rows.flatMap((before) => {
      const input = asked[places.get(before.id) ?? -1];
      return input === undefined ? [] : [{ before, input: { ...input, note: before.note ?? '' } }];
    });
  }
}

function found(rows: ReadonlyMap<string, Row>, id: string): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error('A target that was just set is not there.');
  return row;
}
