/** `2026-11-21` → `21/11/2026`; anything else as it stands. */
export const dayText = (iso: string): string => iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');

/**
 * A day as people type it, day first: `21/11/2026`, `21-11-26`, `21.11.2026`, `21112026`. A year of two digits is of this
 * century. Undefined for what is no day of the calendar.
 */
export function dayOf(text: string): string | undefined {
  const found = /^(\d{1,2})[/.\- ]?(\d{1,2})[/.\- ]?(\d{4}|\d{2})$/.exec(text.trim());
  if (!found) return undefined;
  const [, day = '', month = '', year = ''] = found;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) && iso >= '1900' ? iso : undefined;
}

/** A time of day as people type it: `8`, `830`, `8:30`, `8h30`, `20.15` → `08:30`. Undefined for what is none. */
export function timeOf(text: string): string | undefined {
  const found = /^(\d{1,2}?)\s*[:.h]?\s*(\d{2})?$/i.exec(text.trim());
  if (!found) return undefined;
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)];
  return hour <= 23 && minute <= 59 ? `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` : undefined;
}
