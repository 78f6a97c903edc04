import { consentLines, consentSound, exportConsents, lawSheet, lawSheetFile, totalCap } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import { consentLinesIn, consentsWithin, presentConsent } from '../../domain/consent-lines.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { exportRows } from '../../resource/exporting.ts';
import { reportPdf } from '../../resource/sheet/report-pdf.ts';
import { sheetFile } from '../../resource/sheet/sheet.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { consentSoundPlaceOf, consentSoundSealer } from './consent-sound.ts';
import { consentExport, countLines, newestLines } from './find-lines.ts';
import { lawSheetHeadings, lawSheetOf, lawSheetRows } from './law-sheet.ts';

interface ConsentDeps extends Pick<ResourceDeps, 'announceJob'> {
  readonly db: Db;
  readonly budget: NumberBudget;
  readonly now: () => number;
  readonly serverKey: ServerKey;
}

/** The ledger of what people agreed to and refused. */
export function consentRoutes({ db, announceJob, budget, now, serverKey }: ConsentDeps): Route[] {
  const seals = consentSoundSealer(serverKey);
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

    fileRoute(consentSound, (request) => {
      const { caller, params } = request;
      return db.inTenant(caller.tenantId, async (trx) => {
        const seen = await consentLinesIn(trx)
          .where('consent.id', '=', params.id)
          .where(consentsWithin(reachOf(caller)))
          .select(['consent_cut.type', 'consent_cut.sealed_sound'])
          .executeTakeFirst();
        if (seen?.sealed_sound == null || seen.type === null) throw Problem.notFound();
        const sound = seals.open(consentSoundPlaceOf(caller.tenantId, params.id), seen.sealed_sound);
        if (sound === undefined) throw new Error('No key of this installation opens the sound of a consent.');
        await audit(trx, actorOf(request), { action: 'listen', subject: 'consent', subjectId: params.id });
        const name = `bang-chung-${params.id}.${seen.type === 'audio/ogg' ? 'ogg' : 'wav'}`;
        return { content: Buffer.from(sound, 'base64'), name, contentType: seen.type, disposition: 'inline' };
      });
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
