import { advertisingHours, type LawFigure, lawFigures, lawSources } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Cell } from '../../resource/sheet/cell.ts';

export interface LawSheet {
  readonly month: string;
  readonly made_at: Date;
  readonly list_at: Date | null;
  readonly lines: {
    readonly figure: LawFigure;
    readonly value: number | null;
    readonly article: string;
    readonly formula: string;
  }[];
}

/** What the authority asks after of a month, counted anew from the rows: nothing of it is kept. */
export async function lawSheetOf(
  trx: Trx,
  { month, timeZone, now }: { month: string; timeZone: string; now: Date },
): Promise<LawSheet> {
  const { rows } = await sql<Record<LawFigure, number | null> & { list_at: Date | null }>`
    with span as (
      select (${month} || '-01')::date::timestamp at time zone ${timeZone} as from_at,
        ((${month} || '-01')::date + interval '1 month')::timestamp at time zone ${timeZone} as to_at
    ),
    placed as (
      select attempt.number, attempt.at, lag(attempt.at) over (partition by attempt.number order by attempt.at) as before
        from campaign_attempt as attempt
          join campaign on campaign.id = attempt.campaign_id and campaign.kind = 'advertising', span
        where attempt.at >= from_at - interval '24 hours' and attempt.number <> ''
    ),
    sent as (
      select recipient as number, coalesce(sent_at, created_at) as at from message, span
        where purpose = 'advertising' and state in ('sent', 'delivered') and not sandbox and created_at >= from_at
    ),
    calls as (select placed.* from placed, span where at >= from_at and at < to_at),
    messages as (select sent.* from sent, span where at >= from_at and at < to_at),
    said as (
      select consent.*, created_at as at,
        coalesce(nullif(number, ''), encode(number_hash, 'hex'), id::text) as whose,
        way not in ('card', 'api', 'file', 'ledger') as is_word
      from consent
    ),
    month_said as (select said.* from said, span where at >= from_at and at < to_at),
    refusals as (select whose, number, at from month_said where purpose = 'marketing' and not given),
    -- What reached a number after it had refused, and before it agreed again.
    reached as (
      select refusals.whose, refusals.at as refused_at, ad.at from refusals
        join (select number, at from placed union all select number, at from sent) as ad
          on ad.number = refusals.number and ad.at > refusals.at
        where not exists (select from said as again where again.purpose = 'marketing' and again.given
          and again.number = refusals.number and again.at > refusals.at and again.at <= ad.at)
    ),
    asked as (select data_request.* from data_request, span where received_at >= from_at and received_at < to_at),
    loaded as (
      select max(created_at) as at from consent where purpose = 'marketing' and not given and way in ('file', 'api')
        and created_at <= ${now}
    )
    select
      (select count(*) from calls)::int as calls,
      (select count(distinct number) from calls)::int as called_numbers,
      (select count(*) from calls where to_char(at at time zone ${timeZone}, 'HH24:MI') < ${advertisingHours.from}
        or to_char(at at time zone ${timeZone}, 'HH24:MI') >= ${advertisingHours.to})::int as calls_outside_hours,
      (select count(*) from calls where at - before < interval '24 hours')::int as calls_again,
      (select count(*) from messages)::int as messages,
      (select count(distinct number) from messages)::int as messaged_numbers,
      (select count(*) from message, span where purpose = 'advertising' and state = 'refused'
        and created_at >= from_at and created_at < to_at)::int as messages_stopped,
      (select count(*) from month_said where purpose = 'marketing' and given and is_word)::int as agreed,
      (select count(*) from month_said where purpose = 'marketing' and given and way = 'key')::int as agreed_by_key,
      (select count(*) from refusals)::int as refused,
      (select count(*) from month_said where purpose = 'marketing' and not given and way = 'key')::int as refused_by_key,
      (select count(distinct whose) from refusals)::int as refusing_numbers,
      (select count(*) from month_said where purpose = 'marketing' and given and not is_word)::int as lifted,
      (select count(distinct whose) from refusals where whose not in (select whose from reached))::int as carried_out,
      (select count(distinct (whose, at)) from reached)::int as after_refusal,
      (select coalesce(max(extract(epoch from at - refused_at)), 0) from reached)::int as slowest_seconds,
      (select count(*) from customer where do_not_call)::int as refusing_cards,
      (select case when at is not null then (${now}::timestamptz at time zone ${timeZone})::date
        - (at at time zone ${timeZone})::date end from loaded)::int as list_age_days,
      (select count(*) from month_said join consent_cut on consent_cut.id = month_said.id
        where consent_cut.state <> 'none')::int as with_sound,
      (select count(*) from month_said where purpose in ('recording', 'call-recording') and not given)::int as recording_refused,
      (select count(*) from asked)::int as data_requests,
      (select count(*) from asked where state = 'done')::int as data_requests_done,
      (select count(*) from asked where coalesce(closed_at, ${now}) > due_at)::int as data_requests_late,
      (select count(distinct tagging.call_id) from call_tagging as tagging
        join call_tag on call_tag.id = tagging.tag_id and lower(call_tag.name) like '%khiếu nại%', span
        where tagging.call_started_at >= from_at and tagging.call_started_at < to_at)::int as complaints,
      (select at from loaded) as list_at`.execute(trx);
  const [counted] = rows;
  if (counted === undefined) throw new Error('A count has no row.');
  const figures = Object.keys(lawFigures) as LawFigure[]; // its keys, all of them
  return {
    month,
    made_at: now,
    list_at: counted.list_at,
    lines: figures.map((figure) => ({ figure, value: counted[figure], ...lawSources[figure] })),
  };
}

export const lawSheetHeadings = ['Chỉ tiêu', 'Số liệu', 'Căn cứ', 'Cách tính'] as const;
export const lawSheetRows = ({ lines }: LawSheet): (readonly Cell[])[] =>
  lines.map(({ figure, value, article, formula }) => [lawFigures[figure], value ?? 'Chưa có', article, formula]);
