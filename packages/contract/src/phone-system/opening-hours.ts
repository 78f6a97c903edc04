import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id } from '../lib/values.ts';

/** What a holiday means to a stretch of hours. */
export const holidayRules = {
  ignored: 'Như ngày thường',
  except: 'Không tính ngày lễ',
  only: 'Chỉ ngày lễ',
} as const;
export const holidayRule = z.enum(['ignored', 'except', 'only']);

/** A time of day as it is written. */
export const writtenTime = (pattern: RegExp, example: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, messages.required)
    .regex(pattern, 'Giờ có dạng 08:30')
    .meta({ examples: [example] });

/** When something begins, which is never at 24:00. */
export const timeOfDay = writtenTime(/^([01]\d|2[0-3]):[0-5]\d$/, '08:00');

/** Every time group by name, for pickers. */
export const timeGroupAll = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/time-group/all/:companyCode',
  tenantIn: { part: 'params', name: 'companyCode' },
  rowsOf: ['time-groups'],
  access: 'general',
  summary: 'All time groups, for pickers',
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});
