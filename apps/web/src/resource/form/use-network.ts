import { useEffect, useRef, useState } from 'react';

/** How long a save waits for the network, in seconds. Later nobody expects it to go out by itself any more. */
const patience = 30;

export interface Network {
  /** Seconds that a save still waits; undefined where none does. */
  waiting: number | undefined;
  /** The last save was given up for want of a network. */
  gaveUp: boolean;
  /** True as soon as there is a network, false when it was waited for in vain or no longer. */
  ready: () => Promise<boolean>;
  /** Waits no longer. */
  stop: () => void;
}

/** Lets a save wait for the network: visibly, and not for long. */
export function useNetwork(): Network {
  const [waiting, setWaiting] = useState<number>();
  const [gaveUp, setGaveUp] = useState(false);
  const settle = useRef<(online: boolean) => void>(undefined);

  useEffect(() => () => settle.current?.(false), []);

  const ready = async (): Promise<boolean> => {
    setGaveUp(false);
    if (navigator.onLine) return true;
    // A second press while one is waiting waits no longer for it.
    if (settle.current) return false;
    const listening = new AbortController();
    let left = patience;
    setWaiting(left);
    const online = await new Promise<boolean>((resolve) => {
      settle.current = resolve;
      addEventListener('online', () => resolve(true), { signal: listening.signal });
      const timer = setInterval(() => {
        left -= 1;
        setWaiting(left);
        if (left <= 0) resolve(false);
      }, 1000);
      listening.signal.addEventListener('abort', () => clearInterval(timer));
    });
    listening.abort();
    settle.current = undefined;
    setWaiting(undefined);
    setGaveUp(!online);
    return online;
  };
  return { waiting, gaveUp, ready, stop: () => settle.current?.(false) };
}
