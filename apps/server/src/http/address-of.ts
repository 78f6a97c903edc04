import { type AddressInfo, isIPv6 } from 'node:net';

/** What a person opens on this machine. */
export function addressOf(host: string, bound: string | AddressInfo | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${bound.port}`;
}
