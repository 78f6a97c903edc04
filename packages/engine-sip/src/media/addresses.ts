import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** An address that others can send to, for a bind address that may stand for all of them. */
export function reachable(bindAddress: string): string {
  if (!isAny(bindAddress)) return bindAddress;
  const family = bindAddress === '::' ? 'IPv6' : 'IPv4';
  return outer().find((one) => one.family === family)?.address ?? loopbackOf(bindAddress);
}

/**
 * The candidates of a socket (RFC 8839 §5.1). Where a NAT shows us to the world stands first, for whoever looks at one address only; then
 * the socket's own addresses, which are better where they are reached. Loopback comes last when the socket is bound to all addresses: it
 * is all there is on a machine without a network.
 */
export function iceCandidates(bindAddress: string, port: number, publicAddresses: readonly string[] = []): string[] {
  const own = isAny(bindAddress) ? [...interfaces(bindAddress), ...loopbacks(bindAddress)] : [bindAddress];
  const mapped = publicAddresses.filter((address) => !own.includes(address));
  return [
    ...mapped.map((address, rank) => {
      const base = own.find((one) => isIPv6(one) === isIPv6(address)) ?? (isIPv6(address) ? '::' : '0.0.0.0');
      return candidate('srflx', address, port, rank, rank + 1, ` raddr ${base} rport ${port}`);
    }),
    ...own.map((address, rank) => candidate('host', address, port, rank, mapped.length + rank + 1)),
  ];
}

/** RFC 8445 §5.1.2.2: the preferences of the types; 256 − 1 for the component. */
const preferences = { host: 126, srflx: 100 } as const;

function candidate(
  type: keyof typeof preferences,
  address: string,
  port: number,
  rank: number,
  foundation: number,
  related = '',
): string {
  const priority = preferences[type] * 2 ** 24 + (65535 - rank) * 2 ** 8 + 255;
  return `${foundation} 1 UDP ${priority} ${address} ${port} typ ${type}${related}`;
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
