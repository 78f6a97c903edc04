import type { Socket } from 'node:net';
import type { Listening, Upgrade } from '@alo/engine-host/process';
import { guarded, hasCode } from '@alo/engine-host/process';
import type { Flow } from '@alo/sip';
import type { SipStart } from '../plant-options.ts';
import type { LocalAddresses } from './local-address.ts';
import type { SocketEvents } from './socket-events.ts';
import { TcpSockets } from './tcp.ts';
import { EventLoopTurn } from './turn.ts';
import { UdpSockets } from './udp.ts';
import { type PageFlow, WebSockets } from './websocket.ts';

/** How many ports are tried after one that is taken. */
const portsToTry = 40;

/** Every way that SIP comes in and goes out by. */
export class SipSockets {
  readonly #udp: UdpSockets;
  readonly #tcp: TcpSockets;
  readonly #webSockets: WebSockets;
  readonly #turn: EventLoopTurn;
  readonly listening: Listening;
  readonly addresses: LocalAddresses;

  private constructor(
    udp: UdpSockets,
    tcp: TcpSockets,
    webSockets: WebSockets,
    turn: EventLoopTurn,
    listening: Listening,
    addresses: LocalAddresses,
  ) {
    this.#udp = udp;
    this.#tcp = tcp;
    this.#webSockets = webSockets;
    this.#turn = turn;
    this.listening = listening;
    this.addresses = addresses;
  }

  /** UDP and TCP get the same port: the one asked for, or the next that is free on both. Rejects when none is. */
  static async open(options: SipStart, addresses: LocalAddresses, events: SocketEvents): Promise<SipSockets> {
    let opened: SipSockets | undefined;
    const turn = new EventLoopTurn({
      work: events.onBytes,
      send: guarded(
        (flow, bytes) => opened !== undefined && opened.#sendNow(flow, bytes),
        ({ error, at }) => events.onProblem('sending', new Error(`${error} at ${at}`)),
      ),
      now: () => performance.now(),
    });
    const inTurns: SocketEvents = {
      ...events,
      onBytes: (flow, bytes) => turn.came(flow, bytes),
      onClosed(flow) {
        turn.end(); // With what was said last.
        events.onClosed(flow);
      },
    };
    const { udp, tcp } = await openPair(options, inTurns);
    const { bindAddress, before, tls } = options;
    const tlsFrom = firstToTry(tls?.port ?? 0, before?.tlsPort);
    const tlsPort = tls && (await onFirstFree(tlsFrom, (port) => tcp.listenTls(bindAddress, port, tls)));
    const webSockets = new WebSockets(inTurns, options.limits.socketsPerAddress);
    const wssPort = options.wss && (await webSockets.listen(bindAddress, options.wss));
    const wsPort = options.ws && (await webSockets.listenBehind(bindAddress, options.ws));
    opened = new SipSockets(udp, tcp, webSockets, turn, { sipPort: udp.port, tlsPort, wssPort, wsPort }, addresses);
    return opened;
  }

  /** Now, or in its order at the end of a crowded turn of the event loop; see `Turn`. The bytes stay as they are until then. */
  send(flow: Flow, bytes: Uint8Array): void {
    this.#turn.goes(flow, bytes);
  }

  #sendNow(flow: Flow, bytes: Uint8Array): void {
    switch (flow.transport) {
      case 'udp':
        return this.#udp.send(flow, bytes);
      case 'tcp':
      case 'tls':
        return this.#tcp.send(flow, bytes);
      case 'ws':
      case 'wss':
        return this.#webSockets.send(flow, bytes);
      default:
        return flow.transport satisfies never;
    }
  }

  /** The TCP connection to a peer, a new one when there is none yet. Rejects when it cannot be made in 4 s. */
  connectTcp(host: string, port: number): Promise<Flow> {
    return this.#tcp.connect(host, port);
  }

  /** The same with TLS; the certificate must be of `name`. */
  connectTls(host: string, port: number, name: string): Promise<Flow> {
    return this.#tcp.connect(host, port, name);
  }

  /** More comes by UDP than is read. */
  get isBehind(): boolean {
    return this.#udp.isBehind;
  }

  /** How long messages have been worked through so far, in milliseconds. */
  get workedMs(): number {
    return this.#turn.workedMs;
  }

  /** Can something be sent to an address of this family? */
  reaches(address: string): boolean {
    return this.#udp.reaches(address);
  }

  acceptWebSocket(upgrade: Upgrade, socket: Socket): void {
    this.#webSockets.accept(upgrade, socket);
  }

  /** Connections of pages that are not welcome to every company, by the flow's id. */
  get pages(): ReadonlyMap<string, PageFlow> {
    return this.#webSockets.pages;
  }

  /** Does the connection still stand? A UDP flow has none to lose. */
  isOpen(flow: Flow): boolean {
    return flow.transport === 'udp' || this.#tcp.has(flow) || this.#webSockets.has(flow);
  }

  /** TCP connections that have stood for so long. WebSockets are counted by their address, and watched by their pings. */
  tcpOlderThan(ageMs: number): Iterable<Flow> {
    return this.#tcp.olderThan(ageMs);
  }

  /** TCP connections that came from an address, the oldest first. */
  tcpFrom(address: string): Iterable<Flow> {
    return this.#tcp.from(address);
  }

  /** Stops reading from a connection, so that its sender waits, or goes on. */
  holdBack(flow: Flow, on: boolean): void {
    this.#tcp.holdBack(flow, on);
    this.#webSockets.holdBack(flow, on);
  }

  /** Closes one connection; nothing for UDP, which has none. */
  closeFlow(flow: Flow): void {
    this.#turn.close(flow);
    this.#tcp.closeFlow(flow);
    this.#webSockets.closeFlow(flow);
  }

  close(): void {
    this.#turn.end();
    this.#udp.close();
    this.#tcp.close();
    this.#webSockets.close();
  }
}

function openPair(
  { bindAddress, before, sipPort, limits }: SipStart,
  events: SocketEvents,
): Promise<{ readonly udp: UdpSockets; readonly tcp: TcpSockets }> {
  return onFirstFree(firstToTry(sipPort, before?.sipPort), async (port) => {
    // TCP first: its port has one owner, while another Alô's UDP port would be shared with it.
    const tcp = await TcpSockets.open(bindAddress, port, events, limits.connectionsPerAddress);
    try {
      return { udp: await UdpSockets.open(bindAddress, tcp.port, events), tcp };
    } catch (error) {
      tcp.close();
      throw error;
    }
  });
}

/** The port that an engine before had where this wish leads there, otherwise what is wished for now. */
const firstToTry = (wanted: number, before: number | null | undefined): number =>
  before && (wanted === 0 || (before > wanted && before <= wanted + portsToTry)) ? before : wanted;

/** Opens what is wanted on that port or the next one that is free; 0 asks the system for one. */
async function onFirstFree<T>(wanted: number, open: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await open(wanted === 0 ? 0 : wanted + attempt);
    } catch (error) {
      if (!isTaken(error) || attempt >= portsToTry) throw error;
    }
  }
}

const isTaken = (error: unknown): boolean => hasCode(error, 'EADDRINUSE', 'EACCES');
