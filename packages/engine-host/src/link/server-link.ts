import { randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { EngineEvent, TenantId } from '@alo/call-core';
import type { LinkAddress } from './address.ts';
import {
  type AddressedCommand,
  answer,
  type Handlers,
  parseToEngine,
  protocol,
  type ToEngine,
  type ToServer,
} from './channel.ts';
import { readFrames, writeFrame } from './frames.ts';
import { Outbox } from './outbox.ts';

export interface ServerLinkOptions {
  readonly address: LinkAddress;
  /** Names this engine's code; see `codeVersion`. */
  readonly code: string;
  /** How long calls go on without anybody to ask, in milliseconds. */
  readonly graceMs: number;
}

/** The requests of the link to the engine that it belongs to. */
export interface ServerLinkEvents {
  readonly handlers: Handlers;
  readonly perform: (order: AddressedCommand) => void;
  /** A server of other code than the first one's came: this engine is replaced when it carries no call. */
  readonly onOutdated: () => void;
  /** No server for the grace time, or one that does not take what it is told: the calls are to end. */
  readonly onForsaken: (why: string) => void;
  readonly onAttached: (attached: boolean) => void;
  /** The server took something that had waited so long. */
  readonly onTaken: (lagMs: number) => void;
}

type EngineReport = { readonly tenant: TenantId; readonly event: EngineEvent };
interface Attached {
  readonly socket: Socket;
  readonly server: string;
  readonly ofOurCode: boolean;
  /** The number of the last event that was sent; null until the server listens. */
  sent: number | null;
  /** Since when it listens, by `performance.now`: it is not late for what happened before. */
  since: number;
}

/** A server that is restarted in the grace time finds everything; a longer silence at full load does not fill the memory. */
const longestBacklog = 100_000;
/** Bytes that may wait for a server that reads slowly, before events wait in the outbox. */
const longestQueueBytes = 1 << 20;

/**
 * The engine's end of the link: one server at a time, on a socket of the file system. What happens while there is none waits
 * in order; nothing is forgotten before a server says that it has taken it.
 */
export class ServerLink {
  readonly #options: ServerLinkOptions;
  readonly #events: ServerLinkEvents;
  readonly #engine = randomUUID();
  readonly #outbox = new Outbox<EngineReport>(longestBacklog);
  readonly #listener: Server;
  #attached: Attached | null = null;
  #grace: NodeJS.Timeout | null = null;
  /** The code of the server that it was started for: it belongs to that one, whatever its own code is. */
  #startedFor: string | null = null;

  constructor(options: ServerLinkOptions, events: ServerLinkEvents) {
    this.#options = options;
    this.#events = events;
    this.#listener = createServer((socket) => this.#greet(socket));
  }

  /** Rejects where another engine waits at this address. */
  async listen(): Promise<void> {
    const { socketPath } = this.#options.address;
    // What a killed engine left behind: its keeper starts the next when it is gone.
    await rm(socketPath, { force: true });
    this.#listener.listen(socketPath);
    await once(this.#listener, 'listening');
    await chmod(socketPath, 0o600);
  }

  /** Tells the server now, or the next one that comes. */
  emit(tenant: TenantId, event: EngineEvent): void {
    if (this.#outbox.add({ tenant, event }) === undefined) return this.#events.onForsaken('too many events wait');
    this.#flush();
  }

  /** Tells the server if there is one. */
  say(message: Extract<ToServer, { kind: 'seen' | 'heard' | 'bot' | 'audio' | 'log' }>): void {
    const socket = this.#attached?.socket;
    if ((message.kind === 'audio' || message.kind === 'heard') && this.#attached?.ofOurCode === false) return;
    if (socket !== undefined && socket.writableLength < longestQueueBytes) writeFrame(socket, message);
  }

  close(): void {
    if (this.#grace !== null) clearTimeout(this.#grace);
    this.#listener.close();
    this.#attached?.socket.end();
  }

  #greet(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    readFrames(socket, (frame) => {
      const attached = this.#attached?.socket === socket ? this.#attached : null;
      const message = parseToEngine(frame, attached?.ofOurCode);
      if (attached !== null) return this.#heard(attached, message);
      if (message.kind !== 'hello') throw new Error('no word of greeting');
      const refusal = this.#objection(message);
      if (refusal !== null) {
        writeFrame(socket, { kind: 'farewell', reason: refusal } satisfies ToServer);
        return void socket.end();
      }
      const ofOurCode = message.code === this.#options.code;
      this.#attach(socket, message.server, ofOurCode);
      this.#startedFor ??= message.code;
      if (message.code !== this.#startedFor) this.#events.onOutdated();
    });
  }

  #objection({ token, protocol: theirs }: Extract<ToEngine, { kind: 'hello' }>): string | null {
    const [given, ours] = [Buffer.from(token), Buffer.from(this.#options.address.token)];
    if (given.length !== ours.length || !timingSafeEqual(given, ours)) return 'not known here';
    if (theirs === protocol) return null;
    // Its calls cannot be taken up by that server.
    this.#events.onForsaken('the server speaks another language');
    this.#events.onOutdated();
    return `this engine speaks ${protocol}`;
  }

  #attach(socket: Socket, server: string, ofOurCode: boolean): void {
    const before = this.#attached;
    if (before !== null) {
      if (before.server !== server)
        writeFrame(before.socket, { kind: 'farewell', reason: 'another server' } satisfies ToServer);
      before.socket.end();
    }
    if (this.#grace !== null) clearTimeout(this.#grace);
    this.#grace = null;
    this.#attached = { socket, server, ofOurCode, sent: null, since: performance.now() };
    socket.on('drain', () => this.#flush());
    socket.on('close', () => this.#left(socket));
    const { code } = this.#options;
    writeFrame(socket, { kind: 'welcome', engine: this.#engine, pid: process.pid, code } satisfies ToServer);
    this.#events.onAttached(true);
  }

  #left(socket: Socket): void {
    if (this.#attached?.socket !== socket) return;
    this.#attached = null;
    this.#grace = setTimeout(() => this.#events.onForsaken('no server came'), this.#options.graceMs);
    this.#events.onAttached(false);
  }

  #heard(attached: Attached, message: ToEngine): void {
    switch (message.kind) {
      case 'request':
        // `answer` never rejects.
        return void answer(message, this.#events.handlers, (reply) => writeFrame(attached.socket, reply));
      case 'perform':
        return this.#events.perform(message);
      case 'listen':
        attached.sent = message.after;
        attached.since = performance.now();
        return this.#flush();
      case 'taken': {
        const latest = this.#outbox.taken(message.seq);
        if (latest === undefined) return;
        const toldAfterMs = performance.now() - Math.max(latest.at, attached.since);
        return this.#events.onTaken(Math.max(0, toldAfterMs - message.keptMs));
      }
      case 'hello':
        throw new Error('one greeting is enough');
      default:
        return message satisfies never;
    }
  }

  #flush(): void {
    const attached = this.#attached;
    if (attached === null || attached.sent === null) return;
    for (const { seq, event } of this.#outbox.after(attached.sent)) {
      if (attached.socket.writableLength > longestQueueBytes) return; // Its 'drain' leads here again.
      writeFrame(attached.socket, { kind: 'event', seq, ...event } satisfies ToServer);
      attached.sent = seq;
    }
  }
}
