import {
  answerCalibration,
  calibratedScorers,
  calibrationDetail,
  calibrations,
  calibrationsOfCall,
  cancelCalibration,
  closeCalibration,
  isAllowed,
  openCalibration,
  referCalibration,
  type ScorerHistory,
  totalCap,
} from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { callKeys } from '../../domain/call-records.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { answer, cancel, close, mayCalibrate, oneCalibration, open, refer } from './calibrate.ts';
import type { StoredCalibration } from './find-calibrations.ts';
import { calibrationsSeenBy, findCalibrations, presentedCalibration, readCalibration } from './find-calibrations.ts';
import type { QualityDeps } from './quality-deps.ts';

/** Several people score the same calls without seeing one another, and look at what they said side by side. */
export function calibrationRoutes({ db, now, announce, told, callerOf }: QualityDeps): Route[] {
  /** Does something with one that may be done with it now, and tells whoever takes part. */
  async function doing(
    by: By,
    id: string,
    what: keyof ReturnType<typeof mayCalibrate>,
    work: (trx: Trx, row: StoredCalibration) => Promise<void>,
  ): Promise<void> {
    const { tenantId } = by.caller;
    await db.inTenant(tenantId, async (trx) => {
      const row = await oneCalibration(trx, by.caller, id, true);
      if (!mayCalibrate(row, by.caller)[what]) throw Problem.invalid({ '': refusals[what] });
      await work(trx, row);
      await announce(trx, { tenantId, subject: 'quality', ids: [id] });
    });
    told(tenantId, [id]);
  }

  return [
    route(calibrations, ({ caller, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const where = narrowed(caller, query);
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
          select from calibration where ${where} limit ${totalCap + 1}) as found`.execute(trx);
        const n = rows[0]?.n ?? 0;
        const found = await findCalibrations(trx, caller, where, {
          limit: query.per_page,
          offset: (query.page - 1) * query.per_page,
        });
        return { data: found.map(presentedCalibration), total: Math.min(n, totalCap), total_capped: n > totalCap };
      }),
    ),
    route(calibrationDetail, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const row = await oneCalibration(trx, caller, params.id);
        return { ...(await readCalibration(trx, row, caller)), may: mayCalibrate(row, caller) };
      }),
    ),
    route(calibrationsOfCall, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const call = await callKeys(trx, caller).where('call.id', '=', params.id).executeTakeFirst();
        if (call === undefined) throw Problem.notFound();
        const where = sql<boolean>`${calibrationsSeenBy(caller)} and calibration.id in (
          select calibration_id from calibration_call where call_id = ${call.id})`;
        const found = await findCalibrations(trx, caller, where, { limit: 20, offset: 0 });
        return { data: found.map(presentedCalibration) };
      }),
    ),
    route(calibratedScorers, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => ({ data: await historyOf(trx, caller) })),
    ),

    route(openCalibration, async (request) => {
      const { tenantId } = request.caller;
      const id = await db.inTenant(tenantId, async (trx) => {
        const opened = await open(trx, request, request.body, callerOf);
        await announce(trx, { tenantId, subject: 'quality', ids: [opened] });
        return opened;
      });
      told(tenantId, [id]);
      return { id };
    }),
    route(answerCalibration, async (request) => {
      await doing(request, request.params.id, 'score', (trx, row) =>
        answer(trx, row, request.body, request, new Date(now())),
      );
      return {};
    }),
    route(closeCalibration, async (request) => {
      await doing(request, request.params.id, 'close', (trx, row) => close(trx, row, request, new Date(now())));
      return {};
    }),
    route(referCalibration, async (request) => {
      await doing(request, request.params.id, 'refer', (trx, row) => refer(trx, row, request.body, request));
      return {};
    }),
    route(cancelCalibration, async (request) => {
      await doing(request, request.params.id, 'cancel', (trx, row) => cancel(trx, row, request));
      return {};
    }),
  ];
}

const refusals = {
  score: 'Bạn không chấm trong buổi này, hoặc đã chấm xong',
  close: 'Chưa đủ hai người chấm xong, hoặc bạn chưa chấm xong phần của mình',
  refer: 'Buổi này chưa đóng, hoặc do người khác chủ trì',
  cancel: 'Buổi này đã đóng, hoặc do người khác chủ trì',
} as const;

type Query = (typeof calibrations)['query']['_output'];

function narrowed(caller: Caller, query: Query): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [calibrationsSeenBy(caller)];
  if (query.state !== undefined) conditions.push(sql`calibration.state = ${query.state}`);
  if (query.search !== '') conditions.push(sql`position(fold(${query.search}) in fold(calibration.name)) > 0`);
  if (query.sheet_id !== undefined) conditions.push(sql`calibration.score_sheet_id = ${query.sheet_id}`);
  if (query.scorer_id !== undefined) conditions.push(scoredBy(query.scorer_id));
  if (query.to_score !== undefined)
    conditions.push(sql`calibration.state = 'open' and ${scoredBy(caller.accountId, sql`and given_at is null`)}`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

const scoredBy = (account: string, more: RawBuilder<unknown> = sql``) => sql`calibration.id in (
  select calibration_id from calibration_scorer where account_id = ${account} ${more})`;

/** So many of their latest are drawn. */
const drawnAtMost = 12;

/** How scorers agreed over what whoever asks sees; whoever only scores sees themselves. */
async function historyOf(trx: Trx, caller: Caller): Promise<ScorerHistory[]> {
  const { accountId, role } = caller;
  const { rows } = await sql<ScorerHistory>`
    select its.account_id, coalesce(account.name, 'Người đã xoá') as name, count(*)::int as sessions,
      sum(its.pairs)::int as pairs, sum(its.agreed)::int as agreed, sum(its.compared)::int as compared,
      sum(its.right_ones)::int as right_ones, round(avg(its.bias)::numeric, 1)::double precision as bias,
      (array_agg(jsonb_build_object('id', calibration.id, 'name', calibration.name, 'closed_at', calibration.closed_at,
        'pairs', its.pairs, 'agreed', its.agreed, 'bias', its.bias) order by calibration.closed_at desc))[1:${sql.lit(drawnAtMost)}]
        as latest
    from calibration_scorer as its join calibration on calibration.id = its.calibration_id
    left join account on account.id = its.account_id
    where calibration.state = 'closed' and its.given_at is not null and ${calibrationsSeenBy(caller)}
      and (${isAllowed(role, 'quality.decide')} or its.account_id = ${accountId})
    group by its.account_id, account.name order by account.name collate "vi-x-icu", its.account_id limit 500`.execute(
    trx,
  );
  return rows.map((row) => ({ ...row, latest: row.latest.toReversed() }));
}
