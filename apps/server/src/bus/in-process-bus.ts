import type { Bus, BusListener, BusTopic } from './bus.ts';

/** Who listens to what, in one process. */
export function busListeners() {
  const listeners = new Map<BusTopic, BusListener[]>();
  return {
    subscribe(topic: BusTopic, listener: BusListener): void {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    tell(topic: BusTopic, ...message: Parameters<BusListener>): void {
      for (const listener of listeners.get(topic) ?? []) listener(...message);
    },
  };
}

/** A bus for an installation that is one process. */
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
