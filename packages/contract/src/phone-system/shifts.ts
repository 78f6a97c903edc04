import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { colour, note, required } from '../lib/values.ts';
import { timeOfDay } from './opening-hours.ts';
import { minutesOfShift } from './shift-minutes.ts';

/** A pause that belongs to the shift, by the clock. */
const shiftBreak = z.object({ from_time: timeOfDay, to_time: timeOfDay });

/** What a shift is made of. One that ends before it begins goes on past midnight; equal ends are a whole day. */
export const shiftHours = z.object({
  from_time: timeOfDay,
  to_time: timeOfDay,
  breaks: z.array(shiftBreak).max(10).default([]),
});
export type ShiftHours = z.output<typeof shiftHours>;

/** Hours that people work, under a name: “Ca sáng”. */
export const shifts = crud({
  collection: '/shifts',
  item: '/shift',
  screen: 'shifts',
  input: z
    .object({ name: required, ...shiftHours.shape, colour, note })
    .refine((shift) => minutesOfShift(shift).breaks.length === shift.breaks.length, {
      path: ['breaks'],
      error: 'Giờ nghỉ phải nằm trong ca, và không chồng lên nhau',
    }),
  row: z.object({}),
  bulk: ['colour'],
});
