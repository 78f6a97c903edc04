import type { Socket } from 'node:net';
import type { EngineEvent, TenantId } from '@alo/call-core';
import { BotDesk } from './bots/bot-desk.ts';
import type { BotEvent, Handlers, Listening, LogFields, LogLevel, Orders, Upgrade } from './channel.ts';
import { guarded } from './guarded.ts';
import { createMediaPlane, type MediaPlane } from './media/index.ts';
import type { ChildOptions } from './options.ts';
import { SipSockets } from './sockets/sockets.ts';
import { Switch } from './switch/switch.ts';

export interface EngineProcessEvents {
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly botSays: (id: string, event: BotEvent) => void;
  readonly log: (level: LogLevel, message: string, fields: LogFields) => void;
}

interface Running {
  readonly sockets: SipSockets;
  readonly media: MediaPlane;
  readonly exchange: Switch;
  readonly bots: BotDesk;
}

/** How long a browser gets to hear that we go. */
const farewellMs = 100;

/** What the child runs: it starts once, and ends once. */
export class EngineProcess {
  readonly #events: EngineProcessEvents;
  #running: Running | null = null;
  #closing: Promise<void> | null = null;

  constructor(events: EngineProcessEvents) {
    this.#events = events;
  }

  readonly handlers: Handlers = {
    start: (options) => this.#start(options),
    provision: async (tenant) => {
      this.#now.exchange.provision(tenant);
      return null;
    },
    change: async ({ tenant, revision, changes }) => this.#now.exchange.change(tenant, revision, changes),
    forget: async (tenant) => {
      this.#now.exchange.forget(tenant);
      return null;
    },
    snapshot: async () => this.#now.exchange.snapshot(),
    ping: async () => null,
    close: async () => {
      await this.close();
      return null;
    },
    startBot: async (bot) => {
      await this.#now.bots.start(bot);
      return null;
    },
    stopBot: async (id) => {
      this.#now.bots.stop(id);
      return null;
    },
  };

  readonly orders: Orders = {
    perform: ({ tenant, call, command }) => this.#running?.exchange.perform(tenant, call, command),
    socket: (upgrade: Upgrade, socket: Socket) => {
      if (this.#running === null) socket.destroy();
      else this.#running.sockets.acceptWebSocket(upgrade, socket);
    },
  };

  /** Ends every call, completes recordings, frees ports. A second call waits for the first. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  get #now(): Running {
    if (this.#running === null) throw new Error('engine has not been started');
    return this.#running;
  }

  async #start(options: ChildOptions): Promise<Listening> {
    if (this.#running !== null) throw new Error('engine has been started already');
    const { log } = this.#events;
    const media = await createMediaPlane({
      bindAddress: options.bindAddress,
      ...(options.publicAddress === null ? {} : { advertisedAddress: options.publicAddress }),
      icePort: options.icePort,
      ...(options.rtpPorts === null ? {} : { rtpPortRange: options.rtpPorts }),
      promptsFolder: options.promptsFolder,
      recordingsFolder: options.recordingsFolder,
      log: { warn: (fields, message) => log('warn', message, plain(fields)) },
    });
    // Bytes that come before the switch is there are a phone's that will ask again.
    let exchange: Switch | undefined;
    const sockets = await SipSockets.open(options, {
      onBytes: guarded(
        (flow, bytes) => exchange?.receive(flow, bytes),
        (mistake) => log('error', 'a SIP message was not handled', { ...mistake }),
      ),
      onClosed: (flow) => exchange?.flowClosed(flow),
      onProblem: (transport, error) => log('warn', 'socket', { transport, reason: error.message }),
    });
    exchange = new Switch({ sockets, media, options, emit: this.#events.emit, takesCalls: () => true });
    const bots = new BotDesk({
      media,
      target: { address: sockets.addresses.towards('127.0.0.1'), port: sockets.listening.sipPort },
      tell: this.#events.botSays,
    });
    this.#running = { sockets, media, exchange, bots };
    return sockets.listening;
  }

  async #close(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    running.bots.close();
    running.exchange.close();
    await running.media.close();
    running.sockets.close();
    await new Promise((resolve) => setTimeout(resolve, farewellMs));
  }
}

/** Log fields as the parent takes them. */
function plain(fields: Readonly<Record<string, unknown>>): LogFields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : String(value),
  ]);
  return Object.fromEntries(entries);
}
