import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** An address that others can send to, for a bind address that may stand for all of them. */
export function reachable(bindAddress: string): string {
  if (!isAny(bindAddress)) return bindAddress;
  const family = bindAddress === '::' ? 'IPv6' : 'IPv4';
  return outer().find((one) => one.family === family)?.address ?? loopbackOf(bindAddress);
}

/** By UDP, and by TCP where whoever wants to connects to us (RFC 6544 §4.5). */
type Transport = 'UDP' | 'TCP';

/**
 * The candidates of a socket (RFC 8839 §5.1). Where a NAT shows us to the world stands first, for whoever looks at one address only; then
 * the socket's own addresses, which are better where they are reached. Loopback comes last when the socket is bound to all addresses: it
 * is all there is on a machine without a network.
 *
 * With TCP each of them is named once more at the end, but for loopback where there is anything else: no firewall stands there.
 */
export function iceCandidates(
  bindAddress: string,
  port: number,
  {
    publicAddresses = [],
    hasTcp = false,
  }: { readonly publicAddresses?: readonly string[]; readonly hasTcp?: boolean } = {},
): string[] {
  const outside = isAny(bindAddress) ? interfaces(bindAddress) : [bindAddress];
  const own = isAny(bindAddress) ? [...outside, ...loopbacks(bindAddress)] : outside;
  const mapped = publicAddresses.filter((address) => !own.includes(address));
  const named = (transport: Transport, addresses: readonly string[], before: number) => [
    ...mapped.map((address, rank) => {
      const base = own.find((one) => isIPv6(one) === isIPv6(address)) ?? (isIPv6(address) ? '::' : '0.0.0.0');
      return candidate(transport, 'srflx', address, port, rank, before + rank + 1, ` raddr ${base} rport ${port}`);
    }),
    ...addresses.map((address, rank) =>
      candidate(transport, 'host', address, port, rank, before + mapped.length + rank + 1),
    ),
  ];
  const udp = named('UDP', own, 0);
  return hasTcp ? [...udp, ...named('TCP', outside.length > 0 ? outside : own, udp.length)] : udp;
}

/** RFC 8445 §5.1.2.2; every way by TCP below each by UDP (RFC 6544 §4.2). */
const preferences = { UDP: { host: 126, srflx: 100 }, TCP: { host: 90, srflx: 80 } } as const;

/** RFC 6544 §4.2: 4 × 2¹³ for a passive one; 256 − 1 for the component. */
const preferred = { UDP: 65_535, TCP: 4 * 2 ** 13 + 2 ** 13 - 1 } as const;

function candidate(
  transport: Transport,
  type: 'host' | 'srflx',
  address: string,
  port: number,
  rank: number,
  foundation: number,
  related = '',
): string {
  const priority = preferences[transport][type] * 2 ** 24 + (preferred[transport] - rank) * 2 ** 8 + 255;
  const passive = transport === 'TCP' ? ' tcptype passive' : '';
  return `${foundation} 1 ${transport} ${priority} ${address} ${port} typ ${type}${related}${passive}`;
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
