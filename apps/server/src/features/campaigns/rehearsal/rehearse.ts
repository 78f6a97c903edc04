import { instantOf } from '@alo/calendar';
import { advertisingHours, type CampaignRetry, type ContactState } from '@alo/contract';

import { dayMs } from '../../../domain/advertising-law.ts';
import { type CompanyClock, clockIn } from '../../../domain/company-clock.ts';
import { type CallerNumber, type CallerRules, chooseCaller } from '../caller-number.ts';
import type { CampaignFacts } from '../contacts.ts';
import { atOnce, countMs, paceForMessage, paceForQueue, pickUpMs, usualTickMs } from '../dial-now.ts';
import type { DayOfCalls } from '../dialling.ts';
import { campaignGate, type GateFacts, gate } from '../gate.ts';
import { afterCall, type Standing, type Tried } from './after-call.ts';
import { type Due, DueHeap } from './due-heap.ts';

/** A customer of the list as they stand when it is rehearsed; in the order in which the list has them. */
export interface RehearsedContact extends Standing {
  /** The numbers of their card, in its order. */
  readonly numbers: readonly string[];
  readonly refuses: boolean;
  /** What came of their calls so far. */
  readonly tried: readonly Tried[];
}

/** When somebody is there, as instants; in their order. */
export type Presence = readonly { readonly from: number; readonly to: number }[];

/** All that decides how a campaign goes, as it is when it is rehearsed. Times are milliseconds since 1970. */
export interface Rehearsal {
  readonly now: number;
  /** No further than this is looked. */
  readonly until: number;
  readonly timeZone: string;
  readonly rules: GateFacts['campaign'];
  readonly pauseMinutes: number;
  readonly retries: readonly CampaignRetry[];
  readonly dialling: CampaignFacts['dialling'];
  readonly callers: CallerRules & {
    readonly numbers: readonly (Omit<CallerNumber, 'recent' | 'last'> & { readonly calledAt: readonly number[] })[];
  };
  readonly contacts: readonly RehearsedContact[];
  /** Numbers that the company lets nobody call. */
  readonly blocked: readonly string[];
  /** When numbers were called for advertising last. */
  readonly advertised: readonly (readonly [number: string, at: number])[];
  /** Who is there for it; null is whoever is there all the time. */
  readonly people: readonly (Presence | null)[];
  /** So long a call keeps somebody, on average, with what is written up behind it. */
  readonly handledMs: number;
  /** Before each call that a person places. */
  readonly thinkMs: number;
  /** Calls of the last day that are over: of this campaign or another. */
  readonly lately: readonly {
    readonly at: number;
    readonly own: boolean;
    readonly reached: boolean;
    readonly abandoned: boolean;
  }[];
}

/** What comes of a call, known before it is placed. */
export interface WorldCall {
  /** What the network makes of it; '' is that the customer picks up. */
  readonly network: string;
  /** Until they pick up, or the call is over. */
  readonly ringMs: number;
  /** With somebody of ours, or listening. */
  readonly talkMs: number;
  readonly wrapMs: number;
  /** What is said of it, and where that leaves the customer; of a message how much was heard. */
  readonly said: string;
  readonly heard: string;
  readonly leaves: ContactState;
}

export interface World {
  callOf(contact: number, nth: number, at: number): WorldCall;
}

export interface RehearsedDay {
  readonly date: string;
  readonly calls: number;
  readonly reached: number;
  readonly abandoned: number;
}

export interface RehearsedRun {
  /** When nobody was left to be called; null where that did not come. */
  readonly end: number | null;
  /** The moment of the first call. */
  readonly begins: number | null;
  /** Customers with whom it was not done by then, who could be called. */
  readonly left: number;
  readonly days: readonly RehearsedDay[];
  readonly calls: number;
  readonly reached: number;
  readonly abandoned: number;
  readonly busyMs: number;
  readonly presentMs: number;
}

type Happens =
  | { readonly kind: 'free'; readonly person: number }
  | { readonly kind: 'comes' | 'goes'; readonly person: number }
  | { readonly kind: 'over' | 'picks-up' | 'gives-up' | 'said'; readonly call: Call };
type DueThing = Due & Happens;
/** Of one moment: who is free again before who picks up, and them before who has waited long enough. */
const ranks = { comes: 0, goes: 1, free: 2, said: 3, over: 4, 'picks-up': 5, 'gives-up': 6 } as const;

interface Call {
  readonly contact: number;
  readonly at: number;
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

interface Contact {
  standing: Standing;
  lastAt: number;
  readonly tried: Tried[];
}

interface WaitsForTurn extends Due {
  readonly contact: number;
}

/** The order in which customers are offered, as in `contacts.ts`. */
const order = ['call-again', 'new', 'missed'] as const;
const isWaiting = (state: ContactState): state is (typeof order)[number] =>
  state === 'call-again' || state === 'new' || state === 'missed';

/**
 * One way that a campaign may go from now on, lived by the rules that call: the gate, the pace, the turn of customers and of numbers, and what
 * follows from each call. Nothing is dialled, and nothing is written.
 */
export function rehearse(plan: Rehearsal, world: World): RehearsedRun {
  const { rules, dialling, timeZone, until } = plan;
  const { mode } = dialling;
  const byPeople = mode === 'hand' || mode === 'preview';
  const isLaw = rules.kind === 'advertising';
  const blocked = new Set(plan.blocked);
  const advertised = new Map(plan.advertised);
  const contacts: Contact[] = plan.contacts.map(({ state, attempts, next, stopped, number, tried }) => ({
    standing: { state, attempts, next, stopped, number },
    lastAt: 0,
    tried: [...tried],
  }));
  const turns = {
    'call-again': new DueHeap<WaitsForTurn>(),
    new: new DueHeap<WaitsForTurn>(),
    missed: new DueHeap<WaitsForTurn>(),
  };
  /** Whose number has had its advertising of the day. */
  const later = new DueHeap<WaitsForTurn>();
  const due = new DueHeap<DueThing>();
  const free = new Set<number>();
  const present = new Set<number>();
  const busy = new Set<number>();
  const waiting: Call[] = [];
  const days = new Map<string, Counts>();
  const numbers = plan.callers.numbers.map(({ calledAt, ...one }) => ({ ...one, calledAt: [...calledAt], from: 0 }));
  const lastDay = lastDayOf(plan);
  const hour: number[] = [];
  let hourFrom = 0;
  /** Calls that ring or wait; those of them that nobody has taken are under way. */
  let [open, underWay, left] = [0, 0, 0];
  let [end, begins]: [number | null, number | null] = [null, null];
  let [busyMs, presentMs] = [0, 0];

  const add = (at: number, thing: Happens) => due.add({ at, rank: ranks[thing.kind], ...thing });
  /** Whether a customer is ever called as they stand; whoever is has their turn. */
  const waitsForTurn = (contact: number): boolean => {
    const { standing } = contacts[contact] ?? never();
    const { refuses } = plan.contacts[contact] ?? never();
    const { state, attempts, number, next } = standing;
    if (!isWaiting(state) || attempts >= rules.max_attempts || number === '' || blocked.has(number)) return false;
    // Whoever has refused a message by a key was told that none comes again, whatever it is about.
    if ((isLaw || mode === 'broadcast') && refuses) return false;
    turns[state].add({ at: next, rank: contact, contact });
    return true;
  };
  const take = (at: number): WaitsForTurn | undefined => {
    for (;;) {
      const [lawful] = [later.first];
      if (lawful === undefined || lawful.at > at) break;
      later.take();
      const { state, next } = (contacts[lawful.contact] ?? never()).standing;
      if (isWaiting(state)) turns[state].add({ ...lawful, at: next });
    }
    for (const state of order) {
      for (;;) {
        const { first } = turns[state];
        if (first === undefined || first.at > at) break;
        turns[state].take();
        const last = isLaw ? advertised.get((contacts[first.contact] ?? never()).standing.number) : undefined;
        if (last === undefined || last + dayMs <= at) return first;
        later.add({ ...first, at: last + dayMs });
      }
    }
    return undefined;
  };
  const putBack = (one: WaitsForTurn) => {
    const { state } = (contacts[one.contact] ?? never()).standing;
    if (isWaiting(state)) turns[state].add(one);
  };

  const callerFor = (number: string, at: number): { shown: number | null; restsUntil: number } | 'none' => {
    if (numbers.length === 0) return { shown: null, restsUntil: 0 };
    const since = at - plan.callers.minutes * 60_000;
    for (const one of numbers) while ((one.calledAt[one.from] ?? Number.POSITIVE_INFINITY) <= since) one.from += 1;
    const chosen = chooseCaller(
      numbers.map(({ number: own, carrier, calledAt, from }) => {
        const last = calledAt.at(-1);
        return {
          number: own,
          carrier,
          recent: calledAt.length - from,
          last: last === undefined ? null : new Date(last),
        };
      }),
      plan.callers,
      number,
    );
    if (chosen.refused === null) {
      return { shown: numbers.findIndex((one) => one.number === chosen.shown), restsUntil: 0 };
    }
    if (chosen.refused.reason !== 'callers-rest') return 'none';
    const frees = numbers.map(({ calledAt }) => calledAt.at(-(plan.callers.calls ?? 1)) ?? at);
    return { shown: null, restsUntil: Math.max(at + usualTickMs, Math.min(...frees) + plan.callers.minutes * 60_000) };
  };

  /** Places a call of whoever has their turn; answers until when nobody is, where the numbers that call rest. */
  const place = (
    one: WaitsForTurn,
    clock: CompanyClock,
    person: number | null,
  ): 'placed' | 'passed' | { restsUntil: number } => {
    const contact = contacts[one.contact] ?? never();
    const { refuses, numbers: theirs } = plan.contacts[one.contact] ?? never();
    const { now: at } = clock;
    const { state, attempts, next, number } = contact.standing;
    const last = advertised.get(number) ?? null;
    const facts = { campaign: rules, contact: { state, attempts, next }, customer: { refuses, advertised: last } };
    if (gate(facts, clock) !== null) {
      left -= 1;
      return 'passed';
    }
    const caller = callerFor(number, at);
    if (caller === 'none') return { restsUntil: Number.POSITIVE_INFINITY };
    if (caller.restsUntil > 0) {
      putBack(one);
      return { restsUntil: caller.restsUntil };
    }
    if (caller.shown !== null) numbers[caller.shown]?.calledAt.push(at);
    if (isLaw) advertised.set(number, at);
    begins ??= at;
    const day = dayOf(clock.date);
    day.calls += 1;
    contact.standing = {
      state: 'calling',
      attempts: attempts + 1,
      next: at + plan.pauseMinutes * 60_000,
      stopped: false,
      number,
    };
    contact.lastAt = at;
    hour.push(at);
    const call: Call = {
      contact: one.contact,
      at,
      number: theirs.includes(number) ? number : '',
      its: world.callOf(one.contact, attempts + 1, at),
      day,
      waits: false,
      person,
    };
    open += 1;
    underWay += 1;
    const rings = at + (person === null ? 0 : plan.thinkMs) + call.its.ringMs;
    if (person !== null) {
      free.delete(person);
      busy.add(person);
    }
    add(rings, { kind: call.its.network === '' ? 'picks-up' : 'over', call });
    return 'placed';
  };
  const dayOf = (date: string): Counts => {
    const known = days.get(date);
    if (known !== undefined) return known;
    const counts = { calls: 0, reached: 0, abandoned: 0 };
    days.set(date, counts);
    return counts;
  };

  /** What a call came to is known: the customer has their next turn, or none. */
  const settle = (call: Call, outcome: { said: string; network: string; leaves: ContactState }, at: number) => {
    const contact = contacts[call.contact] ?? never();
    contact.tried.push({
      number: call.number,
      said: outcome.said,
      network: outcome.network,
      leaves: outcome.said === '' ? '' : outcome.leaves,
    });
    contact.standing = afterCall(
      {
        attempts: contact.standing.attempts,
        next: contact.standing.next,
        number: contact.standing.number,
        lastAt: contact.lastAt,
        numbers: plan.contacts[call.contact]?.numbers ?? [],
        tried: contact.tried,
      },
      outcome,
      { most: rules.max_attempts, rules: plan.retries },
    );
    if (!waitsForTurn(call.contact)) left -= 1;
    end = at;
  };
  const over = (call: Call, at: number, reached: boolean, abandoned: boolean) => {
    open -= 1;
    lastDay.note({ at: call.at, reached, abandoned });
    if (call.person !== null && !reached) add(at, { kind: 'free', person: call.person });
  };
  const beginTalk = (call: Call, person: number | null, at: number) => {
    call.waits = false;
    call.person = person;
    const { talkMs, wrapMs } = call.its;
    if (person === null) {
      add(at + talkMs, { kind: 'over', call });
      return;
    }
    if (!byPeople) underWay -= 1;
    free.delete(person);
    busy.add(person);
    busyMs += talkMs + wrapMs + (byPeople ? plan.thinkMs + call.its.ringMs : 0);
    add(at + talkMs, { kind: 'over', call });
    add(at + talkMs + wrapMs, { kind: 'said', call });
  };
  const giveToWhoeverIsFree = (at: number) => {
    while (waiting.length > 0 && free.size > 0) {
      const call = waiting.shift();
      const [person] = free;
      if (call?.waits === true && person !== undefined) beginTalk(call, person, at);
    }
  };
  const happen = (thing: DueThing) => {
    const { at } = thing;
    switch (thing.kind) {
      case 'comes':
        present.add(thing.person);
        if (!busy.has(thing.person)) free.add(thing.person);
        giveToWhoeverIsFree(at);
        return;
      case 'goes':
        present.delete(thing.person);
        free.delete(thing.person);
        return;
      case 'free':
        busy.delete(thing.person);
        if (present.has(thing.person)) free.add(thing.person);
        giveToWhoeverIsFree(at);
        return;
      case 'said': {
        const { call } = thing;
        const { said, leaves } = call.its;
        settle(call, { said, network: '', leaves }, at);
        if (call.person !== null) happen({ at, rank: 0, kind: 'free', person: call.person });
        return;
      }
      case 'over': {
        const { call } = thing;
        const { network, heard, leaves } = call.its;
        if (call.person === null || byPeople) underWay -= 1;
        over(call, at, network === '', false);
        if (network !== '') {
          if (byPeople) busyMs += plan.thinkMs + call.its.ringMs;
          settle(call, { said: '', network, leaves: 'missed' }, at);
        } else if (call.person === null) settle(call, { said: '', network: heard, leaves }, at);
        return;
      }
      case 'picks-up': {
        const { call } = thing;
        call.day.reached += 1;
        if (mode === 'broadcast' || byPeople) return beginTalk(call, call.person, at);
        call.waits = true;
        waiting.push(call);
        giveToWhoeverIsFree(at);
        if (call.waits) add(at + dialling.waitSeconds * 1_000, { kind: 'gives-up', call });
        return;
      }
      case 'gives-up': {
        const { call } = thing;
        if (!call.waits) return;
        call.waits = false;
        waiting.splice(waiting.indexOf(call), 1);
        underWay -= 1;
        call.day.abandoned += 1;
        over(call, at, true, true);
        settle(call, { said: '', network: 'abandoned', leaves: 'missed' }, at);
        return;
      }
      default:
        return thing satisfies never;
    }
  };

  for (const contact of contacts.keys()) if (waitsForTurn(contact)) left += 1;
  for (const [person, presence] of plan.people.entries()) {
    for (const { from, to } of presence ?? [{ from: plan.now, to: Number.POSITIVE_INFINITY }]) {
      if (to <= plan.now) continue;
      add(Math.max(from, plan.now), { kind: 'comes', person });
      if (to < until) add(to, { kind: 'goes', person });
    }
  }

  const clockAt = minuteClock(timeZone);
  const closings = new Map<string, number>();
  let counted = { at: plan.now, days: lastDay.at(plan.now) };
  let at = plan.now;
  while (at <= until && left > 0) {
    for (let thing = due.first; thing !== undefined && thing.at <= at; thing = due.first) {
      due.take();
      happen(thing);
    }
    if (left === 0) break;
    const clock = clockAt(at);
    const shut = campaignGate(rules, clock);
    let next = Number.POSITIVE_INFINITY;
    if (shut === null) {
      if (at - counted.at >= countMs) {
        // Counted at the same seconds as by whoever looks each second.
        const phase = (at - counted.at) % countMs;
        counted = { at: at - phase, days: lastDay.at(at) };
      }
      let room = 0;
      if (byPeople) room = free.size;
      else if (mode === 'broadcast') {
        while ((hour[hourFrom] ?? Number.POSITIVE_INFINITY) <= at - 3_600_000) hourFrom += 1;
        room = paceForMessage(dialling, { underWay: open, lastHour: hour.length - hourFrom }).dial;
      } else {
        const { own, all } = counted.days;
        const soonFree = plan.handledMs <= 0 ? 0 : (busy.size * Math.min(pickUpMs, plan.handledMs)) / plan.handledMs;
        room = paceForQueue(dialling, { free: free.size, underWay, soonFree, own, all }).dial;
      }
      let placed = 0;
      while (placed < Math.min(room, atOnce)) {
        const one = take(at);
        if (one === undefined) break;
        const [person = null] = byPeople ? free : [];
        const came = place(one, clock, person);
        if (came === 'placed') placed += 1;
        else if (came !== 'passed') {
          next = came.restsUntil;
          break;
        }
      }
      if (placed === atOnce) next = Math.min(next, at + usualTickMs);
      // Whoever has their turn next may be called then, and what the day has come to may let more be.
      next = Math.min(next, dueAfter(at));
      if (dialling.lines > 1 && !byPeople && mode !== 'broadcast') next = Math.min(next, counted.at + countMs);
      const oldest = hour[hourFrom];
      if (mode === 'broadcast' && dialling.most.perHour !== null && oldest !== undefined) {
        next = Math.min(next, Math.max(at + usualTickMs, oldest + 3_600_000));
      }
    } else {
      next = opensAfter(at, clock) ?? Number.POSITIVE_INFINITY;
    }
    const happens = due.first?.at ?? Number.POSITIVE_INFINITY;
    const wakes = Math.min(next, happens);
    if (!Number.isFinite(wakes)) break;
    // It looks each second, from now on.
    const then = plan.now + Math.max(1, Math.ceil((wakes - plan.now) / usualTickMs)) * usualTickMs;
    const upTo = Math.max(then, at + usualTickMs);
    if (shut === null) presentMs += present.size * (Math.min(upTo, closesOn(clock.date)) - at);
    at = upTo;
  }
  // Calls that go on have their end.
  for (let thing = due.take(); thing !== undefined && left > 0; thing = due.take()) if ('call' in thing) happen(thing);

  const all = [...days].map(([date, counts]) => ({ date, ...counts })).toSorted((a, b) => a.date.localeCompare(b.date));
  const sum = (of: keyof Counts) => all.reduce((n, day) => n + day[of], 0);
  return {
    end: left === 0 ? end : null,
    begins,
    left,
    days: all,
    calls: sum('calls'),
    reached: sum('reached'),
    abandoned: sum('abandoned'),
    busyMs,
    presentMs,
  };

  function dueAfter(now: number): number {
    const firsts = [...order.map((state) => turns[state].first?.at), later.first?.at];
    return Math.min(...firsts.map((one) => (one === undefined || one <= now ? Number.POSITIVE_INFINITY : one)));
  }

  /** When the hours, or the days, of the campaign begin next. */
  function opensAfter(now: number, { date }: CompanyClock): number | undefined {
    const from = isLaw && advertisingHours.from > rules.calls_from ? advertisingHours.from : rules.calls_from;
    const first = rules.starts_on !== null && rules.starts_on > date ? rules.starts_on : date;
    for (const day of [first, shifted(first, 1)]) {
      const opens = instantOf(day, minutesOf(from), timeZone);
      if (opens > now && campaignGate(rules, clockIn(opens, timeZone)) === null) return opens;
    }
    return undefined;
  }

  function closesOn(date: string): number {
    const known = closings.get(date);
    if (known !== undefined) return known;
    const to = isLaw && advertisingHours.to < rules.calls_to ? advertisingHours.to : rules.calls_to;
    const closes = instantOf(date, minutesOf(to), timeZone);
    closings.set(date, closes);
    return closes;
  }
}

/** What the last day came to, as it goes on: what is older than a day counts no more. */
function lastDayOf({ lately }: Pick<Rehearsal, 'lately'>) {
  const calls = lately.map((one) => ({ ...one }));
  const noted: (typeof calls)[number][] = [];
  const own = { called: 0, reached: 0, abandoned: 0 };
  const all = { called: 0, reached: 0, abandoned: 0 };
  const count = (one: (typeof calls)[number], n: 1 | -1) => {
    for (const sums of one.own ? [own, all] : [all]) {
      sums.called += n;
      if (one.reached) sums.reached += n;
      if (one.abandoned) sums.abandoned += n;
    }
  };
  for (const one of calls.toSorted((a, b) => a.at - b.at)) {
    noted.push(one);
    count(one, 1);
  }
  let from = 0;
  return {
    note(call: { readonly at: number; readonly reached: boolean; readonly abandoned: boolean }): void {
      const one = { ...call, own: true };
      noted.push(one);
      count(one, 1);
    },
    /** Calls are over in nearly the order of their beginning: a few seconds matter to nobody. */
    at(now: number): { readonly own: DayOfCalls; readonly all: DayOfCalls } {
      for (let one = noted[from]; one !== undefined && one.at <= now - dayMs; one = noted[from]) {
        count(one, -1);
        from += 1;
      }
      return { own: { ...own }, all: { ...all } };
    },
  };
}

/** The clock of the company; within a minute it is asked once. */
function minuteClock(timeZone: string): (at: number) => CompanyClock {
  let known: { readonly minute: number; readonly clock: CompanyClock } | undefined;
  return (at) => {
    const minute = Math.floor(at / 60_000);
    if (known?.minute !== minute) known = { minute, clock: clockIn(at, timeZone) };
    return { ...known.clock, now: at };
  };
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const shifted = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

function never(): never {
  throw new Error('A rehearsal names a customer that it does not have.');
}
