import type { KeptAnswer, SurveyChannel, SurveyOutcome, surveyResponse } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../db/database.ts';
import type { ValueOrPlaceholder } from '../db/prepared.ts';

export type StoredResponse = z.input<typeof surveyResponse>;

/** Answers of customers, with the survey that they are of and who asked. */
export const responsesIn = (trx: Trx) =>
  trx
    .selectFrom('survey_response')
    .innerJoin('survey_campaign', 'survey_campaign.id', 'survey_response.survey_campaign_id')
    .leftJoin('account', 'account.id', 'survey_response.created_by')
    .select(['survey_response.id', 'survey_response.version', 'survey_response.survey_campaign_id as survey_id'])
    .select(['survey_campaign.name as survey_name', 'survey_response.note', 'survey_response.call_id'])
    .select(['survey_response.created_at as asked_at', 'account.name as by_name', 'survey_response.complete'])
    .select((its) => [
      // Only what the contract names is ever put there.
      its.ref('survey_response.outcome').$castTo<SurveyOutcome>().as('outcome'),
      its.ref('survey_response.channel').$castTo<SurveyChannel>().as('channel'),
      sql<StoredResponse['answers']>`survey_response.answers`.as('answers'),
    ]);

/** What a customer answered to whichever survey, newest first. */
export function responsesOf(
  trx: Trx,
  customerId: ValueOrPlaceholder<string>,
  before: ValueOrPlaceholder<Date> | undefined,
  limit: number,
) {
  let found = responsesIn(trx).where('survey_response.customer_id', '=', customerId);
  if (before !== undefined) found = found.where('survey_response.created_at', '<', before);
  return found.orderBy('survey_response.created_at', 'desc').orderBy('survey_response.id', 'desc').limit(limit);
}

/** How many answers are on a scale, and how many of those are 4 or 5. */
export function ratings(answers: readonly KeptAnswer[]): { rated: number; satisfied: number } {
  const scales = answers.filter(({ kind }) => kind === 'scale');
  return { rated: scales.length, satisfied: scales.filter(({ value }) => Number(value) >= 4).length };
}
