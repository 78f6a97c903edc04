import { instantOf } from '@alo/calendar';
import type { QueueRoster } from '@alo/call-core';
import { minutesOfShift } from '@alo/contract';

import type { Row, Rows } from '../routing-rows.ts';
import { rowsWith } from '../row-lookups.ts';

type Hours = Pick<Rows, 'tenant' | 'rosterShifts' | 'calledIn' | 'queueMembers'>;

/** Who of a queue works when, as far as it is planned; nothing of a queue that asks everybody. */
export function rosterOf(rows: Hours, row: Pick<Row<'queue'>, 'id' | 'by_roster'>): { readonly roster?: QueueRoster } {
  if (!row.by_roster) return {};
  const zone = rows.tenant.time_zone;
  const members = new Set(rowsWith(rows.queueMembers, 'queue_id', row.id).map(({ number }) => number));
  const days = new Set<string>();
  const shifts = new Map<string, { from: number; to: number; extensions: string[] }>();
  for (const { day, extension, from_time, to_time } of rows.rosterShifts) {
    if (!members.has(extension)) continue;
    days.add(day);
    const key = `${day} ${from_time} ${to_time}`;
    const known = shifts.get(key);
    if (known !== undefined) known.extensions.push(extension);
    else {
      const { from, to } = minutesOfShift({ from_time, to_time, breaks: [] });
      shifts.set(key, { from: instantOf(day, from, zone), to: instantOf(day, to, zone), extensions: [extension] });
    }
  }
  // What is planned for a day goes on until the last of its shifts ends.
  const planned = [
    ...[...days].map((day) => ({ from: instantOf(day, 0, zone), to: instantOf(day, 1_440, zone) })),
    ...[...shifts.values()].map(({ from, to }) => ({ from, to })),
  ];
  const calledIn = rows.calledIn.flatMap(({ extension, from_at: from, until_at: until }) =>
    members.has(extension) ? [{ from: from.getTime(), to: until.getTime(), extensions: [extension] }] : [],
  );
  const all = [...shifts.values(), ...calledIn].toSorted((one, other) => one.from - other.from);
  return { roster: { planned: joined(planned), shifts: all } };
}

type Span = QueueRoster['planned'][number];

/** Stretches that touch or overlap as one, in their order. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last !== undefined && span.from <= last.to) all.splice(-1, 1, { ...last, to: Math.max(last.to, span.to) });
    else all.push(span);
  }
  return all;
}
