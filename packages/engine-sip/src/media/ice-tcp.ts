import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import { plainAddress } from '@alo/net';
import { listenBacklog } from '../sockets/listen-backlog.ts';
import { readIceCheck } from './ice-check.ts';
import type { IceCredentials } from './native-peer.ts';
import { framed, TcpFrames } from './tcp-frames.ts';

/** So long a connection may take to show that it checks a transport of ours, and be silent afterwards: browsers ask every few seconds. */
const proofMs = 5_000;
const silenceMs = 30_000;
const sweepMs = 1_000;
/** No packet of audio, DTLS or ICE is longer than one of the network. */
const longestPacket = 1_500;
/** Of what a connection does not take off our hands, so much waits: two seconds of audio. Later packets are lost, as they were by UDP. */
const longestBacklogBytes = 16_384;
/** Connections that have shown nothing yet: for one more the oldest goes. */
const strangersPerAddress = 64;
const strangers = 2_000;
/** A browser makes one for each address of its own and of ours. */
const connectionsPerTransport = 32;

/** A transport that connections may bring packets of. */
interface Expected {
  readonly password: string;
  readonly connections: Set<Connection>;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly frames: TcpFrames;
  /** To the port of UDP; there once the connection has shown whose it is. */
  inside: UdpSocket | undefined;
  heardAt: number;
}

/**
 * ICE over TCP (RFC 6544) for browsers whose network lets no UDP through: passive, beside the port of UDP. Each packet that a
 * connection brings goes on to that port from a socket of its own, so that the native side hears one more far end by UDP, and needs to know nothing of
 * TCP. A connection gets that far by its first packet alone: a check that proves to know the password of a transport (RFC 8445 §7.3).
 */
export class IceTcp {
  readonly #server: Server;
  readonly #port: number;
  /** Where the port of UDP is reached from this machine. */
  readonly #udpHost: string;
  readonly #expected = new Map<string, Expected>();
  /** Those that have shown nothing, the oldest first. */
  readonly #strangers = new Set<Connection>();
  readonly #connections = new Set<Connection>();
  readonly #sweeping: NodeJS.Timeout;

  private constructor(server: Server, bindAddress: string, port: number) {
    this.#server = server;
    this.#port = port;
    this.#udpHost = bindAddress === '0.0.0.0' ? '127.0.0.1' : bindAddress === '::' ? '::1' : bindAddress;
    server.on('connection', (socket) => this.#welcome(socket));
    server.on('error', () => undefined); // One that could not be accepted; the others stay.
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs).unref();
  }

  /** On the number of the UDP port. Rejects when it is taken. */
  static async open(bindAddress: string, port: number): Promise<IceTcp> {
    const server = createServer({ noDelay: true });
    server.maxConnections = 20_000;
    server.listen({ host: bindAddress, port, backlog: listenBacklog });
    await once(server, 'listening'); // Rejects on 'error'.
    return new IceTcp(server, bindAddress, port);
  }

  /** From now on connections may bring packets of this transport, until what is answered is called; their end is theirs, too. */
  expect({ iceUfrag, icePwd }: IceCredentials): () => void {
    const expected: Expected = { password: icePwd, connections: new Set() };
    this.#expected.set(iceUfrag, expected);
    return () => {
      this.#expected.delete(iceUfrag);
      for (const { socket } of expected.connections) socket.destroy();
    };
  }

  close(): void {
    clearInterval(this.#sweeping);
    this.#server.close();
    for (const { socket } of this.#connections) socket.destroy();
  }

  #welcome(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const connection: Connection = {
      socket,
      address,
      frames: new TcpFrames(longestPacket),
      inside: undefined,
      heardAt: performance.now(),
    };
    const beside = [...this.#strangers].filter((one) => one.address === address);
    const [oldest] =
      beside.length >= strangersPerAddress ? beside : this.#strangers.size >= strangers ? this.#strangers : [];
    oldest?.socket.destroy();
    this.#strangers.add(connection);
    this.#connections.add(connection);
    socket.on('data', (bytes) => this.#came(connection, bytes));
    socket.on('error', () => socket.destroy()); // 'close' follows.
    socket.on('close', () => {
      this.#strangers.delete(connection);
      this.#connections.delete(connection);
      connection.inside?.close();
      connection.inside = undefined;
    });
  }

  #came(connection: Connection, bytes: Buffer): void {
    const packets = connection.frames.take(bytes);
    if (packets === undefined) return void connection.socket.destroy();
    for (const packet of packets) {
      if (connection.inside === undefined && !this.#prove(connection, packet)) return void connection.socket.destroy();
      connection.heardAt = performance.now();
      connection.inside?.send(packet, this.#port, this.#udpHost);
    }
  }

  /** Is the first packet of a connection a check of a transport that is expected? Then it has a way inside. */
  #prove(connection: Connection, packet: Buffer): boolean {
    const check = readIceCheck(packet);
    const expected = check && this.#expected.get(check.ufrag);
    if (!expected || !check?.isProvenBy(expected.password)) return false;
    if (expected.connections.size >= connectionsPerTransport) return false;
    expected.connections.add(connection);
    connection.socket.on('close', () => expected.connections.delete(connection));
    this.#strangers.delete(connection);
    connection.inside = this.#openInside(connection.socket);
    return true;
  }

  #openInside(outside: Socket): UdpSocket {
    const inside = createSocket(isIPv6(this.#udpHost) ? 'udp6' : 'udp4');
    inside.on('error', () => outside.destroy());
    inside.on('message', (packet, from) => {
      if (from.port !== this.#port || from.address !== this.#udpHost) return;
      if (outside.writableLength < longestBacklogBytes) outside.write(framed(packet));
    });
    inside.bind(0, this.#udpHost);
    return inside;
  }

  #sweep(): void {
    const now = performance.now();
    for (const { socket, inside, heardAt } of this.#connections) {
      if (now - heardAt > (inside === undefined ? proofMs : silenceMs)) socket.destroy();
    }
  }
}
