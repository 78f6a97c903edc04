import { useEffect, useMemo, useReducer } from 'react';

import { useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { nothingKnown, stepComputers } from './computers.ts';
import { type Phone, useSnapshotOf } from './phone-context.ts';

/** The conversations of one's own that are in a browser of another computer. */
export function useAway(phone: Phone | null): ReadonlySet<string> {
  const { state, role } = useSnapshotOf(phone);
  const { data } = useMyCalls();
  const { call, beside, registration } = state;
  const isStarted = role !== 'none' && !(registration.state === 'offline' && registration.why === 'not-started');
  // Where there is no phone it has no call.
  const isKnown = isStarted || !window.isSecureContext;
  const [{ away }, send] = useReducer(stepComputers, nothingKnown);
  useEffect(() => send({ calls: isKnown ? [call, ...beside] : null, data }), [isKnown, call, beside, data]);
  return useMemo(() => new Set(away), [away]);
}
