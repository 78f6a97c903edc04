import { isIPv6 } from 'node:net';
import { plainAddress } from '@alo/net';

/** What one party is given at most: IPv4 /24, IPv6 /48. Of a network as `networkOf` names it. */
export const siteOf = (network: string): string => network.replace(/^((?:[\da-f]+:){3})[\da-f]+::\/64$/, '$1:/48');

/** The network that an address is in, as far as one party usually has it: IPv4 /24, IPv6 /64. A client that has left already has none. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return '';
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  const groups = [...left, ...gap, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
