import type { IncomingMessage } from 'node:http';

/**
 * Browsers let any page open a WebSocket anywhere, and say which page it was (RFC 6455 §10.2): only one of this very host
 * and port may. What sends no Origin is no browser. A proxy's `X-Forwarded-Host` counts too, as no page can set it.
 */
export function isOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers.origin === undefined) return true;
  const page = URL.parse(headers.origin);
  if (page === null || page.host === '') return false;
  const [forwarded = ''] = String(headers['x-forwarded-host'] ?? '').split(',');
  // Read under the page's protocol, so that its usual port may be named or not.
  return [headers.host ?? '', forwarded.trim()].some(
    (host) => URL.parse(`${page.protocol}//${host}`)?.host === page.host,
  );
}
