import { localTime } from '@alo/calendar';
import type { AgentStatusEvent, ContactId, ContactsEvent } from '@alo/call-core';

import type { PlannedCall } from './day-plan.ts';
import { demoAgents } from './organisation.ts';
import type { Random } from './random.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Before the first call of a day, and after the last one. */
const early = { from: 8, to: 20 } as const;
const late = { from: 25, to: 40 } as const;
const usual = { begins: 7 * 60, ends: 20 * 60 } as const;

/** When people come, have their breaks, and go, on the days of these calls. */
export function planShifts({
  random,
  now,
  timeZone,
  calls,
}: {
  readonly random: Random;
  readonly now: number;
  readonly timeZone: string;
  readonly calls: readonly PlannedCall[];
}): readonly (ContactsEvent | AgentStatusEvent)[] {
  const midnightOf = (at: number) => Math.floor(at / minuteMs) * minuteMs - localTime(at, timeZone).minute * minuteMs;
  const days = Map.groupBy(calls, ({ at }) => midnightOf(at));
  return [...days].flatMap(([midnight, its]) => {
    const first = Math.min(midnight + usual.begins * minuteMs, ...its.map(({ at }) => at));
    const last = Math.max(midnight + usual.ends * minuteMs, ...its.map(({ at }) => at));
    return demoAgents.flatMap(({ extension }, index) => {
      const minutes = ({ from, to }: { readonly from: number; readonly to: number }) =>
        random.between(from, to) * minuteMs;
      const begins = first - minutes(early);
      const ends = Math.min(last + minutes(late), midnight + dayMs, now);
      // One after the other: somebody is always there.
      const lunch = midnight + (11 * 60 + 30 + index * 45) * minuteMs + minutes({ from: 0, to: 10 });
      const pause = midnight + (15 * 60 + index * 25) * minuteMs + minutes({ from: 0, to: 10 });
      const chooses = (at: number, reason: string | null) =>
        ({ type: 'agent-status', extension, activity: reason === null ? 1 : 2, reason, at }) as const;
      return [
        // Engines name contacts.
        { type: 'contacts', extension, contacts: [{ id: extension as ContactId, asleep: false }], at: begins } as const,
        chooses(lunch, 'Nghỉ trưa'),
        chooses(lunch + minutes({ from: 25, to: 35 }), null),
        chooses(pause, 'Nghỉ ngắn'),
        chooses(pause + minutes({ from: 6, to: 15 }), null),
        // What was to come later today is not known yet.
        { type: 'contacts', extension, contacts: [], at: ends } as const,
      ].filter(({ at }) => begins <= at && at <= ends);
    });
  });
}
