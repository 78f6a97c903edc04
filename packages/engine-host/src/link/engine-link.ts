import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineStatus, EventReceipt } from '@alo/engine';
import type { EngineLog } from '../options.ts';
import { hasCode } from '../process/has-code.ts';
import type { LinkAddress } from './address.ts';
import {
  type AddressedCommand,
  EngineChannel,
  EngineGone,
  EngineRefused,
  parseToServer,
  protocol,
  type Report,
  type ToEngine,
} from './channel.ts';
import { connectAndReadFrames, writeFrame } from './frames.ts';
import { EventReceipts } from './receipts.ts';

/** The events of a link, for its owner. */
export interface EngineLinkEvents {
  readonly onEvent: (report: Extract<Report, { kind: 'event' }>, receipt: EventReceipt) => void;
  readonly onReport: (report: Exclude<Report, { kind: 'event' }>) => void;
  readonly onStatus: (status: EngineStatus) => void;
  /** Before the status is `up`: an engine that does not know us learns all that it must know. */
  readonly setUp: (channel: EngineChannel) => Promise<void>;
  /** What was asked while the engine could not be reached, and it turned out to be dead. */
  readonly onUnheard: (order: AddressedCommand) => void;
}

const letGo = 'we let go of the engine';
/**
 * So long a word that events were taken may wait for others, or for an order that it travels with: each write wakes the engine. It keeps
 * them that long, and tells them again to a server that comes after one that had no time to say so.
 */
const tellTakenMs = 200;
const firstPauseMs = 20;
const longestPauseMs = 1_000;
/** Commands that wait for a link to come back. */
const mostWaiting = 10_000;

interface Link {
  readonly socket: Socket;
  readonly channel: EngineChannel;
  readonly engine: string;
  readonly pid: number;
  /** It runs the very code that we run, and knows every word of ours. */
  readonly ofOurCode: boolean;
}

/** The server's end of the link: finds the engine, and finds it again. */
export class EngineLink {
  readonly #address: LinkAddress;
  readonly #code: string;
  readonly #events: EngineLinkEvents;
  readonly #log: EngineLog;
  readonly #server = randomUUID();
  readonly #ended = new AbortController();
  #link: Link | null = null;
  /** The engine that has our calls, as long as it may live. */
  #known: { readonly engine: string; readonly taken: EventReceipts } | null = null;
  #waiting: AddressedCommand[] = [];
  /** Up to where the engine is to hear that its events were taken, and when the last of them was, by `performance.now`. */
  #toTell: { readonly engine: string; readonly seq: number; readonly at: number } | null = null;
  #tellsSoon = false;
  #status: EngineStatus = 'starting';
  #isOpen = false;
  #changed = Promise.withResolvers<void>();

  constructor(address: LinkAddress, code: string, events: EngineLinkEvents, log: EngineLog) {
    this.#address = address;
    this.#code = code;
    this.#events = events;
    this.#log = log;
  }

  /** Resolves when an engine is set up; rejects where it refuses. */
  start(): Promise<void> {
    const first = Promise.withResolvers<void>();
    void this.#keep(first); // Never rejects.
    return first.promise;
  }

  /** From now on it takes what comes in from outside, as does the next engine. */
  async open(): Promise<void> {
    this.#isOpen = true;
    await this.channel?.request('open', null);
  }

  /** Its calls only end from now on: an engine that comes yet, or comes back, is not opened any more. */
  shut(): void {
    this.#isOpen = false;
  }

  /** The way to the engine, where there is one that is set up. */
  get channel(): EngineChannel | null {
    return this.#status === 'up' ? (this.#link?.channel ?? null) : null;
  }

  /** The same to an engine of our own code: others do not know each of our words. */
  get channelOfOurCode(): EngineChannel | null {
    return this.#link?.ofOurCode === true ? this.channel : null;
  }

  get pid(): number | null {
    return this.#status === 'up' ? (this.#link?.pid ?? null) : null;
  }

  perform(order: AddressedCommand): void {
    if (this.#status === 'up') {
      this.#link?.channel.perform(order);
      this.#tellTaken();
    } else if (this.#status === 'unreachable' && this.#waiting.length < mostWaiting) this.#waiting.push(order);
    else this.#events.onUnheard(order);
  }

  /** Lets go of the engine, which goes on. Nobody waits for its answers any more: it may stand still. */
  leave(): void {
    this.#waitsNoMore();
    this.#tellTaken();
    this.#link?.socket.end();
    this.#link?.channel.close(letGo);
  }

  /** Ends the engine and resolves when it has told its last. */
  async end(): Promise<void> {
    this.#waitsNoMore();
    const link = this.#link;
    if (link === null) return;
    link.channel.request('close', null).catch(() => {}); // It goes before it can answer, or says why not in its log.
    await closed(link.socket);
  }

  /**
   * The way to the engine when it is known whether there is one: after a broken link that takes a moment. Rejects with `EngineGone`
   * once we let go of it: it may well go on, with all that it has.
   */
  async settled(): Promise<EngineChannel | null> {
    while (this.#status === 'unreachable' && !this.#ended.signal.aborted) await this.#changed.promise;
    if (this.#ended.signal.aborted) throw new EngineGone(letGo);
    return this.channel;
  }

  /** Resolves when there is an engine, at the latest after `ms`, and at once where none is waited for any more. */
  async engineOr(ms: number): Promise<void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ms);
    const isLate = once(late.signal, 'abort');
    while (this.channel === null && !this.#ended.signal.aborted && !late.signal.aborted) {
      await Promise.race([this.#changed.promise, isLate]);
    }
    clearTimeout(timer);
  }

  #waitsNoMore(): void {
    this.#ended.abort();
    this.#changed.resolve();
  }

  async #keep(first: PromiseWithResolvers<void>): Promise<void> {
    for (let failures = 0; !this.#ended.signal.aborted; failures += 1) {
      try {
        const link = await this.#connect();
        await this.#adopt(link);
        failures = -1;
        first.resolve();
        await closed(link.socket);
        link.channel.close();
        this.#link = null;
        if (!this.#ended.signal.aborted) this.#is('unreachable');
      } catch (error) {
        this.#link?.socket.destroy();
        this.#link?.channel.close();
        this.#link = null;
        if (isNobody(error)) this.#dead();
        else if (error instanceof EngineRefused) first.reject(error);
        if (!isNobody(error) && !(error instanceof EngineGone)) {
          this.#log('error', 'engine is not at our service', {
            reason: error instanceof Error ? error.message : String(error),
          });
        }
      }
      if (failures >= 0) await this.#pause(failures);
    }
    first.reject(new EngineGone('engine was closed while it started'));
  }

  async #pause(failures: number): Promise<void> {
    const ms = Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
    // Closed in the meantime: the loop ends.
    await sleep(ms, undefined, { signal: this.#ended.signal }).catch(() => {});
  }

  /** A greeted engine. Rejects with `ECONNREFUSED` or `ENOENT` where there is none: the kernel knows who listens. */
  async #connect(): Promise<Link> {
    let ofOurCode = false;
    const welcome = Promise.withResolvers<Link>();
    const socket = connectAndReadFrames(this.#address.socketPath, (frame) => {
      const message = parseToServer(frame, ofOurCode);
      switch (message.kind) {
        case 'welcome':
          ofOurCode = message.code === this.#code;
          return welcome.resolve({ socket, channel, engine: message.engine, pid: message.pid, ofOurCode });
        case 'farewell':
          return welcome.reject(this.#dismissed(message.reason));
        case 'reply':
        case 'refusal':
          return channel.answered(message);
        case 'event':
          return this.#take(message);
        case 'bot':
        case 'seen':
        case 'heard':
        case 'audio':
        case 'log':
          return this.#events.onReport(message);
        default:
          return message satisfies never;
      }
    });
    const send = (message: ToEngine): void => void writeFrame(socket, message);
    const channel = new EngineChannel(send);
    await once(socket, 'connect');
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      welcome.reject(new EngineGone('engine went away'));
      // Whatever it was asked, in the middle of its set-up above all, it answers no more.
      channel.close();
    });
    const { token } = this.#address;
    send({ kind: 'hello', protocol, token, server: this.#server, code: this.#code });
    // One that stands still takes a connection, and never greets.
    const giveUp = () => void socket.destroy();
    if (this.#ended.signal.aborted) giveUp();
    this.#ended.signal.addEventListener('abort', giveUp);
    try {
      return await welcome.promise;
    } finally {
      this.#ended.signal.removeEventListener('abort', giveUp);
    }
  }

  /** Two servers that take an engine from each other would help nobody. */
  #dismissed(reason: string): EngineRefused {
    if (this.#status === 'up') this.#waitsNoMore();
    this.#log('error', 'engine dismissed us', { reason });
    return new EngineRefused(`engine dismissed us: ${reason}`);
  }

  async #adopt(link: Link): Promise<void> {
    this.#link = link;
    if (this.#known?.engine !== link.engine) {
      this.#dead();
      this.#is('starting');
      this.#known = {
        engine: link.engine,
        taken: new EventReceipts(link.engine, (seq) => this.#acknowledge(link.engine, seq)),
      };
    }
    await this.#events.setUp(link.channel);
    // First of all what happened while nobody was here: whoever then asks what lives knows why something does not.
    this.#listen();
    // The answer stands behind the events that waited.
    if (this.#isOpen) await link.channel.request('open', null);
    for (const order of this.#waiting.splice(0)) link.channel.perform(order);
    this.#is('up');
  }

  #take(report: Extract<Report, { kind: 'event' }>): void {
    const receipt = this.#known?.taken.receipt(report);
    if (receipt !== undefined) this.#events.onEvent(report, receipt);
  }

  #listen(): void {
    if (this.#link === null || this.#known === null) return;
    writeFrame(this.#link.socket, { kind: 'listen', after: this.#known.taken.last } satisfies ToEngine);
  }

  /** What is taken together is told in one word, of the last of it. Whatever was not told is told by the engine again. */
  #acknowledge(engine: string, seq: number): void {
    this.#toTell = { engine, seq, at: performance.now() };
    if (this.#tellsSoon) return;
    this.#tellsSoon = true;
    setTimeout(() => {
      this.#tellsSoon = false;
      this.#tellTaken();
    }, tellTakenMs).unref();
  }

  #tellTaken(): void {
    const told = this.#toTell;
    this.#toTell = null;
    if (told === null || this.#link?.engine !== told.engine) return;
    // For the engine finds out by it how busy we are, and that we waited with the word says nothing of that.
    const keptMs = performance.now() - told.at;
    writeFrame(this.#link.socket, { kind: 'taken', seq: told.seq, keptMs } satisfies ToEngine);
  }

  #dead(): void {
    if (this.#known === null) return;
    this.#known = null;
    this.#is('dead');
    for (const order of this.#waiting.splice(0)) this.#events.onUnheard(order);
  }

  #is(status: EngineStatus): void {
    if (this.#status === status && status !== 'starting') return;
    this.#status = status;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
    this.#events.onStatus(status);
  }
}

const closed = (socket: Socket): Promise<void> =>
  socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once('close', () => resolve()));

const isNobody = (error: unknown): boolean => hasCode(error, 'ECONNREFUSED', 'ENOENT');
