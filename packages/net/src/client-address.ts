import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { compile, default as proxyAddress } from '@fastify/proxy-addr';
import { plainAddress } from './plain-address.ts';

/**
 * Whose address a request is from: the connection's or, where a trusted proxy made that, the last one in `X-Forwarded-For` that is no
 * proxy's of ours. Proxies are addresses and networks, as in `ALO_TRUSTED_PROXIES`. Empty for a connection that is gone already.
 */
export function clientAddresses(proxies: readonly string[]): (request: IncomingMessage) => string {
  const trusts = compile([...proxies]);
  return (request) => {
    const own = request.socket.remoteAddress ?? '';
    const named = proxies.length === 0 || own === '' ? own : proxyAddress(request, trusts);
    // Some proxies write more than an address, or less.
    return plainAddress(isIP(named) === 0 ? own : named);
  };
}
