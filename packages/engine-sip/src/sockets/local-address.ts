import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Interfaces come and go (VPN, Wi-Fi); asking the system for each message would cost more than the message. */
const staleAfterMs = 10_000;

interface Interface {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly subnet: BlockList;
}

/** Names our own address as a given peer sees it: what Via, Contact and SDP towards that peer say. */
export class LocalAddresses {
  readonly #bindAddress: string;
  readonly #publicAddress: string | null;
  #interfaces: readonly Interface[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(bindAddress: string, publicAddress: string | null) {
    this.#bindAddress = bindAddress;
    this.#publicAddress = publicAddress;
  }

  /** The public address towards the world, for peers of its family; else the one we are bound to; else the interface that shares a subnet. */
  towards(remote: string): string {
    const family = familyOf(remote);
    const local = loopback.check(remote, family);
    const known = this.#publicAddress;
    if (known !== null && !local && familyOf(known) === family) return known;
    if (this.#bindAddress !== '0.0.0.0' && this.#bindAddress !== '::') return this.#bindAddress;
    if (local) return family === 'ipv6' ? '::1' : '127.0.0.1';
    const mine = this.#read().filter((one) => one.family === family);
    return (
      (mine.find((one) => one.subnet.check(remote, family)) ?? mine[0])?.address ??
      (family === 'ipv6' ? '::1' : '127.0.0.1')
    );
  }

  #read(): readonly Interface[] {
    if (performance.now() - this.#readAt > staleAfterMs) {
      this.#readAt = performance.now();
      this.#interfaces = Object.values(networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .filter((one) => !one.internal)
        .map(({ address, cidr }) => {
          const subnet = new BlockList();
          subnet.addSubnet(
            address,
            Number((cidr ?? '').split('/')[1] ?? (isIPv6(address) ? 128 : 32)),
            familyOf(address),
          );
          return { address, family: familyOf(address), subnet };
        });
    }
    return this.#interfaces;
  }
}

/** An address as it stands in a URI or Via: IPv6 in brackets. */
export const hostOf = (address: string): string => (isIPv6(address) ? `[${address}]` : address);
