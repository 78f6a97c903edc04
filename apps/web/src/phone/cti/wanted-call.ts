const name = 'call';

/** Whom the page was opened to call, by its address; null for nobody. */
export function callWantedBy(search: string): string | null {
  const wanted = new URLSearchParams(search).get(name)?.trim() ?? '';
  return wanted === '' ? null : wanted;
}

export function withoutWantedCall(href: string): string {
  const url = new URL(href);
  url.searchParams.delete(name);
  return url.href;
}

/** Where the browser goes with a `tel:` link, once the person wants it so. */
export const telHandlerUrl = (origin: string): string => `${origin}/dashboard?${name}=%s`;
