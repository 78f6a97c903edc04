/**
 * Runs in the page before anything else: notes when an INVITE came, and when the call window has painted what of whoever calls.
 * The product knows nothing of it.
 */
(() => {
  const now = () => performance.timeOrigin + performance.now();
  const nothing = () => ({ invite: 0, name: 0, came: 0, shown: '' });
  let seen = nothing();
  let told = () => {};
  const Sockets = window.WebSocket;
  window.WebSocket = class extends Sockets {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.startsWith('INVITE ') && seen.invite === 0) seen.invite = now();
      });
    }
  };
  const afterPaint = (note) => requestAnimationFrame(() => setTimeout(() => note()));
  const look = () => {
    const open = document.querySelector('section[data-status="incoming"]');
    if (open === null || seen.invite === 0) return;
    const ring = seen;
    const shown = open.querySelector('[data-caller]')?.textContent ?? '';
    // A number is nobody's name.
    if (ring.shown === '' && /\p{L}/u.test(shown)) {
      ring.shown = shown;
      afterPaint(() => {
        ring.name = now();
        told();
      });
    }
    if (ring.came === 0 && open.querySelector('dl') !== null) {
      ring.came = -1;
      afterPaint(() => {
        ring.came = now();
        told();
      });
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  window.ring = {
    forget: () => (seen = nothing()),
    /** What is seen of this ring, once all of it is. */
    seen: () =>
      new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error(`Only this was seen: ${JSON.stringify(seen)}`)), 15_000);
        told = () => seen.name > 0 && seen.came > 0 && resolve(seen);
        told();
      }),
  };
})();
