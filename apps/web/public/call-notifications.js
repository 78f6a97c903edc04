/**
 * Only for notifications of calls that ring in a page that is not seen: their buttons come here, and go on to the page that rings. It
 * keeps nothing and answers no request, so that no page is ever older than the server's. A new one takes over at once.
 */
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const { call } = notification.data ?? {};
  if (typeof call === 'string') event.waitUntil(tellPages(call, action));
});

/** Several pages may be open, and one of them rings: it says so. It is brought up, unless the call is turned away. */
async function tellPages(call, action) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = await new Promise((resolve) => {
    for (const one of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => data === 'mine' && resolve(one);
      one.postMessage({ kind: 'alo-call', call, action }, [port2]);
    }
    setTimeout(resolve, longestMs);
  });
  if (page === undefined || action === 'reject') return;
  // A browser that brings no page up for this has it answered all the same.
  await page.focus().catch(() => undefined);
}

/** Longer nobody who clicked waits for a page that sleeps, in milliseconds. */
const longestMs = 2000;
