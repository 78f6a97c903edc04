import type { Board, CallId } from '@alo/call-core';

import type { Bus } from '../bus/bus.ts';
import type { Telephony } from '../telephony/telephony.ts';
import { extensionsIn } from './calls-on-board.ts';

/** Changes of calls that come this close together are told as one. */
const gatherMs = 50;

/** What has changed of calls and of people's phones. */
interface Due {
  readonly calls: Set<CallId>;
  readonly people: Set<string>;
}

/** Publishes what happens to the calls of this process, for the web half of every process. */
export function reportCalls(telephony: Pick<Telephony, 'listen' | 'boardOf'>, bus: Bus): void {
  const due = new Map<string, Due>();
  const parked = new Map<string, Board['parked']>();

  /** Whoever has a phone may take a parked call. */
  function reportParked(tenantId: string): void {
    const now = telephony.boardOf(tenantId)?.parked;
    const before = parked.get(tenantId);
    if (now === before || now === undefined) return;
    parked.set(tenantId, now);
    if (now.size + (before?.size ?? 0) > 0) bus.publish('parked-changed', tenantId, []);
  }

  /** The call windows of those who are in a conversation, or whose phones came or went, read it again. */
  function reportOwn(tenantId: string): void {
    const board = telephony.boardOf(tenantId);
    const { calls, people } = due.get(tenantId) ?? { calls: [], people: [] };
    due.delete(tenantId);
    const extensions = new Set([...people, ...(board === undefined ? [] : extensionsIn(board, calls))]);
    if (extensions.size > 0) bus.publish('my-calls-changed', tenantId, [...extensions]);
  }

  telephony.listen({
    onWritten: (tenantId, callIds) => bus.publish('calls-written', tenantId, callIds),
    onSpansWritten: (tenantId) => bus.publish('events-told', tenantId, []),
    onMessagesLeft: (tenantId, callIds) => bus.publish('messages-left', tenantId, callIds),
    onChanged(tenantId, { people, calls, queues, standings }) {
      if (people.length + calls.length + queues.length > 0) bus.publish('board-changed', tenantId, []);
      if (people.length > 0) bus.publish('phones-changed', tenantId, people);
      if (standings.length > 0) bus.publish('my-queues-changed', tenantId, standings);
      if (people.length + calls.length === 0) return;
      reportParked(tenantId);
      const gathered = due.get(tenantId);
      for (const call of calls) gathered?.calls.add(call);
      for (const extension of people) gathered?.people.add(extension);
      if (gathered !== undefined) return;
      due.set(tenantId, { calls: new Set(calls), people: new Set(people) });
      setTimeout(() => reportOwn(tenantId), gatherMs).unref();
    },
  });
}
