import { localTime } from '@alo/calendar';

import type { GateClock } from './gate.ts';

/** A moment as the company's clock shows it. */
export function clockIn(now: number, timeZone: string): GateClock {
  const { date, minute } = localTime(now, timeZone);
  const two = (n: number) => String(n).padStart(2, '0');
  return { now, date, time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` };
}
