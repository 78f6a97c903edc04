import type { TimeGroup } from '@alo/calendar';
import { emptyMap, type PersistentMap } from '../lib/persistent-map.ts';
import { type CallLimits, plainLimits } from './call-limits.ts';
import type { CustomerCondition } from './customer-condition.ts';
import type { Destination } from './destination.ts';
import type { DestinationClass } from './destination-class.ts';
import type { FeatureCode } from './feature-code.ts';
import type { QueuePlan } from './queue-plan.ts';
import type { Digit, Instant, TrunkId } from './vocabulary.ts';
import type { WrapUpRule, WrapUpRules } from './wrap-up.ts';

/** A person with an internal number, and what is done with calls to it. */
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
  /** The people whose conversations this person may listen to and join. */
  readonly supervises: 'nobody' | 'everybody' | readonly string[];
  /** The pick-up group: its members may take each other's ringing calls; null is none. */
  readonly pickUpGroup: string | null;
  // Plans that were written before these were there lack them.
  /** Where calls go instead; what is not there goes `otherwise`. */
  readonly forwards?: Forwards;
  /** Is never rung. */
  readonly doNotDisturb?: boolean;
  /** Phones by a telephone of their own, which is registered whether or not they look at a screen. */
  readonly onDesk?: true;
  /** The destination classes that may be called; those that the company has opened where it is absent. */
  readonly rights?: readonly DestinationClass[];
  /** The group of extensions that it is in, for rules that are made for groups. */
  readonly group?: string;
  /** The service number that is shown where the rule has it; else the rule's first. */
  readonly shows?: string;
  /** May not say what came of a call, and owes it to nobody. */
  readonly keepsOutcomes?: false;
};

/** The forwarding of a person's calls: always, and when they cannot be reached. */
export type Forwards = {
  readonly always: Destination | null;
  readonly busy: Destination | null;
  readonly noAnswer: Destination | null;
  readonly offline: Destination | null;
};

/** Several people who are rung, all together or in turns. */
export type RingGroup = {
  readonly name: string;
  /** `memory` is one by one, beginning behind the member who was rung first last time. */
  /** `primary` is one by one, and nobody at all where the first of them cannot be rung. */
  readonly strategy: 'ring-all' | 'one-by-one' | 'random' | 'memory' | 'primary';
  /** Extensions in the order in which they are tried. */
  readonly members: readonly string[];
  /** Of the whole group when all ring, of each member when they are tried one by one. */
  readonly ringSeconds: number;
  readonly otherwise: Destination | null;
  // Plans that were written before these were there lack them.
  /** Key in the prompt store: heard once, before anybody is rung. */
  readonly greeting?: string;
  /** Heard instead of the ringing tone. Named, see `AudioSource`. */
  readonly music?: string;
  /** Members whose calls all go to a number outside are rung there, and take a call by pressing 1. */
  readonly confirms?: true;
  /** How its calls are written up; as the company has it where it is absent. */
  readonly wrapUp?: WrapUpRule;
  /** Of those who are not rung as the others are. */
  readonly times?: Readonly<Record<string, MemberTimes>>;
};

/** `delaySeconds` after the others, where all ring at once; for seconds of their own, or as long as the group says. */
export type MemberTimes = { readonly delaySeconds: number; readonly ringSeconds: number | null };

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

/** Leads a customer to the person who spoke with them last, if that is not too long ago and the person can be rung. */
export type LastCallRule = {
  readonly name: string;
  readonly withinHours: number;
  readonly ringSeconds: number;
  readonly otherwise: Destination;
};

/** Numbered places to leave a party in: `first` to `first + count - 1` are dialled to fetch it. */
export type Parking = { readonly first: number; readonly count: number; readonly seconds: number };

/** A sound that is played to a caller, and where they go next. */
export type Announcement = {
  readonly name: string;
  /** Key in the prompt store. */
  readonly file: string;
  /** This key ends it early. */
  readonly skipKey: Digit | null;
  readonly then: Destination;
};

/** Two ways, chosen between by opening hours. */
export type TimeCondition = {
  readonly name: string;
  readonly group: TimeGroup;
  /** Set by hand for a while: the clock is not asked. */
  readonly override: 'match' | 'otherwise' | null;
  /** When the clock is asked again; not there where nobody said so. */
  readonly overrideUntil?: Instant;
  readonly match: Destination;
  readonly otherwise: Destination;
  /** A PIN is needed to turn it by phone. */
  readonly asksPin?: true;
};

/** A code that callers type, and where they go by what the company's own system says of it. Whom to ask is known where it is asked. */
export type CodeQuestion = {
  readonly name: string;
  /** Keys in the prompt store, played one after the other; `wrongPrompt` before the prompt is repeated. */
  readonly prompt: readonly string[];
  readonly wrongPrompt: readonly string[];
  readonly minDigits: number;
  readonly maxDigits: number;
  /** Ends the code before it has all of its digits. */
  readonly endKey: Digit | null;
  /** From the end of the prompt to the first key, and between two keys. */
  readonly waitSeconds: number;
  readonly digitSeconds: number;
  /** Wrong or missing codes after which `otherwise` follows. */
  readonly tries: number;
  /** By the system's word. */
  readonly answers: Readonly<Record<string, Destination>>;
  readonly otherwise: Destination;
};

/** What callers are asked one after the other, and answer by keys. */
export type SurveyPlan = {
  readonly name: string;
  /** Days of the company, the first and the last on which it is asked; null is open. */
  readonly from: string | null;
  readonly until: string | null;
  /** The question that is asked first. */
  readonly first: string;
  readonly questions: Readonly<Record<string, SurveyQuestionPlan>>;
};

/** A question as callers hear it. */
export type SurveyQuestionPlan = {
  /** As it is written. */
  readonly name: string;
  /** As the company's data knows the kind of its answers. */
  readonly answers: string;
  /** Keys in the prompt store, played one after the other. */
  readonly prompt: readonly string[];
  /** What the keys answer, and the question that follows then; null is none. */
  readonly keys: Readonly<Record<string, { readonly value: number | boolean | string; readonly next: string | null }>>;
};

/** A voicemail box: it greets the caller, and records their message. */
export type VoicemailBox = {
  readonly name: string;
  readonly greeting: string;
  /** The greeting for a caller who was told that the line is busy. */
  readonly busyGreeting?: string;
  readonly maxSeconds: number;
  readonly maxSilenceSeconds: number;
  /** Greets and hangs up: nobody leaves a message. */
  readonly onlyThanks?: true;
};

/** One of the tenant's own numbers. */
export type ServiceNumber = {
  readonly number: string;
  readonly name: string;
  /** How many conversations may use it at once; as many as like where it is absent. */
  readonly calls?: number;
  /** The people who may call out with it; everybody where it is absent. */
  readonly callers?: readonly string[];
  /** Nobody may, but to emergencies: that it is the tenant's own has not been proven. */
  readonly unproven?: true;
  /** The running projects that it is a number of, by name. */
  readonly project?: string;
};

/** Where calls go that come in on a number, from certain callers, at certain times: the first that fits. */
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
  // Plans that were written before these were there lack them.
  /** Of its row. */
  readonly id?: string;
  /** Key in the prompt store: heard before the rule leads on. */
  readonly greeting?: string;
  /** Whether its conversations are recorded; as the company has it where it is absent. */
  readonly records?: boolean;
  /** Heard while somebody of its calls waits, where the queue has none of its own. Named, see `AudioSource`. */
  readonly music?: string;
  /** Stands before the caller's name wherever our people see it ring. */
  readonly namePrefix?: string;
};

/** Which way a number outside is called, by whom, and with which number shown. */
export type OutboundRule = {
  readonly name: string;
  /** Pattern on the national form of what was dialled (`09*`, `00*`). */
  readonly pattern: string;
  readonly extensions: 'all' | readonly string[];
  /** Groups of extensions whose members may, too; none where it is absent. */
  readonly groups?: readonly string[];
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
  /** Numbers in the network of the called party go first. */
  readonly prefersSameCarrier?: boolean;
  /** So long those who are called by it may talk; as long as they like where it is absent. */
  readonly mostMinutes?: number;
};

/** Why somebody is blocked, and until when where that is for a while. */
export type BlockReason = {
  readonly reason: string;
  readonly until?: Instant;
  // Lists that were written before these were there lack them.
  /** Blocked callers of this number only: they may call our other numbers. Canonical. */
  readonly number?: string;
  /** Of callers: what they get instead of a refusal. */
  readonly gets?: BlockedGets;
};

/** The busy tone; an announcement and nothing after it; or to leave a message. */
export type BlockedGets = 'busy' | Extract<Destination, { kind: 'msg' | 'voicemail' }>;

/** Made by `blockList`. A hundred thousand numbers may be in it, so it is changed in place of being made anew. */
export type BlockList = {
  /** By canonical number. */
  readonly numbers: PersistentMap<BlockReason>;
  /** By what numbers begin with that fit them. */
  readonly patterns: PersistentMap<readonly BlockedPattern[]>;
  /** Callers who withhold their number; null where they are let through. */
  readonly anonymous: BlockReason | null;
};

/** A line of the block list that stands for many numbers. */
export type BlockedPattern = BlockReason & { readonly pattern: string };

/** Music of several pieces, or louder or quieter than it was brought. */
export type Playlist = {
  /** Keys in the prompt store. */
  readonly pieces: readonly string[];
  /** In an order by chance. */
  readonly random: boolean;
  /** So much louder, 1 as it is. */
  readonly gain: number;
};

/** What the company wants of every call from outside before a rule leads on. Who is turned away by a rule hears none of it. */
export type FrontDoor = {
  /** Out of these hours callers hear `closed`; a rule that has hours of its own knows better. Null is always open. */
  readonly hours: TimeGroup | null;
  /** Announcements. */
  readonly closed: string;
  /** Said before a call goes on whose conversation will be recorded; null where nothing is. */
  readonly notice: string | null;
};

/** How customers hear of recording, and refuse it. */
export type RecordingNotice = {
  /** Whomever we call hears, as they answer, that the conversation is recorded; callers hear it by way of the front door. */
  readonly out: boolean;
  /** Whoever has heard of it refuses by this key: nothing of their call is recorded from then on. Null where it is no key's. */
  readonly key: Digit | null;
  /** What was recorded before they refused is not kept. */
  readonly drops?: true;
};

/** A trunk, as far as call control needs it. */
export type TrunkPlan = {
  readonly name: string;
  /** Channels, and calls that may begin in a second; null is no limit. */
  readonly calls: number | null;
  readonly callsPerSecond: number | null;
  /** It takes a customer's number as caller; else it is shown ours. */
  readonly passesCallers: boolean;
  // Plans that were written before this was there lack it.
  /** The carrier is the operator's, who gave the company so many of its channels; several trunks may lead there. */
  readonly share?: CarrierShare;
};

/** What a company was given of a carrier of the operator's. */
export type CarrierShare = { readonly id: string; readonly name: string; readonly calls: number };

/** All that routing knows of a tenant: plain data, replaced as a whole when the configuration is saved. */
export type RoutingPlan = {
  /** IANA name, e.g. `Asia/Ho_Chi_Minh`. */
  readonly timeZone: string;
  readonly extensions: Readonly<Record<string, ExtensionPlan>>;
  /** The numbers that can be dialled inside: extensions, groups and other parts with an internal number. */
  readonly internalNumbers: Readonly<Record<string, Destination>>;
  /** By canonical number. */
  readonly numbers: Readonly<Record<string, ServiceNumber>>;
  readonly groups: Readonly<Record<string, RingGroup>>;
  readonly queues: Readonly<Record<string, QueuePlan>>;
  readonly menus: Readonly<Record<string, Menu>>;
  readonly lastCallRules: Readonly<Record<string, LastCallRule>>;
  readonly announcements: Readonly<Record<string, Announcement>>;
  readonly timeConditions: Readonly<Record<string, TimeCondition>>;
  readonly customerConditions: Readonly<Record<string, CustomerCondition>>;
  readonly codeQuestions: Readonly<Record<string, CodeQuestion>>;
  readonly voicemailBoxes: Readonly<Record<string, VoicemailBox>>;
  readonly frontDoor: FrontDoor | null;
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
  /** `position_hidden_phone_customer`. */
  readonly maskMode: number;
  // Plans that were written before these were there lack them.
  /** Surveys that run. */
  readonly surveys?: Readonly<Record<string, SurveyPlan>>;
  /** Feature codes: `*98`. */
  readonly codes?: Readonly<Record<string, FeatureCode>>;
  /** Where callers go whose way meets something that does not work, by the first that fits; else they are told that nobody can be reached. */
  readonly fallbacks?: readonly InboundRule[];
  /** By the names that music has elsewhere in the plan. */
  readonly playlists?: Readonly<Record<string, Playlist>>;
  /** What is played instead of a prompt of the product's own, by keys in the prompt store. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** Words and sentences in the company's own voice, by the same keys. */
  readonly voice?: Readonly<Record<string, string>>;
  /** How calls from and to customers are written up; not at all where it is absent. */
  readonly wrapUp?: WrapUpRules;
  /** There is no room for what is recorded: no rule or setting records a conversation, and boxes take no message. */
  readonly roomIsFull?: true;
  readonly recordingNotice?: RecordingNotice;
  /** Canonical numbers of customers who refused to be recorded: no rule or setting records a conversation with them. */
  readonly unrecorded?: Readonly<Record<string, true>>;
};

/** A list with nobody on it. */
export const nobodyBlocked: BlockList = { numbers: emptyMap, patterns: emptyMap, anonymous: null };

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
  customerConditions: {},
  codeQuestions: {},
  voicemailBoxes: {},
  frontDoor: null,
  inboundRules: [],
  outboundRules: [],
  trunks: {},
  limits: plainLimits,
  blockedCallers: nobodyBlocked,
  blockedNumbers: nobodyBlocked,
  records: { inbound: true, outbound: true, internal: true },
  holdMusic: 'default',
  parking: { first: 701, count: 20, seconds: 120 },
  pickUpGroups: {},
  maskMode: 1,
};
