import type { TimeGroup } from '@alo/calendar';
import type { TimeCondition } from '@alo/call-core';

import { holidayDates } from '../../domain/holidays.ts';
import { timeSlotsOf } from '../../domain/time-slots.ts';
import type { Row, Rows } from '../routing-rows.ts';
import { rowsWith, rowWith } from '../row-lookups.ts';
import { destinationOf } from './plan-destination.ts';

/** A time condition with its hours. */
export function timeConditionOf(rows: Rows, row: Row<'time_condition'>): TimeCondition {
  return {
    name: row.name,
    group: timeGroupOf(rows, row.time_group_id),
    override: row.override,
    ...(row.override_until === null ? {} : { overrideUntil: row.override_until.getTime() }),
    match: destinationOf(row.match_kind, row.match_value),
    otherwise: destinationOf(row.otherwise_kind, row.otherwise_value),
    ...(row.pin_hash === null ? {} : { asksPin: true }),
  };
}

/** What the hours of a company are made of. */
type Hours = Pick<Rows, 'tenant' | 'ownHolidays' | 'timeGroups' | 'timeSlots'>;

/** Opening hours, with the holidays of the company. */
export function timeGroupOf({ tenant, ownHolidays, timeGroups, timeSlots }: Hours, id: string): TimeGroup {
  const holidays = holidayDates(tenant.year, ownHolidays);
  return {
    name: rowWith(timeGroups, 'id', id)?.name ?? '',
    slots: rowsWith(timeSlots, 'time_group_id', id).flatMap((slot) => timeSlotsOf(slot, holidays)),
  };
}
