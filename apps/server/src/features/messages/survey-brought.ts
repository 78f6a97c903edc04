import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { clockIn, momentWords } from '../../domain/company-clock.ts';
import { bringsSurvey, type SurveyDays, whyClosed } from '../../domain/survey-days.ts';
import type { Caller } from '../../kernel/caller.ts';

interface BroughtSurvey extends SurveyDays {
  readonly id: string;
}

/** The survey whose link a message by this template brings; undefined where it brings none. */
export async function surveyBroughtBy(trx: Trx, templateId: string): Promise<BroughtSurvey | undefined> {
  const { rows } = await sql<BroughtSurvey>`
    select survey.id, survey.status, survey.starts_on::text, survey.ends_on::text
    from message_template join survey_campaign as survey on survey.id = message_template.survey_id
    where message_template.id = ${templateId} and ${bringsSurvey}`.execute(trx);
  return rows[0];
}

/**
 * Why a person does not ask this customer by a message, in words; null where they may. A survey goes to a customer once, whoever sent it.
 * A link is made in the transaction of its message, so they have one moment: what no provider took, or was kept back, has asked nobody, nor has a link that only was made.
 */
export async function whyNotAskedBy(
  trx: Trx,
  { timeZone }: Caller,
  { survey, customerId, now }: { readonly survey: BroughtSurvey; readonly customerId: string; readonly now: number },
): Promise<string | null> {
  const closed = whyClosed(survey, clockIn(now, timeZone).date);
  if (closed !== '') return closed;
  const { rows } = await sql<{ at: Date; by: string | null; answered: boolean }>`
    select response.created_at as at, account.name as by, response.complete as answered
    from survey_response as response left join account on account.id = response.created_by
    where response.customer_id = ${customerId} and response.survey_campaign_id = ${survey.id} and response.channel = 'link'
      and exists (select from message where message.customer_id = response.customer_id
        and message.created_at = response.created_at and message.state not in ('failed', 'refused'))
    order by response.created_at desc limit 1`.execute(trx);
  const [sent] = rows;
  if (sent === undefined) return null;
  const by = sent.by === null ? '' : `, ${sent.by} gửi`;
  const answered = sent.answered ? ', khách đã trả lời' : '';
  return `Đã gửi khảo sát này cho khách lúc ${momentWords(sent.at, timeZone)}${by}${answered}`;
}

/** Two who press at one moment come one after the other. */
export async function oneAtATimeFor(trx: Trx, customerId: string): Promise<void> {
  await sql`select from customer where id = ${customerId} for no key update`.execute(trx);
}
