import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';

/** An answer that somebody should look into, in a row of `survey_response`. */
export const isLow = sql<boolean>`exists (select from jsonb_array_elements(survey_response.answers) as its
  where its ->> 'kind' = 'scale' and (its ->> 'value')::int <= 2 or its ->> 'kind' = 'nps' and (its ->> 'value')::int <= 6)`;

/**
 * A low score is a task, once: for whoever looks after the customer, or the person whom the survey names. Somebody without a card is
 * nobody whom a task could be for.
 */
export async function taskForLow(trx: Trx, responseId: string): Promise<void> {
  const { rows } = await sql<{ survey: string; customer_id: string; account_id: string; low_hours: number }>`
    select survey.name as survey, customer.id as customer_id, doer.id as account_id, survey.low_hours
    from survey_response
      join survey_campaign as survey on survey.id = survey_response.survey_campaign_id
      join customer on customer.id = survey_response.customer_id
      left join account as owner on owner.id = customer.user_id and owner.active and survey.low_to_owner
      join account as doer on doer.id = coalesce(owner.id, survey.low_account_id) and doer.active
    where survey_response.id = ${responseId} and survey_response.task_id is null and ${isLow}`.execute(trx);
  const [low] = rows;
  if (low === undefined) return;
  const id = newId();
  await trx
    .insertInto('task')
    .values({
      id,
      customer_id: low.customer_id,
      account_id: low.account_id,
      text: `Khách chấm điểm thấp trong khảo sát “${low.survey}”`,
      due_at: sql<Date>`now() + make_interval(hours => ${low.low_hours})`,
    })
    .execute();
  await trx.updateTable('survey_response').set({ task_id: id }).where('id', '=', responseId).execute();
}
