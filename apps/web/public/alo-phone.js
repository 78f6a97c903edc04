// @ts-check
/**
 * The phone in another system's page, for who is signed in in it:
 *
 *   <script src="https://alo.example.com/alo-phone.js" defer></script>
 *   <alo-phone links></alo-phone>
 *
 *   const phone = document.querySelector('alo-phone');
 *   phone.addEventListener('alo-call', ({ detail }) => show(detail));   // also alo-phone, alo-outcome, alo-refused
 *   await phone.call('0901234567');                                     // answer, hangUp, hold, mute
 *
 * With `links`, links `tel:…` and anything with `data-alo-call` of the page are called in it. It stands in a frame of Alô's own origin: the page
 * reads nothing of it but what it tells, and only where the company lists the page. What is told is described in docs/integrators.md.
 */
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement) || customElements.get('alo-phone') !== undefined) return;
  const { origin } = new URL(script.src);

  const refusals = {
    'no-phone': 'The phone is not there yet, or this page may not use it',
    'no-call': 'There is no call',
    'in-call': 'There is a call already',
    'not-ringing': 'Nothing rings',
    'not-talking': 'Nobody is talked to',
  };

  class AloPhone extends HTMLElement {
    /** @type {HTMLIFrameElement | undefined} */
    #frame;
    #asked = 0;
    #isThere = false;
    /** @type {Map<number, { done: () => void, refused: (error: Error) => void }>} */
    #waiting = new Map();
    #hears = (/** @type {MessageEvent} */ event) => this.#hear(event);
    #clicks = (/** @type {MouseEvent} */ event) => this.#click(event);

    connectedCallback() {
      if (this.style.display === '') this.style.display = 'block';
      const frame = document.createElement('iframe');
      Object.assign(frame, {
        src: `${origin}/embedded-phone`,
        title: this.getAttribute('label') ?? 'Alô',
        allow: 'microphone; autoplay; clipboard-write',
        // Only so is it known which page shows it.
        referrerPolicy: 'origin',
      });
      frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
      if (this.clientHeight === 0) this.style.height = '600px';
      this.#frame = frame;
      addEventListener('message', this.#hears);
      document.addEventListener('click', this.#clicks);
      this.replaceChildren(frame);
    }

    disconnectedCallback() {
      removeEventListener('message', this.#hears);
      document.removeEventListener('click', this.#clicks);
      this.#left();
      this.replaceChildren();
    }

    /** Calls a number however it is written, an extension, or a customer's id. Rejects, with why in `code`, where that cannot be done now. */
    call(/** @type {string} */ to) {
      return this.#ask({ do: 'call', to: to.trim().replace(/^tel:/i, '') });
    }

    answer() {
      return this.#ask({ do: 'answer' });
    }

    /** Ends the call, or rejects what rings. */
    hangUp() {
      return this.#ask({ do: 'hang-up' });
    }

    hold(on = true) {
      return this.#ask({ do: 'hold', on });
    }

    mute(on = true) {
      return this.#ask({ do: 'mute', on });
    }

    /** @returns {Promise<void>} */
    #ask(/** @type {object} */ command) {
      return new Promise((done, refused) => {
        if (!this.#isThere) return refused(refusal('no-phone'));
        this.#asked += 1;
        this.#waiting.set(this.#asked, { done, refused });
        this.#send({ alo: 'ask', id: this.#asked, command });
      });
    }

    #send(/** @type {object} */ message) {
      this.#frame?.contentWindow?.postMessage(message, origin);
    }

    #hear(/** @type {MessageEvent} */ { source, origin: from, data }) {
      if (from !== origin || source === null || source !== this.#frame?.contentWindow) return;
      if (data?.alo === 'there') {
        // Also after it was loaded again: what was asked before has no answer.
        this.#left();
        this.#isThere = true;
        this.#send({ alo: 'hello' });
      } else if (data?.alo === 'done') {
        const waiting = this.#waiting.get(data.id);
        this.#waiting.delete(data.id);
        if (data.refused === null) waiting?.done();
        else waiting?.refused(refusal(data.refused));
      } else if (data?.alo === 'news') {
        const { type, call, ...rest } = data.news;
        this.dispatchEvent(new CustomEvent(`alo-${type}`, { detail: call ?? rest, bubbles: true }));
      }
    }

    #left() {
      this.#isThere = false;
      for (const { refused } of this.#waiting.values()) refused(refusal('no-phone'));
      this.#waiting.clear();
    }

    #click(/** @type {MouseEvent} */ event) {
      if (!this.hasAttribute('links') || event.defaultPrevented || event.button !== 0) return;
      const clicked = event.target instanceof Element ? event.target.closest('[data-alo-call], a[href^="tel:"]') : null;
      const number = clicked?.getAttribute('data-alo-call') || clicked?.getAttribute('href');
      if (!number) return;
      event.preventDefault();
      this.call(number).catch((error) => this.dispatchEvent(new CustomEvent('alo-not-called', { detail: error.code })));
    }
  }

  const refusal = (/** @type {keyof typeof refusals} */ code) => Object.assign(new Error(refusals[code]), { code });

  customElements.define('alo-phone', AloPhone);
})();
