import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** An address that others can send to, for a bind address that may stand for all of them. */
export function reachable(bindAddress: string): string {
  if (!isAny(bindAddress)) return bindAddress;
  const family = bindAddress === '::' ? 'IPv6' : 'IPv4';
  return outer().find((one) => one.family === family)?.address ?? loopbackOf(bindAddress);
}

/**
 * The host candidates of a socket (RFC 8839 §5.1), best first. Loopback comes last when the socket is bound to all
 * addresses: it is all there is on a machine without a network.
 */
export function hostCandidates(bindAddress: string, port: number): string[] {
  const addresses = isAny(bindAddress) ? [...interfaces(bindAddress), ...loopbacks(bindAddress)] : [bindAddress];
  // RFC 8445 §5.1.2.1: 126 for the type host, 256 − 1 for the component.
  const priority = (rank: number) => 126 * 2 ** 24 + (65535 - rank) * 2 ** 8 + 255;
  return addresses.map((address, rank) => `${rank + 1} 1 UDP ${priority(rank)} ${address} ${port} typ host`);
}

function isAny(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

function loopbackOf(bindAddress: string): string {
  return isIPv6(bindAddress) ? '::1' : '127.0.0.1';
}

/** A socket on `::` takes both families. */
const loopbacks = (address: string): readonly string[] => (isIPv6(address) ? ['::1', '127.0.0.1'] : ['127.0.0.1']);

function interfaces(bindAddress: string): string[] {
  const usable = outer().filter((one) => one.family === 'IPv4' || bindAddress === '::');
  return [...new Set(usable.map((one) => one.address))];
}

/** Link-local addresses of IPv6 mean nothing to another machine. */
function outer() {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter((one) => !one.internal && !/^fe[89ab]/i.test(one.address));
}
