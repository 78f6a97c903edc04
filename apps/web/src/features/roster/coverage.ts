import { type RosterEntry, type RosterShift, workOfShift } from '@alo/contract';

/** A half-hour is what people are planned for. */
const [slotMinutes, slots] = [30, 48];

/** How many work in each half-hour of a day, on average and without who has a break, night shifts of the day before included. */
export function rosteredIn(day: string, entries: readonly RosterEntry[], shifts: readonly RosterShift[]): number[] {
  const byId = new Map(shifts.map((shift) => [shift.id, shift]));
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  const minutes = Array.from({ length: slots }, () => 0);
  for (const { day: of, shift_id: id } of entries) {
    const shift = byId.get(id ?? '');
    if (shift === undefined || (of !== day && of !== before)) continue;
    const shift0 = of === before ? -slots * slotMinutes : 0;
    for (const { from, to } of workOfShift(shift))
      for (const slot of minutes.keys()) {
        const begins = slot * slotMinutes;
        const within = Math.min(to + shift0, begins + slotMinutes) - Math.max(from + shift0, begins);
        minutes[slot] = (minutes[slot] ?? 0) + Math.max(0, within);
      }
  }
  return minutes.map((sum) => Math.round((sum / slotMinutes) * 10) / 10);
}

export type Verdict = 'few' | 'enough' | 'many';

/** Whether those who work are those who are needed. Half a person who comes or goes in the half-hour makes nobody too many. */
export function verdictOf(rostered: number, needed: number): { readonly verdict: Verdict; readonly words: string } {
  const lacks = Math.ceil(needed - rostered);
  if (lacks > 0) return { verdict: 'few', words: `Thiếu ${lacks}` };
  const spare = Math.floor(rostered - needed);
  return spare > 0 ? { verdict: 'many', words: `Dư ${spare}` } : { verdict: 'enough', words: 'Vừa đủ' };
}
