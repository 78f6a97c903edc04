/**
 * A moment as people here write it, from `2026-03-02T08:05:09`: `02/03/2026 08:05:09`, without a time where it is midnight. The day that
 * spreadsheets count from stands for none: a time of day alone.
 */
export function wallTimeText(iso: string): string {
  if (/^1899-12-3[01]T/.test(iso)) return timeOfDay(iso);
  const day = `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`;
  const time = timeOfDay(iso);
  return time === '00:00' ? day : `${day} ${time}`;
}

const rememberedDays = 10_000;
const remembered = new Map<number, string>();

/** A spreadsheet's number as the clock on the wall shows it: days since 30 December 1899, and parts of a day. Lists have the same days again and again. */
export function wallTime(days: number): string {
  const known = remembered.get(days);
  if (known !== undefined) return known;
  if (remembered.size >= rememberedDays) remembered.clear();
  const shown = shownTime(days);
  remembered.set(days, shown);
  return shown;
}

function shownTime(days: number): string {
  const at = Math.round((days - 25_569) * 86_400) * 1_000;
  if (Math.abs(at) > 8.64e15) return String(days);
  const iso = new Date(at).toISOString();
  return days >= 0 && days < 1 ? timeOfDay(iso) : wallTimeText(iso);
}

function timeOfDay(iso: string): string {
  const [minutes, seconds] = [iso.slice(11, 16) || '00:00', iso.slice(17, 19) || '00'];
  return seconds === '00' ? minutes : `${minutes}:${seconds}`;
}

/** How long something took, in days of a spreadsheet: `36:00`. */
export function elapsedTime(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  if (!Number.isSafeInteger(seconds)) return String(days);
  const two = (part: number) => String(part).padStart(2, '0');
  const time = `${days < 0 ? '-' : ''}${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? time : `${time}:${two(seconds % 60)}`;
}
