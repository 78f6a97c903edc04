// The process that answers the load of SIP: our engine (a process of its own below this one) with a web door and the least
// call control, or a bare server of the same sockets that sends back what it gets. Told which by its first message.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { BridgeId, CallId, LegId, TenantId, TrunkId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { createSipEngine } from '@alo/engine-sip';
import { ha1 } from '@alo/sip';
import { WebSocketServer } from 'ws';
import { carrier, domain, extensionAt, extensionOf, numberAt, password } from './sip-tenant.ts';

export interface Order {
  readonly kind: 'engine' | 'bare';
  /** Extensions with a number each; of a bare server pairs of ports. */
  readonly lines: number;
}

/** Where SIP is answered, and whose CPU time counts. */
export interface Ready {
  readonly type: 'ready';
  readonly pid: number;
  readonly sipPort: number;
  readonly webPort: number;
  /** Of a bare server: UDP ports in pairs; what comes in on one goes out on the other. */
  readonly lines: readonly (readonly [number, number])[];
}

export type Question = 'legs';
/** Legs that are alive, and how long the engine took to say so, in ms. */
export interface Legs {
  readonly type: 'legs';
  readonly count: number;
  readonly tookMs: number;
}

const host = '127.0.0.1';
const tenant = 'load' as TenantId; // Names of this program; in the product they come from the database.
const trunk = 'load' as TrunkId;

const [order]: [Order] = await new Promise((resolve) =>
  process.once('message', (message: Order) => resolve([message])),
);
await (order.kind === 'engine' ? serveEngine(order.lines) : serveBare(order.lines));

async function serveEngine(extensions: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-load-'));
  const engine = createSipEngine({
    files: { promptsFolder: folder, recordingsFolder: folder },
    bindAddress: host,
    sipPort: 0,
    log: (level, message, fields) => {
      if (level === 'error') console.error(message, fields);
    },
  });
  await engine.start();
  await engine.provision(provisionOf(extensions));
  await engine.open();
  connectCalls(engine);
  const web = createServer();
  web.on('upgrade', (request, socket, head) => engine.acceptWebSocket(request, socket, head));
  web.listen(0, host);
  await once(web, 'listening');
  process.on('message', () => void tellLegs(engine));
  tell({
    type: 'ready',
    pid: engine.pid ?? Number.NaN,
    sipPort: engine.listening?.sipPort ?? Number.NaN,
    webPort: portOf(web.address()),
    lines: [],
  });
  await once(process, 'disconnect');
  await engine.close();
  await rm(folder, { recursive: true });
  process.exit();
}

function provisionOf(extensions: number): Parameters<HostedEngine['provision']>[0] {
  const indices = Array.from({ length: extensions }, (_, index) => index);
  return {
    tenant,
    revision: 1,
    domain,
    extensions: indices.map(extensionAt).map((extension) => ({
      extension,
      secrets: [
        {
          id: extension,
          ha1Md5: ha1('MD5', extension, domain, password),
          ha1Sha256: ha1('SHA-256', extension, domain, password),
        },
      ],
    })),
    trunks: [
      { trunk, host: carrier, port: 5060, transport: 'udp', addresses: [carrier], numbers: indices.map(numberAt) },
    ],
  };
}

/** Every call from the carrier rings the extension of the number, is answered when it answers and ends when one side does. */
function connectCalls(engine: HostedEngine): void {
  const caller = (call: CallId) => `${call}/in` as LegId; // As the engine names it.
  const callee = (call: CallId) => `${call}/out` as LegId;
  engine.onEvent((_tenant, event) => {
    if (!('leg' in event)) return;
    const { call, leg } = event;
    const perform = (command: Parameters<HostedEngine['perform']>[2]) => engine.perform(tenant, call, command);
    if (event.type === 'arrived') {
      const to = { kind: 'extension', extension: extensionOf(event.dialled) } as const;
      perform({ type: 'dial', leg: callee(call), to, callerId: { number: '0901234567', name: '' } });
    } else if (event.type === 'ringing') {
      perform({ type: 'ring', leg: caller(call) });
    } else if (event.type === 'answered' && leg === callee(call)) {
      perform({ type: 'answer', leg: caller(call) });
      perform({
        type: 'bridge',
        bridge: `${call}/b` as BridgeId, // As call control would name it.
        members: [
          { leg: caller(call), hears: [leg], channel: 'left' },
          { leg, hears: [caller(call)], channel: 'right' },
        ],
      });
    } else if (event.type === 'ended') {
      const other = leg === callee(call) ? caller(call) : callee(call);
      perform({ type: 'hang-up', leg: other, cause: event.cause });
    }
  });
}

async function tellLegs(engine: HostedEngine): Promise<void> {
  const askedAt = performance.now();
  const { legs } = await engine.snapshot();
  tell({ type: 'legs', count: legs.length, tookMs: performance.now() - askedAt });
}

async function serveBare(lines: number): Promise<void> {
  const echo = await openUdp();
  echo.on('message', (bytes, from) => echo.send(bytes, from.port, from.address));
  const web = new WebSocketServer({ port: 0, host });
  web.on('connection', (socket) => socket.on('message', (bytes) => socket.send(bytes, { binary: false })));
  await once(web, 'listening');
  const pairs = await Promise.all(Array.from({ length: lines }, openLine));
  const { pid } = process;
  tell({ type: 'ready', pid, sipPort: echo.address().port, webPort: portOf(web.address()), lines: pairs });
  await once(process, 'disconnect');
  process.exit();
}

/** Two sockets; each sends what the other gets to whoever wrote to it last. */
async function openLine(): Promise<readonly [number, number]> {
  const sockets = [await openUdp(), await openUdp()] as const;
  const parties: (RemoteInfo | undefined)[] = [undefined, undefined];
  for (const [side, socket] of sockets.entries()) {
    socket.on('message', (bytes, from) => {
      parties[side] = from;
      const to = parties[1 - side];
      if (to !== undefined) sockets[1 - side]?.send(bytes, to.port, to.address);
    });
  }
  return [sockets[0].address().port, sockets[1].address().port];
}

async function openUdp(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 << 20, lookup: (to, _, done) => done(null, to, 4) });
  const bound = once(socket, 'listening'); // Within `bind`, with such a lookup.
  socket.bind(0, host);
  await bound;
  return socket;
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

function tell(answer: Ready | Legs): void {
  process.send?.(answer);
}
