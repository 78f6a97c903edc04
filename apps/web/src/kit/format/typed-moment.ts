import { dayOf, dayText, timeOf } from '@alo/ui';

import { endOfDay, momentAt } from './time.ts';

/**
 * The moment of a day and a time as their fields tell them, by the company's clocks. What was typed there and is none stands
 * as it is, so that a schema refuses it at its field.
 */
export const typedMoment = (day: string, time: string): string =>
  isDay(day) && timeOf(time) === time ? momentAt(day, time) : `${day} ${time}`;

/** In the same way the end of a day, by the company's clocks or those of another one's zone. */
export const typedEndOfDay = (day: string, zone?: string): string => (isDay(day) ? endOfDay(day, zone) : day);

const isDay = (text: string): boolean => dayOf(dayText(text)) === text;
