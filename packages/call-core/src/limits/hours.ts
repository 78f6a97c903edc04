/** Minutes since midnight of `HH:MM`. */
function minuteOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** Does a minute of the day lie in these hours? They may go over midnight; the end is not in them. */
export function isWithinHours({ from, to }: { readonly from: string; readonly to: string }, minute: number): boolean {
  const [first, last] = [minuteOf(from), minuteOf(to)];
  return first <= last ? minute >= first && minute < last : minute >= first || minute < last;
}
