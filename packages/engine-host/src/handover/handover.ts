import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { messageKindOf } from './message-kind.ts';

/**
 * How a WebSocket that the web server accepted gets to the engine's process: as an open socket, from process to process
 * along the tree. Afterwards the server may die; the phone does not notice.
 *
 * Node.js goes on reading a socket that it sends until the receiver has acknowledged it, and drops what it reads; a message
 * behind a handle waits for that acknowledgement. So the engine answers the handshake when the next message is there, and
 * nothing that the client says gets lost. That is the next socket of a crowd, or else one that says nothing but this. A process in
 * between passes all on, in this order, with the same effect.
 */

/** The head of an upgrade request: all that the WebSocket handshake needs of it, and who sent it. */
const upgrade = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  head: z.string(),
  from: z.object({ address: z.string(), port: z.number().int() }),
});
export type Upgrade = z.infer<typeof upgrade>;

/** Everything else, cookies above all, was for the web server. */
const neededHeaders = ['upgrade', 'sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'] as const;

/** The parts of a request that go along with its socket. */
export function upgradeOf(request: IncomingMessage, head: Buffer, address: string): Upgrade {
  const headers: Record<string, string> = {};
  for (const name of neededHeaders) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  const from = { address, port: request.socket.remotePort ?? 0 };
  return { url: request.url ?? '/', headers, head: head.toString('base64'), from };
}

const handover = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('socket'), upgrade }),
  z.object({ kind: z.literal('socket-released') }),
]);

/** The target of a hand-over: `process` towards a parent, a `ChildProcess` towards a child. */
export interface Pipe {
  readonly connected: boolean;
  send(message: object, socket: Socket | undefined, options: object, told: (error: Error | null) => void): boolean;
}

/** The way to the process that started us. */
export function parentPipe(): Pipe {
  return {
    get connected() {
      return process.connected;
    },
    send: (...given) => process.send?.(...given) ?? false,
  };
}

/** How many sockets of ours wait for their turn or are being sent, by pipe. */
const setOut = new WeakMap<Pipe, number>();

/** Sends a socket on its way; from here on it belongs to the other side. */
export function handOverSocket(pipe: Pipe, request: Upgrade, socket: Socket): void {
  setOut.set(pipe, (setOut.get(pipe) ?? 0) + 1);
  void pass(pipe, { kind: 'socket', upgrade: request }, socket).then(() => {
    const behind = (setOut.get(pipe) ?? 1) - 1;
    setOut.set(pipe, behind);
    if (behind === 0) void pass(pipe, { kind: 'socket-released' });
  });
}

/** Passes on what a process in between got, if it is of this kind. There is no socket when the client hung up on the way. */
export function passOn(pipe: Pipe | null, message: unknown, socket: Socket | undefined): void {
  if (!isHandover(message)) return;
  if (pipe === null) socket?.destroy();
  else void pass(pipe, message, socket);
}

/** Who is in between only tells it from other messages; the receiver looks into it. */
function isHandover(message: unknown): message is object {
  const kind = messageKindOf(message);
  return kind === 'socket' || kind === 'socket-released';
}

/**
 * What was passed last, by pipe. The next one waits until it is out: Node.js would let all wait as well, but goes through all that do for
 * each handle that is acknowledged, and after a cut of the network thousands come at once.
 */
const last = new WeakMap<Pipe, Promise<void>>();

function pass(pipe: Pipe, message: object, socket?: Socket): Promise<void> {
  const before = last.get(pipe) ?? Promise.resolve();
  const passing = before.then(() => passed(pipe, message, socket));
  last.set(pipe, passing);
  return passing;
}

/** Resolves when it is out, or will never be. */
function passed(pipe: Pipe, message: object, socket: Socket | undefined): Promise<void> {
  return new Promise((resolve) => {
    const told = (): void => {
      socket?.destroy();
      resolve();
    };
    if (!pipe.connected) return told();
    if (socket !== undefined) disown(socket);
    // The connection itself is sent, and what is left here is an empty shell. Where that failed the receiver is going: the
    // phone connects again.
    pipe.send(message, socket, { keepOpen: false }, told);
  });
}

/**
 * Of a socket that a server accepted Node.js remembers to whom it was sent, and a server that is closed waits for the word that
 * it is closed there, too. That word never comes from a process that only passed it on.
 */
function disown(socket: Socket): void {
  Object.assign(socket, { server: null });
}

/** The receiving end: gives each socket to `take` when nobody else reads it any more. */
export function arrivals(take: (request: Upgrade, socket: Socket) => void) {
  /** What came last: the sender may still be reading it. There is no socket when the client hung up on the way. */
  let arriving: { readonly upgrade: Upgrade; readonly socket: Socket | undefined } | undefined;
  return (message: unknown, socket: Socket | undefined): void => {
    const parsed = handover.safeParse(message);
    if (!parsed.success) return;
    const released = arriving;
    arriving = parsed.data.kind === 'socket' ? { upgrade: parsed.data.upgrade, socket } : undefined;
    if (released?.socket !== undefined) take(released.upgrade, released.socket);
  };
}
