import {
  type Board,
  type CallId,
  getFrom,
  lookUp,
  type OwnConversation,
  ownConversations,
  personOf,
  type TraceEntry,
} from '@alo/call-core';

import type { OwnCall, OwnCalls } from './domain/calls-now.ts';
import type { PhoneState } from './domain/presence.ts';

/** What an extension's phones do at this moment. */
export function phoneOn(board: Board, extension: string): PhoneState {
  const { contacts, legs } = personOf(board, extension);
  const talks = legs.some(({ call, leg }) => {
    const its = getFrom(board.calls, call)?.legs.find(({ id }) => id === leg);
    return its?.state === 'up' && (its.activity.kind === 'talking' || its.activity.kind === 'supervising');
  });
  return { contacts: contacts.length, state: talks ? 'talking' : legs.length > 0 ? 'ringing' : 'idle' };
}

/** How a call that is going on was routed so far; undefined where the board does not have it. */
export const traceOn = (board: Board, callId: string): readonly TraceEntry[] | undefined =>
  getFrom(board.calls, callId)?.trace;

/** The extensions that have a part in one of these calls. */
export function extensionsIn(board: Board, calls: Iterable<CallId>): string[] {
  const legs = [...calls].flatMap((id) => getFrom(board.calls, id)?.legs ?? []);
  return [...new Set(legs.flatMap(({ party }) => (party.kind === 'extension' ? [party.extension] : [])))];
}

/** The conversations that the person at an extension is in, and what their phones do. */
export const ownCallsOn = (board: Board, extension: string): OwnCalls => ({
  data: ownConversations(board, extension).map((own) => ownCall(board, own)),
  phone: phoneOn(board, extension).state,
});

function ownCall(board: Board, { call, through, ...own }: OwnConversation): OwnCall {
  return {
    id: call.id,
    direction: call.direction,
    started_at: new Date(call.startedAt),
    through: through === null ? '' : throughWords(board, through),
    parties: own.parties.map(party()),
    consulting: own.consulting,
    waiting: own.waiting.map(party('waiting')),
    recording: own.recording,
    supervising: own.supervising && { mode: own.supervising.mode, agent: party()(own.supervising.agent) },
  };
}

const party =
  (state?: 'waiting') =>
  (leg: OwnConversation['parties'][number]): OwnCall['parties'][number] => ({
    leg_id: leg.id,
    ...(leg.party.kind === 'extension'
      ? { kind: 'colleague', name: leg.party.name, number: leg.party.extension }
      : { kind: 'customer', name: leg.party.name, number: leg.party.number }),
    state: state ?? (leg.state === 'up' ? (leg.holds ? 'held' : 'talking') : 'ringing'),
  });

function throughWords({ plan }: Board, { kind, key }: { kind: 'group' | 'queue'; key: string }): string {
  return kind === 'queue'
    ? `Hàng đợi “${lookUp(plan.queues, key)?.name ?? key}”`
    : `Nhóm “${lookUp(plan.groups, key)?.name ?? key}”`;
}
