import { localTime } from '@alo/calendar';
import { type QuestionKind, type SurveyBranch, type surveyStatuses } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { numberView } from '../../domain/number-view.ts';
import { responsesIn, type StoredResponse } from '../../domain/survey-responses.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { scopedBy } from '../../resource/scope.ts';
import type { AskedQuestion } from './answers.ts';

interface Open {
  readonly status: keyof typeof surveyStatuses;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
}

interface Survey extends Open {
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

/** Why nobody is asked today, in words; empty where they are. */
export function whyClosed({ status, starts_on: start, ends_on: end }: Open, today: string): string {
  switch (status) {
    case 'draft':
      return 'Khảo sát chưa chạy';
    case 'paused':
      return 'Khảo sát đang tạm dừng';
    case 'ended':
      return 'Khảo sát đã kết thúc';
    case 'running':
      if (start !== null && today < start) return 'Chưa đến ngày bắt đầu khảo sát';
      return end !== null && today > end ? 'Đã qua ngày kết thúc khảo sát' : '';
    default:
      return status satisfies never;
  }
}

/** The same as a condition on `survey_campaign`. */
export const isOpen = (today: string): RawBuilder<boolean> =>
  sql`status = 'running' and coalesce(starts_on <= ${today}::date, true) and coalesce(ends_on >= ${today}::date, true)`;

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
