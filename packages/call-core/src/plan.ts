import type { TimeGroup } from '@alo/calendar';
import type { Cause, Digit, TrunkId } from './vocabulary.ts';

/**
 * Where a call goes next. A destination only names what it leads to; what happens when nobody answers there stands with
 * the extension, group or condition itself, so a plan is finite data even where destinations lead in a circle.
 */
export type Destination =
  | { readonly kind: 'direct'; readonly extension: string }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'msg'; readonly announcement: string }
  | { readonly kind: 'time'; readonly condition: string }
  | { readonly kind: 'voicemail'; readonly box: string }
  | { readonly kind: 'hang-up'; readonly cause: Cause };

export type ExtensionPlan = {
  readonly extension: string;
  /** Of the person, for displays and the trace. */
  readonly name: string;
  readonly ringSeconds: number;
  /** When the phone is busy, off or not answered; null ends the call with that cause. */
  readonly otherwise: Destination | null;
  /** The person may not see customers' numbers in full: the phone is shown a masked one. */
  readonly seesMaskedNumbers: boolean;
};

export type RingGroup = {
  readonly name: string;
  readonly strategy: 'ring-all' | 'one-by-one';
  /** Extensions in the order in which they are tried. */
  readonly members: readonly string[];
  /** Of the whole group when all ring, of each member when they are tried one by one. */
  readonly ringSeconds: number;
  readonly otherwise: Destination | null;
};

export type Announcement = {
  readonly name: string;
  /** Key in the prompt store. */
  readonly file: string;
  /** This key ends it early. */
  readonly skipKey: Digit | null;
  readonly then: Destination;
};

export type TimeCondition = {
  readonly name: string;
  readonly group: TimeGroup;
  /** Set by hand for a while: the clock is not asked. */
  readonly override: 'match' | 'otherwise' | null;
  readonly match: Destination;
  readonly otherwise: Destination;
};

export type VoicemailBox = {
  readonly name: string;
  readonly greeting: string;
  readonly maxSeconds: number;
  readonly maxSilenceSeconds: number;
};

/** One of the tenant's own numbers. */
export type ServiceNumber = { readonly number: string; readonly name: string };

export type InboundRule = {
  readonly name: string;
  /** Canonical service number; null is any. */
  readonly number: string | null;
  /** Pattern on the caller's national form (`090*`); null is any, withheld numbers included. */
  readonly callerPattern: string | null;
  readonly timeGroup: TimeGroup | null;
  readonly destination: Destination;
};

export type OutboundRule = {
  readonly name: string;
  /** Pattern on the national form of what was dialled (`09*`, `00*`). */
  readonly pattern: string;
  readonly extensions: 'all' | readonly string[];
  /** Digits taken off the front of the national form, and put there, before the number goes to the trunk. */
  readonly strip: number;
  readonly prepend: string;
  /** Tried in order; the next one when a trunk cannot be reached or is full. */
  readonly routes: readonly { readonly trunk: TrunkId; readonly callerNumber: string }[];
};

export type BlockList = {
  /** By canonical number: the reason. */
  readonly numbers: Readonly<Record<string, string>>;
  readonly patterns: readonly { readonly pattern: string; readonly reason: string }[];
  /** Callers who withhold their number. */
  readonly anonymous: boolean;
};

/** All that routing knows of a tenant: plain data, replaced as a whole when the configuration is saved. */
export type RoutingPlan = {
  /** IANA name, e.g. `Asia/Ho_Chi_Minh`. */
  readonly timeZone: string;
  readonly extensions: Readonly<Record<string, ExtensionPlan>>;
  /** What can be dialled inside: extensions, groups and whatever else was given an internal number. */
  readonly internalNumbers: Readonly<Record<string, Destination>>;
  /** By canonical number. */
  readonly numbers: Readonly<Record<string, ServiceNumber>>;
  readonly groups: Readonly<Record<string, RingGroup>>;
  readonly announcements: Readonly<Record<string, Announcement>>;
  readonly timeConditions: Readonly<Record<string, TimeCondition>>;
  readonly voicemailBoxes: Readonly<Record<string, VoicemailBox>>;
  /** First match wins. */
  readonly inboundRules: readonly InboundRule[];
  /** First match wins; no match means that the call is not allowed. */
  readonly outboundRules: readonly OutboundRule[];
  readonly blockedCallers: BlockList;
  readonly blockedNumbers: BlockList;
  readonly records: { readonly inbound: boolean; readonly outbound: boolean; readonly internal: boolean };
  readonly holdMusic: string;
  /** `position_hidden_phone_customer`. */
  readonly maskMode: number;
};

/** A lookup by a key that came from outside: `constructor` and its like are not in any plan. */
export function lookUp<V>(record: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A plan with nothing in it: every call is refused. */
export const emptyPlan: RoutingPlan = {
  timeZone: 'Asia/Ho_Chi_Minh',
  extensions: {},
  internalNumbers: {},
  numbers: {},
  groups: {},
  announcements: {},
  timeConditions: {},
  voicemailBoxes: {},
  inboundRules: [],
  outboundRules: [],
  blockedCallers: { numbers: {}, patterns: [], anonymous: false },
  blockedNumbers: { numbers: {}, patterns: [], anonymous: false },
  records: { inbound: true, outbound: true, internal: true },
  holdMusic: 'music/default.wav',
  maskMode: 1,
};
