import { sql } from 'kysely';

import { type Db, type InTenant, readIn, type Trx } from '../../db/database.ts';
import { holderOfNumber, isNumberedInside } from '../../domain/internal-numbers.ts';
import { Problem } from '../../kernel/problem.ts';
import { lay, rowName, rowsNow } from './lay.ts';
import { type Columns, type LaidRow, type PlaceName, placeNamed, textIn } from './places.ts';

/** More than this is no draft any more but another configuration: it would be laid over the rows with each look. */
const rowsAtMost = 5_000;

/** A row that the draft changes. */
export interface DraftRow {
  readonly place: PlaceName;
  readonly key: string;
  /** As it was when the draft first changed it. */
  readonly base: Columns | null;
  readonly draft: Columns | null;
}

/** One after the other: who changes a draft, who publishes or reads it, and who goes back. */
export const draftInTurn = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('routing draft ' || current_tenant(), 0))`.execute(trx);

export async function draftRows(trx: Trx): Promise<DraftRow[]> {
  const rows = await trx.selectFrom('routing_draft_row').select(['place', 'row_key', 'base', 'draft']).execute();
  return rows.map(drafted);
}

// What is kept in these columns are rows as their tables have them.
const drafted = (row: { place: string; row_key: string; base: unknown; draft: unknown }): DraftRow => ({
  place: placeNamed(row.place),
  key: row.row_key,
  base: row.base as Columns | null,
  draft: row.draft as Columns | null,
});

export const laidRow = ({ place, key, draft }: DraftRow): LaidRow => ({ place, key, row: draft });

/** Lays the draft over the rows, lets `work` see and change them, and takes all of it away again. */
async function inDraft<T>(trx: Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  await draftInTurn(trx);
  const rows = await draftRows(trx);
  await sql`savepoint in_draft`.execute(trx);
  await sql`select set_config('app.routing', 'overlay', true)`.execute(trx);
  await lay(trx, rows.map(laidRow), 'overlay');
  await sql`select set_config('app.routing', 'draft', true)`.execute(trx);
  const result = await work(trx);
  const touched = await trx
    .selectFrom('routing_draft_row')
    .where('written_in', '=', sql<number>`pg_current_xact_id()::text::bigint`)
    .where('at', '=', sql<Date>`now()`)
    .select(['place', 'row_key', 'base', 'draft'])
    .execute();
  await sql`rollback to savepoint in_draft`.execute(trx);
  await keepDraft(trx, touched.map(drafted));
  return result;
}

async function keepDraft(trx: Trx, rows: readonly DraftRow[]): Promise<void> {
  if (rows.length === 0) return;
  const kept = rows.map(({ place, key, base, draft }) => ({ place, row_key: key, base, draft }));
  await sql`insert into routing_draft_row (place, row_key, base, draft)
    select place, row_key, base, draft
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as given (place text, row_key text, base jsonb, draft jsonb)
    on conflict (tenant_id, place, row_key)
      do update set draft = excluded.draft, at = excluded.at, written_in = excluded.written_in`.execute(trx);
  // What was added and is gone again never was.
  await sql`delete from routing_draft_row where base is null and draft is null`.execute(trx);
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from routing_draft_row`.execute(trx);
  if ((counted[0]?.n ?? 0) > rowsAtMost) throw Problem.draftBroken('Bản nháp đã quá lớn: hãy công bố trước');
}

/**
 * The database as the draft has it. Whatever is read there has the draft laid over it, and whatever is changed there changes the
 * draft: by the same statements, under the same rules, and without anybody else seeing it.
 */
export function routingDraftOf(db: Db): Db {
  const inTenant = inDraftOf(db.inTenant);
  return {
    ...db,
    inTenant,
    read: (tenantId, queries) => inTenant(tenantId, (trx) => readIn(trx, queries)),
  };
}

/** The same of its transactions alone. */
export const inDraftOf =
  (inTenant: InTenant): InTenant =>
  (tenantId, work) =>
    inTenant(tenantId, (trx) => inDraft(trx, work));

/** Rows that were changed besides, after the draft had changed them. */
export async function conflictsIn(trx: Trx, rows: readonly DraftRow[]): Promise<DraftRow[]> {
  const now = await rowsNow(trx, rows);
  return rows.filter(({ place, key, base }) => !isAsItWas(base, now.get(rowName(place, key))));
}

/** A newer version of the program may have added columns meanwhile. */
function isAsItWas(base: Columns | null, now: Columns | undefined): boolean {
  if (base === null || now === undefined) return base === null && now === undefined;
  return Object.entries(base).every(([name, value]) => JSON.stringify(value) === JSON.stringify(now[name]));
}

/** Once it lies over the others: a number that it gives was given to something else meanwhile, by another row. */
export async function refuseTakenNumbers(trx: Trx, rows: readonly DraftRow[]): Promise<void> {
  for (const { place, key, base, draft } of rows) {
    const number = textIn(draft, 'number');
    if (!isNumberedInside(place) || number === textIn(base, 'number')) continue;
    const taken = await holderOfNumber(trx, { id: key, number });
    if (taken !== undefined) throw Problem.draftBroken(taken);
  }
}
