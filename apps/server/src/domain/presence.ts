import type { presence } from '@alo/contract';
import type { z } from 'zod';

/** What telephony knows of an extension: how many phones are registered, and what they do. */
export interface PhoneState {
  readonly contacts: number;
  readonly state: 'idle' | 'ringing' | 'talking';
}

/** One word for phone and activity together: a call goes first, then no phone, then a break. */
export function presenceOf(activity: 1 | 2 | 3, phone: PhoneState | undefined): z.output<typeof presence>['state'] {
  if (phone !== undefined && phone.state !== 'idle') return phone.state;
  if (activity === 3 || phone === undefined || phone.contacts === 0) return 'offline';
  return activity === 2 ? 'paused' : 'ready';
}
