import type { Page } from 'playwright-core';

/** The live events of a page that is loaded after this, which can be held up on their way, and let go in their order. */
export async function liveThrough(page: Page): Promise<{ readonly hold: () => void; readonly letGo: () => void }> {
  let held: (() => void)[] | undefined;
  await page.routeWebSocket(/\/live\?/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (held === undefined) socket.send(message);
      else held.push(() => socket.send(message));
    });
  });
  return {
    hold() {
      held ??= [];
    },
    letGo() {
      const all = held ?? [];
      held = undefined;
      for (const send of all) send();
    },
  };
}
