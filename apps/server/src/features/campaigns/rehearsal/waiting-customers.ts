import type { ContactState } from '@alo/contract';

import { dayMs } from '../../../domain/advertising-law.ts';
import type { CompanyClock } from '../../../domain/company-clock.ts';
import { gate } from '../gate.ts';
import { afterCall, type Standing, type Tried } from './after-call.ts';
import { type Due, DueHeap } from './due-heap.ts';
import type { Rehearsal } from './rehearsal-plan.ts';

interface Customer {
  standing: Standing;
  lastAt: number;
  readonly tried: Tried[];
}

/** A customer who has their turn at a moment. */
export interface Turn extends Due {
  readonly contact: number;
}

/** What a call came to. */
export interface CallOutcome {
  readonly said: string;
  readonly network: string;
  readonly leaves: ContactState;
}

/** The order in which customers are offered, as in `contacts.ts`. */
const order = ['call-again', 'new', 'missed'] as const;
const isWaiting = (state: ContactState): state is (typeof order)[number] =>
  state === 'call-again' || state === 'new' || state === 'missed';

/** The customers of a campaign, whose turn it is, and with how many it is not done. */
export function waitingCustomers(plan: Rehearsal) {
  const { rules, dialling } = plan;
  const isLaw = rules.kind === 'advertising';
  const blocked = new Set(plan.blocked);
  const advertised = new Map(plan.advertised);
  const customers: Customer[] = plan.contacts.map(({ state, attempts, next, stopped, number, tried }) => ({
    standing: { state, attempts, next, stopped, number },
    lastAt: 0,
    tried: [...tried],
  }));
  const turns = { 'call-again': new DueHeap<Turn>(), new: new DueHeap<Turn>(), missed: new DueHeap<Turn>() };
  /** Whose number has had its advertising of the day. */
  const later = new DueHeap<Turn>();
  let left = 0;

  /** Whether a customer is ever called as they stand; whoever is has their turn. */
  function waitsForTurn(contact: number): boolean {
    const { state, attempts, number, next } = (customers[contact] ?? never()).standing;
    const { refuses } = plan.contacts[contact] ?? never();
    if (!isWaiting(state) || attempts >= rules.max_attempts || number === '' || blocked.has(number)) return false;
    // Whoever has refused a message by a key was told that none comes again, whatever it is about.
    if ((isLaw || dialling.mode === 'broadcast') && refuses) return false;
    turns[state].add({ at: next, rank: contact, contact });
    return true;
  }

  /** A day after their advertising customers have their turn again. */
  function letLaterIn(at: number): void {
    for (let lawful = later.first; lawful !== undefined && lawful.at <= at; lawful = later.first) {
      later.take();
      const { state, next } = (customers[lawful.contact] ?? never()).standing;
      if (isWaiting(state)) turns[state].add({ ...lawful, at: next });
    }
  }

  for (const contact of customers.keys()) if (waitsForTurn(contact)) left += 1;
  return {
    get left(): number {
      return left;
    },

    take(at: number): Turn | undefined {
      letLaterIn(at);
      for (const state of order) {
        for (;;) {
          const { first } = turns[state];
          if (first === undefined || first.at > at) break;
          turns[state].take();
          const last = isLaw ? advertised.get((customers[first.contact] ?? never()).standing.number) : undefined;
          if (last === undefined || last + dayMs <= at) return first;
          later.add({ ...first, at: last + dayMs });
        }
      }
      return undefined;
    },

    putBack(turn: Turn): void {
      const { state } = (customers[turn.contact] ?? never()).standing;
      if (isWaiting(state)) turns[state].add(turn);
    },

    /** When somebody has their turn next. */
    nextAfter(now: number): number {
      const firsts = [...order.map((state) => turns[state].first?.at), later.first?.at];
      return Math.min(...firsts.map((one) => (one === undefined || one <= now ? Number.POSITIVE_INFINITY : one)));
    },

    numberOf: (contact: number): string => (customers[contact] ?? never()).standing.number,

    /** Whether the gate lets a call through at this moment; who is not let through is done with. */
    mayBeCalled(contact: number, clock: CompanyClock): boolean {
      const { state, attempts, next, number } = (customers[contact] ?? never()).standing;
      const { refuses } = plan.contacts[contact] ?? never();
      const customer = { refuses, advertised: advertised.get(number) ?? null };
      if (gate({ campaign: rules, contact: { state, attempts, next }, customer }, clock) === null) return true;
      left -= 1;
      return false;
    },

    /** They are called at this moment: which call of theirs it is, and the number of their card, '' where it is another. */
    called(contact: number, at: number): { readonly nth: number; readonly number: string } {
      const customer = customers[contact] ?? never();
      const { attempts, number } = customer.standing;
      if (isLaw) advertised.set(number, at);
      customer.standing = {
        state: 'calling',
        attempts: attempts + 1,
        next: at + plan.pauseMinutes * 60_000,
        stopped: false,
        number,
      };
      customer.lastAt = at;
      const isOfCard = plan.contacts[contact]?.numbers.includes(number) ?? false;
      return { nth: attempts + 1, number: isOfCard ? number : '' };
    },

    /** What a call came to is known: the customer has their next turn, or none. */
    settle({ contact, number }: { readonly contact: number; readonly number: string }, outcome: CallOutcome): void {
      const customer = customers[contact] ?? never();
      const { said, network, leaves } = outcome;
      customer.tried.push({ number, said, network, leaves: said === '' ? '' : leaves });
      const { attempts, next, number: latest } = customer.standing;
      const { lastAt, tried } = customer;
      customer.standing = afterCall(
        { attempts, next, number: latest, lastAt, numbers: plan.contacts[contact]?.numbers ?? [], tried },
        outcome,
        { most: rules.max_attempts, rules: plan.retries },
      );
      if (!waitsForTurn(contact)) left -= 1;
    },
  };
}

function never(): never {
  throw new Error('A rehearsal names a customer that it does not have.');
}
