const zoneOffsetMs = 7 * 3_600_000;

/** The day it is in Vietnam (UTC+7, without summer time) at that moment, as 2026-11-29. */
export const vietnamDay = (at: number): string => new Date(at + zoneOffsetMs).toISOString().slice(0, 10);

/**
 * Noon of today in Vietnam. Calls of a test that begin around it fall on one day, whenever the test runs. It may be
 * half a day before or after the real time, which rows get from PostgreSQL's now().
 */
export const todayAtNoon = (): number => Date.parse(`${vietnamDay(Date.now())}T12:00:00+07:00`);
