import type { ScoreGrouping, ScoreReportRow, scoreReport } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { evaluationsSeenBy, isCountedScore, narrowedScores } from './find-evaluations.ts';

type Query = z.output<typeof scoreReport.query>;

/** Of a question the answers to it, else the scores themselves. */
const counts = (value: RawBuilder<unknown>) => sql`count(*)::int as scored,
  round(avg(${value})::numeric, 1)::double precision as score_average,
  round(100.0 * count(*) filter (where evaluation.passed) / nullif(count(*), 0), 1)::double precision as score_passed,
  (count(*) filter (where evaluation.fatal))::int as score_fatal,
  (count(*) filter (where evaluation.agent_word <> ''))::int as score_disputed`;

/** What scores that count come to, of whom somebody sees. */
export async function readScoreReport(trx: Trx, query: Query, caller: Caller) {
  const { by, from, to, sheet_id, team_id, agent_id, search } = query;
  const where = sql`${isCountedScore} and ${evaluationsSeenBy(caller)}
    and ${narrowedScores({ from, to, sheet_id, team_id, agent_id }, caller)}`;
  const percent = sql`evaluation.percent`;
  const ofQuestions = by === 'question';
  const { rows } = await sql<ScoreReportRow>`
    select * from (
      select coalesce(${keyOf(by, caller)}, '') as id, ${nameOf(by, caller)} as name,
        ${counts(ofQuestions ? sql`share.value::double precision * 100` : percent)}
      from evaluation ${ofQuestions ? sql`cross join lateral jsonb_each_text(evaluation.shares) as share` : sql``}
      left join account as agent on agent.id = evaluation.agent_id
      where ${where} group by 1, 2
    ) as its where ${search === '' ? sql`true` : sql`position(fold(${search}) in fold(its.name)) > 0`}
    order by ${isTime(by) ? sql`id` : sql`name collate "vi-x-icu", id`}`.execute(trx);
  const { rows: whole } = await sql<Omit<ScoreReportRow, 'id' | 'name'>>`
    select ${counts(percent)} from evaluation where ${where}`.execute(trx);
  const [total] = whole;
  if (total === undefined) throw new Error('A count has no row.');
  const first = (query.page - 1) * query.per_page;
  return { data: rows.slice(first, first + query.per_page), total: rows.length, total_row: total };
}

const isTime = (by: ScoreGrouping) => by === 'day' || by === 'week' || by === 'month';

const submitted = ({ timeZone }: Caller) => sql`(evaluation.submitted_at at time zone ${timeZone})`;

function keyOf(by: ScoreGrouping, caller: Caller): RawBuilder<unknown> {
  switch (by) {
    case 'agent':
      return sql`evaluation.agent_id::text`;
    case 'team':
      return sql`agent.team_id::text`;
    case 'sheet':
      return sql`evaluation.score_sheet_id::text`;
    case 'question':
      return sql`share.key`;
    case 'scorer':
      return sql`evaluation.scorer_id::text`;
    case 'day':
      return sql`to_char(${submitted(caller)}, 'YYYY-MM-DD')`;
    case 'week':
      return sql`to_char(date_trunc('week', ${submitted(caller)}), 'YYYY-MM-DD')`;
    case 'month':
      return sql`to_char(${submitted(caller)}, 'YYYY-MM')`;
    default:
      return by satisfies never;
  }
}

function nameOf(by: ScoreGrouping, caller: Caller): RawBuilder<unknown> {
  switch (by) {
    case 'agent':
      return sql`coalesce(agent.name, 'Người đã xoá')`;
    case 'team':
      return sql`coalesce((select team.name from team where team.id = agent.team_id), 'Không thuộc nhóm nào')`;
    case 'sheet':
      return sql`(select score_sheet.name from score_sheet where score_sheet.id = evaluation.score_sheet_id)`;
    // By its words of today, or those that it had last.
    case 'question':
      return sql`(select asked ->> 'text' from score_edition
        cross join lateral jsonb_array_elements(score_edition.sections) as section
        cross join lateral jsonb_array_elements(section -> 'questions') as asked
        where score_edition.score_sheet_id = evaluation.score_sheet_id and asked ->> 'id' = share.key
        order by score_edition.number desc limit 1)`;
    case 'scorer':
      return sql`coalesce((select account.name from account where account.id = evaluation.scorer_id), 'Người đã xoá')`;
    case 'day':
      return sql`to_char(${submitted(caller)}, 'DD/MM/YYYY')`;
    case 'week':
      return sql`'Tuần từ ' || to_char(date_trunc('week', ${submitted(caller)}), 'DD/MM/YYYY')`;
    case 'month':
      return sql`'Tháng ' || to_char(${submitted(caller)}, 'MM/YYYY')`;
    default:
      return by satisfies never;
  }
}
