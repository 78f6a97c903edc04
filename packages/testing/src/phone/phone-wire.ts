import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createConnection, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Flow, udpFlow } from '@alo/sip';
import { WebSocket } from 'ws';

/** A phone's one connection to its switch. */
export interface PhoneWire {
  readonly flow: Flow;
  /** What the phone names itself by, e.g. `127.0.0.1:40000`. */
  readonly hostPort: string;
  readonly uriParams: string;
  send(bytes: Uint8Array): void;
  onBytes(listener: (bytes: Uint8Array) => void): void;
  close(): void;
}

/** How a phone reaches its switch. */
export type PhoneServer =
  | {
      readonly transport: 'udp' | 'tcp';
      readonly host: string;
      readonly port: number;
      readonly from?: string;
    }
  /** Takes any certificate. */
  | { readonly transport: 'tls'; readonly host: string; readonly port: number }
  | {
      readonly transport: 'ws';
      readonly url: string;
      readonly patienceMs?: number;
      /** Of the page that the phone is in; without one it is in none. */
      readonly origin?: string;
    };

/** Rejects when there is nobody to connect to. */
export function openWire(server: PhoneServer): Promise<PhoneWire> {
  switch (server.transport) {
    case 'udp':
      return openUdp(server);
    case 'tcp':
      return openTcp(server);
    case 'tls':
      return openTls(server);
    case 'ws':
      return openWebSocket(server);
    default:
      return server satisfies never;
  }
}

async function openUdp(server: Extract<PhoneServer, { transport: 'udp' | 'tcp' }>): Promise<PhoneWire> {
  const { host, port, from = '127.0.0.1' } = server;
  const socket = createSocket(isIPv6(from) ? 'udp6' : 'udp4');
  socket.bind(0, from);
  await once(socket, 'listening');
  return {
    flow: udpFlow(host, port),
    hostPort: `${isIPv6(from) ? `[${from}]` : from}:${socket.address().port}`,
    uriParams: '',
    send: (bytes) => socket.send(bytes, port, host, () => {}),
    onBytes: (listener) => void socket.on('message', listener),
    close: () => void socket.close(),
  };
}

type Place = { readonly host: string; readonly port: number };

async function openTcp({ host, port, from }: Place & { readonly from?: string }): Promise<PhoneWire> {
  const socket = createConnection({ host, port, noDelay: true, ...(from === undefined ? {} : { localAddress: from }) });
  await once(socket, 'connect');
  return overStream(socket, 'tcp', { host, port });
}

async function openTls({ host, port }: Place): Promise<PhoneWire> {
  const socket = connectTls({ host, port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  return overStream(socket, 'tls', { host, port });
}

function overStream(socket: Socket, transport: 'tcp' | 'tls', { host, port }: Place): PhoneWire {
  socket.on('error', () => socket.destroy());
  const own = isIPv6(socket.localAddress ?? '') ? `[${socket.localAddress}]` : socket.localAddress;
  return {
    flow: { id: transport, transport, remote: { address: host, port } },
    hostPort: `${own}:${socket.localPort}`,
    uriParams: `;transport=${transport}`,
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    onBytes: (listener) => void socket.on('data', listener),
    close: () => socket.destroy(),
  };
}

/** A server whose queue of connections was full has forgotten us, and will never answer. */
const usualPatienceMs = 10_000;

async function openWebSocket(server: Extract<PhoneServer, { transport: 'ws' }>): Promise<PhoneWire> {
  const { url, patienceMs: handshakeTimeout = usualPatienceMs, origin } = server;
  const socket = new WebSocket(url, 'sip', {
    rejectUnauthorized: false,
    handshakeTimeout,
    ...(origin === undefined ? {} : { origin }),
  });
  await once(socket, 'open');
  return {
    flow: { id: 'ws', transport: 'ws', remote: { address: url, port: 0 } },
    hostPort: `${Math.random().toString(36).slice(2)}.invalid`,
    uriParams: ';transport=ws',
    send: (bytes) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(bytes, { binary: false });
    },
    onBytes: (listener) =>
      void socket.on('message', (data) => {
        if (Buffer.isBuffer(data)) listener(data);
      }),
    close: () => socket.terminate(),
  };
}
