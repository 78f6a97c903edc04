import type { surveyStatuses } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

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
export const isOpen = (today: string): RawBuilder<boolean> =>
  sql`status = 'running' and coalesce(starts_on <= ${today}::date, true) and coalesce(ends_on >= ${today}::date, true)`;
