import { activityDetail, activityUserTenant, exportActivity, totalCap } from '@alo/contract';

import { auditActor } from '../../domain/audit-actor.ts';
import { type NumberView, numberView } from '../../domain/number-view.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { exportRows } from '../../resource/exporting.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { entries, entryColumns, hiddenIn, subjectName } from './trail.ts';
import { trailExport } from './trail-export.ts';

/** The trail as people read it. Nobody changes it, here or anywhere. */
export const auditRoutes = ({ db, announceJob }: Pick<ResourceDeps, 'db' | 'announceJob'>): Route[] => [
  route(activityUserTenant, ({ caller, query }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const found = entries(trx, caller, query);
      const data = await found
        .select(entryColumns)
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

  fileRoute(exportActivity, (request) => {
    const { format, ...query } = request.query;
    return exportRows({ db, announceJob }, trailExport, request, query, format);
  }),

  route(activityDetail, ({ caller, params }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const entry = await trx
        .selectFrom('audit_link')
        .innerJoin('audit', (join) =>
          join.onRef('audit.id', '=', 'audit_link.audit_id').onRef('audit.at', '=', 'audit_link.at'),
        )
        .leftJoin('account', 'account.id', 'audit.account_id')
        .where('audit_link.audit_id', '=', params.id)
        .select(entryColumns)
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

/** Numbers that stand in an entry are shown as anywhere else. */
function hidden(value: unknown, view: NumberView): unknown {
  if (!view.masked) return value;
  if (typeof value === 'string') return hiddenIn(value, view);
  if (Array.isArray(value)) return value.map((one) => hidden(one, view));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hidden(one, view)]));
}
