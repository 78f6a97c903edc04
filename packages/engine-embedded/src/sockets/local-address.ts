import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Names our own address as a given peer sees it. */
export class LocalAddresses {
  readonly #known = new Map<string, Promise<string>>();
  readonly #bindAddress: string;
  readonly #publicAddress: string | null;

  constructor(bindAddress: string, publicAddress: string | null) {
    this.#bindAddress = bindAddress;
    this.#publicAddress = publicAddress;
  }

  /** The address to name in Contact and SDP towards `remote`; the one that we are bound to when the system cannot say. */
  towards(remote: string): Promise<string> {
    if (this.#publicAddress !== null && !isLoopback(remote)) return Promise.resolve(this.#publicAddress);
    if (this.#bindAddress !== '0.0.0.0' && this.#bindAddress !== '::') return Promise.resolve(this.#bindAddress);
    const known = this.#known.get(remote);
    if (known !== undefined) return known;
    if (this.#known.size >= 10_000) this.#known.clear();
    const found = sourceTowards(remote).catch(() => this.#bindAddress);
    this.#known.set(remote, found);
    return found;
  }
}

/** Asks the system which address it would send from: connecting a UDP socket chooses it and sends nothing. */
async function sourceTowards(remote: string): Promise<string> {
  const socket = createSocket(isIPv6(remote) ? 'udp6' : 'udp4');
  try {
    socket.connect(9, remote);
    await once(socket, 'connect');
    return socket.address().address;
  } finally {
    socket.close();
  }
}
