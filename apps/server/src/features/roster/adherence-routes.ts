import { adherenceReport, exportAdherence } from '@alo/contract';

import { fileRoute, type Route, route } from '../../http/route.ts';
import { exportRows } from '../../resource/exporting.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { adherenceSum } from './adherence.ts';
import { adherenceExport } from './adherence-export.ts';
import { adherenceDays, readAdherence } from './read-adherence.ts';

interface AdherenceDeps extends Pick<ResourceDeps, 'db' | 'announceJob'> {
  readonly now: () => number;
}

/** How planned days were kept. */
export const adherenceRoutes = ({ db, announceJob, now }: AdherenceDeps): Route[] => [
  route(adherenceReport, ({ caller, query }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const rows = await readAdherence(trx, caller, query, now());
      const { page, per_page: size } = query;
      return {
        data: rows.slice((page - 1) * size, page * size),
        total: rows.length,
        total_capped: false,
        ...adherenceDays(query, caller, now()),
        counts: adherenceSum(rows),
      };
    }),
  ),

  fileRoute(exportAdherence, async (request) => {
    const { format, ...query } = request.query;
    const at = new Date(now());
    // A job may come to it on another day: it is told which ones are meant, and until when.
    const days = adherenceDays(query, request.caller, at.getTime());
    return exportRows({ db, announceJob }, adherenceExport, request, { ...query, ...days, at }, format);
  }),
];
