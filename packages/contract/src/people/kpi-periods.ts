import { z } from 'zod';

import { missing } from '../lib/mistake-words.ts';

/** How long a target is for. */
export const kpiPeriodKinds = { month: 'Tháng', week: 'Tuần', day: 'Ngày' } as const;
export type KpiPeriodKind = keyof typeof kpiPeriodKinds;

/** So many of a kind are set at once at most. */
export const kpiPeriodsAtMost: Readonly<Record<KpiPeriodKind, number>> = { month: 12, week: 13, day: 31 };

const dayMs = 86_400_000;
const at = (iso: string) => Date.parse(`${iso}T00:00:00Z`);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const kpiPeriodKind = (period: string): KpiPeriodKind =>
  period.includes('W') ? 'week' : period.length === 7 ? 'month' : 'day';

/** Monday of the first week of a year: the one that has the year's first Thursday. */
function firstMonday(year: number): number {
  const fourth = at(`${year}-01-04`);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}

/** The week from Monday that a day is in: `2026-W48`. */
export function weekOf(day: string): string {
  const thursday = at(day) + (3 - ((new Date(at(day)).getUTCDay() + 6) % 7)) * dayMs;
  const year = new Date(thursday).getUTCFullYear();
  const nth = 1 + Math.floor((thursday - firstMonday(year)) / (7 * dayMs));
  return `${year}-W${String(nth).padStart(2, '0')}`;
}

/** The first day of a period, and the last. */
export function daysOfPeriod(period: string): { readonly from: string; readonly to: string } {
  const kind = kpiPeriodKind(period);
  if (kind === 'day') return { from: period, to: period };
  if (kind === 'week') {
    const monday = firstMonday(Number(period.slice(0, 4))) + (Number(period.slice(6)) - 1) * 7 * dayMs;
    return { from: iso(monday), to: iso(monday + 6 * dayMs) };
  }
  return { from: `${period}-01`, to: iso(at(`${periodAfter(period, 1)}-01`) - dayMs) };
}

/** The period of the same kind so many later. */
export function periodAfter(period: string, by: number): string {
  const kind = kpiPeriodKind(period);
  if (kind === 'day') return iso(at(period) + by * dayMs);
  if (kind === 'week') return weekOf(iso(at(daysOfPeriod(period).from) + by * 7 * dayMs));
  const place = Number(period.slice(0, 4)) * 12 + Number(period.slice(5)) - 1 + by;
  return `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`;
}

/** There is such a day, and such a week of that year. */
const isThere = (period: string): boolean => {
  const kind = kpiPeriodKind(period);
  if (kind === 'month') return true;
  if (kind === 'week') return weekOf(daysOfPeriod(period).from) === period;
  return !Number.isNaN(at(period)) && iso(at(period)) === period;
};

/** When a target is for, by the company's calendar: a month, a week from Monday or a day: `2026-11`, `2026-W48`, `2026-11-30`. */
export const kpiPeriod = z
  .string({ error: missing })
  .regex(/^2\d{3}-(?:(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?|W(?:0[1-9]|[1-4]\d|5[0-3]))$/, {
    error: 'Kỳ có dạng 2026-11, 2026-W48 hoặc 2026-11-30',
    abort: true,
  })
  .refine(isThere, { error: 'Không có ngày hay tuần này' })
  .meta({ examples: ['2026-11'] });

/** Nobody asks for more at once; what is more is cut off there. */
const mostBetween = 40;

/** The periods from one to another of its kind, both of them, in their order; none where either is no period. */
export function periodsBetween(from: string, to: string): string[] {
  const all: string[] = [];
  if (![from, to].every((one) => kpiPeriod.safeParse(one).success) || kpiPeriodKind(from) !== kpiPeriodKind(to))
    return all;
  for (let one = from; one <= to && all.length < mostBetween; one = periodAfter(one, 1)) all.push(one);
  return all;
}
