import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';

import type { ServerKey } from '../kernel/key-ring.ts';
import type { DirectBus } from './bus.ts';
import {
  type LinkAsked,
  linkAddressOf,
  linkCipher,
  linkIdentity,
  linkLines,
  linkSecret,
  silenceMs,
  told,
  writeLine,
} from './link-wire.ts';

const reconnectMs = 500;
const lookEveryMs = 5_000;

/** The machines that run calls, as a process with a console reaches them. */
export interface Links {
  /**
   * Asks the machine that has the company, until it is waited for no longer. Undefined where none that is linked has it or answers; then
   * the question is a row. A question may be put twice, so it has to be one that can be.
   */
  ask(tenantId: string, question: unknown, until: AbortSignal): Promise<{ readonly value: unknown } | undefined>;
}

type Outcome = { readonly value: unknown } | 'nobody' | undefined;

interface LinkOptions {
  readonly key: ServerKey;
  readonly bus: Pick<DirectBus, 'id' | 'hear'>;
  readonly log: { warn(fields: object, message: string): void };
  /** Who says nothing for so long is gone. */
  readonly silentMs?: number;
}

/** Stands in a link with each machine that has an address for it, again whenever one breaks, and looks for new ones. */
export async function keepLinks({
  addresses,
  ...options
}: LinkOptions & {
  /** Where machines can be reached now, `host:port`. */
  addresses: () => Promise<readonly string[]>;
}): Promise<Links & { open(): number; close(): Promise<void> }> {
  const links = new Map<string, StandingLink>();
  /** Where a company was the last time. */
  const homes = new Map<string, StandingLink>();
  let hasEnded = false;
  let looked = look();
  const timer = setInterval(() => void (looked = look()), lookEveryMs).unref();
  await looked;

  async function look(): Promise<void> {
    try {
      const now = new Set(await addresses());
      if (hasEnded) return;
      for (const address of now) {
        if (!links.has(address)) links.set(address, standingLink(address, options));
      }
      for (const [address, link] of links) {
        if (now.has(address)) continue;
        links.delete(address);
        link.close();
      }
    } catch (err) {
      // Those that stand go on.
      options.log.warn({ err }, 'machines to link with could not be read');
    }
  }

  return {
    open: () => [...links.values()].filter((link) => link.isOpen()).length,
    async ask(tenantId, question, until) {
      const home = homes.get(tenantId);
      if (home?.isOpen() === true) {
        const outcome = await home.ask(tenantId, question, until);
        if (outcome !== 'nobody') return outcome;
      }
      homes.delete(tenantId);
      const asked = [...links.values()].filter((link) => link !== home && link.isOpen());
      // Who has it answers; one that hangs keeps nobody from hearing it.
      const answers = asked.map(async (link) => {
        const outcome = await link.ask(tenantId, question, until);
        if (outcome === undefined || outcome === 'nobody') throw new Error('no answer');
        homes.set(tenantId, link);
        return outcome;
      });
      return Promise.any(answers).catch(() => undefined);
    },
    async close() {
      clearInterval(timer);
      hasEnded = true;
      await looked;
      for (const link of links.values()) link.close();
    },
  };
}

type StandingLink = ReturnType<typeof standingLink>;

/** The link with one machine. */
function standingLink(address: string, { key, bus, log, silentMs = silenceMs }: LinkOptions) {
  const ended = new AbortController();
  const waiting = new Map<number, (outcome: Outcome) => void>();
  let socket: TLSSocket | undefined;
  let isOpen = false;
  let numbers = 0;
  let tries = 0;
  void stand();

  async function stand(): Promise<void> {
    while (!ended.signal.aborted) {
      const failure = await failureOf(connected());
      if (ended.signal.aborted) return;
      if (isOpen) log.warn({ err: failure, machine: address }, 'the link to a machine that runs calls broke');
      lost();
      // Where the key is being changed the other side may have the one before.
      tries += 1;
      await sleep(reconnectMs);
    }
  }

  function lost(): void {
    isOpen = false;
    for (const answered of waiting.values()) answered(undefined);
    waiting.clear();
  }

  function connected(): TLSSocket {
    const keys = key.all();
    const its = keys[tries % keys.length] ?? key.sealing();
    const fresh = connect({
      ...linkAddressOf(address),
      ...linkCipher,
      pskCallback: () => ({ psk: linkSecret(its), identity: linkIdentity(its) }),
      // Who has the secret is who we want.
      checkServerIdentity: () => undefined,
    });
    socket = fresh;
    let heard = 0;
    const say = (frame: LinkAsked) => writeLine(fresh, frame);
    const beats = setInterval(() => say({ kind: 'beat', heard }), silentMs / 3);
    fresh.once('secureConnect', () => say({ kind: 'hello', process: bus.id }));
    fresh.once('close', () => clearInterval(beats));
    const take = (frame: ReturnType<typeof told.parse>) => {
      switch (frame.kind) {
        case 'hello':
          isOpen = true;
          tries = 0;
          break;
        case 'beat':
          break;
        case 'answer':
          waiting.get(frame.number)?.({ value: frame.value });
          break;
        case 'nobody':
          waiting.get(frame.number)?.('nobody');
          break;
        case 'failed':
          waiting.get(frame.number)?.(undefined);
          break;
        case 'words':
          heard += 1;
          bus.hear(frame);
          break;
        default:
          frame satisfies never;
      }
    };
    linkLines(fresh, told, take, silentMs);
    return fresh;
  }

  return {
    isOpen: () => isOpen,
    async ask(tenantId: string, question: unknown, until: AbortSignal): Promise<Outcome> {
      if (socket === undefined || !isOpen || until.aborted) return undefined;
      const number = numbers++;
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      waiting.set(number, resolve);
      const giveUp = () => resolve(undefined);
      until.addEventListener('abort', giveUp);
      writeLine(socket, { kind: 'ask', number, tenantId, question });
      try {
        return await promise;
      } finally {
        until.removeEventListener('abort', giveUp);
        waiting.delete(number);
      }
    },
    close() {
      ended.abort();
      lost();
      socket?.destroy();
    },
  };
}

/** Waits until it is closed, and answers why. */
async function failureOf(socket: TLSSocket): Promise<Error | undefined> {
  let failure: Error | undefined;
  socket.once('error', (error) => (failure = error));
  await once(socket, 'close').catch(() => undefined);
  return failure;
}
