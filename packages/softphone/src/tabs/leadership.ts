/** The part of the Web Locks API that is used. */
export interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal } | { readonly steal: true },
    whileHeld: () => Promise<void>,
  ): Promise<unknown>;
}

export interface Leadership {
  /** Become the leader now, whoever is it: its lock is stolen, and it learns so at once. */
  takeOver(): void;
  /** Gives the lock up, and no longer wants it. */
  leave(): void;
}

/**
 * Of all tabs of a browser one holds the lock and is told so; when it goes, crashes included, the next in line is.
 * `onChange(false)` follows when another tab took over; this one queues up again.
 */
export function seekLeadership(locks: Locks, name: string, onChange: (leading: boolean) => void): Leadership {
  let left = false;
  let release = () => {};
  let queued = new AbortController();

  const whileHeld = async () => {
    if (left) return;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    onChange(true);
    await held;
  };

  const queueUp = () => {
    queued = new AbortController();
    const { signal } = queued;
    // A rejection is the abort that `takeOver` and `leave` cause, or the theft that another tab's `takeOver` is.
    locks.request(name, { signal }, whileHeld).catch(() => {
      if (!signal.aborted) lost();
    });
  };

  const lost = () => {
    release = () => {};
    if (left) return;
    onChange(false);
    queueUp();
  };

  queueUp();
  return {
    takeOver() {
      if (left) return;
      queued.abort();
      locks.request(name, { steal: true }, whileHeld).catch(lost);
    },
    leave() {
      left = true;
      queued.abort();
      release();
    },
  };
}
