import type { CompanyClock } from '../../../domain/company-clock.ts';
import { atOnce, usualTickMs } from '../dial-now.ts';
import { campaignCallers } from './campaign-callers.ts';
import { campaignFloor } from './campaign-floor.ts';
import { campaignHours } from './campaign-hours.ts';
import { campaignPace } from './campaign-pace.ts';
import { lastDayOf } from './last-day.ts';
import type { Rehearsal, RehearsedCampaign, RehearsedDay, World } from './rehearsal-plan.ts';
import { waitingCustomers } from './waiting-customers.ts';

/**
 * One way that a campaign may go from now on, lived by the rules that call: the gate, the pace, the turn of customers and of numbers, and what
 * follows from each call. Nothing is dialled, and nothing is written.
 */
export function rehearseToEnd(plan: Rehearsal, world: World): RehearsedCampaign {
  const hours = campaignHours(plan);
  const customers = waitingCustomers(plan);
  const callers = campaignCallers(plan);
  const lastDay = lastDayOf(plan);
  const floor = campaignFloor(plan, { world, customers, lastDay });
  const pace = campaignPace(plan, { floor, lastDay });
  let presentMs = 0;

  for (let at = plan.now; at <= plan.until && customers.left > 0; ) {
    floor.runUpTo(at);
    if (customers.left === 0) break;
    const clock = hours.clockAt(at);
    const isOpen = hours.isOpen(clock);
    const next = isOpen ? callNow(clock) : (hours.opensAfter(clock) ?? Number.POSITIVE_INFINITY);
    const wakes = Math.min(next, floor.nextDue());
    if (!Number.isFinite(wakes)) break;
    // It looks each second, from now on.
    const then = plan.now + Math.max(1, Math.ceil((wakes - plan.now) / usualTickMs)) * usualTickMs;
    const upTo = Math.max(then, at + usualTickMs);
    if (isOpen) presentMs += floor.present() * (Math.min(upTo, hours.closesOn(clock.date)) - at);
    at = upTo;
  }
  floor.letCallsEnd();

  const { end, begins, days, busyMs } = floor.ran();
  const { left } = customers;
  const sum = (of: Exclude<keyof RehearsedDay, 'date'>) => days.reduce((n, day) => n + day[of], 0);
  return {
    end: left === 0 ? end : null,
    begins,
    left,
    days,
    calls: sum('calls'),
    reached: sum('reached'),
    abandoned: sum('abandoned'),
    busyMs,
    presentMs,
  };

  /** Calls as many as there is room for; answers when there may be something to do though nothing happens. */
  function callNow(clock: CompanyClock): number {
    const { now: at } = clock;
    const room = Math.min(pace.room(at), atOnce);
    let [placed, restsUntil] = [0, Number.POSITIVE_INFINITY];
    while (placed < room) {
      const turn = customers.take(at);
      if (turn === undefined) break;
      const { contact } = turn;
      if (!customers.mayBeCalled(contact, clock)) continue;
      const caller = callers.choose(customers.numberOf(contact), at);
      if (caller === 'none') break;
      if ('restsUntil' in caller) {
        customers.putBack(turn);
        ({ restsUntil } = caller);
        break;
      }
      if (caller.shown !== null) callers.called(caller.shown, at);
      pace.called(at);
      floor.place(contact, clock, floor.caller());
      placed += 1;
    }
    // Whoever has their turn next may be called then, and what the day has come to may let more be.
    const more = placed === atOnce ? at + usualTickMs : Number.POSITIVE_INFINITY;
    return Math.min(more, restsUntil, customers.nextAfter(at), pace.changesAfter(at));
  }
}
