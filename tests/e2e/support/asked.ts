import type { Request } from 'playwright-core';

import type { BrowserPhone } from './browser-phone.ts';

/** What a page asks the server for from now on, and what of that it calls off again, by address without its query. */
export interface PageRequests {
  readonly calledOff: readonly string[];
  /** Everything of the server's API but live sockets, in its order: the method, and the address without the company's part. */
  readonly all: readonly string[];
  /** How often it has asked for an address that ends so. */
  times(end: string): number;
}

export function askedBy({ page }: Pick<BrowserPhone, 'page'>): PageRequests {
  const all: string[] = [];
  const paths: string[] = [];
  const calledOff: string[] = [];
  /** What was asked for before may be called off with the page that it was for. */
  const seen = new WeakSet<Request>();
  const pathOf = (url: string) => new URL(url).pathname;
  page.on('request', (request) => {
    seen.add(request);
    const path = pathOf(request.url());
    if (request.resourceType() === 'fetch') paths.push(path);
    if (path.startsWith('/api/')) all.push(`${request.method()} ${path.replace(/^\/api\/[^/]+/, '')}`);
  });
  page.on('requestfailed', (request) => {
    if (seen.has(request) && request.failure()?.errorText === 'net::ERR_ABORTED') calledOff.push(pathOf(request.url()));
  });
  return { calledOff, all, times: (end) => paths.filter((path) => path.endsWith(end)).length };
}
