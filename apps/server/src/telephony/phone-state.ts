import { type Call, phoneOf, type Switchboard } from '@alo/call-core';

import { openCalls } from './snapshot.ts';

/** An extension's phones and what they do; undefined where nobody runs its tenant or no phone was ever seen. */
export function phoneState(
  board: Switchboard | undefined,
  extension: string,
): { readonly contacts: number; readonly state: 'idle' | 'ringing' | 'talking' } | undefined {
  if (board === undefined) return undefined;
  const { contacts, legs } = phoneOf(board.phones, extension);
  if (legs.length === 0) return { contacts, state: 'idle' };
  const mine = new Set<string>(legs);
  const up = openCalls(board).some((call) =>
    call.legs.some((leg) => mine.has(leg.id) && (leg.state === 'up' || leg.side === 'arrived')),
  );
  return { contacts, state: up ? 'talking' : 'ringing' };
}

/** The extensions whose phones a conversation concerns. */
export function extensionsIn(call: Call): string[] {
  return call.legs.flatMap(({ party }) => (party.kind === 'extension' ? [party.extension] : []));
}
