import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { addressSpace, meansTheSame } from '@alo/net';

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

/**
 * Names our own address as a given peer sees it: what Via, Contact, SDP and ICE candidates towards that peer say (ADR 610). Nobody else
 * knows where we are.
 */
export class LocalAddresses {
  readonly #bindAddress: string;
  /** Where a NAT shows us to the world: one of each family at most. */
  #public: readonly string[];
  #interfaces: readonly Interface[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(bindAddress: string, publicAddresses: readonly string[]) {
    this.#bindAddress = bindAddress;
    this.#public = publicAddresses;
  }

  /** Where the world sees us, the first of each family. */
  get public(): readonly string[] {
    return this.#public;
  }

  /** A server outside has seen us there; what the operator says of the same family counts more. */
  seenAt(address: string, said: readonly string[]): void {
    this.#public = said.some((one) => familyOf(one) === familyOf(address)) ? said : [...said, address];
  }

  /**
   * Towards the world the public address of the peer's family, where there is one; else the one we are bound to; else that of the
   * interface that shares a subnet. Who is in our own networks is not sent round by the NAT, which many do not let come back.
   */
  towards(remote: string): string {
    const family = familyOf(remote);
    const local = loopback.check(remote, family);
    const known = this.#public.find((address) => familyOf(address) === family);
    if (known !== undefined && !local && !this.#isBeside(remote, known)) return known;
    if (this.#bindAddress !== '0.0.0.0' && this.#bindAddress !== '::') return this.#bindAddress;
    if (local) return family === 'ipv6' ? '::1' : '127.0.0.1';
    const mine = this.#read().filter((one) => one.family === family);
    return (
      (mine.find((one) => one.subnet.check(remote, family)) ?? mine[0])?.address ??
      (family === 'ipv6' ? '::1' : '127.0.0.1')
    );
  }

  /** What we name to the peer is a NAT's, or nothing that it could send to: its way to us is one that we opened. */
  isBehindNat(remote: string): boolean {
    const named = this.towards(remote);
    return this.#public.includes(named) || !meansTheSame(named, remote);
  }

  /** Is the peer on our side of the NAT: in a subnet of ours, or in a private network where the public address is the internet's? */
  #isBeside(remote: string, known: string): boolean {
    const family = familyOf(remote);
    if (this.#read().some((one) => one.family === family && one.subnet.check(remote, family))) return true;
    return addressSpace(remote) !== 'everywhere' && addressSpace(known) === 'everywhere';
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
