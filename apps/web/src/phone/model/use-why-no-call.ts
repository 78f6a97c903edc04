import { useMe } from '../../kit/me/me.ts';
import { usePhoneContext, usePhoneSnapshot } from './phone-context.ts';
import { registrationLine, unavailableLine } from './words.ts';

/** Why no call can be placed from here at the moment, in words; null where one can. */
export function useWhyNoCall(): string | null {
  const { phone, unavailable, onDesk } = usePhoneContext();
  const mobile = useMe()?.phone ?? '';
  const { registration } = usePhoneSnapshot().state;
  // Who has no telephone that is switched on is called on the one that they carry about.
  const isReached = unavailable === 'no-telephone' && mobile !== '';
  if (unavailable !== null && !isReached) return unavailableLine(unavailable).help;
  return phone !== null && registration.state === 'registered' ? null : registrationLine(registration, onDesk).help;
}
