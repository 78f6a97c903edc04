/**
 * One line in another system's page: numbers of it are called in Alô.
 *
 *   <script src="https://alo.example.com/click-to-call.js" defer></script>
 *
 * Links `tel:…`, and anything with `data-alo-call` (a number, a customer's id in Alô, or the token of a call link), open Alô in a tab
 * of their own, which asks before it dials. Nothing of the page is read, changed or sent anywhere.
 */
(() => {
  const { origin } = new URL(document.currentScript.src);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    const clicked = event.target instanceof Element ? event.target.closest('[data-alo-call], a[href^="tel:"]') : null;
    const number = clicked?.getAttribute('data-alo-call') || clicked?.getAttribute('href');
    if (!number) return;
    event.preventDefault();
    window.open(`${origin}/dashboard?call=${encodeURIComponent(number)}`, '_blank', 'noopener');
  });
})();
