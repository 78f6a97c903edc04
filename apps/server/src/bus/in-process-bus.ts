import type { Bus, BusListener, BusTopic } from './bus.ts';

/** A bus for an installation that is one process. */
export function inProcessBus(): Bus {
  const listeners = new Map<BusTopic, BusListener[]>();
  return {
    publish(topic, tenantId, ids) {
      for (const listener of listeners.get(topic) ?? []) listener(tenantId, ids);
    },
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    // Within a process nothing is lost.
    onGap: () => undefined,
    flushed: async () => undefined,
    async close() {
      listeners.clear();
    },
  };
}
