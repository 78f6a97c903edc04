import { dayOf, dayText, timeOf } from '@alo/ui';

import { momentAt } from './time.ts';

/**
 * The moment of a day and a time as their fields tell them, by the company's clocks. What was typed there and is none stands
 * as it is, so that a schema refuses it at its field.
 */
export const typedMoment = (day: string, time: string): string =>
  dayOf(dayText(day)) === day && timeOf(time) === time ? momentAt(day, time) : `${day} ${time}`;
