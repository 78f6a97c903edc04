import { type KpiMeasureName, type KpiState, kpiMeasureNames, kpiMeasures, kpiStates, monthAfter } from '@alo/contract';
import { digits, Status, type StatusTone } from '@alo/ui';

/** Measures by what they are called. */
export const measureWords = Object.fromEntries(
  kpiMeasureNames.map((name) => [name, `${kpiMeasures[name].label} (${kpiMeasures[name].unit})`]),
) as Readonly<Record<KpiMeasureName, string>>; // each name is one of its own

export const monthText = (month: string): string => month.split('-').toReversed().join('/');

/** Months that somebody may want to look at or plan: half a year back and ahead, the newest first. */
export function monthsAround(today: string): Readonly<Record<string, string>> {
  const now = today.slice(0, 7);
  return Object.fromEntries(
    Array.from({ length: 19 }, (_, place) => monthAfter(now, 6 - place)).map((month) => [
      month,
      `Tháng ${monthText(month)}`,
    ]),
  );
}

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
