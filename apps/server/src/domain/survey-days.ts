import type { surveyStatuses } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../db/database.ts';

/** What decides whether people are asked by a survey. */
export interface SurveyDays {
  readonly status: keyof typeof surveyStatuses;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
}

/** Why nobody is asked today, in words; empty where they are. */
export function whyClosed({ status, starts_on: start, ends_on: end }: SurveyDays, today: string): string {
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
export const isOpenOn = (today: string): RawBuilder<boolean> =>
  sql`status = 'running' and coalesce(starts_on <= ${today}::date, true) and coalesce(ends_on >= ${today}::date, true)`;

/** Whether a text has the place of a survey's link, however it was typed: a condition on `message_template`. */
export const bringsSurvey = sql<boolean>`message_template.text ~ '\\{\\s*khao_sat\\s*\\}'`;

interface OverSurvey {
  readonly id: string;
  /** Why nobody is asked by it any more, in words. */
  readonly words: string;
}

/** Those of these surveys that never ask again: what would bring somebody to one of them is refused when it is kept. One that waits for its day may be named. */
export async function surveysOver(trx: Trx, ids: readonly string[]): Promise<readonly OverSurvey[]> {
  if (ids.length === 0) return [];
  return overIn(trx, sql`survey.id = any(${[...ids]}::uuid[])`);
}

/** Those of these templates whose message would bring the link of such a survey. */
export async function templatesOfOverSurveys(trx: Trx, ids: readonly string[]): Promise<readonly OverSurvey[]> {
  if (ids.length === 0) return [];
  return overIn(
    trx,
    sql`message_template.id = any(${[...ids]}::uuid[]) and ${bringsSurvey}`,
    sql`message_template.id`,
    sql`join message_template on message_template.survey_id = survey.id`,
  );
}

async function overIn(
  trx: Trx,
  which: RawBuilder<unknown>,
  id = sql`survey.id`,
  joined = sql``,
): Promise<OverSurvey[]> {
  const { rows } = await sql<OverSurvey>`
    select ${id} as id, case when survey.status = 'ended' then 'Khảo sát “' || survey.name || '” đã kết thúc'
        else 'Khảo sát “' || survey.name || '” đã qua ngày kết thúc' end as words
      from survey_campaign as survey ${joined}
      where ${which} and (survey.status = 'ended'
        or survey.ends_on < (select (now() at time zone time_zone)::date from tenant))`.execute(trx);
  return rows;
}
