import type { presence } from '@alo/contract';
import type { z } from 'zod';

/** What telephony knows of an extension: how many phones are registered, and what they do. */
export interface PhoneState {
  readonly contacts: number;
  readonly state: 'idle' | 'ringing' | 'talking';
  /** When the time to write up a call is over; null where there is none. */
  readonly wrapUpUntil: number | null;
  /** Since when queues call its person no more, and which of them why; null where they do. */
  readonly paused: { readonly since: number; readonly words: string } | null;
  /** What no call can reach them without; a browser that is not registered lacks nothing: its person may have gone home. */
  readonly lacks: 'microphone' | 'telephone' | null;
}

type Presence = z.output<typeof presence>['state'];

/** One word for phone and activity together: a call goes first, then what is missing, a break, what is to be written up, and a pause. */
export function presenceOf(activity: 1 | 2 | 3, phone: PhoneState | undefined): Presence {
  if (phone !== undefined && phone.state !== 'idle') return phone.state;
  if (activity === 3) return 'offline';
  if (phone?.lacks === 'telephone') return 'no-telephone';
  if (phone === undefined || phone.contacts === 0) return 'offline';
  if (phone.lacks === 'microphone') return 'no-microphone';
  if (activity === 2) return 'paused';
  if (phone.wrapUpUntil !== null) return 'wrapping-up';
  return phone.paused === null ? 'ready' : 'queues-paused';
}

/** Why somebody takes no calls at the moment, where it is known: what they said, or what keeps those of queues from them. */
export function whyPaused(state: Presence, reason: string, phone: PhoneState | undefined): string {
  if (state === 'paused') return reason;
  if (state === 'no-microphone') return 'trình duyệt không có micro dùng được';
  if (state === 'no-telephone') return 'máy bàn chưa đăng ký';
  return state === 'queues-paused' ? (phone?.paused?.words ?? '') : '';
}

/** When a state ends by itself. */
export const endOf = (state: Presence, phone: PhoneState | undefined): Date | null =>
  state === 'wrapping-up' && phone !== undefined && phone.wrapUpUntil !== null ? new Date(phone.wrapUpUntil) : null;
