import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { version } from '../lib/values.ts';

export const destinationClasses = {
  local: 'Nội hạt',
  mobile: 'Di động',
  'long-distance': 'Liên tỉnh',
  international: 'Quốc tế',
  premium: 'Dịch vụ 1900',
  satellite: 'Vệ tinh',
} as const;

const destinationClass = oneOf(destinationClasses);

const most = (limit: number) => z.int().min(1).max(limit).nullable();
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Giờ có dạng 07:30');
const hours = z.object({ from: time, to: time });

/** How much the company may call at all. Emergency numbers and colleagues can always be called. Null is no limit. */
export const callLimits = z.object({
  calls: most(10_000),
  calls_per_second: most(1_000),
  extension_calls: most(100),
  extension_calls_per_second: most(100),
  /** Destinations that may be called. */
  open: z.array(destinationClass).overwrite((list) => [...new Set(list)]),
  /** Area code of the company's place, without the 0. */
  home_area: z.string().regex(/^\d{0,3}$/, 'Mã vùng gồm tối đa ba chữ số, không có số 0 ở đầu'),
  /** When costly destinations (international, premium, satellite) may be called. */
  costly_hours: hours.nullable(),
  costly_minutes_per_day: most(100_000),
  costly_minutes_per_call: most(1_440),
  /** What a minute of talk costs, in đồng; what is left out costs nothing. */
  prices: z.partialRecord(destinationClass, z.int().min(0).max(1_000_000)),
  /** Đồng that calls to the outside may cost within 24 hours, by these prices. */
  spend_per_day: most(100_000_000_000),
  /** What of one extension within an hour looks like fraud; at night half of it is enough. */
  alarm: z.object({
    costly_calls: z.int().min(1).max(1_000),
    repeated_calls: z.int().min(2).max(1_000),
    costly_minutes: z.int().min(1).max(10_000),
    night: hours,
    /** So long it calls no costly destination any more. */
    stop_minutes: z.int().min(0).max(10_080),
  }),
  /** Who dials a customer that refuses advertising is asked first, at a screen and by phone. */
  asks_who_refuses: z.boolean(),
});
export type CallLimitsBody = z.output<typeof callLimits>;

const keptLimits = callLimits.extend({ version });
export type KeptCallLimits = z.output<typeof keptLimits>;

export const getCallLimits = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/call-limits',
  access: 'setting.view',
  summary: 'How much the company may call',
  result: keptLimits,
});

export const updateCallLimits = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/call-limits',
  access: 'setting.update',
  summary: 'Change how much the company may call; what is left out stays',
  body: callLimits.partial().extend({ version: version.optional().describe('Refuses what was changed since') }),
  result: keptLimits,
});
