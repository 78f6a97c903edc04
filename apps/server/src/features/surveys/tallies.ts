import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { AnswerTally } from './figures.ts';

/** How often each answer was given in a survey; texts are counted without being read. */
export async function talliesIn(trx: Trx, surveyId: string): Promise<readonly AnswerTally[]> {
  const { rows } = await sql<AnswerTally>`
    with given as materialized (
      select response.updated_at, its.question_id, its.question, its.kind, its.value
      from survey_response as response,
        jsonb_to_recordset(response.answers) as its (question_id text, question text, kind text, value jsonb)
      where response.survey_campaign_id = ${surveyId}
    ), counted as (
      select question_id, kind, one.value::text as value, count(*)::int as n
      from given, lateral jsonb_array_elements(
        case jsonb_typeof(given.value) when 'array' then given.value else jsonb_build_array(given.value) end) as one
      where kind <> 'text' group by 1, 2, 3
    )
    select question_id, kind, (array_agg(question order by updated_at desc))[1] as question, count(*)::int as answered,
      coalesce((select json_agg(json_build_object('value', counted.value, 'n', counted.n) order by counted.n desc, counted.value)
        from counted where counted.question_id = given.question_id and counted.kind = given.kind), '[]') as values
    from given group by question_id, kind order by question_id, kind`.execute(trx);
  return rows;
}

interface Outcomes {
  readonly asked: number;
  readonly answered: number;
  readonly no_answer: number;
  readonly declined: number;
}

export async function outcomesIn(trx: Trx, surveyId: string): Promise<Outcomes> {
  const { rows } = await sql<Outcomes>`
    select count(*)::int as asked, (count(*) filter (where outcome = 'answered'))::int as answered,
      (count(*) filter (where outcome = 'no-answer'))::int as no_answer,
      (count(*) filter (where outcome = 'declined'))::int as declined
    from survey_response where survey_campaign_id = ${surveyId}`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new Error('A count has no row.');
  return found;
}
