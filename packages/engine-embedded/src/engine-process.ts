import type { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { EngineEvent, TenantId } from '@alo/call-core';
import type { DeviceSeen } from '@alo/engine';
import { BotCarrier } from './bots/bot-carrier.ts';
import { BotDesk } from './bots/bot-desk.ts';
import type { BotEvent, Handlers, Listening, LogFields, LogLevel, Order } from './channel.ts';
import { guarded, type Mistake } from './guarded.ts';
import type { Upgrade } from './handover.ts';
import { createMediaPlane, type MediaPlane } from './media/index.ts';
import type { ChildOptions } from './options.ts';
import { HeldBack } from './sockets/held-back.ts';
import { SipSockets } from './sockets/sockets.ts';
import { StandingLag } from './standing-lag.ts';
import { Switch } from './switch/switch.ts';

export interface EngineProcessEvents {
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly onSeen: (tenant: TenantId, seen: DeviceSeen) => void;
  readonly botSays: (id: string, event: BotEvent) => void;
  readonly log: (level: LogLevel, message: string, fields: LogFields) => void;
  /** Everything is ended, whoever asked for it. */
  readonly onClosed: () => void;
}

interface Running {
  readonly options: ChildOptions;
  readonly sockets: SipSockets;
  readonly media: MediaPlane;
  readonly exchange: Switch;
  readonly bots: BotDesk;
  readonly botCarrier: BotCarrier;
  readonly beforeOpen: HeldBack;
  readonly serverLag: StandingLag;
}

/** So long a server must be late with everything: one that was just started, or collects garbage, is not. */
const serverStandingMs = 500;
/** How long a browser gets to hear that we go. */
const farewellMs = 100;

/** What the child runs: it starts once, and ends once. */
export class EngineProcess {
  readonly #events: EngineProcessEvents;
  #running: Running | null = null;
  #closing: Promise<void> | null = null;
  /** Why no further call is taken; those that there are go on. */
  #takesNoCall: 'draining' | 'forsaken' | null = null;
  /** What waits for the last call to end. */
  readonly #whenIdle: (() => void)[] = [];

  constructor(events: EngineProcessEvents) {
    this.#events = events;
  }

  readonly handlers: Handlers = {
    start: (options) => this.#start(options),
    open: async () => {
      this.#takesNoCall = null;
      this.#now.beforeOpen.release();
      this.#now.exchange.open();
      return null;
    },
    drain: async () => {
      this.#takesNoCall = 'draining';
      await this.#idle();
      return null;
    },
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

  perform({ tenant, call, command }: Order): void {
    const exchange = this.#running?.exchange;
    const isNewCall = () => exchange?.snapshot().legs.every((leg) => leg.call !== call) ?? true;
    if (command.type === 'dial' && (exchange === undefined || (this.#takesNoCall !== null && isNewCall()))) {
      this.#events.emit(tenant, { type: 'ended', call, leg: command.leg, at: Date.now(), cause: 'congestion' });
    } else exchange?.perform(tenant, call, command);
  }

  /** The server had something on disk so long after it happened. */
  serverTook(lagMs: number): void {
    this.#running?.serverLag.noted(lagMs, performance.now());
  }

  acceptWebSocket(upgrade: Upgrade, socket: Socket): void {
    if (this.#running === null) socket.destroy();
    else this.#running.sockets.acceptWebSocket(upgrade, socket);
  }

  /** Nobody decides about the calls any more: they end, and none is taken before a server opens us again. */
  hangUpAll(): void {
    this.#takesNoCall = 'forsaken';
    const exchange = this.#running?.exchange;
    for (const { tenant, call, leg } of exchange?.snapshot().legs ?? []) {
      exchange?.perform(tenant, call, { type: 'hang-up', leg, cause: 'interrupted' });
    }
  }

  /** There is a call. */
  get isBusy(): boolean {
    return (this.#running?.exchange.snapshot().legs.length ?? 0) > 0;
  }

  /** Lets the next process take our place as soon as that costs no call. */
  endWhenIdle(): void {
    void this.#idle().then(() => this.close());
  }

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
    if (this.#running !== null) {
      if (!isSame(this.#running.options, options)) this.endWhenIdle();
      return this.#running.sockets.listening;
    }
    const { log } = this.#events;
    const media = await createMediaPlane({
      bindAddress: options.bindAddress,
      ...(options.publicAddress === null ? {} : { advertisedAddress: options.publicAddress }),
      icePort: options.icePort,
      ...(options.rtpPorts === null ? {} : { rtpPortRange: options.rtpPorts }),
      promptsFolder: options.promptsFolder,
      companyPromptsFolder: options.companyPromptsFolder,
      recordingsFolder: options.recordingsFolder,
      log: { warn: (fields, message) => log('warn', message, plain(fields)) },
    });
    const wrong = (what: string) => (mistake: Mistake) => log('error', what, { ...mistake });
    let exchange: Switch | undefined;
    // Until the tenants are known, a carrier is a stranger.
    const beforeOpen = new HeldBack(
      guarded((flow, bytes) => exchange?.receive(flow, bytes), wrong('a SIP message was not handled')),
    );
    let sockets: SipSockets;
    try {
      sockets = await SipSockets.open(options, {
        onOpened: guarded((flow) => exchange?.opened(flow), wrong('a connection was not handled')),
        onBytes: (flow, bytes) => beforeOpen.receive(flow, bytes),
        onClosed: guarded((flow) => {
          beforeOpen.drop(flow);
          exchange?.flowClosed(flow);
        }, wrong('the end of a connection was not handled')),
        onProblem: (transport, error) => log('warn', 'socket', { transport, reason: error.message }),
      });
    } catch (error) {
      await media.close();
      throw error;
    }
    const here = sockets.addresses.towards('127.0.0.1');
    const botCarrier = await BotCarrier.open({ media, address: here });
    const serverLag = new StandingLag({ targetMs: options.limits.serverLagMs, standingMs: serverStandingMs });
    exchange = new Switch({
      sockets,
      media,
      options,
      botCarrier,
      takesCalls: () => this.#takesNoCall === null,
      onSeen: this.#events.onSeen,
      isBehind: () => serverLag.stands(performance.now()) || sockets.isBehind,
      emit: (tenant, event) => {
        this.#events.emit(tenant, event);
        if (event.type === 'ended') setImmediate(() => this.#lookForIdle());
      },
    });
    const bots = new BotDesk({
      media,
      target: { address: here, port: sockets.listening.sipPort },
      tell: this.#events.botSays,
    });
    this.#running = { options, sockets, media, exchange, bots, botCarrier, beforeOpen, serverLag };
    return sockets.listening;
  }

  /** Resolves when no call is left. */
  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
      this.#lookForIdle();
    });
  }

  #lookForIdle(): void {
    if (this.#whenIdle.length === 0 || this.isBusy) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  async #close(): Promise<void> {
    const running = this.#running;
    if (running !== null) {
      running.bots.close();
      running.botCarrier.close();
      running.exchange.close();
      await running.media.close();
      running.sockets.close();
      await new Promise((resolve) => setTimeout(resolve, farewellMs));
    }
    this.#events.onClosed();
  }
}

/** Is what was configured the same? Which ports were free when an engine began is no wish of anybody's. */
const isSame = (running: ChildOptions, wanted: ChildOptions): boolean =>
  isDeepStrictEqual({ ...running, before: null }, { ...wanted, before: null });

/** Log fields as the server takes them. */
function plain(fields: Readonly<Record<string, unknown>>): LogFields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : String(value),
  ]);
  return Object.fromEntries(entries);
}
