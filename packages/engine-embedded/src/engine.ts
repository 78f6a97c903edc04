import { open } from 'node:fs/promises';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
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
import { type BotCall, type BotCallOptions, BotCalls } from './bots/bot-calls.ts';
import { EngineGone, type Listening, type Report } from './channel.ts';
import { type EmbeddedEngineOptions, toChildOptions } from './options.ts';
import { Supervisor } from './supervisor.ts';

/** The engine that runs on this machine, in a process of its own. */
export interface EmbeddedEngine extends TelephonyEngine {
  /** Where SIP is listened for; `null` before the first start. */
  readonly listening: Listening | null;
  /** The engine's process, `null` while there is none. */
  readonly pid: number | null;
  /**
   * Takes over an upgrade request for SIP over WebSocket (RFC 7118) from a plain HTTP server; the handshake is finished in the engine's
   * process. The caller has checked path and origin. Answers `503` while the engine is down.
   */
  acceptWebSocket(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Places a call through a trunk as a stranger would; see `BotCallOptions`. */
  startBotCall(options: BotCallOptions): BotCall;
}

/** Nothing runs before `start`. */
export function createEmbeddedEngine(options: EmbeddedEngineOptions): EmbeddedEngine {
  const log = options.log ?? (() => {});
  const provisions = new Provisions();
  const eventListeners: Parameters<TelephonyEngine['onEvent']>[0][] = [];
  const statusListeners: ((status: EngineStatus) => void)[] = [];
  const bots = new BotCalls();

  // Its events die with the process that told them: nobody tells them again.
  const receipt: EventReceipt = { engine: '', seq: 0, taken() {} };
  const emit = (tenant: TenantId, event: EngineEvent): void => {
    for (const listener of eventListeners) listener(tenant, event, receipt);
  };

  const supervisor = new Supervisor(
    toChildOptions(options),
    {
      onReport(report: Report) {
        switch (report.kind) {
          case 'event':
            return emit(report.tenant, report.event);
          case 'bot':
            return bots.report(report.id, report.event);
          case 'log':
            return log(report.level, report.message, report.fields);
          default:
            return report satisfies never;
        }
      },
      onStatus(status) {
        if (status === 'dead') bots.interrupt();
        for (const listener of statusListeners) listener(status);
      },
      async onUp(channel) {
        for (const provision of provisions.all()) await channel.request('provision', provision);
      },
    },
    log,
  );

  return {
    start: () => supervisor.start(),
    async open() {},
    async fetchRecording(tenant, recording) {
      const path = join(options.files.recordingsFolder, tenant, `${recording}.wav`);
      const file = await open(path).catch(() => null);
      return file === null ? null : Readable.toWeb(file.createReadStream());
    },
    async close() {
      await supervisor.close();
      bots.interrupt();
    },
    get listening() {
      return supervisor.listening;
    },
    get pid() {
      return supervisor.pid;
    },
    perform(tenant: TenantId, call: CallId, command: EngineCommand) {
      const channel = supervisor.channel;
      if (channel !== null) return channel.perform({ tenant, call, command });
      // Legs that were there died with the process; one that is asked for now must not be waited for.
      if (command.type !== 'dial') return;
      setImmediate(() => emit(tenant, { type: 'ended', call, leg: command.leg, at: Date.now(), cause: 'interrupted' }));
    },
    onEvent: (listener) => void eventListeners.push(listener),
    onStatus: (listener) => void statusListeners.push(listener),
    async provision(tenant) {
      provisions.set(tenant);
      await unlessGone(supervisor.channel?.request('provision', tenant));
    },
    async change(tenant, revision, changes) {
      provisions.change(tenant, revision, changes);
      const taken = await unlessGone(supervisor.channel?.request('change', { tenant, revision, changes }));
      if (taken === false) throw new WrongRevision(`the engine is not at ${revision - 1}`);
    },
    async forget(tenant) {
      provisions.forget(tenant);
      await unlessGone(supervisor.channel?.request('forget', tenant));
    },
    async snapshot() {
      const alive = await unlessGone(supervisor.channel?.request('snapshot', null));
      return alive ?? emptyEngine;
    },
    acceptWebSocket(request, socket, head) {
      const channel = supervisor.channel;
      if (channel === null) return refuse(socket, 503);
      // Only a plain socket can change its process; TLS in front is for a proxy, or for the engine's own WSS port.
      if (!(socket instanceof Socket) || socket instanceof TLSSocket) return refuse(socket, 501);
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(request.headers)) {
        if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
      }
      socket.removeAllListeners('error');
      socket.on('error', () => socket.destroy());
      channel.socket({ url: request.url ?? '/', headers, head: head.toString('base64') }, socket);
    },
    startBotCall(bot) {
      return bots.start(supervisor.channel, bot);
    },
  };
}

/** What a child that dies was asked has answered itself: the next one is told of every tenant, and has nothing else. */
async function unlessGone<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EngineGone) return undefined;
    throw error;
  }
}

function refuse(socket: Duplex, status: 501 | 503): void {
  socket.once('finish', () => socket.destroy()); // A peer need not close its side.
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
