import type { Call } from '@alo/softphone';
import { useMyCalls } from '../../domain/calls/use-my-calls.ts';
import type { CallOrigin } from './caller.ts';
import { currentCall } from './current-call.ts';

/** How the call that rings or is going on came to one; null while the switchboard has not said. */
export function useCallOrigin(call: Call): CallOrigin | null {
  const { data, ringing } = useMyCalls();
  if (call.status === 'idle') return null;
  if (call.status !== 'incoming') return currentCall(data) ?? null;
  return ringing.find(({ party }) => party.number === call.party.number) ?? ringing.at(-1) ?? null;
}
