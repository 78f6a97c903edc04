import { dashboard, type ResultOf } from '@alo/contract';
import { useQueryClient } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { keyOf } from '../../kit/api/queries.ts';
import { useLive } from '../../kit/live/use-live.ts';

/** Presence shows at once, before the server has counted again. */
export function usePresenceOnDashboard(): void {
  const queries = useQueryClient();
  const { session } = useConsole();
  useLive(
    (event) => {
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
    () => undefined,
  );
}
