import { type KeptAnswer, type SurveyChannel, type SurveyOutcome, type surveyResponses, totalCap } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { keptWithin } from '../../domain/kept-of-calls.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import { reachOf } from '../../kernel/reach.ts';
import { wordsOf } from '../../resource/searching.ts';
import { isLow } from './low-score.ts';

type Asked = z.output<typeof surveyResponses.query>;
/** What is asked for of a survey's responses. */
export type ResponsesWanted = Omit<Asked, 'page' | 'per_page'> & { readonly surveyId: string };

/** As the database has one. */
export interface StoredRow {
  readonly id: string;
  readonly customer_id: string | null;
  readonly name: string;
  readonly number: string;
  readonly outcome: SurveyOutcome;
  readonly channel: SurveyChannel;
  readonly complete: boolean;
  readonly note: string;
  readonly answers: KeptAnswer[];
  readonly rating: number | null;
  readonly call_id: string | null;
  readonly queues: string;
  readonly asked_at: Date;
  readonly by_name: string | null;
}

/** Everything that was said in words: what is written down besides, and who the customer is. */
const said = sql`fold(coalesce(customer.name, '') || ' ' || survey_response.note || ' ' || coalesce((
  select string_agg(its.value #>> '{value}', ' ') from jsonb_array_elements(survey_response.answers) as its
    where jsonb_typeof(its.value -> 'value') in ('string', 'array')), ''))`;

/** Responses of a survey that somebody sees: of customers whom they see, and those that people whose work they see have written down. */
export function responsesWanted({ caller }: By, wanted: ResponsesWanted): RawBuilder<unknown> {
  const {
    surveyId,
    search,
    from,
    to,
    outcome,
    asked_by: by,
    queue_id: queue,
    campaign_id: campaign,
    low,
    channel,
  } = wanted;
  const midnight = (date: string, plus: number) =>
    sql`((${date}::date + ${plus}::int)::timestamp at time zone ${caller.timeZone})`;
  const conditions = [
    sql`survey_response.survey_campaign_id = ${surveyId}`,
    keptWithin(reachOf(caller), 'survey_response.created_by'),
    ...(from === undefined ? [] : [sql`survey_response.created_at >= ${midnight(from, 0)}`]),
    ...(to === undefined ? [] : [sql`survey_response.created_at < ${midnight(to, 1)}`]),
    ...(outcome === undefined ? [] : [sql`survey_response.outcome = ${outcome}`]),
    ...(channel === undefined ? [] : [sql`survey_response.channel = ${channel}`]),
    ...(by === undefined ? [] : [sql`survey_response.created_by = ${by}`]),
    ...(queue === undefined
      ? []
      : [sql`survey_response.call_id in (select its.call_id from queue_stay as its where its.queue_id = ${queue})`]),
    ...(campaign === undefined
      ? []
      : [
          sql`survey_response.call_id in (
            select its.call_id from campaign_attempt as its where its.campaign_id = ${campaign} and its.call_id is not null)`,
        ]),
    ...(low === undefined ? [] : [isLow]),
    ...(wordsOf(search).length === 0 ? [] : [sql`${said} like all (search_patterns(${wordsOf(search)}::text[]))`]),
  ];
  return sql`survey_response left join customer on customer.id = survey_response.customer_id
    where ${sql.join(conditions, sql` and `)}`;
}

export async function countResponses(trx: Trx, wanted: RawBuilder<unknown>, atMost = totalCap * 100): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${wanted} limit ${atMost}) as found`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Newest first; all of them where no page is asked for. */
export const newestResponses = (
  wanted: RawBuilder<unknown>,
  page?: { readonly skip: number; readonly perPage: number },
) => sql<StoredRow>`
  select found.*, account.name as by_name,
    (select round(avg((its ->> 'value')::numeric), 1)::float8 from jsonb_array_elements(found.answers) as its
      where its ->> 'kind' = 'scale') as rating,
    coalesce((select string_agg(distinct queue.name, ', ') from queue_stay join queue on queue.id::text = queue_stay.queue_id
      where queue_stay.call_id = found.call_id), '') as queues
  from (select survey_response.id, survey_response.customer_id, coalesce(customer.name, '') as name,
      coalesce(customer.numbers[1], (select call.outside_number from call where call.id = survey_response.call_id), '') as number,
      survey_response.channel, survey_response.complete,
      survey_response.outcome, survey_response.note, survey_response.answers, survey_response.call_id,
      survey_response.created_at as asked_at, survey_response.created_by
    from ${wanted} order by survey_response.created_at desc, survey_response.id desc
    ${page === undefined ? sql`` : sql`limit ${page.perPage} offset ${page.skip}`}) as found
    left join account on account.id = found.created_by
  order by found.asked_at desc, found.id desc`;

/** As somebody is shown it. */
export const presentResponse = ({ number, ...row }: StoredRow, view: NumberView) => ({
  ...row,
  phone: view.show(number),
});
