/** A moment as people here write it, from `2026-03-02T08:05:09`: `02/03/2026 08:05:09`, without a time where it is midnight. */
export function wallTimeText(iso: string): string {
  const day = `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`;
  const time = timeOfDay(iso);
  return time === '00:00' ? day : `${day} ${time}`;
}

/** A spreadsheet's number as the clock on the wall shows it: days since 30 December 1899, and parts of a day. */
export function wallTime(days: number): string {
  const at = Math.round((days - 25_569) * 86_400) * 1_000;
  if (Math.abs(at) > 8.64e15) return String(days);
  const iso = new Date(at).toISOString();
  return days >= 0 && days < 1 ? timeOfDay(iso) : wallTimeText(iso);
}

function timeOfDay(iso: string): string {
  const [minutes, seconds] = [iso.slice(11, 16) || '00:00', iso.slice(17, 19) || '00'];
  return seconds === '00' ? minutes : `${minutes}:${seconds}`;
}
