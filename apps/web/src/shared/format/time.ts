/**
 * Times are shown where the companies are, which is always seven hours ahead. By hand: to make the browser's own formatter for a
 * zone takes a slow client 20 ms before its first picture.
 */
const aheadMs = 7 * 3_600_000;

const two = (n: number) => String(n).padStart(2, '0');

/** Minutes and seconds, each of two digits at least (specification §5): `75` → `01:15`. */
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

function read(at: string | number | Date) {
  const there = new Date(new Date(at).getTime() + aheadMs);
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

/** `14:05:09`. */
export function clockSeconds(at: string | number | Date): string {
  const { hour, minute, second } = read(at);
  return `${hour}:${minute}:${second}`;
}

/** `21/11/2026 14:05`. */
export const dateTime = (at: string | number | Date): string => `${date(at)} ${clock(at)}`;

/** The day as the server writes it: `2026-11-21`. */
export function isoDay(at: string | number | Date): string {
  const { year, month, day } = read(at);
  return `${year}-${month}-${day}`;
}

/** The day so many days before an ISO day: `daysBefore('2026-03-01', 1)` is `2026-02-28`. */
export const daysBefore = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** `2026-11-21` → `21/11/2026`; anything else as it stands. */
export const dayOfIso = (iso: string): string => iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');

/** The moment of a time of a day; where the companies are it is always seven hours ahead. */
export const momentAt = (day: string, time: string): string => new Date(`${day}T${time}:00+07:00`).toISOString();
