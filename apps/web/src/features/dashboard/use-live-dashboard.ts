import { dashboard, type ResultOf } from '@alo/contract';
import { useQueryClient } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { keyOf, useInvalidate } from '../../kit/api/queries.ts';
import { useLive } from '../../kit/live/use-live.ts';
import { useThrottled } from '../../kit/live/use-throttled.ts';

/** Presence shows at once; figures are counted again by the server, at most every three seconds. */
export function useLiveDashboard(): void {
  const queries = useQueryClient();
  const { session } = useConsole();
  const invalidate = useInvalidate();
  const countAgain = useThrottled(() => void invalidate(dashboard), 3000);
  useLive(
    (event) => {
      if (event.topic === 'me' || event.topic === 'monitor') return;
      countAgain();
      if (event.type !== 'presence-changed') return;
      const { extension, state, note, until } = event.data;
      const told = { state, note, until };
      for (const read of queries.getQueryCache().findAll({ queryKey: keyOf(session.tenantCode, dashboard) })) {
        queries.setQueryData<ResultOf<typeof dashboard>>(
          read.queryKey,
          (shown) =>
            shown && {
              ...shown,
              agents: shown.agents.map((agent) => (agent.extension === extension ? { ...agent, ...told } : agent)),
            },
          // The rest is as old as it was, and the time that it tells.
          { updatedAt: read.state.dataUpdatedAt },
        );
      }
    },
    (topic) => {
      if (topic !== 'me') countAgain();
    },
  );
}
