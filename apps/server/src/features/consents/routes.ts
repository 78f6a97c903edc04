import { consentLines, exportConsents, totalCap } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { presentConsent } from '../../domain/consent-lines.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { exportRows } from '../../resource/exporting.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { consentExport, countLines, newestLines } from './find-lines.ts';

interface ConsentDeps extends Pick<ResourceDeps, 'announceJob'> {
  readonly db: Db;
  readonly budget: NumberBudget;
}

/** The ledger of what people agreed to and refused. */
export function consentRoutes({ db, announceJob, budget }: ConsentDeps): Route[] {
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
  ];
}
