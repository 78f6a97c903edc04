import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { type Duplex, Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { CallId, EngineCommand, EngineEvent, TenantId } from '@alo/call-core';
import {
  type EngineStatus,
  type EventReceipt,
  emptyEngine,
  Provisions,
  type TelephonyEngine,
  WrongRevision,
} from '@alo/engine';
import { clientAddresses, refuseUpgrade } from '@alo/net';
import { handOverSocket, upgradeOf } from '../handover/handover.ts';
import {
  type AddressedCommand,
  type AudioProcess,
  EngineGone,
  type KnownPorts,
  type Listening,
} from '../link/channel.ts';
import { codeVersion } from '../link/code-version.ts';
import { EngineLink, type EngineLinkEvents } from '../link/engine-link.ts';
import type { HostedEngineOptions } from '../options.ts';
import { hasCode } from '../process/has-code.ts';
import { type BotCall, type BotCallOptions, BotCalls } from './bot-calls.ts';
import { besideUs, type EngineHost, ownProcess } from './engine-child.ts';

/** The engine that runs on this machine, in a process of its own. */
export interface HostedEngine extends TelephonyEngine {
  /** Where SIP is listened for; `null` before the first start. */
  readonly listening: Listening | null;
  /** The engine's process, `null` while there is none. */
  readonly pid: number | null;
  /** The processes that carry its audio, as they were some seconds ago; none where it does so itself. */
  readonly audio: readonly AudioProcess[];
  /**
   * Takes over an upgrade request for SIP over WebSocket (RFC 7118) from a plain HTTP server; the handshake is finished in the engine's
   * process. The caller has checked path and origin. While the engine is down it waits for the next one, and answers `503` after five
   * seconds without one.
   */
  acceptWebSocket(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Places a call through a trunk as a stranger would; see `BotCallOptions`. */
  startBotCall(options: BotCallOptions): BotCall;
  /** Takes no new calls from now on; resolves when the last one has ended, or the engine. */
  drain(): Promise<void>;
  /** Lets go of an engine that runs beside us: its calls go on for the next server. */
  leave(): void;
}

/** Nothing of ours runs before `start`. */
export function createHostedEngine(options: HostedEngineOptions): HostedEngine {
  const log = options.log ?? (() => {});
  const provisions = new Provisions();
  const eventListeners: Parameters<TelephonyEngine['onEvent']>[0][] = [];
  const seenListeners: Parameters<TelephonyEngine['onSeen']>[0][] = [];
  const heardListeners: Parameters<TelephonyEngine['onHeard']>[0][] = [];
  const statusListeners: ((status: EngineStatus) => void)[] = [];
  const bots = new BotCalls();
  const addressOf = clientAddresses(options.trustedProxies ?? []);
  let known: KnownPorts | null = null;
  let listening: Listening | null = null;
  let audio: readonly AudioProcess[] = [];
  let running: { readonly link: EngineLink; readonly host: EngineHost } | null = null;

  const emit = (tenant: TenantId, event: EngineEvent, receipt: EventReceipt): void => {
    for (const listener of eventListeners) listener(tenant, event, receipt);
  };

  const events: EngineLinkEvents = {
    onEvent: ({ tenant, event }, receipt) => emit(tenant, event, receipt),
    onReport(report) {
      switch (report.kind) {
        case 'seen':
          for (const listener of seenListeners) listener(report.tenant, report.seen);
          return;
        case 'heard':
          for (const listener of heardListeners) listener(report.tenant, report.heard);
          return;
        case 'bot':
          return bots.report(report.id, report.event);
        case 'audio':
          audio = report.processes;
          return;
        case 'log':
          return log(report.level, report.message, report.fields);
        default:
          return report satisfies never;
      }
    },
    onStatus(status) {
      if (status === 'dead') {
        bots.interrupt();
        audio = [];
      }
      for (const listener of statusListeners) listener(status);
    },
    async setUp(channel) {
      const start = channel.request('start', { plant: options.plant, before: known });
      listening = await (options.startsWhenOthersDo === true ? start : within(setUpWordMs, 'start', start));
      // Phones know these ports by now: the next engine takes the same ones.
      known = { sipPort: listening.sipPort, tlsPort: listening.tlsPort };
      for (const provision of provisions.all())
        await within(setUpWordMs, 'provision', channel.request('provision', provision));
    },
    onUnheard({ tenant, call, command }) {
      // Legs that were there died with the process; one that is asked for now must not be waited for.
      if (command.type !== 'dial') return;
      const event = { type: 'ended', call, leg: command.leg, at: Date.now(), cause: 'interrupted' } as const;
      setImmediate(() => emit(tenant, event, ownReceipt));
    },
  };

  async function close(): Promise<void> {
    const { link, host } = running ?? {};
    running = null;
    await link?.end();
    await host?.close();
    bots.interrupt();
  }

  function handOn(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const pipe = running?.host.pipe() ?? null;
    if (pipe === null || running?.link.channel === null) return refuseUpgrade(socket, 503);
    // Only a plain socket can change its process; TLS in front is for a proxy, or for the engine's own WSS port.
    if (!(socket instanceof Socket) || socket instanceof TLSSocket) return refuseUpgrade(socket, 501);
    socket.removeAllListeners('error');
    socket.on('error', () => socket.destroy());
    handOverSocket(pipe, upgradeOf(request, head, addressOf(request)), socket);
  }

  return {
    async start() {
      const host = options.beside === undefined ? await ownProcess(log, options.entry) : besideUs(options.beside);
      const link = new EngineLink(host.address, codeVersion(), events, log);
      running = { link, host };
      try {
        await Promise.all([link.start(), host.start()]);
      } catch (error) {
        // One beside us may carry calls of another server.
        if (options.beside === undefined) await close();
        else link.leave();
        throw error;
      }
    },
    open: async () => running?.link.open(),
    close,
    async drain() {
      running?.link.shut();
      await unlessGone(running?.link.channel?.request('drain', null));
    },
    leave: () => running?.link.leave(),
    get listening() {
      return listening;
    },
    get audio() {
      return audio;
    },
    get pid() {
      return running?.link.pid ?? null;
    },
    perform: (tenant: TenantId, call: CallId, command: EngineCommand) =>
      running?.link.perform({ tenant, call, command, ...keysFor(command, options.keyOf) }),
    onEvent: (listener) => void eventListeners.push(listener),
    onStatus: (listener) => void statusListeners.push(listener),
    onSeen: (listener) => void seenListeners.push(listener),
    onHeard: (listener) => void heardListeners.push(listener),
    async provision(tenant) {
      provisions.set(tenant);
      await unlessGone(running?.link.channel?.request('provision', tenant));
    },
    async change(tenant, revision, changes) {
      provisions.change(tenant, revision, changes);
      const taken = await unlessGone(running?.link.channel?.request('change', { tenant, revision, changes }));
      if (taken === false) throw new WrongRevision(`the engine is not at ${revision - 1}`);
    },
    async forget(tenant) {
      provisions.forget(tenant);
      await unlessGone(running?.link.channel?.request('forget', tenant));
    },
    async letGo(tenant) {
      const left = (await unlessGone(running?.link.channelOfOurCode?.request('letGo', tenant))) === true;
      if (left) provisions.forget(tenant);
      return left;
    },
    async snapshot() {
      for (;;) {
        // While the link is broken nobody knows what lives; of a dead engine, nothing does.
        const channel = await running?.link.settled();
        if (channel === undefined || channel === null) return emptyEngine;
        const alive = await unlessGone(channel.request('snapshot', null));
        if (alive !== undefined) return alive;
      }
    },
    acceptWebSocket(request, socket, head) {
      if (running === null || running.link.channel !== null) handOn(request, socket, head);
      else void running.link.engineOr(nextEngineMs).then(() => handOn(request, socket, head));
    },
    startBotCall: (bot) => bots.start(running?.link.channel ?? null, bot),
    async fetchRecording(tenant, recording) {
      const path = join(options.files.recordingsFolder, tenant, `${recording}.wav`);
      const file = await open(path).catch(orAbsent);
      return file === null ? null : Readable.toWeb(file.createReadStream());
    },
  };
}

/** The keys of the sealed files that a command plays; nothing where there is none. */
function keysFor(command: EngineCommand, keyOf: HostedEngineOptions['keyOf']): Pick<AddressedCommand, 'keys'> {
  if (keyOf === undefined || command.type !== 'play') return {};
  const keys = command.sources.flatMap((source) => {
    const key = source.kind === 'file' ? keyOf(source.file) : undefined;
    return source.kind === 'file' && key !== undefined ? [[source.file, key] as const] : [];
  });
  return keys.length === 0 ? {} : { keys: Object.fromEntries(keys) };
}

/** So long a phone that comes back is held while the next engine starts: each refusal would make it wait longer. */
const nextEngineMs = 10_000;

/** An engine that does not answer a word of its set-up for so long is let go of, and tried again from the first word. */
const setUpWordMs = 30_000;

async function within<T>(ms: number, word: string, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`engine did not answer ${word} for ${ms / 1_000} s`)), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Of what no engine told: nobody would tell it again. */
const ownReceipt: EventReceipt = { engine: '', seq: 0, taken: () => {} };

/** Undefined where the engine died before it answered: the next one is provisioned with every tenant, and has nothing else. */
async function unlessGone<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EngineGone) return undefined;
    throw error;
  }
}

function orAbsent(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null;
  throw error;
}
