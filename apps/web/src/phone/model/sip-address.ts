/** The SIP WebSocket's full address; a path in the configuration is on the page's own origin. */
export function sipAddress(configured: string, page: string): string {
  const url = new URL(configured, page);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}
