import { usePhoneContext, usePhoneSnapshot } from './phone-context.ts';
import { registrationLine, unavailableLine } from './words.ts';

/** Why no call can be placed from here at the moment, in words; null where one can. */
export function useWhyNoCall(): string | null {
  const { phone, unavailable, onDesk } = usePhoneContext();
  const { registration } = usePhoneSnapshot().state;
  if (unavailable !== null) return unavailableLine(unavailable).help;
  return phone !== null && registration.state === 'registered' ? null : registrationLine(registration, onDesk).help;
}
