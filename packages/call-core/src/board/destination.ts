import type { Cause, Digit, Instant } from './vocabulary.ts';

/**
 * What each kind of destination names. It only names: what happens when nobody answers there stands with the extension, group
 * or condition itself, so a plan is finite data even where destinations lead in a circle. A number outside is nobody's but where it is named: what comes after it stands there.
 */
export type DestinationMap = {
  direct: { readonly extension: string };
  /** `greeted`: they have heard the group's greeting. */
  group: { readonly group: string; readonly greeted?: true };
  /**
   * `called`: somebody whom the company has called to speak with whoever is free. They hear nothing but music, come before everybody who
   * waits, are put through by phones that pick up by themselves, and are told that nobody is free after so many seconds.
   */
  queue: { readonly queue: string; readonly called?: { readonly seconds: number } };
  ivr: { readonly menu: string };
  /** Leads where the announcement does, or on to `then`. */
  msg: { readonly announcement: string; readonly then?: Destination };
  time: { readonly condition: string };
  /** By what the company knows of the customer. */
  customer: { readonly condition: string };
  /** A code is typed, of which the company's own system says where it leads. */
  code: { readonly question: string };
  /** Questions are asked that keys answer. */
  survey: { readonly survey: string };
  voicemail: { readonly box: string };
  /** The person who spoke with this customer last, by a rule. */
  lastcall: { readonly rule: string };
  /** A number outside, by the outbound rules; shown there is the tenant's own number or the customer's. */
  fw: {
    readonly number: string;
    readonly showing: 'own' | 'customer';
    /** Where the call goes that does not get through there; where absent it ends. */
    readonly otherwise?: Destination;
  };
  /** Says the digits of a one-time password; the key says them again. */
  otp: {
    readonly digits: string;
    readonly repeatKey: Digit;
    readonly times: number;
    /** Readings each time it is said; one where absent. */
    readonly reads?: number;
    /** A sound before it, by its key in the prompt store. */
    readonly greeting?: string;
  };
  /** A message that somebody was called to hear: files of the prompt store, one after the other, and what keys do in and after it. */
  broadcast: { readonly message: readonly string[]; readonly keys: Readonly<Record<string, MessageKey>> };
  'echo-test': Record<never, never>;
  'hang-up': { readonly cause: Cause };
  /** What a number leads to when `by` dials it: a colleague, a group, a number outside that this person may call. */
  dialled: { readonly number: string; readonly by: string };
  /** Back to somebody who sent the call on or parked it, since nobody took it. */
  recall: { readonly extension: string };
  /** A numbered place where the party hears music until somebody fetches it. */
  park: { readonly slot: string; readonly by: string; readonly since?: Instant };
};

/** What a key does for whoever hears a message: it is said again, a person or questions follow, they refuse such calls or agree to them, or say goodbye. */
export type MessageKey =
  | { readonly does: 'again' }
  | { readonly does: 'stop' }
  | { readonly does: 'agree' }
  | { readonly does: 'hang-up' }
  | { readonly does: 'queue'; readonly queue: string }
  | { readonly does: 'survey'; readonly survey: string };

/** The names of all places that a call can be led to. */
export type DestinationKindName = keyof DestinationMap;

/** Where a call goes next. */
export type Destination<K extends DestinationKindName = DestinationKindName> = {
  [P in K]: { readonly kind: P } & DestinationMap[P];
}[K];
