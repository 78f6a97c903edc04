import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { day, id, note, required, timestamp } from '../lib/values.ts';
import { holidayRule, timeOfDay, writtenTime } from './opening-hours.ts';

/** Whole numbers between two, each once and in order. */
const amongst = (from: number, to: number, wrong: string) =>
  z
    .array(z.int(wrong).min(from, wrong).max(to, wrong))
    .max(to)
    .overwrite((list) => [...new Set(list)].toSorted((a, b) => a - b));

/**
 * One stretch of hours: all that is said must hold, an empty list says nothing. Hours that end before they begin go on past
 * midnight; equal ends are the whole day.
 */
export const timeGroupDetail = z
  .object({
    /** Given by the server; a stretch that keeps it keeps its address. */
    id: id.nullable(),
    from_time: timeOfDay,
    to_time: writtenTime(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, '17:00'),
    /** 1 (Monday) to 7 (Sunday). */
    weekdays: amongst(1, 7, 'Thứ từ 1 (thứ hai) đến 7 (chủ nhật)'),
    days_of_month: amongst(1, 31, 'Ngày từ 1 đến 31'),
    months: amongst(1, 12, 'Tháng từ 1 đến 12'),
    dates: z
      .array(day)
      .max(366)
      .overwrite((list) => [...new Set(list)].toSorted()),
    holidays: holidayRule,
    note: z.string().trim().max(200),
  })
  .refine(({ days_of_month: days, months }) => couldFall(days, months), {
    path: ['days_of_month'],
    error: 'Không tháng nào trong số đã chọn có ngày này',
  });

const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const couldFall = (days: readonly number[], months: readonly number[]) =>
  days.length === 0 ||
  months.length === 0 ||
  months.some((month) => days.some((one) => one <= (longest[month - 1] ?? 31)));

/** Opening hours, shifts, holidays: stretches of hours under one name. */
export const timeGroups = crud({
  base: 'telephony',
  collection: '/partner/time-groups',
  item: '/partner/time-group',
  screen: 'time-groups',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    details: z.array(timeGroupDetail).max(100).default([]),
    note,
  }),
  row: z.object({ detail_count: z.int() }),
});

/** How a group stands at this moment. */
export const timeGroupsNow = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/time-groups/now',
  rowsOf: ['time-groups'],
  access: 'time-groups.view',
  summary: 'Whether each time group matches at this moment, and when that changes',
  result: z.object({
    data: z.array(
      z.object({
        id,
        matches: z.boolean(),
        /** The stretch that matches. */
        detail_id: id.nullable(),
        /** Null where it does not change within a year. */
        until: timestamp.nullable(),
        /** What is odd about its hours, in words. */
        warnings: z.array(z.string()),
      }),
    ),
  }),
});

/** As far as the moon is known. */
const year = z.coerce.number().int().min(1).max(2199);
const holiday = z.object({ date: day, name: required });
const holidaysOfYear = z.object({
  year: z.int(),
  /** Days on which the company is closed. */
  days: z.array(holiday),
  /** Whether the company has said so itself; else it is what the calendar says. */
  own: z.boolean(),
  /** What the Vietnamese calendar says, Tết and Giỗ Tổ by the moon. */
  suggested: z.array(holiday),
});

export const holidays = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/holidays/:year',
  rowsOf: ['time-groups'],
  access: 'time-groups.view',
  summary: 'The holidays of a year: the company’s own, or those of the Vietnamese calendar',
  params: z.object({ year }),
  result: holidaysOfYear,
});

export const updateHolidays = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/holidays/:year',
  access: 'time-groups.update',
  summary: 'Set the holidays of a year; null goes back to the Vietnamese calendar',
  params: z.object({ year }),
  body: z.object({
    days: z
      .array(holiday)
      .max(366)
      .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, {
        error: 'Mỗi ngày chỉ ghi một lần',
      })
      .overwrite((days) => days.toSorted((a, b) => (a.date < b.date ? -1 : 1)))
      .nullable(),
  }),
  result: holidaysOfYear,
});
