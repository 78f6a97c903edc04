import { useSyncExternalStore } from 'react';

import { isoDay } from '../format/time.ts';

const second = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all running times of the page, so that they tick together. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, second);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

const wholeSecond = () => Math.floor(Date.now() / second) * second;

/** The time in milliseconds, renewed each second while the component is shown. */
export const useSeconds = (): number => useSyncExternalStore(subscribe, wholeSecond);

/** Today in Việt Nam as the server writes it; changes by itself at midnight. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => isoDay(Date.now()));
