import type { TimeGroup } from '@alo/calendar';
import type { Destination } from './destination.ts';
import { type CallLimits, plainLimits } from './limits/call-limits.ts';
import type { DestinationClass } from './limits/destination-class.ts';
import type { QueuePlan } from './queue/queue-plan.ts';
import type { Digit, Instant, TrunkId } from './vocabulary.ts';

export type ExtensionPlan = {
  readonly extension: string;
  /** Of the person, for displays and the trace. */
  readonly name: string;
  readonly ringSeconds: number;
  /** When the phone is busy, off or not answered; null ends the call with that cause. */
  readonly otherwise: Destination | null;
  /** The person may not see customers' numbers in full: the phone is shown a masked one. */
  readonly seesMaskedNumbers: boolean;
  /** May be rung a second time while on the phone. */
  readonly callWaiting: boolean;
  /** Whose conversations this person may listen to and join. */
  readonly supervises: 'nobody' | 'everybody' | readonly string[];
  /** The pick-up group: its members may take each other's ringing calls; null is none. */
  readonly pickUpGroup: string | null;
  // Plans that were written before these were there lack them.
  /** Where calls go instead; what is not there goes `otherwise`. */
  readonly forwards?: Forwards;
  /** Is never rung. */
  readonly doNotDisturb?: boolean;
  /** What may be called; whatever the company has opened where it is not there. */
  readonly rights?: readonly DestinationClass[];
  /** The service number that is shown where the rule has it; else the rule's first. */
  readonly shows?: string;
};

/** Where calls to somebody go: whatever they do, and when they cannot be reached. */
export type Forwards = {
  readonly always: Destination | null;
  readonly busy: Destination | null;
  readonly noAnswer: Destination | null;
  readonly offline: Destination | null;
};

export type RingGroup = {
  readonly name: string;
  /** `memory` is one by one beginning with whoever comes after the one who was rung first last time. */
  readonly strategy: 'ring-all' | 'one-by-one' | 'random' | 'memory';
  /** Extensions in the order in which they are tried. */
  readonly members: readonly string[];
  /** Of the whole group when all ring, of each member when they are tried one by one. */
  readonly ringSeconds: number;
  readonly otherwise: Destination | null;
};

/** A menu that a caller answers by keys. Prompts are lists of keys in the prompt store, played one after the other. */
export type Menu = {
  readonly name: string;
  readonly prompt: readonly string[];
  /** Said before the prompt is repeated, after a wrong entry and after none. */
  readonly invalidPrompt: readonly string[];
  readonly timeoutPrompt: readonly string[];
  /** By what is pressed, one key or more: `1`, `21`, `*`. */
  readonly keys: Readonly<Record<string, Destination>>;
  /** Internal numbers may be dialled, too. */
  readonly directDialling: boolean;
  /** Between two keys. */
  readonly digitSeconds: number;
  /** From the end of the prompt to the first key. */
  readonly waitSeconds: number;
  /** Wrong or missing entries after which `invalid` or `timeout` follows. */
  readonly tries: number;
  /** Null ends the call. */
  readonly invalid: Destination | null;
  readonly timeout: Destination | null;
};

/** Leads a customer to whoever spoke with them last, if that is not too long ago and the person can be rung. */
export type LastCallRule = {
  readonly name: string;
  readonly withinHours: number;
  readonly ringSeconds: number;
  readonly otherwise: Destination;
};

/** Numbered places to leave a party in: `first` to `first + count - 1` are dialled to fetch it. */
export type Parking = { readonly first: number; readonly count: number; readonly seconds: number };

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
export type ServiceNumber = {
  readonly number: string;
  readonly name: string;
  /** How many conversations may use it at once; as many as like where it is absent. */
  readonly calls?: number;
  /** Who may call out with it; everybody where it is absent. */
  readonly callers?: readonly string[];
};

export type InboundRule = {
  readonly name: string;
  /** Canonical service number; null is any. */
  readonly number: string | null;
  /** Pattern on the caller's national form (`090*`); null is any, withheld numbers included. */
  readonly callerPattern: string | null;
  readonly timeGroup: TimeGroup | null;
  readonly destination: Destination;
  /** Where the customer goes when the person who talked with them has hung up: a survey, a menu. Null ends the call. */
  readonly afterTalk: Destination | null;
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
  readonly routes: readonly {
    readonly trunk: TrunkId;
    /** As the carrier is told. */
    readonly callerNumber: string;
    /** Which of our numbers that is, where the carrier writes it in a way of its own. */
    readonly number?: string;
    /** Whose network the number is in, as `carrierByPrefix` names it; not there where nobody knows. */
    readonly carrier?: string;
  }[];
  /** Numbers in the network of whoever is called go first. */
  readonly prefersSameCarrier?: boolean;
};

export type BlockList = {
  /** By canonical number: the reason. */
  readonly numbers: Readonly<Record<string, string>>;
  readonly patterns: readonly { readonly pattern: string; readonly reason: string; readonly until?: Instant }[];
  /** Callers who withhold their number. */
  readonly anonymous: boolean;
  /** By canonical number: until when, of those that are blocked for a while. */
  readonly until?: Readonly<Record<string, Instant>>;
  /** Until when callers without a number are, where that is for a while. */
  readonly anonymousUntil?: Instant;
};

/** What call control knows of a connection to a carrier. */
export type TrunkPlan = {
  readonly name: string;
  /** Channels, and calls that may begin in a second; null is no limit. */
  readonly calls: number | null;
  readonly callsPerSecond: number | null;
  /** It takes a customer's number as caller; else it is shown ours. */
  readonly passesCallers: boolean;
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
  readonly queues: Readonly<Record<string, QueuePlan>>;
  readonly menus: Readonly<Record<string, Menu>>;
  readonly lastCallRules: Readonly<Record<string, LastCallRule>>;
  readonly announcements: Readonly<Record<string, Announcement>>;
  readonly timeConditions: Readonly<Record<string, TimeCondition>>;
  readonly voicemailBoxes: Readonly<Record<string, VoicemailBox>>;
  /** First match wins. */
  readonly inboundRules: readonly InboundRule[];
  /** First match wins; no match means that the call is not allowed. */
  readonly outboundRules: readonly OutboundRule[];
  readonly trunks: Readonly<Record<string, TrunkPlan>>;
  readonly limits: CallLimits;
  readonly blockedCallers: BlockList;
  readonly blockedNumbers: BlockList;
  readonly records: { readonly inbound: boolean; readonly outbound: boolean; readonly internal: boolean };
  /** Named, see `AudioSource`. */
  readonly holdMusic: string;
  readonly parking: Parking;
  /** By group: the extensions that may take each other's ringing calls. */
  readonly pickUpGroups: Readonly<Record<string, readonly string[]>>;
  /** Dialled to take the ringing call of the own group. */
  readonly pickUpCode: string;
  /** `position_hidden_phone_customer`. */
  readonly maskMode: number;
};

/** A plan with nothing in it: every call is refused. */
export const emptyPlan: RoutingPlan = {
  timeZone: 'Asia/Ho_Chi_Minh',
  extensions: {},
  internalNumbers: {},
  numbers: {},
  groups: {},
  queues: {},
  menus: {},
  lastCallRules: {},
  announcements: {},
  timeConditions: {},
  voicemailBoxes: {},
  inboundRules: [],
  outboundRules: [],
  trunks: {},
  limits: plainLimits,
  blockedCallers: { numbers: {}, patterns: [], anonymous: false },
  blockedNumbers: { numbers: {}, patterns: [], anonymous: false },
  records: { inbound: true, outbound: true, internal: true },
  holdMusic: 'default',
  parking: { first: 701, count: 20, seconds: 120 },
  pickUpGroups: {},
  pickUpCode: '*8',
  maskMode: 1,
};
