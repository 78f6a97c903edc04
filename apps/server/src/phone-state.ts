import { phoneOf, type Switchboard, valuesOf } from '@alo/call-core';

import type { PhoneState } from './features/dashboard/people.ts';

/** What an extension's phones do at this moment; undefined where its tenant's calls do not run here. */
export function phoneState(board: Switchboard | undefined, extension: string): PhoneState | undefined {
  if (board === undefined) return undefined;
  const { contacts, legs } = phoneOf(board.phones, extension);
  if (legs.length === 0) return { contacts, state: 'idle' };
  const its = new Set(legs);
  for (const call of valuesOf(board.calls)) {
    if (call.phase.state === 'talking' && call.phase.pair.some((leg) => its.has(leg))) {
      return { contacts, state: 'talking' };
    }
  }
  return { contacts, state: 'ringing' };
}
