import { isAllowed, mailedFile, mailedLog, mailedNeeds, sendReportNow } from '@alo/contract';

import { type SqlBool, sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Exportable } from '../../resource/exporting.ts';
import { queueReport } from './queue-report.ts';
import { reportFile, savedReport } from './report-file.ts';
import { addSending } from './send-reports.ts';

interface Deps {
  readonly db: Db;
  readonly exportables: readonly Exportable[];
  readonly now: () => number;
}

/** What became of reports that were sent, and what one would be now. */
export const mailedReportRoutes = ({ db, exportables, now }: Deps): Route[] => [
  route(mailedLog, ({ caller, params: { id }, query: { page, per_page: size } }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const there = await trx.selectFrom('mailed_report').where('id', '=', id).select('id').executeTakeFirst();
      if (there === undefined) throw Problem.notFound();
      const log = trx.selectFrom('mailed_report_sending').where('mailed_report_id', '=', id);
      const sendings = await log
        .select(['id', 'due_at', 'state', 'why', 'file_name', 'file_bytes'])
        .$narrowType<{ state: 'waiting' | 'sent' | 'failed' | 'refused' }>()
        .orderBy('due_at', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute();
      const letters = await trx
        .selectFrom('mailed_report_letter')
        .where(sql<SqlBool>`sending_id = any(${sendings.map((one) => one.id)}::uuid[])`)
        .select(['sending_id', 'recipient', 'state', 'why'])
        .$narrowType<{ state: 'waiting' | 'trying' | 'sent' | 'failed' | 'unknown' }>()
        .orderBy('recipient')
        .execute();
      const { total } = await log.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return {
        data: sendings.map((sending) => ({
          ...sending,
          letters: letters
            .filter(({ sending_id: of }) => of === sending.id)
            .map(({ sending_id: _of, ...letter }) => letter),
        })),
        total: Number(total),
        total_capped: false,
      };
    }),
  ),

  route(sendReportNow, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { id } = request.params;
      const report = await trx
        .selectFrom('mailed_report')
        .where('id', '=', id)
        .forUpdate()
        .select('id')
        .executeTakeFirst();
      if (report === undefined) throw Problem.notFound();
      const due = new Date(now());
      const sending = await addSending(trx, id, { due });
      if (sending === undefined) throw Problem.requestRunning();
      await audit(trx, actorOf(request), { action: 'send', subject: 'mailed_report', subjectId: id });
      await queueReport(trx, id);
      return { sending_id: sending };
    }),
  ),

  fileRoute(mailedFile, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { id } = request.params;
      const saved = await savedReport(trx, id);
      if (saved === undefined) throw Problem.notFound();
      const kind = saved.report;
      const exportable = exportables.find(({ subject }) => subject === kind);
      if (exportable === undefined || !isAllowed(request.caller.role, mailedNeeds[kind]))
        throw Problem.refused('forbidden');
      const file = await reportFile(trx, request, { saved, exportable, due: new Date(now()) });
      await audit(trx, actorOf(request), { action: 'export', subject: 'mailed_report', subjectId: id });
      return { name: file.name, contentType: file.contentType, disposition: 'attachment', content: file.bytes };
    }),
  ),
];
