import { exportSurveyResponses, surveyResponseFigures, surveyResponses, surveyResults, totalCap } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { numberView } from '../../domain/number-view.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { exportRows } from '../../resource/exporting.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { surveyThere } from './asked.ts';
import { countResponses, newestResponses, presentResponse, responsesWanted } from './find-responses.ts';
import { responseExport } from './response-export.ts';
import { summedResponses } from './results.ts';

/** What customers answered to a survey, one by one. */
export const responseRoutes = ({ db, announceJob }: { db: Db } & Pick<ResourceDeps, 'announceJob'>): Route[] => [
  route(surveyResponses, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { page, per_page: perPage, ...asked } = request.query;
      const { id: surveyId } = await surveyThere(trx, request.params.id);
      const wanted = responsesWanted(request, { surveyId, ...asked });
      const { rows } = await newestResponses(wanted, { skip: (page - 1) * perPage, perPage }).execute(trx);
      const total = await countResponses(trx, wanted, totalCap + 1);
      const view = await numberView(trx, request.caller);
      return {
        data: rows.map((row) => presentResponse(row, view)),
        total: Math.min(total, totalCap),
        total_capped: total > totalCap,
      };
    }),
  ),

  fileRoute(exportSurveyResponses, async (request) => {
    const { format, page: _page, per_page: _perPage, ...asked } = request.query;
    const { id } = await db.inTenant(request.caller.tenantId, (trx) => surveyThere(trx, request.params.id));
    return exportRows({ db, announceJob }, responseExport, request, { survey_id: id, ...asked }, format);
  }),

  route(surveyResponseFigures, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { id, name } = await surveyThere(trx, request.params.id);
      const { rows } = await sql<{ asked: number; answered: number; complete: number; csat: number | null }>`
        select count(*)::int as asked, (count(*) filter (where outcome = 'answered'))::int as answered,
          (count(*) filter (where complete))::int as complete,
          round(100.0 * sum(satisfied) / nullif(sum(rated), 0))::int as csat
        from ${responsesWanted(request, { surveyId: id, ...request.query })}`.execute(trx);
      const [found] = rows;
      if (found === undefined) throw new Error('A count has no row.');
      return { survey: { id, name }, ...found };
    }),
  ),

  route(surveyResults, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { by, ...period } = request.query;
      const { id, name } = await surveyThere(trx, request.params.id);
      const wanted = responsesWanted(request, { surveyId: id, search: '', ...period });
      return { survey: { id, name }, ...(await summedResponses(trx, wanted, by, request.caller.timeZone)) };
    }),
  ),
];
