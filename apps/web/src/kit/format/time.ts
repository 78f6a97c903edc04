/** How far clocks are ahead of UTC at a moment, in milliseconds. */
type Ahead = (at: number) => number;

/** Where most companies are. */
export const usualZone = 'Asia/Ho_Chi_Minh';

/** By hand: to make the browser's own formatter for a zone takes a slow client 20 ms before its first picture. */
const sevenHours: Ahead = () => 7 * 3_600_000;

let ahead = sevenHours;

/** Times are told by the clocks of the company's zone, here as in the server's reports; by the usual ones where this browser knows no such zone. */
export function tellTimesIn(zone: string): void {
  ahead = clocksOf(zone);
}

const clocksOf = (zone: string): Ahead => (zone === usualZone ? sevenHours : (aheadIn(zone) ?? sevenHours));

function aheadIn(zone: string): Ahead | undefined {
  const there = clockOf(zone);
  return there && ((at) => Date.parse(`${there.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000);
}

function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  try {
    // Sweden writes a moment as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const two = (n: number) => String(n).padStart(2, '0');

/** Minutes and seconds, each of two digits at least: `75` → `01:15`. For clocks that run, and where the specification asks for it (§5). */
export function minutesSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

/** How long something has lasted, for a person: `03:20`, then `2 giờ 05`. */
export function lasted(seconds: number): string {
  if (seconds < 3600) return minutesSeconds(seconds);
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)} giờ ${two(minutes % 60)}`;
}

const dayHours = 24;

/** The same of what may have lasted for days: `3 ngày 04 giờ` from two days on. */
export function lastedDays(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours < 2 * dayHours ? lasted(seconds) : `${Math.floor(hours / dayHours)} ngày ${two(hours % dayHours)} giờ`;
}

function read(at: string | number | Date, clocks = ahead) {
  const moment = new Date(at).getTime();
  const there = new Date(moment + clocks(moment));
  // An unreadable moment is a mistake of ours, which throws here.
  const [day = '', time = ''] = there.toISOString().split(/[T.]/);
  const [year = '', month = '', date = ''] = day.split('-');
  const [hour = '', minute = '', second = ''] = time.split(':');
  return { year, month, day: date, hour, minute, second };
}

/** `21/11/2026`. */
export function date(at: string | number | Date): string {
  const { day, month, year } = read(at);
  return `${day}/${month}/${year}`;
}

/** `14:05`. */
export function clock(at: string | number | Date): string {
  const { hour, minute } = read(at);
  return `${hour}:${minute}`;
}

/** `14:05`, of so many minutes since midnight. */
export const clockOfMinute = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** `14:05:09`. */
export function clockSeconds(at: string | number | Date): string {
  const { hour, minute, second } = read(at);
  return `${hour}:${minute}:${second}`;
}

/** `21/11/2026 14:05`. */
export const dateTime = (at: string | number | Date): string => `${date(at)} ${clock(at)}`;

/** The day as the server writes it: `2026-11-21`. */
export function isoDay(at: string | number | Date, clocks = ahead): string {
  const { year, month, day } = read(at, clocks);
  return `${year}-${month}-${day}`;
}

/** The day so many days before an ISO day: `daysBefore('2026-03-01', 1)` is `2026-02-28`. */
export const daysBefore = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** `2026-11-21` → `21/11/2026`; anything else as it stands. */
export const dayOfIso = (iso: string): string => iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');

/** The moment of a time of a day, by the company's clocks. */
export function momentAt(day: string, time: string, clocks = ahead): string {
  const utc = Date.parse(`${day}T${time}:00Z`);
  // As far ahead as they are then, which may be other than they are at that time in UTC.
  return new Date(utc - clocks(utc - clocks(utc))).toISOString();
}

/** The last second of a day, by the company's clocks or those of a zone that may be another one's. */
export const endOfDay = (day: string, zone?: string): string =>
  new Date(
    Date.parse(momentAt(daysBefore(day, -1), '00:00', zone === undefined ? ahead : clocksOf(zone))) - 1000,
  ).toISOString();

/** The day of a moment by the clocks of a zone. */
export const isoDayIn = (at: string | number | Date, zone: string): string => isoDay(at, clocksOf(zone));
