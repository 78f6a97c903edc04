import type { ResponseBy, ResultOf, surveyResults } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

type Results = ResultOf<typeof surveyResults>;
/** More groups than these nobody reads: a year by day is in it. */
const groupsAtMost = 400;

const rates = sql`count(*)::int as asked, (count(*) filter (where outcome = 'answered'))::int as answered,
  (count(*) filter (where complete))::int as complete,
  round(100.0 * sum(satisfied) / nullif(sum(rated), 0))::int as csat,
  round(100.0 * sum(scores.promoters - scores.detractors) / nullif(sum(scores.given), 0))::int as nps`;

/** What came of the responses that are wanted, as a whole and by group. One in two queues counts in both. */
export async function summedResponses(
  trx: Trx,
  wanted: RawBuilder<unknown>,
  by: ResponseBy,
  timeZone: string,
): Promise<Pick<Results, 'total' | 'data'>> {
  const scored = sql`found left join lateral (
      select count(*) filter (where (its ->> 'value')::int >= 9) as promoters,
        count(*) filter (where (its ->> 'value')::int <= 6) as detractors, count(*) as given
      from jsonb_array_elements(found.answers) as its where its ->> 'kind' = 'nps') as scores on true`;
  const found = sql`with found as materialized (
    select survey_response.outcome, survey_response.complete, survey_response.rated, survey_response.satisfied,
      survey_response.answers, survey_response.created_by, survey_response.call_id, survey_response.channel,
      survey_response.created_at from ${wanted})`;
  const { rows: totals } = await sql<Results['total']>`${found} select ${rates} from ${scored}`.execute(trx);
  const { rows: data } = await sql<Results['data'][number]>`
    ${found} select own.key, coalesce(own.name, '') as name, ${rates}
      from ${scored} join lateral (${groupsIn(by, timeZone)}) as own on own.key is not null
      group by own.key, own.name
      order by ${by === 'day' || by === 'week' || by === 'month' ? sql`own.key desc` : sql`count(*) desc, own.key`}
      limit ${groupsAtMost}`.execute(trx);
  const [total] = totals;
  if (total === undefined) throw new Error('A count has no row.');
  return { total, data };
}

/** The groups that a response is in, by what it is found by and its name. */
function groupsIn(by: ResponseBy, timeZone: string): RawBuilder<unknown> {
  switch (by) {
    case 'day':
    case 'week':
    case 'month':
      return sql`select to_char(date_trunc(${by}::text, found.created_at at time zone ${timeZone}::text), 'YYYY-MM-DD') as key,
        ''::text as name`;
    case 'person':
      return sql`select account.id::text as key, account.name from account where account.id = found.created_by`;
    case 'queue':
      return sql`select distinct queue.id::text as key, queue.name from queue_stay
        join queue on queue.id::text = queue_stay.queue_id where queue_stay.call_id = found.call_id`;
    case 'campaign':
      return sql`select distinct campaign.id::text as key, campaign.name from campaign_attempt
        join campaign on campaign.id = campaign_attempt.campaign_id where campaign_attempt.call_id = found.call_id`;
    case 'channel':
      return sql`select found.channel as key, ''::text as name`;
    default:
      return by satisfies never;
  }
}
