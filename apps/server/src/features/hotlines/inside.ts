import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Database } from '../../db/tables.ts';
import { Problem } from '../../kernel/problem.ts';
import { placeBefore } from './hotline-parts.ts';

/** Which field of a form is meant, by the field of what is made; the others are called alike. */
export type Beside = Readonly<Record<string, string>>;

/** What is wrong with what is made, beside the field of the form that it came from. */
export async function namedBeside<T>(beside: Beside, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fields = error instanceof Problem ? (error.details.fields ?? {}) : {};
    const renamed = Object.fromEntries(Object.entries(fields).map(([name, words]) => [renamedBy(beside, name), words]));
    if (!(error instanceof Problem) || Object.keys(renamed).length === 0) throw error;
    throw error.code === 'duplicate' ? Problem.duplicate(renamed) : Problem.invalid(renamed);
  }
}

/** `members.0.extension_id` is said of the whole list. */
const renamedBy = (beside: Beside, path: string): string => {
  const [name = path] = path.split('.');
  return beside[name] ?? path;
};

/** The names of a table's rows, but for one row. */
export async function namesIn(trx: Trx, table: keyof Database, besides: string | null = null): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}
    where id is distinct from ${besides}::uuid`.execute(trx);
  return new Set(rows.map(({ name }) => name));
}

/** Before rules that lead every call, whatever was dialled, by whom and when. */
export const placeIn = async (trx: Trx): Promise<number> =>
  placeBefore((await leadingAll(trx)).map(({ priority }) => priority));

/** Rules that lead every call of every number, or of this one as well, first ones first. */
export const leadingAll = (trx: Trx, numberId: string | null = null) =>
  trx
    .selectFrom('inbound_rule')
    .where('enabled', '=', true)
    .where('purpose', '=', 'calls')
    .where((rule) => rule.or([rule('service_number_id', 'is', null), rule('service_number_id', '=', numberId)]))
    .where('time_group_id', 'is', null)
    .where('caller_pattern', '=', '')
    .select(['id', 'name', 'priority'])
    .orderBy('priority')
    .orderBy('id')
    .execute();
