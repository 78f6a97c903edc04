import { activityUserTenant } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { auditActor } from '../../domain/audit-actor.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { Caller } from '../../kernel/caller.ts';

/** Which entries are looked for. */
export const trailQuery = z.object(activityUserTenant.query.shape).omit({ page: true, per_page: true });
type Query = z.output<typeof trailQuery>;

export const entryColumns = [
  ...(['audit.id', 'audit.at', 'audit.account_id', 'audit.action'] as const),
  ...(['audit.subject', 'audit.subject_id', 'audit.network'] as const),
] as const;

export const subjectName = sql<string | null>`coalesce(audit.after ->> 'name', audit.before ->> 'name')`.as(
  'subject_name',
);

/** Entries of the trail with whoever acted, as `auditActor` names them. */
export function entries(trx: Trx, { timeZone }: Caller, query: Query) {
  const { from, to, account_id, action, subject, subject_id, search } = query;
  // Days are the company's, from its midnight to its midnight.
  const midnight = (date: string, plus: number) =>
    sql<Date>`((${date}::date + ${plus}::int)::timestamp at time zone ${timeZone})`;
  let found = trx.selectFrom('audit').leftJoin('account', 'account.id', 'audit.account_id');
  if (from !== undefined) found = found.where('audit.at', '>=', midnight(from, 0));
  if (to !== undefined) found = found.where('audit.at', '<', midnight(to, 1));
  if (account_id !== undefined) found = found.where('audit.account_id', '=', account_id);
  if (action !== undefined) found = found.where('audit.action', '=', action);
  if (subject !== undefined) found = found.where('audit.subject', '=', subject);
  if (subject_id !== undefined) found = found.where('audit.subject_id', '=', subject_id);
  if (search !== '') {
    found = found.where(
      sql<boolean>`fold(coalesce(${auditActor}, '') || ' ' || coalesce(audit.after ->> 'name', audit.before ->> 'name', '')) like
        '%' || regexp_replace(fold(${search}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
    );
  }
  return found;
}

/** Numbers in a text are shown as anywhere else. */
export function hiddenIn<Text extends string | null>(text: Text, view: NumberView): string | Text {
  if (text === null || !view.masked) return text;
  return text.replaceAll(/\+?\d[\d .-]{6,}\d/g, (number) => view.show(number));
}
