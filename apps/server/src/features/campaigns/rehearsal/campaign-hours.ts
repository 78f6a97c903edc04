import { instantOf, shiftedDate } from '@alo/calendar';
import { advertisingHours } from '@alo/contract';

import { type CompanyClock, clockIn } from '../../../domain/company-clock.ts';
import { campaignGate } from '../gate.ts';
import type { Rehearsal } from './rehearsal-plan.ts';

/** When a campaign may call, by the clock of its company. */
export function campaignHours({ rules, timeZone }: Pick<Rehearsal, 'rules' | 'timeZone'>) {
  const isLaw = rules.kind === 'advertising';
  const from = isLaw && advertisingHours.from > rules.calls_from ? advertisingHours.from : rules.calls_from;
  const to = isLaw && advertisingHours.to < rules.calls_to ? advertisingHours.to : rules.calls_to;
  const closings = new Map<string, number>();
  let known: { readonly minute: number; readonly clock: CompanyClock } | undefined;
  return {
    /** Within a minute the clock is asked once. */
    clockAt(at: number): CompanyClock {
      const minute = Math.floor(at / 60_000);
      if (known?.minute !== minute) known = { minute, clock: clockIn(at, timeZone) };
      return { ...known.clock, now: at };
    },

    isOpen: (clock: CompanyClock): boolean => campaignGate(rules, clock) === null,

    /** When the hours, or the days, of the campaign begin next. */
    opensAfter({ now, date }: CompanyClock): number | undefined {
      const first = rules.starts_on !== null && rules.starts_on > date ? rules.starts_on : date;
      for (const day of [first, shiftedDate(first, 1)]) {
        const opens = instantOf(day, minutesOf(from), timeZone);
        if (opens > now && campaignGate(rules, clockIn(opens, timeZone)) === null) return opens;
      }
      return undefined;
    },

    closesOn(date: string): number {
      const found = closings.get(date) ?? instantOf(date, minutesOf(to), timeZone);
      closings.set(date, found);
      return found;
    },
  };
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
