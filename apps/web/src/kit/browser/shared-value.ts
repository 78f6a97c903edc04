import { useSyncExternalStore } from 'react';

/** A value that is shown, and may be by several trees of the page: whoever shows it is told when it changes. */
export interface SharedValue<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function shown<T>(first: T): SharedValue<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const useShown = <T>({ subscribe, get }: SharedValue<T>): T => useSyncExternalStore(subscribe, get);
