import { type Board, getFrom, personOf, type TraceEntry } from '@alo/call-core';

import type { PhoneState } from './domain/presence.ts';

/** What an extension's phones do at this moment; undefined where its tenant's calls do not run here. */
export function phoneState(board: Board | undefined, extension: string): PhoneState | undefined {
  if (board === undefined) return undefined;
  const { contacts, legs } = personOf(board, extension);
  const talks = legs.some(({ call, leg }) => {
    const its = getFrom(board.calls, call)?.legs.find(({ id }) => id === leg);
    return its?.state === 'up' && (its.activity.kind === 'talking' || its.activity.kind === 'supervising');
  });
  return { contacts: contacts.length, state: talks ? 'talking' : legs.length > 0 ? 'ringing' : 'idle' };
}

/** How a call that is going on was routed so far; undefined where the board does not have it. */
export function traceOf(board: Board | undefined, callId: string): readonly TraceEntry[] | undefined {
  return board === undefined ? undefined : getFrom(board.calls, callId)?.trace;
}
