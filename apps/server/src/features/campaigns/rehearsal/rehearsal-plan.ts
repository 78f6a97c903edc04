import type { CampaignRetry, ContactState } from '@alo/contract';

import type { CallerNumber, CallerRules } from '../caller-number.ts';
import type { CampaignFacts } from '../contacts.ts';
import type { GateFacts } from '../gate.ts';
import type { Standing, Tried } from './after-call.ts';

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

export interface RehearsedCampaign {
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
