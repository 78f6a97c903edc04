/** Waits until the page has been painted and the browser has nothing better to do, for two seconds at most. */
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });

/** Between two tries, in milliseconds; the network coming back ends the pause. */
const pause = 5000;

/** Fetches a part that can come after the first paint. */
export async function later<T>(load: () => Promise<T>): Promise<T> {
  await whenIdle();
  return persistently(load);
}

/** Fetches a part; where it does not arrive it is asked for again: nothing fails for it. */
export async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      // The network is away, or the server is between two versions of itself.
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
        addEventListener('online', resolve, { once: true });
      });
    }
  }
}
