import { runSamplingRule, scoreQuestionChoices, scoreSheetChoices, trySamplingRule } from '@alo/contract';

import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { QualityDeps } from './quality-deps.ts';
import { choose, sampled, samplingRuleById } from './sample-calls.ts';

/** So many are shown of what a rule would choose. */
const shownAtMost = 200;

/** What a rule would choose, and choosing it now. */
export function samplingRoutes({ db, now, announce, told }: QualityDeps): Route[] {
  return [
    route(scoreSheetChoices, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => ({
        data: await trx
          .selectFrom('score_sheet')
          .where('active', '=', true)
          .orderBy('name')
          .select(['id', 'name'])
          .execute(),
      })),
    ),
    route(scoreQuestionChoices, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const { rows } = await sql<{ id: string; name: string }>`
          select asked ->> 'id' as id, asked ->> 'text' as name from score_sheet
          cross join lateral (select sections from score_edition
            where score_edition.score_sheet_id = score_sheet.id order by number desc limit 1) as latest
          cross join lateral jsonb_array_elements(latest.sections) as section
          cross join lateral jsonb_array_elements(section -> 'questions') as asked
          order by name collate "vi-x-icu"`.execute(trx);
        return { data: rows };
      }),
    ),
    route(trySamplingRule, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const rule = await samplingRuleById(trx, params.id);
        if (rule === undefined) throw Problem.notFound();
        const calls = await sampled(trx, rule, 'current', new Date(now()));
        return {
          calls: calls.length,
          data: calls.slice(0, shownAtMost).map(({ call_id, started_at, agent_name, reason }) => ({
            call_id,
            started_at: started_at.toISOString(),
            agent_name,
            reason,
          })),
        };
      }),
    ),
    route(runSamplingRule, async (request) => {
      const { caller, params } = request;
      const { tenantId } = caller;
      const ids = await db.inTenant(tenantId, async (trx) => {
        const rule = await samplingRuleById(trx, params.id);
        if (rule === undefined) throw Problem.notFound();
        const chosen = await choose(trx, rule, 'current', new Date(now()));
        await audit(trx, actorOf(request), {
          action: 'sample-calls',
          subject: 'sampling_rule',
          subjectId: params.id,
          after: { chosen: chosen.length },
        });
        if (chosen.length > 0) await announce(trx, { tenantId, subject: 'quality', ids: chosen });
        return chosen;
      });
      if (ids.length > 0) told(tenantId, ids);
      return { chosen: ids.length };
    }),
  ];
}
