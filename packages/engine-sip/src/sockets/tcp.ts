import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, isIP, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { plainAddress } from '@alo/net';
import type { Flow } from '@alo/sip';
import { listenBacklog } from './listen-backlog.ts';
import type { SocketEvents } from './socket-events.ts';

const connectTimeoutMs = 4_000;
/** A peer that does not read what we send is cut off when so much waits for it. */
const longestBacklogBytes = 1 << 20;
const keepAliveMs = 30_000;
/** The last bytes written have so long to be read before the connection is cut. */
const farewellMs = 1_000;
/** A peer that has not agreed on keys by then is cut. */
const handshakeTimeout = 5_000;
const serverOptions = { keepAlive: true, keepAliveInitialDelay: keepAliveMs, noDelay: true };

interface Connection {
  readonly flow: Flow;
  readonly socket: Socket;
  readonly openedAt: number;
}

/** Our certificate and key for TLS: PEM texts. */
export interface OwnCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** SIP over TCP and TLS: connections that phones and carriers made to us, and ours to carriers. */
export class TcpSockets {
  readonly #server: Server;
  #tlsServer: Server | null = null;
  readonly #events: SocketEvents;
  readonly #connections = new Map<string, Connection>();
  readonly #perAddress: number;
  /** How many came from an address, those that agree on keys still as well. */
  readonly #counts = new Map<string, number>();
  /** The connections that came from an address, the oldest first. */
  readonly #from = new Map<string, Set<Flow>>();
  #lastId = 0;

  private constructor(server: Server, events: SocketEvents, perAddress: number) {
    this.#server = server;
    this.#events = events;
    this.#perAddress = perAddress;
  }

  /** Rejects when the port is taken. */
  static async open(bindAddress: string, port: number, events: SocketEvents, perAddress: number): Promise<TcpSockets> {
    const server = await listeningServer(bindAddress, port);
    const sockets = new TcpSockets(server, events, perAddress);
    server.on('error', (error) => events.onProblem('tcp', error));
    server.on('connection', (socket) => {
      if (sockets.#admits(socket)) sockets.#welcome(socket, 'tcp');
    });
    return sockets;
  }

  /** Opens the TLS port and gives its number. Rejects when it is taken or the certificate is unusable. */
  async listenTls(bindAddress: string, port: number, { certificate, key }: OwnCertificate): Promise<number> {
    const tls = createTlsServer({ cert: certificate, key, handshakeTimeout });
    const server = await listeningServer(bindAddress, port);
    server.on('error', (error) => this.#events.onProblem('tls', error));
    server.on('connection', (socket) => {
      if (this.#admits(socket)) tls.emit('connection', socket);
    });
    tls.on('tlsClientError', (_error, socket) => socket.destroy());
    tls.on('secureConnection', (socket) => this.#welcome(socket, 'tls'));
    this.#tlsServer = server;
    return portOf(server);
  }

  get port(): number {
    return portOf(this.#server);
  }

  send(flow: Flow, bytes: Uint8Array): void {
    const connection = this.#connections.get(flow.id);
    if (connection === undefined) return;
    if (connection.socket.writableLength > longestBacklogBytes) connection.socket.destroy();
    else connection.socket.write(bytes);
  }

  /** With a name the connection is made with TLS, and the certificate must be of that name. */
  async connect(host: string, port: number, name?: string): Promise<Flow> {
    const transport = name === undefined ? 'tcp' : 'tls';
    for (const { flow, socket } of this.#connections.values()) {
      const { remote } = flow;
      const fits = flow.transport === transport && remote.address === host && remote.port === port;
      if (fits && socket.writable) return flow;
    }
    const to = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs };
    const socket = name === undefined ? createConnection(to) : connectTls({ ...to, ...certified(name) });
    const signal = AbortSignal.timeout(connectTimeoutMs);
    try {
      await once(socket, name === undefined ? 'connect' : 'secureConnect', { signal });
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return this.#adopt(socket, { address: host, port }, transport);
  }

  has(flow: Flow): boolean {
    return this.#connections.has(flow.id);
  }

  /** Stops reading, or goes on. */
  holdBack(flow: Flow, on: boolean): void {
    const socket = this.#connections.get(flow.id)?.socket;
    if (on) socket?.pause();
    else socket?.resume();
  }

  /** What was written goes out first; what comes in is not read any more. */
  closeFlow(flow: Flow): void {
    const socket = this.#connections.get(flow.id)?.socket;
    if (socket === undefined) return;
    socket.removeAllListeners('data').resume();
    socket.end();
    setTimeout(() => socket.destroy(), farewellMs).unref();
  }

  /** The connections that came from an address, the oldest first. */
  from(address: string): Iterable<Flow> {
    return this.#from.get(address) ?? [];
  }

  /** Connections that have stood for so long. */
  *olderThan(ageMs: number): Iterable<Flow> {
    const before = performance.now() - ageMs;
    for (const { flow, openedAt } of this.#connections.values()) if (openedAt < before) yield flow;
  }

  close(): void {
    this.#server.close();
    this.#tlsServer?.close();
    for (const { socket } of this.#connections.values()) socket.destroy();
  }

  /** A phone has one connection, an office behind one address as many as phones: more are no office. */
  #admits(socket: Socket): boolean {
    const address = plainAddress(socket.remoteAddress ?? '');
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#perAddress) {
      socket.destroy();
      return false;
    }
    this.#counts.set(address, count + 1);
    socket.on('close', () => {
      const left = (this.#counts.get(address) ?? 1) - 1;
      if (left === 0) this.#counts.delete(address);
      else this.#counts.set(address, left);
    });
    return true;
  }

  #welcome(socket: Socket, transport: 'tcp' | 'tls'): void {
    const flow = this.#adopt(socket, undefined, transport);
    const { address } = flow.remote;
    const flows = this.#from.get(address) ?? new Set<Flow>();
    this.#from.set(address, flows.add(flow));
    socket.on('close', () => {
      flows.delete(flow);
      if (flows.size === 0) this.#from.delete(address);
    });
    this.#events.onOpened(flow);
  }

  #adopt(socket: Socket, remote: Flow['remote'] | undefined, transport: 'tcp' | 'tls'): Flow {
    this.#lastId += 1;
    const flow: Flow = {
      id: `tcp:${this.#lastId}`,
      transport,
      remote: remote ?? { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 },
    };
    this.#connections.set(flow.id, { flow, socket, openedAt: performance.now() });
    socket.on('data', (bytes) => this.#events.onBytes(flow, bytes));
    socket.on('error', () => socket.destroy()); // 'close' follows and tells.
    socket.on('close', () => {
      this.#connections.delete(flow.id);
      this.#events.onClosed(flow);
    });
    return flow;
  }
}

/** The name that is asked for, and looked for in the certificate; an address is asked for by no name (RFC 6066 §3). */
const certified = (name: string) => (isIP(name) === 0 ? { servername: name } : {});

async function listeningServer(host: string, port: number): Promise<Server> {
  const server = createServer(serverOptions);
  server.maxConnections = 20_000;
  server.listen({ host, port, backlog: listenBacklog });
  await once(server, 'listening'); // Rejects on 'error'.
  return server;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
