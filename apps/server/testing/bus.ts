import type { Bus } from '../src/bus/bus.ts';
import { busListeners } from '../src/bus/bus-listeners.ts';

/** A bus within one process: for tests that are about no other. */
export function inProcessBus(): Bus {
  const { subscribe, tell } = busListeners();
  return {
    publish: (topic, tenantId, ids) => tell(topic, tenantId, ids, 'here'),
    subscribe,
    // Within a process nothing is lost.
    onGap: () => undefined,
    flushed: async () => undefined,
    close: async () => undefined,
  };
}
