import { laterDay } from './local-time.ts';
import { edgesOf } from './next-change.ts';
import { slotContains, type TimeSlot } from './time-group.ts';

/** Minutes of a day that no slot takes although slots before and behind them do, and the days (1 to 7) on which that is so. */
export type WeekGap = { readonly from: number; readonly to: number; readonly weekdays: readonly number[] };

/** What an ordinary week leaves out amid its hours: between two stretches of a day, and whole days between two others. */
export type WeekGaps = { readonly within: readonly WeekGap[]; readonly days: readonly number[] };

const monday = '2024-01-01';
const wholeDay = 24 * 60;

/** Slots of certain days, months or dates are exceptions to a week: they are not looked at. */
export function gapsInWeek(slots: readonly TimeSlot[]): WeekGaps {
  const weekly = slots
    .filter(({ daysOfMonth, months, dates }) => [daysOfMonth, months, dates].every((list) => list.length === 0))
    .map((slot) => ({ ...slot, except: [] }));
  const edges = edgesOf(weekly);
  const taken = (weekday: number, minute: number) =>
    weekly.some((slot) => slotContains(slot, laterDay(monday, weekday - 1 + 7, minute)));
  const within = new Map<string, { from: number; to: number; weekdays: number[] }>();
  const open: number[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
    const its = edges.map((from, at) => ({ from, to: edges[at + 1] ?? wholeDay, taken: taken(weekday, from) }));
    const first = its.findIndex((part) => part.taken);
    const last = its.findLastIndex((part) => part.taken);
    if (first !== -1) open.push(weekday);
    for (const { from, to, taken: isTaken } of joined(its.slice(Math.max(first, 0), last + 1))) {
      if (isTaken) continue;
      const known = within.get(`${from}-${to}`);
      if (known === undefined) within.set(`${from}-${to}`, { from, to, weekdays: [weekday] });
      else known.weekdays.push(weekday);
    }
  }
  const [firstDay = 8, lastDay = 0] = [open.at(0), open.at(-1)];
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => day > firstDay && day < lastDay && !open.includes(day));
  return { within: [...within.values()], days };
}

type Part = { readonly from: number; readonly to: number; readonly taken: boolean };

/** Neighbours that are alike, as one. */
function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const before = all.at(-1);
    if (before?.taken === part.taken) all.splice(-1, 1, { ...before, to: part.to });
    else all.push(part);
  }
  return all;
}
