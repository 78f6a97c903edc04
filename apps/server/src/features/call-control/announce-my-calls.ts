import { type Board, type CallId, getFrom } from '@alo/call-core';

import type { LiveHub } from '../../live/live-hub.ts';

/** Changes that come this close together are told as one. */
const gatherMs = 50;

/** Tells those who are in a conversation that something about it has changed: their call windows read it again. */
export function myCallsAnnouncer({
  boardOf,
  live,
}: {
  boardOf: (tenantId: string) => Board | undefined;
  live: Pick<LiveHub, 'publish'>;
}) {
  const due = new Map<string, Set<CallId>>();

  function tell(tenantId: string): void {
    const board = boardOf(tenantId);
    const calls = due.get(tenantId) ?? [];
    due.delete(tenantId);
    if (board === undefined) return;
    const extensions = new Set<string>();
    for (const id of calls) {
      for (const { party } of getFrom(board.calls, id)?.legs ?? []) {
        if (party.kind === 'extension') extensions.add(party.extension);
      }
    }
    const word = {};
    live.publish(tenantId, 'my-calls-changed', ({ extension }) =>
      extension !== null && extensions.has(extension) ? word : undefined,
    );
  }

  return (tenantId: string, calls: readonly CallId[]): void => {
    const gathered = due.get(tenantId) ?? new Set();
    for (const call of calls) gathered.add(call);
    if (due.has(tenantId)) return;
    due.set(tenantId, gathered);
    setTimeout(() => tell(tenantId), gatherMs).unref();
  };
}
