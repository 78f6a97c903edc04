import { activityDetail, activityUserTenant, totalCap } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { auditActor } from '../../domain/audit-actor.ts';
import { type NumberView, numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';

/** The trail as people read it. Nobody changes it, here or anywhere. */
export const auditRoutes = (db: Db): Route[] => [
  route(activityUserTenant, ({ caller, query }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const found = entries(trx, caller, query);
      const data = await found
        .select(columns)
        .select(auditActor.as('account_name'))
        .select(subjectName)
        .orderBy('audit.at', 'desc')
        .orderBy('audit.id', 'desc')
        .limit(query.per_page)
        .offset((query.page - 1) * query.per_page)
        .execute();
      const { total } = await trx
        .selectFrom(
          found
            .select('audit.id')
            .limit(totalCap + 1)
            .as('some'),
        )
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const view = await numberView(trx, caller);
      const shown = data.map((entry) => ({ ...entry, subject_name: hiddenIn(entry.subject_name, view) }));
      return { data: shown, total: Math.min(total, totalCap), total_capped: total > totalCap };
    }),
  ),

  route(activityDetail, ({ caller, params }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const entry = await trx
        .selectFrom('audit_link')
        .innerJoin('audit', (join) =>
          join.onRef('audit.id', '=', 'audit_link.audit_id').onRef('audit.at', '=', 'audit_link.at'),
        )
        .leftJoin('account', 'account.id', 'audit.account_id')
        .where('audit_link.audit_id', '=', params.id)
        .select(columns)
        .select(auditActor.as('account_name'))
        .select(subjectName)
        .select(['audit.request_id', 'audit.before', 'audit.after', 'audit_link.seq', 'audit_link.hash'])
        .executeTakeFirst();
      if (entry === undefined) throw Problem.notFound();
      const view = await numberView(trx, caller);
      const { before, after, hash } = entry;
      const subject_name = hiddenIn(entry.subject_name, view);
      return {
        ...entry,
        subject_name,
        before: hidden(before, view),
        after: hidden(after, view),
        hash: hash.toString('hex'),
      };
    }),
  ),
];

const columns = [
  ...(['audit.id', 'audit.at', 'audit.account_id', 'audit.action'] as const),
  ...(['audit.subject', 'audit.subject_id', 'audit.network'] as const),
] as const;

const subjectName = sql<string | null>`coalesce(audit.after ->> 'name', audit.before ->> 'name')`.as('subject_name');

type Query = Omit<(typeof activityUserTenant.query)['_output'], 'page' | 'per_page'>;

function entries(trx: Trx, { timeZone }: Caller, query: Query) {
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

/** Numbers that stand in an entry are shown as anywhere else. */
function hidden(value: unknown, view: NumberView): unknown {
  if (!view.masked) return value;
  if (typeof value === 'string') return hiddenIn(value, view);
  if (Array.isArray(value)) return value.map((one) => hidden(one, view));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hidden(one, view)]));
}

function hiddenIn<Text extends string | null>(text: Text, view: NumberView): string | Text {
  if (text === null || !view.masked) return text;
  return text.replaceAll(/\+?\d[\d .-]{6,}\d/g, (number) => view.show(number));
}
