import {
  countedStates,
  type EvaluationAnswer,
  type EvaluationMark,
  type EvaluationState,
  type evaluationRow,
  type evaluations,
  isAllowed,
} from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';

type Query = Partial<z.output<typeof evaluations.query>>;

/** A score as it is stored, with the names that belong to it. */
export interface StoredEvaluation {
  readonly id: string;
  readonly version: number;
  readonly call_id: string;
  readonly call_started_at: Date;
  readonly sheet_id: string;
  readonly sheet_name: string;
  readonly edition_id: string;
  readonly edition: number;
  readonly state: EvaluationState;
  readonly reason: string;
  readonly agent_id: string;
  readonly agent_name: string | null;
  readonly scorer_id: string | null;
  readonly scorer_name: string | null;
  readonly pass_percent: number;
  readonly fatal_percent: number;
  readonly dispute_days: number;
  readonly sections: unknown;
  readonly answers: readonly EvaluationAnswer[];
  readonly marks: readonly EvaluationMark[];
  readonly comment: string;
  readonly percent: number | null;
  readonly first_percent: number | null;
  readonly passed: boolean | null;
  readonly fatal: boolean;
  readonly submitted_at: Date | null;
  readonly dispute_until: Date | null;
  readonly agent_word: string;
  readonly answered_at: Date | null;
  readonly decision: string;
  readonly decider_id: string | null;
  readonly decider_name: string | null;
  readonly decided_at: Date | null;
}

const counts = sql.join(countedStates.map((state) => sql.lit(state)));

/** A score that the agent has been told of. */
export const isCountedScore: RawBuilder<SqlBool> = sql`evaluation.state in (${counts})`;

/**
 * The scores that somebody sees: of the people within their reach those that count, of their own no others; whoever scores or decides
 * also what is on its way, and what is theirs to score wherever it is.
 */
export function evaluationsSeenBy(caller: Caller): RawBuilder<SqlBool> {
  const { role, accountId } = caller;
  const works = isAllowed(role, 'quality.score') || isAllowed(role, 'quality.decide');
  const reach = reachOf(caller);
  const within =
    reach.kind === 'all'
      ? sql`true`
      : sql`evaluation.agent_id in (select account.id from account where ${accountInReach(reach)})`;
  const unfinished = works ? sql`evaluation.agent_id <> ${accountId}` : sql`false`;
  return sql`((${within} and (${isCountedScore} or ${unfinished}))
    or (${works} and evaluation.scorer_id = ${accountId} and evaluation.agent_id <> ${accountId}))`;
}

/** What a list is narrowed down to; days are those of the company's clock on which they were submitted. */
export function narrowedScores(query: Query, caller: Caller): RawBuilder<SqlBool> {
  const day = (date: string) => sql`(${date}::date::timestamp at time zone ${caller.timeZone})`;
  const conditions: RawBuilder<unknown>[] = [
    query.state && sql`evaluation.state = ${query.state}`,
    query.counted && isCountedScore,
    query.to_score && sql`evaluation.state in ('due', 'draft') and evaluation.scorer_id = ${caller.accountId}`,
    query.own && sql`evaluation.agent_id = ${caller.accountId}`,
    query.search &&
      sql`(evaluation.agent_id in (${called(query.search)}) or evaluation.scorer_id in (${called(query.search)}))`,
    query.agent_id && sql`evaluation.agent_id = ${query.agent_id}`,
    query.scorer_id && sql`evaluation.scorer_id = ${query.scorer_id}`,
    query.team_id &&
      sql`evaluation.agent_id in (select account.id from account where account.team_id = ${query.team_id})`,
    query.sheet_id && sql`evaluation.score_sheet_id = ${query.sheet_id}`,
    query.question_id && sql`evaluation.shares ? ${query.question_id}`,
    query.fatal && sql`evaluation.fatal`,
    query.passed && sql`evaluation.passed = ${query.passed === '1'}`,
    query.from && sql`evaluation.submitted_at >= ${day(query.from)}`,
    query.to && sql`evaluation.submitted_at < ${day(query.to)} + interval '1 day'`,
  ].flatMap((one) => (one === undefined || one === '' ? [] : [one]));
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/** People by a part of their names. */
const called = (words: string) =>
  sql`select account.id from account where position(fold(${words}) in fold(account.name)) > 0`;

/** Scores with their names. */
export async function findEvaluations(
  trx: Trx,
  where: RawBuilder<SqlBool>,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly StoredEvaluation[]> {
  const { rows } =
    await sql<StoredEvaluation>`${evaluationsIn(where)} limit ${page.limit} offset ${page.offset}`.execute(trx);
  return rows;
}

/** All of them, newest first. */
export const evaluationsIn = (where: RawBuilder<SqlBool>): RawBuilder<StoredEvaluation> => sql`
    select evaluation.id, evaluation.version, evaluation.call_id, evaluation.call_started_at,
      evaluation.score_sheet_id as sheet_id, score_sheet.name as sheet_name, score_sheet.dispute_days,
      evaluation.edition_id, score_edition.number as edition, score_edition.sections, evaluation.state, evaluation.reason,
      evaluation.agent_id, agent.name as agent_name, evaluation.scorer_id, scorer.name as scorer_name,
      evaluation.pass_percent, evaluation.fatal_percent, evaluation.answers, evaluation.marks, evaluation.comment,
      evaluation.percent, evaluation.first_percent, evaluation.passed, evaluation.fatal, evaluation.submitted_at,
      evaluation.dispute_until, evaluation.agent_word, evaluation.answered_at, evaluation.decision, evaluation.decider_id,
      decider.name as decider_name, evaluation.decided_at
    from evaluation
    join score_sheet on score_sheet.id = evaluation.score_sheet_id
    join score_edition on score_edition.id = evaluation.edition_id
    left join account as agent on agent.id = evaluation.agent_id
    left join account as scorer on scorer.id = evaluation.scorer_id
    left join account as decider on decider.id = evaluation.decider_id
    where ${where}
    order by coalesce(evaluation.submitted_at, evaluation.created_at) desc, evaluation.id desc`;

/** Somebody by their name; who is gone has none. */
export const personOf = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? 'Người đã xoá' };

/** A row of a list, for whoever asks. What is not finished has no score yet. */
export function presentedRow(row: StoredEvaluation, { accountId }: Caller): z.input<typeof evaluationRow> {
  return {
    id: row.id,
    version: row.version,
    call_id: row.call_id,
    call_started_at: row.call_started_at,
    sheet_id: row.sheet_id,
    sheet_name: row.sheet_name,
    state: row.state,
    agent: personOf(row.agent_id, row.agent_name),
    scorer: personOf(row.scorer_id, row.scorer_name),
    percent: row.percent,
    passed: row.passed,
    fatal: row.fatal,
    submitted_at: row.submitted_at,
    dispute_until: row.dispute_until,
    // An agent does not learn by it that a customer complained.
    reason: row.agent_id === accountId ? '' : row.reason,
    mine: row.agent_id === accountId,
  };
}
