import { type ContactState, callsByItself } from '@alo/contract';

import type { CompanyClock } from '../../../domain/company-clock.ts';
import { type Due, DueHeap } from './due-heap.ts';
import type { lastDayOf } from './last-day.ts';
import type { Rehearsal, RehearsedDay, World, WorldCall } from './rehearsal-plan.ts';
import type { waitingCustomers } from './waiting-customers.ts';

interface Call {
  readonly contact: number;
  readonly at: number;
  /** Of their card; '' where it is none of it. */
  readonly number: string;
  readonly its: WorldCall;
  readonly day: Counts;
  waits: boolean;
  person: number | null;
}

interface Counts {
  calls: number;
  reached: number;
  abandoned: number;
}

type Happens =
  | { readonly kind: 'free' | 'comes' | 'goes'; readonly person: number }
  | { readonly kind: 'over' | 'picks-up' | 'gives-up' | 'said'; readonly call: Call };
type DueThing = Due & Happens;
/** Of one moment: who is free again before who picks up, and them before who has waited long enough. */
const ranks = { comes: 0, goes: 1, free: 2, said: 3, over: 4, 'picks-up': 5, 'gives-up': 6 } as const;

interface Around {
  readonly world: World;
  readonly customers: ReturnType<typeof waitingCustomers>;
  readonly lastDay: ReturnType<typeof lastDayOf>;
}

/** The people of a campaign and its calls, from the first ring to what is said of them. */
export function campaignFloor(plan: Rehearsal, { world, customers, lastDay }: Around) {
  const { dialling } = plan;
  const isMessage = dialling.mode === 'broadcast';
  const byPeople = !callsByItself(dialling.mode);
  const due = new DueHeap<DueThing>();
  const free = new Set<number>();
  const present = new Set<number>();
  const busy = new Set<number>();
  /** Calls that have picked up and that nobody has taken yet. */
  const waiting: Call[] = [];
  const days = new Map<string, Counts>();
  /** Calls that ring or wait; those of them that nobody has taken are under way. */
  let [open, underWay] = [0, 0];
  let [end, begins]: [number | null, number | null] = [null, null];
  let busyMs = 0;

  const add = (at: number, thing: Happens) => due.add({ at, rank: ranks[thing.kind], ...thing });

  for (const [person, presence] of plan.people.entries()) {
    for (const { from, to } of presence ?? [{ from: plan.now, to: Number.POSITIVE_INFINITY }]) {
      if (to <= plan.now) continue;
      add(Math.max(from, plan.now), { kind: 'comes', person });
      if (to < plan.until) add(to, { kind: 'goes', person });
    }
  }

  function dayOf(date: string): Counts {
    const known = days.get(date) ?? { calls: 0, reached: 0, abandoned: 0 };
    days.set(date, known);
    return known;
  }

  function settle(call: Call, outcome: { said: string; network: string; leaves: ContactState }, at: number): void {
    customers.settle(call, outcome);
    end = at;
  }

  function over(call: Call, at: number, { reached, abandoned }: { reached: boolean; abandoned: boolean }): void {
    open -= 1;
    lastDay.note({ at: call.at, reached, abandoned });
    if (call.person !== null && !reached) add(at, { kind: 'free', person: call.person });
  }

  function beginTalk(call: Call, person: number | null, at: number): void {
    call.waits = false;
    call.person = person;
    const { talkMs, wrapMs, ringMs } = call.its;
    add(at + talkMs, { kind: 'over', call });
    if (person === null) return;
    if (!byPeople) underWay -= 1;
    free.delete(person);
    busy.add(person);
    busyMs += talkMs + wrapMs + (byPeople ? plan.thinkMs + ringMs : 0);
    add(at + talkMs + wrapMs, { kind: 'said', call });
  }

  function giveToWhoeverIsFree(at: number): void {
    while (waiting.length > 0 && free.size > 0) {
      const call = waiting.shift();
      const [person] = free;
      if (call?.waits === true && person !== undefined) beginTalk(call, person, at);
    }
  }

  function isFree(person: number, at: number): void {
    if (present.has(person) && !busy.has(person)) free.add(person);
    giveToWhoeverIsFree(at);
  }

  function isSaid(call: Call, at: number): void {
    const { said, leaves } = call.its;
    settle(call, { said, network: '', leaves }, at);
    if (call.person === null) return;
    busy.delete(call.person);
    isFree(call.person, at);
  }

  function isOver(call: Call, at: number): void {
    const { network, heard, leaves, ringMs } = call.its;
    if (call.person === null || byPeople) underWay -= 1;
    over(call, at, { reached: network === '', abandoned: false });
    if (network !== '') {
      if (byPeople) busyMs += plan.thinkMs + ringMs;
      settle(call, { said: '', network, leaves: 'missed' }, at);
    } else if (call.person === null) settle(call, { said: '', network: heard, leaves }, at);
  }

  function picksUp(call: Call, at: number): void {
    call.day.reached += 1;
    if (isMessage || byPeople) return beginTalk(call, call.person, at);
    call.waits = true;
    waiting.push(call);
    giveToWhoeverIsFree(at);
    if (call.waits) add(at + dialling.waitSeconds * 1_000, { kind: 'gives-up', call });
  }

  function givesUp(call: Call, at: number): void {
    if (!call.waits) return;
    call.waits = false;
    waiting.splice(waiting.indexOf(call), 1);
    underWay -= 1;
    call.day.abandoned += 1;
    over(call, at, { reached: true, abandoned: true });
    settle(call, { said: '', network: 'abandoned', leaves: 'missed' }, at);
  }

  function happen(thing: DueThing): void {
    const { at } = thing;
    switch (thing.kind) {
      case 'comes':
        present.add(thing.person);
        return isFree(thing.person, at);
      case 'goes':
        present.delete(thing.person);
        free.delete(thing.person);
        return;
      case 'free':
        busy.delete(thing.person);
        return isFree(thing.person, at);
      case 'said':
        return isSaid(thing.call, at);
      case 'over':
        return isOver(thing.call, at);
      case 'picks-up':
        return picksUp(thing.call, at);
      case 'gives-up':
        return givesUp(thing.call, at);
      default:
        return thing satisfies never;
    }
  }

  return {
    /** Who places the next call by hand; null where nobody is free, or a campaign calls by itself. */
    caller(): number | null {
      if (!byPeople) return null;
      const [person = null] = free;
      return person;
    },
    free: (): number => free.size,
    busy: (): number => busy.size,
    present: (): number => present.size,
    open: (): number => open,
    underWay: (): number => underWay,

    /** A call of a customer begins. */
    place(contact: number, { now: at, date }: CompanyClock, person: number | null): void {
      begins ??= at;
      const day = dayOf(date);
      day.calls += 1;
      const { nth, number } = customers.called(contact, at);
      const call: Call = { contact, at, number, its: world.callOf(contact, nth, at), day, waits: false, person };
      open += 1;
      underWay += 1;
      if (person !== null) {
        free.delete(person);
        busy.add(person);
      }
      const rings = at + (person === null ? 0 : plan.thinkMs) + call.its.ringMs;
      add(rings, { kind: call.its.network === '' ? 'picks-up' : 'over', call });
    },

    /** All that is due by a moment happens. */
    runUpTo(at: number): void {
      for (let thing = due.first; thing !== undefined && thing.at <= at; thing = due.first) {
        due.take();
        happen(thing);
      }
    },
    nextDue: (): number => due.first?.at ?? Number.POSITIVE_INFINITY,
    /** Calls that go on have their end. */
    letCallsEnd(): void {
      for (let thing = due.take(); thing !== undefined && customers.left > 0; thing = due.take())
        if ('call' in thing) happen(thing);
    },

    ran: (): {
      readonly end: number | null;
      readonly begins: number | null;
      readonly busyMs: number;
      readonly days: readonly RehearsedDay[];
    } => ({
      end,
      begins,
      busyMs,
      days: [...days].map(([date, counts]) => ({ date, ...counts })).toSorted((a, b) => a.date.localeCompare(b.date)),
    }),
  };
}
