import type { DataChange } from '@alo/call-core';
import { keptAnswer } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { tellPrograms } from '../../domain/company-events.ts';
import { ratings } from '../../domain/survey-responses.ts';
import { newId } from '../../kernel/new-id.ts';
import { taskForLow } from './low-score.ts';

type Asked = Extract<DataChange, { kind: 'survey-asked' }>;
type Answered = Extract<DataChange, { kind: 'survey-answer' }>;

/** Whose answers are other ones, for those who show them. */
export interface ChangedAnswers {
  readonly survey: string;
  readonly customer: string | null;
}

const answers = z.array(keptAnswer);

/**
 * Somebody in a call hears the first question: they have not answered until they do. Told twice it is one row, for a call asks once.
 * Whoever has the number is the customer, unless somebody said that the call is with another one.
 */
export async function keepAsked(
  trx: Trx,
  { survey, call, number, extension, calledFor }: Asked,
): Promise<ChangedAnswers> {
  const { rows } = await sql<{ customer_id: string | null }>`
    insert into survey_response (id, survey_campaign_id, customer_id, outcome, channel, call_id, created_by, updated_by)
    select ${newId()}, survey.id, customer.id, 'no-answer', ${calledFor ? 'auto' : 'keys'}, ${call}, agent.id, agent.id
    from survey_campaign as survey
      left join lateral (select account.id from account where account.extension = ${extension} limit 1) as agent on true
      left join call_customer as chosen on chosen.call_id = ${call}
      left join lateral (
        select card.id from customer as card
        where card.id = chosen.customer_id or chosen.customer_id is null and card.id in (
          select customer_id from customer_phone where e164 = nullif(${number}, ''))
        order by card.created_at, card.id limit 1) as customer on true
    where survey.id = ${survey}
    on conflict (tenant_id, survey_campaign_id, call_id) where channel in ('keys', 'auto') do nothing
    returning customer_id`.execute(trx);
  return { survey, customer: rows[0]?.customer_id ?? null };
}

/** An answer in a call; the same question again is answered anew. Null where the survey is gone with all that was asked in it. */
export async function keepAnswer(trx: Trx, told: Answered): Promise<ChangedAnswers | null> {
  const row = await trx
    .selectFrom('survey_response')
    .where('survey_campaign_id', '=', told.survey)
    .where('call_id', '=', told.call)
    .where('channel', 'in', ['keys', 'auto'])
    .select(['id', 'customer_id', 'answers', 'complete'])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const before = answers.parse(row.answers).filter(({ question_id: id }) => id !== told.question);
  const answer = keptAnswer.parse({
    question_id: told.question,
    question: told.asked,
    kind: told.answers,
    value: told.value,
  });
  const after = [...before, answer];
  const complete = row.complete || told.last;
  await trx
    .updateTable('survey_response')
    .set({
      outcome: 'answered',
      complete,
      answers: JSON.stringify(after),
      ...ratings(after),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', row.id)
    .execute();
  await taskForLow(trx, row.id);
  if (told.last) {
    const detail = { survey_id: told.survey, response_id: row.id, outcome: 'answered', call_id: told.call };
    await tellPrograms(trx, { type: 'survey.answered', key: `survey/${row.id}`, at: new Date(), detail });
  }
  return { survey: told.survey, customer: row.customer_id };
}
