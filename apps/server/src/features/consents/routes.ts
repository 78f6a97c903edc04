import { consentLines, exportConsents, lawSheet, lawSheetFile, totalCap } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import { presentConsent } from '../../domain/consent-lines.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { exportRows } from '../../resource/exporting.ts';
import { reportPdf } from '../../resource/sheet/report-pdf.ts';
import { sheetFile } from '../../resource/sheet/sheet.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { consentExport, countLines, newestLines } from './find-lines.ts';
import { lawSheetHeadings, lawSheetOf, lawSheetRows } from './law-sheet.ts';

interface ConsentDeps extends Pick<ResourceDeps, 'announceJob'> {
  readonly db: Db;
  readonly budget: NumberBudget;
  readonly now: () => number;
}

/** The ledger of what people agreed to and refused. */
export function consentRoutes({ db, announceJob, budget, now }: ConsentDeps): Route[] {
  return [
    route(consentLines, async (request) => {
      const { caller, query } = request;
      await budget.spend(request, query.search);
      return db.inTenant(caller.tenantId, async (trx) => {
        const rows = await newestLines(trx, request, query)
          .limit(query.per_page)
          .offset((query.page - 1) * query.per_page)
          .execute();
        const total = await countLines(trx, request, query, totalCap + 1);
        const view = await numberView(trx, caller);
        const data = rows.map((row) => presentConsent(row, view));
        return { data, total: Math.min(total, totalCap), total_capped: total > totalCap };
      });
    }),

    fileRoute(exportConsents, async (request) => {
      const { format, ...query } = request.query;
      await budget.spend(request, query.search);
      return exportRows({ db, announceJob }, consentExport, request, query, format);
    }),

    route(lawSheet, ({ caller, query }) =>
      db.inTenant(caller.tenantId, (trx) =>
        lawSheetOf(trx, { month: query.month, timeZone: caller.timeZone, now: new Date(now()) }),
      ),
    ),

    fileRoute(lawSheetFile, (request) => {
      const { caller, query } = request;
      const { timeZone } = caller;
      return db.inTenant(caller.tenantId, async (trx) => {
        const sheet = await lawSheetOf(trx, { month: query.month, timeZone, now: new Date(now()) });
        await audit(trx, actorOf(request), { action: 'export', subject: 'consent', subjectId: '', after: query });
        const [year = '', month = ''] = sheet.month.split('-');
        const title = `Phiếu quảng cáo và đồng ý tháng ${month}/${year}`;
        const rows = lawSheetRows(sheet);
        if (query.format === 'xlsx') {
          const pieces = (async function* () {
            yield rows;
          })();
          return sheetFile({ title, headings: lawSheetHeadings, timeZone, pieces }, 'xlsx');
        }
        const content = await reportPdf({
          brand: await brandOf(trx),
          title,
          lines: [
            'Đếm từ các dòng đang có khi lập phiếu: dữ liệu đã xoá theo yêu cầu hay hết hạn giữ không còn trong đó.',
          ],
          tables: [{ title: '', headings: lawSheetHeadings, rows }],
          timeZone,
          madeAt: sheet.made_at,
        });
        return {
          content,
          name: `${title.replaceAll('/', '-')}.pdf`,
          contentType: 'application/pdf',
          disposition: 'attachment',
        };
      });
    }),
  ];
}
