import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  const listening = new AbortController();
  for (const event of ['online', 'offline']) addEventListener(event, changed, { signal: listening.signal });
  return () => listening.abort();
}

/** Whether the machine has a network, as far as the browser can tell. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
