import { BlockList, isIP } from 'node:net';

/** Addresses and subnets that somebody's calls come from. Single addresses, the common case, cost one look-up. */
export class Sources {
  readonly #addresses = new Set<string>();
  readonly #subnets = new BlockList();
  #hasSubnets = false;

  /** Entries that are neither an address nor a CIDR subnet match nothing. */
  constructor(entries: Iterable<string>) {
    for (const entry of entries) {
      const [address = '', bits] = entry.split('/');
      const family = familyOf(address);
      if (family === undefined) continue;
      if (bits === undefined) this.#addresses.add(address);
      else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128)) {
        this.#subnets.addSubnet(address, Number(bits), family);
        this.#hasSubnets = true;
      }
    }
  }

  has(address: string): boolean {
    if (this.#addresses.has(address)) return true;
    const family = this.#hasSubnets ? familyOf(address) : undefined;
    return family !== undefined && this.#subnets.check(address, family);
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined => {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
};
