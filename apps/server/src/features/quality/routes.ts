import {
  agreeEvaluation,
  assignEvaluations,
  beginEvaluation,
  decideEvaluation,
  disputeEvaluation,
  type evaluation,
  evaluationDetail,
  evaluations,
  evaluationsOfCall,
  exportEvaluations,
  isAllowed,
  saveEvaluation,
  scoreReport,
  submitEvaluation,
  totalCap,
} from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { callKeys } from '../../domain/call-records.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { exportRows } from '../../resource/exporting.ts';
import { assign } from './assign-scores.ts';
import { calibrationRoutes } from './calibration-routes.ts';
import {
  evaluationsSeenBy,
  findEvaluations,
  narrowedScores,
  personOf,
  presentedRow,
  type StoredEvaluation,
} from './find-evaluations.ts';
import type { QualityDeps } from './quality-deps.ts';
import { samplingRoutes } from './sampling-routes.ts';
import { agentOf, beginScore, decide, mayDo, measuredOf, oneSeen, respond, save, submit } from './score-call.ts';
import { scoreExport } from './score-export.ts';
import { readScoreReport } from './score-report.ts';
import { storedSections } from './score-sheets.ts';

/** Scores of calls: who gives them, who reads them, who disputes and who decides. */
export function qualityRoutes(deps: QualityDeps): Route[] {
  const { db, now, announce, announceJob, told, callerOf } = deps;
  /** Does something with one that may be done with it now, and tells whoever has it open. */
  async function doing(
    by: By,
    id: string,
    what: keyof ReturnType<typeof mayDo>,
    work: (trx: Trx, row: StoredEvaluation) => Promise<void>,
  ): Promise<void> {
    const { caller } = by;
    await db.inTenant(caller.tenantId, async (trx) => {
      const row = await oneSeen(trx, caller, id);
      if (!mayNow(row, caller)[what]) throw Problem.invalid({ '': refusals[what] });
      await work(trx, row);
      await announce(trx, { tenantId: caller.tenantId, subject: 'quality', ids: [id] });
    });
    told(caller.tenantId, [id]);
  }
  const mayNow = (row: StoredEvaluation, caller: Caller) =>
    mayDo(row, caller, {
      now: now(),
      scores: isAllowed(caller.role, 'quality.score'),
      decides: isAllowed(caller.role, 'quality.decide'),
    });

  return [
    ...samplingRoutes(deps),
    ...calibrationRoutes(deps),
    route(scoreReport, ({ caller, query }) =>
      db.inTenant(caller.tenantId, (trx) => readScoreReport(trx, query, caller)),
    ),
    route(evaluations, ({ caller, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const where = sql<boolean>`${evaluationsSeenBy(caller)} and ${narrowedScores(query, caller)}`;
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
          select from evaluation where ${where} limit ${totalCap + 1}) as found`.execute(trx);
        const n = rows[0]?.n ?? 0;
        const found = await findEvaluations(trx, where, {
          limit: query.per_page,
          offset: (query.page - 1) * query.per_page,
        });
        return {
          data: found.map((row) => presentedRow(row, caller)),
          total: Math.min(n, totalCap),
          total_capped: n > totalCap,
        };
      }),
    ),

    fileRoute(exportEvaluations, ({ query: { format, ...query }, ...request }) =>
      exportRows({ db, announceJob }, scoreExport, request, query, format),
    ),
    route(assignEvaluations, async (request) => {
      const { tenantId } = request.caller;
      const { ids, scorer_id: scorerId } = request.body;
      const { assigned, own } = await db.inTenant(tenantId, async (trx) => {
        const scorer = await callerOf(trx, scorerId);
        const done = await assign(trx, request, request.body, { scorer, now: new Date(now()) });
        if (done.assigned.length > 0) await announce(trx, { tenantId, subject: 'quality', ids: done.assigned });
        return done;
      });
      if (assigned.length > 0) told(tenantId, assigned);
      return { assigned: assigned.length, own, other: ids.length - assigned.length - own };
    }),

    route(evaluationDetail, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const row = await oneSeen(trx, caller, params.id);
        return { ...presented(row, caller), measured: await measuredOf(trx, row), may: mayNow(row, caller) };
      }),
    ),

    route(evaluationsOfCall, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const call = await callKeys(trx, caller).where('call.id', '=', params.id).executeTakeFirst();
        if (call === undefined) throw Problem.notFound();
        const found = await findEvaluations(
          trx,
          sql`evaluation.call_id = ${call.id} and ${evaluationsSeenBy(caller)}`,
          everySheet,
        );
        const agent = await agentOf(trx, sql`call.id = ${call.id} and call.started_at = ${call.started_at}`);
        const mayScore =
          isAllowed(caller.role, 'quality.score') && agent !== undefined && agent.id !== caller.accountId;
        return {
          data: found.map((row) => presentedRow(row, caller)),
          agent: agent ?? null,
          sheets: mayScore ? await sheetsFor(trx) : [],
        };
      }),
    ),

    route(beginEvaluation, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const id = await beginScore(trx, request, request.body);
        await announce(trx, { tenantId: request.caller.tenantId, subject: 'quality', ids: [id] });
        return { id };
      }),
    ),
    route(saveEvaluation, async (request) => {
      const { body, params } = request;
      await doing(request, params.id, 'score', (trx, row) => save(trx, row, body, request));
      return { version: body.version + 1 };
    }),
    route(submitEvaluation, async (request) => {
      await doing(request, request.params.id, 'score', (trx, row) => submit(trx, row, request.body, request, now()));
      return {};
    }),
    route(agreeEvaluation, async (request) => {
      await doing(request, request.params.id, 'respond', (trx, row) => respond(trx, row, undefined, request, now()));
      return {};
    }),
    route(disputeEvaluation, async (request) => {
      const { reason } = request.body;
      await doing(request, request.params.id, 'respond', (trx, row) => respond(trx, row, reason, request, now()));
      return {};
    }),
    route(decideEvaluation, async (request) => {
      await doing(request, request.params.id, 'decide', (trx, row) =>
        decide(trx, row, request.body, { by: request, now: now() }),
      );
      return {};
    }),
  ];
}

const everySheet = { limit: 100, offset: 0 };

const refusals = {
  score: 'Điểm này không còn sửa được, hoặc do người khác chấm',
  respond: 'Đã hết hạn phản hồi, hoặc đã phản hồi rồi',
  decide: 'Điểm này không chờ phân xử, hoặc bạn là người đã chấm',
} as const;

/** Sheets that calls are scored by now. */
async function sheetsFor(trx: Trx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from score_sheet where active and (
      select jsonb_array_length(sections) from score_edition where score_edition.score_sheet_id = score_sheet.id
      order by number desc limit 1) > 0
    order by name collate "vi-x-icu"`.execute(trx);
  return rows;
}

function presented(row: StoredEvaluation, caller: Caller): Omit<z.input<typeof evaluation>, 'measured' | 'may'> {
  return {
    ...presentedRow(row, caller),
    sections: storedSections.parse(row.sections),
    edition: row.edition,
    fatal_percent: row.fatal_percent,
    pass_percent: row.pass_percent,
    answers: [...row.answers],
    marks: [...row.marks],
    comment: row.comment,
    agent_word: row.agent_word,
    answered_at: row.answered_at,
    decision: row.decision,
    decider: personOf(row.decider_id, row.decider_name),
    decided_at: row.decided_at,
    first_percent: row.first_percent,
  };
}
