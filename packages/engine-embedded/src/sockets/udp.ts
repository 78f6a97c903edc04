import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { type Flow, udpFlow } from '@alo/sip';
import type { SocketEvents } from './socket-events.ts';

/** SIP over UDP: one socket for all peers. */
export class UdpSockets {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Rejects when the port is taken. */
  static async open(bindAddress: string, port: number, events: SocketEvents): Promise<UdpSockets> {
    // A burst of thousands of REGISTER must not overflow the kernel's default of 200 kB.
    const socket = createSocket({ type: isIPv6(bindAddress) ? 'udp6' : 'udp4', recvBufferSize: 4 << 20 });
    socket.bind({ address: bindAddress, port, exclusive: true });
    await once(socket, 'listening'); // Rejects on 'error'.
    socket.on('error', (error) => events.onProblem('udp', error));
    socket.on('message', (bytes, from) => events.onBytes(udpFlow(from.address, from.port), bytes));
    return new UdpSockets(socket);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  send(flow: Flow, bytes: Uint8Array): void {
    // What UDP cannot deliver is found out by the transaction's timers, as everything that is lost on the way.
    this.#socket.send(bytes, flow.remote.port, flow.remote.address, () => {});
  }

  close(): void {
    this.#socket.close();
  }
}
