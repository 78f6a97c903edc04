import type { DestinationClass } from './destination-class.ts';
import type { Instant } from './vocabulary.ts';

/** How much a company may call at all: what keeps a mistake or a thief from being dear. Null is no limit. */
export type CallLimits = {
  /** At once, and begun in a second: of the company, and of each extension. */
  readonly calls: number | null;
  readonly callsPerSecond: number | null;
  readonly extensionCalls: number | null;
  readonly extensionCallsPerSecond: number | null;
  /** The end of a trial: from then on no call begins but to an emergency number; absent where there is none. */
  readonly closedFrom?: Instant;
  /** Destinations that may be called; emergency numbers and colleagues always may. */
  readonly open: readonly DestinationClass[];
  /** The area code of the company's place without the 0, for what is local; '' where that makes no difference. */
  readonly homeArea: string;
  /** When costly destinations may be called, `HH:MM`, the end not included; null is always. */
  readonly costlyHours: { readonly from: string; readonly to: string } | null;
  /** Talk with costly destinations: of the whole company in a day, and in one call. */
  readonly costlyMinutesPerDay: number | null;
  readonly costlyMinutesPerCall: number | null;
  /** The spend limit; absent where no prices are set. */
  readonly spend?: SpendLimit;
  readonly alarm: FraudAlarm;
  /** A person who dials a customer who refuses advertising is told so first. */
  readonly asksWhoRefuses?: true;
};

/** Money, in đồng. */
export type SpendLimit = {
  /** A minute of talk, by where it goes; what is left out costs nothing. */
  readonly prices: Readonly<Partial<Record<DestinationClass, number>>>;
  /** Of the whole company within 24 hours. */
  readonly perDay: number;
};

/** The pattern of toll fraud: so much of it by one extension within an hour. At night half of it is enough. */
export type FraudAlarm = {
  /** Attempts at costly destinations, refused ones too. */
  readonly costlyCalls: number;
  /** Attempts at one and the same number. */
  readonly repeatedCalls: number;
  /** Minutes of talk with costly destinations. */
  readonly costlyMinutes: number;
  readonly night: { readonly from: string; readonly to: string };
  /** So long the extension calls no costly destination any more; 0 is no time at all. */
  readonly stopMinutes: number;
};

/** The limits of a company that has chosen none. */
export const plainLimits: CallLimits = {
  calls: null,
  callsPerSecond: null,
  extensionCalls: 4,
  extensionCallsPerSecond: 5,
  open: ['local', 'mobile', 'long-distance'],
  homeArea: '',
  costlyHours: { from: '07:00', to: '21:00' },
  costlyMinutesPerDay: 120,
  costlyMinutesPerCall: 30,
  alarm: {
    costlyCalls: 10,
    repeatedCalls: 20,
    costlyMinutes: 60,
    night: { from: '22:00', to: '06:00' },
    stopMinutes: 60,
  },
};
