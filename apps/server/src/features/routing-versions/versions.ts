import type { RowChange, versionKinds } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Bulkable } from '../../resource/bulk/bulkable.ts';
import { holidayScreen } from './differences.ts';

/** As the contract shows it. */
interface Version {
  id: string;
  number: number;
  kind: keyof typeof versionKinds;
  note: string;
  back_to: number | null;
  author_name: string | null;
  changes: number;
  created_at: Date;
  touched_at: Date;
}

const numberOf = (seq: string) =>
  sql`(select count(*)::int from routing_version as older where older.seq <= ${sql.ref(seq)})`;

const columns = sql`version.id, ${numberOf('version.seq')} as number, version.kind, version.note,
  case when version.back_to is null then null
    else (select ${numberOf('that.seq')} from routing_version as that where that.id = version.back_to) end as back_to,
  case when version.created_by is null then null
    else coalesce((select name from account where id = version.created_by),
      (select name from api_key where id = version.created_by), 'Tài khoản đã xoá') end as author_name,
  (select count(distinct (subject, subject_id))::int from routing_word where version_id = version.id) as changes,
  version.created_at, version.touched_at`;

export async function versionsOn(trx: Trx, { page, perPage }: { page: number; perPage: number }) {
  const { rows } = await sql<Version>`select ${columns} from routing_version as version
    order by seq desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(trx);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from routing_version`.execute(
    trx,
  );
  return { data: rows, total: counted[0]?.total ?? 0 };
}

export async function versionNamed(trx: Trx, id: string): Promise<Version> {
  const { rows } = await sql<Version>`select ${columns} from routing_version as version where id = ${id}`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw Problem.notFound();
  return found;
}

/** What a version changed: of a row that was saved several times, from before the first to behind the last. */
export async function rowChangesOf(trx: Trx, id: string, bulkables: readonly Bulkable[]): Promise<RowChange[]> {
  const entries = await trx
    .selectFrom('routing_word')
    .where('version_id', '=', id)
    .select(['subject', 'subject_id', 'before', 'after'])
    .orderBy('id')
    .execute();
  const bySubject = Map.groupBy(entries, ({ subject, subject_id }) => `${subject} ${subject_id}`);
  return [...bySubject.values()].flatMap((its) => {
    const [first, last] = [its.at(0), its.at(-1)];
    if (first === undefined || last === undefined) return [];
    // The trail keeps rows as their contract has them.
    const [before, after] = [first.before as RowChange['before'], last.after as RowChange['after']];
    // Added and gone again.
    if (before === null && after === null) return [];
    const bulkable = bulkables.find(({ table }) => table === first.subject);
    const isYear = first.subject === 'holiday_year';
    const year = JSON.stringify((after ?? before)?.['year'] ?? null);
    return [
      {
        screen: bulkable?.subject ?? (isYear ? holidayScreen : first.subject),
        id: isYear ? year : first.subject_id,
        name: isYear ? `Lịch nghỉ lễ ${year}` : (bulkable?.called(after ?? before ?? {}) ?? ''),
        action: before === null ? ('create' as const) : after === null ? ('delete' as const) : ('update' as const),
        before,
        after,
      },
    ];
  });
}
