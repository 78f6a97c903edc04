import { weekdaysText } from '@alo/ui';

import { dayOfIso } from '../../kit/format/time.ts';
import type { Hours } from './hours.ts';

/** `T2–T6, 08:00–17:00, không tính ngày lễ`. */
export function hoursText(hours: Hours): string {
  const { from_time: from, to_time: to } = hours;
  const clock = from === to ? 'cả ngày' : `${from}–${to}${to < from ? ' hôm sau' : ''}`;
  const days = hours.weekdays.length === 7 ? '' : weekdaysText(hours.weekdays);
  return [
    days,
    hours.days_of_month.length > 0 && `ngày ${hours.days_of_month.join(', ')}`,
    hours.months.length > 0 && `tháng ${hours.months.join(', ')}`,
    hours.dates.length > 0 && datesText(hours.dates),
    clock,
    hours.holidays === 'except' && 'không tính ngày lễ',
    hours.holidays === 'only' && 'chỉ ngày lễ',
    hours.note,
  ]
    .filter(Boolean)
    .join(', ');
}

const datesText = (dates: readonly string[]) =>
  dates.length > 3 ? `${dates.length} ngày cụ thể` : dates.map(dayOfIso).join(', ');
