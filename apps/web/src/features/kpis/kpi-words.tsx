import {
  daysOfPeriod,
  type KpiMeasureName,
  type KpiPeriodKind,
  type KpiState,
  kpiMeasureNames,
  kpiMeasures,
  kpiPeriodKind,
  kpiPeriodKinds,
  kpiStates,
  periodAfter,
  weekOf,
} from '@alo/contract';
import { digits, Status, type StatusTone } from '@alo/ui';

/** Measures by what they are called. */
export const measureWords = Object.fromEntries(
  kpiMeasureNames.map((name) => [name, `${kpiMeasures[name].label} (${kpiMeasures[name].unit})`]),
) as Readonly<Record<KpiMeasureName, string>>; // each name is one of its own

/** `11/2026`, `Tuần 48/2026`, `30/11/2026`. */
export function periodText(period: string): string {
  const [year = '', ...rest] = period.split('-');
  return kpiPeriodKind(period) === 'week'
    ? `Tuần ${Number(rest[0]?.slice(1))}/${year}`
    : [year, ...rest].toReversed().join('/');
}

/** The same with what it is: `Tháng 11/2026`, `Tuần 48/2026 (23/11–29/11)`, `Ngày 30/11/2026`. */
export function periodInWords(period: string): string {
  const kind = kpiPeriodKind(period);
  if (kind !== 'week') return `${kpiPeriodKinds[kind]} ${periodText(period)}`;
  const { from, to } = daysOfPeriod(period);
  const brief = (day: string) => day.slice(5).split('-').toReversed().join('/');
  return `${periodText(period)} (${brief(from)}–${brief(to)})`;
}

/** So many of each are offered behind the one that it is, and before it. */
const around = { month: [6, 12], week: [4, 4], day: [7, 7] } as const;

/** Periods of a kind that somebody may want to look at or plan, the newest first. */
export function periodsOfKind(kind: KpiPeriodKind, today: string): Readonly<Record<string, string>> {
  const now = { month: today.slice(0, 7), week: weekOf(today), day: today }[kind];
  const [ahead, behind] = around[kind];
  return Object.fromEntries(
    Array.from({ length: ahead + behind + 1 }, (_, place) => periodAfter(now, ahead - place)).map((period) => [
      period,
      periodInWords(period),
    ]),
  );
}

/** All of them: months, then weeks, then days. */
export const periodsAround = (today: string): Readonly<Record<string, string>> => ({
  ...periodsOfKind('month', today),
  ...periodsOfKind('week', today),
  ...periodsOfKind('day', today),
});

/** `1.240 cuộc`; `95%`. */
export function amount(measure: KpiMeasureName, value: number | null): string {
  if (value === null) return '–';
  const { unit } = kpiMeasures[measure];
  return `${digits(value, 1)}${unit === '%' ? '%' : ` ${unit}`}`;
}

const tones: Readonly<Record<KpiState, StatusTone>> = {
  waiting: 'offline',
  'on-course': 'talking',
  behind: 'paused',
  reached: 'ready',
  failed: 'bad',
};

export const KpiStatus = ({ state }: { state: KpiState }) => <Status tone={tones[state]}>{kpiStates[state]}</Status>;
