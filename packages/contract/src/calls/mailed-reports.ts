import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import type { Permission } from '../lib/permission.ts';
import { id, ids, note, required, timestamp } from '../lib/values.ts';
import { weekdays } from './calls.ts';

/** Reports that can be sent, each by the path of its page. */
export const mailedKinds = {
  'call-analysis': 'Phân tích cuộc gọi',
  'history-by-department-team': 'Theo phòng ban / nhóm',
  'history-cdr-by-exten': 'Theo máy nhánh',
  'history-by-queue': 'Theo hàng đợi',
  'history-by-status': 'Thời gian trạng thái',
  'history-by-quality': 'Chất lượng âm thanh',
} as const;
export const mailedKind = oneOf(mailedKinds, { error: messages.required });
export type MailedKind = z.output<typeof mailedKind>;

/** What it takes to have each as a file, and so to have it sent. */
export const mailedNeeds: Readonly<Record<MailedKind, Permission>> = {
  'call-analysis': 'history-by-department-team.export',
  'history-by-department-team': 'history-by-department-team.export',
  'history-cdr-by-exten': 'history-cdr-by-exten.export',
  'history-by-queue': 'history-by-department-team.export',
  'history-by-status': 'history-by-status.export',
  'history-by-quality': 'history-cdr-by-exten.export',
};

/** Which days a report is of, by the company's clock at the moment that it is due. */
export const mailedSpans = {
  yesterday: 'Hôm trước',
  today: 'Trong ngày, đến giờ gửi',
  'seven-days': '7 ngày trước đó',
  'last-week': 'Tuần trước, thứ Hai đến Chủ nhật',
  'this-month': 'Từ đầu tháng đến giờ gửi',
  'last-month': 'Tháng trước',
} as const;
export type MailedSpan = keyof typeof mailedSpans;

export const mailedEvery = { day: 'Mỗi ngày', week: 'Mỗi tuần', month: 'Mỗi tháng' } as const;
export const mailedFormats = { pdf: 'PDF', xlsx: 'Excel (.xlsx)', csv: 'CSV' } as const;
export type MailedFormat = keyof typeof mailedFormats;

/** So many people outside each of them goes to at most. */
export const outsideAtMost = 10;

/** Addresses as somebody writes them, one behind the other. */
export const addressesIn = (written: string): string[] => [
  ...new Set(
    written
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((one) => one.toLowerCase()),
  ),
];

/** A report with its filters that is sent by mail, with the rights that whoever saved it last has at that moment. */
export const mailedReports = crud({
  collection: '/mailed-reports',
  item: '/mailed-report',
  screen: 'mailed-reports',
  input: z.object({
    name: required,
    active: z.boolean().default(false),
    report: mailedKind,
    /** As the page's address has them behind `?`, without days. */
    filters: z
      .string()
      .max(1_000)
      .regex(/^([a-z_]+=[^&]*(&[a-z_]+=[^&]*)*)?$/, 'Bộ lọc không hợp lệ')
      .meta({ examples: ['by=hour'] })
      .default(''),
    span: oneOf(mailedSpans).default('yesterday'),
    every: oneOf(mailedEvery).default('day'),
    weekday: oneOf(weekdays).default('1'),
    /** Of a month that is shorter its last day. */
    month_day: z.int('Từ 1 đến 31').min(1, 'Từ 1 đến 31').max(31, 'Từ 1 đến 31').default(1),
    at_time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Giờ có dạng 08:30')
      .meta({ examples: ['08:00'] })
      .default('08:00'),
    format: oneOf(mailedFormats).default('pdf'),
    person_ids: ids,
    /** Addresses that are nobody's of the company: by whoever has `mailed-reports.send-outside` alone. */
    outside: z
      .string()
      .trim()
      .max(1_000)
      .regex(/^([^\s@,;]+@[^\s@,;]+\.[^\s@,;]+[\s,;]*)*$/, 'Mỗi dòng một địa chỉ email')
      .refine((text) => addressesIn(text).length <= outsideAtMost, `Nhiều nhất ${outsideAtMost} địa chỉ`)
      .refine((text) => addressesIn(text).every((one) => z.email().safeParse(one).success), 'Email không hợp lệ')
      .default(''),
    note,
  }),
  row: z.object({
    person_names: z.array(z.string()),
    /** Whose rights it is sent with: whoever saved it last; '' where they are gone. */
    sender_name: z.string(),
    /** When it is sent next; null where it is not. */
    due_at: timestamp.nullable(),
    last_at: timestamp.nullable(),
    /** Why it was stopped; '' where nobody but people did. */
    paused_why: z.string(),
  }),
  filters: z.object({ report: mailedKind.optional() }),
  bulk: ['active'],
  shows: ['accounts'],
});
export type MailedReport = z.output<typeof mailedReports.row>;

export const sendingStates = {
  waiting: 'Đang gửi',
  sent: 'Đã gửi',
  failed: 'Không gửi được',
  refused: 'Không gửi',
} as const;

export const mailedLetterStates = {
  waiting: 'Đang chờ',
  trying: 'Đang gửi',
  sent: 'Đã gửi',
  failed: 'Không gửi được',
  unknown: 'Không rõ đã đến chưa',
} as const;

const one = { base: 'tenant', params: z.object({ id }) } as const;

export const mailedLog = endpoint({
  ...one,
  method: 'GET',
  path: '/mailed-report/:id/log',
  access: 'mailed-reports.view',
  summary: 'When a report was sent, to whom, and why not, newest first',
  query: listQuery.pick({ page: true, per_page: true }),
  result: pageOf(
    z.object({
      id,
      due_at: timestamp,
      state: oneOf(sendingStates),
      why: z.string(),
      file_name: z.string(),
      file_bytes: z.int().nullable(),
      letters: z.array(z.object({ recipient: z.string(), state: oneOf(mailedLetterStates), why: z.string() })),
    }),
  ),
});

export const sendReportNow = endpoint({
  ...one,
  method: 'POST',
  path: '/mailed-report/:id/send',
  access: 'mailed-reports.update',
  summary: 'Send a report now, as it would be when it is due, with the rights of whoever saved it last',
  result: z.object({ sending_id: id }),
});

export const mailedFile = endpoint({
  ...one,
  method: 'GET',
  path: '/mailed-report/:id/file',
  access: 'mailed-reports.view',
  summary: 'The file that a report would be sent as at this moment, with the rights of who asks',
  answers: 'file',
});
