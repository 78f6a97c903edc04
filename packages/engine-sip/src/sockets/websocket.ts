import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Upgrade } from '@alo/engine-host/process';
import { clientAddresses, http, isOwnPage, plainAddress, refuseUpgrade } from '@alo/net';
import type { Flow } from '@alo/sip';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { SipPlantOptions } from '../plant-options.ts';
import { listenBacklog } from './listen-backlog.ts';
import type { SocketEvents } from './socket-events.ts';

/** A browser that vanished (laptop lid, lost network) is noticed after two of these at most. */
const heartbeatMs = 15_000;
const longestMessageBytes = 100_000;
const longestBacklogBytes = 1 << 20;

/** The other end of a connection, and the way it came. */
interface Speaker extends Pick<Flow, 'transport' | 'remote'> {
  /** The page that it is in, where that is not welcome to every company. */
  readonly page?: string;
}

interface Connection {
  readonly flow: Flow;
  readonly socket: WebSocket;
  alive: boolean;
}

/** A connection, and the page that opened it. */
export interface PageFlow {
  readonly flow: Flow;
  readonly page: string;
}

/** SIP over WebSocket (RFC 7118): sockets that the web server handed over, and those of our own ports. */
export class WebSockets {
  readonly #events: SocketEvents;
  readonly #perAddress: number;
  readonly #handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: longestMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('sip') ? 'sip' : false),
  });
  readonly #connections = new Map<string, Connection>();
  readonly #counts = new Map<string, number>();
  /** Of the connections of pages that are not welcome to every company. */
  readonly #pages = new Map<string, PageFlow>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #servers: Server[] = [];
  #lastId = 0;

  constructor(events: SocketEvents, perAddress: number) {
    this.#events = events;
    this.#perAddress = perAddress;
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
  }

  /** Opens the WSS port and gives its number. Rejects when it is taken or the certificate is unusable. */
  async listen(bindAddress: string, options: NonNullable<SipPlantOptions['wss']>): Promise<number> {
    const server = createTlsServer({ cert: options.certificate, key: options.key });
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    return this.#open(server, { host: bindAddress, port: options.port }, (request) => {
      const from: Speaker = { transport: 'wss', remote: remoteOf(request) };
      if (isConsole(request, options.consolePort)) return from;
      const page = pageOf(request);
      if (page === undefined) return null;
      if (options.origins?.includes(page) === true) return from;
      return this.#events.isPhonePage(page) ? { ...from, page } : null;
    });
  }

  /** Opens the WS port, for a proxy that has ended TLS, and gives its number. Rejects when it is taken. */
  async listenBehind(
    bindAddress: string,
    { port, proxies, origins }: NonNullable<SipPlantOptions['ws']>,
  ): Promise<number> {
    const addressOf = clientAddresses(proxies);
    return this.#open(http.createServer(), { host: bindAddress, port }, (request) =>
      isOwnPage(request) || origins.includes(pageOf(request) ?? '')
        ? { transport: 'ws', remote: { ...remoteOf(request), address: addressOf(request) } }
        : null,
    );
  }

  /** Finishes the handshake on a socket that another process accepted. */
  accept(upgrade: Upgrade, socket: Socket): void {
    const request = new http.IncomingMessage(socket);
    request.method = 'GET';
    request.url = upgrade.url;
    request.headers = upgrade.headers;
    const remote = upgrade.from;
    socket.on('error', () => socket.destroy());
    this.#shake(request, socket, Buffer.from(upgrade.head, 'base64'), { transport: 'ws', remote });
  }

  send(flow: Flow, bytes: Uint8Array): void {
    const connection = this.#connections.get(flow.id);
    if (connection === undefined) return;
    if (connection.socket.bufferedAmount > longestBacklogBytes) connection.socket.terminate();
    // Text, as every browser phone expects; all that we send is UTF-8.
    else connection.socket.send(bytes, { binary: false });
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

  /** Connections of pages that are not welcome to every company. */
  get pages(): ReadonlyMap<string, PageFlow> {
    return this.#pages;
  }

  closeFlow(flow: Flow): void {
    this.#connections.get(flow.id)?.socket.terminate();
  }

  /** Tells every browser to come back later (1012) and frees the ports. */
  close(): void {
    clearInterval(this.#heartbeat);
    for (const server of this.#servers) server.close();
    for (const { socket } of this.#connections.values()) socket.close(1012);
  }

  /** `whose` gives nobody where the page may not come. */
  async #open(
    server: Server,
    at: { readonly host: string; readonly port: number },
    whose: (request: IncomingMessage) => Speaker | null,
  ): Promise<number> {
    server.on('upgrade', (request, socket, head) => {
      // A peer that leaves in the middle of the handshake is no fault of ours.
      socket.on('error', () => socket.destroy());
      const from = whose(request);
      if (from === null) refuseUpgrade(socket, 403);
      else this.#shake(request, socket, head, from);
    });
    server.on('request', (_request, response) => void response.writeHead(426, { connection: 'close' }).end());
    server.listen({ ...at, backlog: listenBacklog });
    await once(server, 'listening'); // Rejects on 'error'.
    server.on('error', (error) => this.#events.onProblem('websocket', error));
    this.#servers.push(server);
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : at.port;
  }

  #shake(request: IncomingMessage, socket: Duplex, head: Buffer, from: Speaker): void {
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    if (!protocols.includes('sip')) return refuseUpgrade(socket, 400);
    if ((this.#counts.get(from.remote.address) ?? 0) >= this.#perAddress) return refuseUpgrade(socket, 429);
    this.#handshakes.handleUpgrade(request, socket, head, (webSocket) => this.#adopt(webSocket, from));
  }

  #adopt(socket: WebSocket, { transport, remote, page }: Speaker): void {
    this.#lastId += 1;
    const flow: Flow = { id: `ws:${this.#lastId}`, transport, remote };
    const connection: Connection = { flow, socket, alive: true };
    this.#connections.set(flow.id, connection);
    if (page !== undefined) this.#pages.set(flow.id, { flow, page });
    this.#counts.set(remote.address, (this.#counts.get(remote.address) ?? 0) + 1);
    socket.on('pong', () => {
      connection.alive = true;
    });
    socket.on('message', (data) => {
      connection.alive = true;
      this.#events.onBytes(flow, bytesOf(data));
    });
    socket.on('error', () => socket.terminate()); // 'close' follows and tells.
    socket.on('close', () => {
      this.#connections.delete(flow.id);
      this.#pages.delete(flow.id);
      const left = (this.#counts.get(remote.address) ?? 1) - 1;
      if (left > 0) this.#counts.set(remote.address, left);
      else this.#counts.delete(remote.address);
      this.#events.onClosed(flow);
    });
  }

  #beat(): void {
    for (const connection of this.#connections.values()) {
      if (!connection.alive) {
        connection.socket.terminate();
        continue;
      }
      connection.alive = false;
      connection.socket.ping();
    }
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

/**
 * Browsers say which page opens a socket (RFC 6455 §10.2): only the console may, whose scheme, host and port are compared. It is
 * on this host, at its own port or behind a proxy at the usual one, or is this very address. What sends no Origin is no browser.
 */
export function isConsole({ headers }: Pick<IncomingMessage, 'headers'>, consolePort: number | undefined): boolean {
  if (headers.origin === undefined) return true;
  const own = URL.parse(`https://${headers.host}`);
  const page = URL.parse(headers.origin);
  if (own === null || page === null || own.hostname === '') return false;
  const ports =
    consolePort === undefined
      ? []
      : [`http://${own.hostname}:${consolePort}`, `https://${own.hostname}:${consolePort}`];
  return [own.origin, `https://${own.hostname}`, ...ports].some((origin) => URL.parse(origin)?.origin === page.origin);
}

/** The page that opens a socket: its scheme, host and port. What has none (a file, a frame in a sandbox) is no page. */
export function pageOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const page = URL.parse(headers.origin ?? '')?.origin;
  return page === 'null' ? undefined : page;
}

const remoteOf = ({ socket }: IncomingMessage): Flow['remote'] => ({
  address: plainAddress(socket.remoteAddress ?? ''),
  port: socket.remotePort ?? 0,
});
