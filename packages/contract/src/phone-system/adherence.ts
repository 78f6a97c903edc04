import { z } from 'zod';

import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { day, id, timestamp } from '../lib/values.ts';

const seconds = z.int();

/** What is counted of planned days: how they were kept. */
export const adherenceCounts = z.object({
  /** Shifts that have begun, and those in which the person never was there. */
  shifts: z.int(),
  absences: z.int(),
  /** Work that was planned up to now, without breaks, and how much of it the person was at work. */
  planned_seconds: seconds,
  worked_seconds: seconds,
  /** Percent: worked ÷ planned; null of nothing. */
  adherence: z.number().nullable(),
  late: z.int(),
  late_seconds: seconds,
  early: z.int(),
  early_seconds: seconds,
  /** By how much all breaks within the shifts were longer than those that the shifts have. */
  over_break: z.int(),
  over_break_seconds: seconds,
});
export type AdherenceCounts = z.output<typeof adherenceCounts>;

/** What each is called, and how it is counted. */
export const adherenceFigures = {
  shifts: { label: 'Số ca', formula: 'Ca đã bắt đầu trong khoảng ngày đã chọn' },
  adherence: {
    label: 'Tuân thủ lịch',
    formula:
      'Thời gian sẵn sàng, trong cuộc gọi, sau cuộc gọi trong giờ làm của ca ÷ giờ làm của ca, không kể giờ nghỉ',
  },
  absences: { label: 'Vắng', formula: 'Ca mà người đó không vào lúc nào' },
  late: { label: 'Đi muộn', formula: 'Ca vào muộn từ một phút; tổng thời gian muộn' },
  early: { label: 'Về sớm', formula: 'Ca ra sớm từ một phút; tổng thời gian sớm' },
  over_break: { label: 'Nghỉ quá', formula: 'Ca nghỉ lâu hơn giờ nghỉ của ca từ một phút; tổng thời gian quá' },
} as const;

const person = z.object({ account_id: id, name: z.string(), extension: z.string(), team_name: z.string() });

const adherenceRow = person.extend({
  /** Of the row: the person and the day. */
  id: z.string(),
  /** Night shifts belong to the day on which they begin. */
  day: z.iso.date(),
  shift_name: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  ...adherenceCounts.shape,
});
export type AdherenceRow = z.output<typeof adherenceRow>;

const query = listQuery.extend({
  /** Both days of the company's clock; the last seven where neither is said, and a month at the most. */
  from: day.optional(),
  to: day.optional(),
  team_id: id.optional(),
  account_id: id.optional(),
  /** `1`: only days on which something was not as it was planned. */
  differs: z.literal('1').optional(),
});

export const adherenceReport = endpoint({
  base: 'tenant',
  rowsOf: ['roster', 'shifts', 'accounts'],
  method: 'GET',
  path: '/report/adherence',
  access: 'roster.view',
  summary:
    'How planned days were kept: who was late, left early, stayed too long on breaks or did not come, and how much of the planned work they were at work',
  query,
  result: pageOf(adherenceRow).extend({ from: z.iso.date(), to: z.iso.date(), counts: adherenceCounts }),
});

export const exportAdherence = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/report/adherence/export',
  access: 'roster.export',
  summary: 'How planned days were kept, a line for each person and day, as a spreadsheet',
  query: query.extend({ format: exportFormat }),
  answers: 'file or job',
});
