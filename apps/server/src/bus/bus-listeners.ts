import type { BusListener, BusTopic } from './bus.ts';

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
