import type { Destination } from './destination.ts';
import type { AgentActivity } from './event.ts';
import type { CallId, Cause, Contact, Here, Instant, LegId, TimerId } from './vocabulary.ts';
import type { WriteUp } from './wrap-up.ts';

/** A person at an extension: the phones that reach them, the status they chose, and their legs and timers. */
export type Person = {
  readonly extension: string;
  readonly contacts: readonly Contact[];
  readonly activity: AgentActivity;
  /** Why on a break, as chosen; `since` is when the status was chosen. */
  readonly reason: string | null;
  readonly since: Instant;
  /** Their legs that were not told to end: they ring or talk. */
  readonly legs: readonly Here[];
  /** Since when nothing rings and nobody is talked to. */
  readonly idleSince: Instant;
  readonly wrapUpUntil: Instant | null;
  readonly timers: readonly TimerId[];
  // People of before these were there lack them.
  /** Conversations to be written up, the last one last. */
  readonly writesUp?: readonly WriteUp[];
  /** Whose call rang here last, as one would dial it; not there where nobody called yet. */
  readonly lastCaller?: string;
  /** What rang here last and was not answered here: for whom, until when, and why it stopped; not there where nothing did. */
  readonly rang?: { readonly call: CallId; readonly waiting: LegId; readonly at: Instant; readonly cause: Cause };
  /** Who has taken a conversation out of their hands last, which one, and when; not there where nobody has. */
  readonly takenOver?: {
    readonly call: CallId;
    readonly by: string;
    readonly at: Instant;
    /** Where they sent it; not there where they have it themselves. */
    readonly to?: Destination<'dialled' | 'queue'>;
  };
};

/** Whether every phone of a person rings in vain, as their page sleeps. */
export const isAsleep = ({ contacts }: Pick<Person, 'contacts'>): boolean => contacts.every(({ asleep }) => asleep);

/** Whether somebody could be rung and heard by nobody: no phone of theirs has a microphone. */
export const isVoiceless = ({ contacts }: Pick<Person, 'contacts'>): boolean =>
  contacts.length > 0 && contacts.every(({ voiceless }) => voiceless === true);

/** A person before any event: no phone, and ready. */
export function stranger(extension: string): Person {
  return {
    extension,
    contacts: [],
    activity: 1,
    reason: null,
    since: 0,
    legs: [],
    idleSince: 0,
    wrapUpUntil: null,
    timers: [],
  };
}
