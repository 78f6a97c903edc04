import { BlockList, isIP } from 'node:net';

/** Where an address means something: on one machine, on one link, in one of the private networks, or everywhere. */
export type AddressSpace = 'machine' | 'link' | '10' | '172.16' | '192.168' | '100.64' | 'fc00' | 'everywhere';

const spaces: readonly (readonly [AddressSpace, 'ipv4' | 'ipv6', network: string, bits: number])[] = [
  ['machine', 'ipv4', '127.0.0.0', 8],
  ['machine', 'ipv4', '0.0.0.0', 8],
  ['machine', 'ipv6', '::', 127],
  ['link', 'ipv4', '169.254.0.0', 16],
  ['link', 'ipv6', 'fe80::', 10],
  ['10', 'ipv4', '10.0.0.0', 8],
  ['172.16', 'ipv4', '172.16.0.0', 12],
  ['192.168', 'ipv4', '192.168.0.0', 16],
  ['100.64', 'ipv4', '100.64.0.0', 10],
  ['fc00', 'ipv6', 'fc00::', 7],
];

const lists = spaces.map(([space, family, network, bits]) => {
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return { space, family, list };
});

/** The space of an address (RFC 1918, 6598, 4193, 3927); of what is none, `undefined`. */
export function addressSpace(address: string): AddressSpace | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return lists.find((one) => one.family === family && one.list.check(address, family))?.space ?? 'everywhere';
}

/**
 * Can a peer that is seen at `seen` be sent to at `written`, which it wrote of itself? What is private or of its own machine is so only to
 * who is in the same network; behind NAT it is nobody's address, or somebody else's.
 */
export function meansTheSame(written: string, seen: string): boolean {
  const space = addressSpace(written);
  return space === 'everywhere' || space === addressSpace(seen);
}
