import { dashboard, type ResultOf } from '@alo/contract';
import { useQueryClient } from '@tanstack/react-query';

import { useConsole } from '../../shared/api/context.ts';
import { keyOf, useInvalidate } from '../../shared/api/queries.ts';
import { useLive } from '../../shared/live/use-live.ts';
import { useThrottled } from '../../shared/live/use-throttled.ts';

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
      const { extension, state } = event.data;
      queries.setQueriesData<ResultOf<typeof dashboard>>(
        { queryKey: keyOf(session.tenantCode, dashboard) },
        (shown) =>
          shown && {
            ...shown,
            agents: shown.agents.map((agent) => (agent.extension === extension ? { ...agent, state } : agent)),
          },
      );
    },
    (topic) => {
      if (topic !== 'me') countAgain();
    },
  );
}
