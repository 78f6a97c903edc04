import { localTime } from '@alo/calendar';
import type { QuestionKind, SurveyBranch } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { numberView } from '../../domain/number-view.ts';
import type { SurveyDays } from '../../domain/survey-days.ts';
import { responsesIn, type StoredResponse } from '../../domain/survey-responses.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { scopedBy } from '../../resource/scope.ts';
import type { AskedQuestion } from './answers.ts';

interface Survey extends SurveyDays {
  readonly id: string;
  readonly name: string;
  readonly note: string;
}

export async function surveyThere(trx: Trx, id: string): Promise<Survey> {
  const found = await trx
    .selectFrom('survey_campaign')
    .where('id', '=', id)
    .select(['id', 'name', 'note'])
    // Only what the contract names is ever put there.
    .select((its) => its.ref('status').$castTo<Survey['status']>().as('status'))
    .select([sql<string | null>`starts_on::text`.as('starts_on'), sql<string | null>`ends_on::text`.as('ends_on')])
    .executeTakeFirst();
  if (found === undefined) throw Problem.notFound();
  return found;
}

/** The day where the company is. */
export const companyToday = ({ caller }: By, now: number): string => localTime(now, caller.timeZone).date;

/** What a survey asks, in its order. */
export const questionsOf = (trx: Trx, surveyId: string): Promise<AskedQuestion[]> =>
  trx
    .selectFrom('survey_campaign_question as its')
    .innerJoin('survey_question as question', 'question.id', 'its.question_id')
    .where('its.survey_campaign_id', '=', surveyId)
    .orderBy('its.position')
    .select(['question.id', 'question.name', 'question.choices', 'question.required'])
    // Only what the contract names is ever put there.
    .select((row) => row.ref('question.kind').$castTo<QuestionKind>().as('kind'))
    .execute();

/** What is asked after which answer, where it is not the next question. */
export const branchesOf = (trx: Trx, surveyId: string): Promise<SurveyBranch[]> =>
  trx
    .selectFrom('survey_branch')
    .where('survey_campaign_id', '=', surveyId)
    .orderBy('position')
    .select(['question_id', 'answer', 'next_id'])
    .execute();

/** What people have written down of a customer; calls ask each time. */
export const responseOf = (trx: Trx, surveyId: string, customerId: string): Promise<StoredResponse | undefined> =>
  responsesIn(trx)
    .where('survey_response.survey_campaign_id', '=', surveyId)
    .where('survey_response.customer_id', '=', customerId)
    .where('survey_response.channel', '=', 'person')
    .executeTakeFirst();

/** The customer as whoever asks may see them; one outside their data scope is none. */
export async function askedCustomer(trx: Trx, by: By, id: string) {
  const { rows } = await sql<{ id: string; name: string; code: string; number: string }>`
    select row.id, row.name, row.code, coalesce(row.numbers[1], '') as number from customer as row
    where row.id = ${id} and ${scopedBy('user_id')(reachOf(by.caller)) ?? sql`true`}`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw Problem.notFound();
  const { number, ...customer } = found;
  return { ...customer, phone: (await numberView(trx, by.caller)).show(number) };
}
