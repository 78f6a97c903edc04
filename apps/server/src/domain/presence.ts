import type { presence } from '@alo/contract';
import type { z } from 'zod';

/** What telephony knows of an extension: how many phones are registered, and what they do. */
export interface PhoneState {
  readonly contacts: number;
  readonly state: 'idle' | 'ringing' | 'talking';
  /** When the time to write up a call is over; null where there is none. */
  readonly wrapUpUntil: number | null;
}

type Presence = z.output<typeof presence>['state'];

/** One word for phone and activity together: a call goes first, then no phone, a break, and what is to be written up. */
export function presenceOf(activity: 1 | 2 | 3, phone: PhoneState | undefined): Presence {
  if (phone !== undefined && phone.state !== 'idle') return phone.state;
  if (activity === 3 || phone === undefined || phone.contacts === 0) return 'offline';
  if (activity === 2) return 'paused';
  return phone.wrapUpUntil === null ? 'ready' : 'wrapping-up';
}

/** When a state ends by itself. */
export const endOf = (state: Presence, phone: PhoneState | undefined): Date | null =>
  state === 'wrapping-up' && phone !== undefined && phone.wrapUpUntil !== null ? new Date(phone.wrapUpUntil) : null;
