import type { Socket } from 'node:net';
import {
  callId,
  engineCommand,
  engineEvent,
  engineSnapshot,
  provisionChange,
  tenantId,
  tenantProvision,
} from '@alo/engine';
import { z } from 'zod';
import { childOptions } from './options.ts';

/**
 * The only file that knows how the engine's process and its parent talk: numbered requests with typed replies from the
 * parent, and messages that want no reply both ways. Both ends parse what they get. When the other side is gone,
 * everything pending is rejected.
 */

/** Where the child listens, after it chose. `null` where a transport is off. */
const listening = z.object({ sipPort: z.number().int(), wssPort: z.number().int().nullable() });
export type Listening = z.infer<typeof listening>;

const botStart = z.object({
  id: z.string(),
  from: z.string(),
  name: z.string(),
  to: z.string(),
  wav: z.string().nullable(),
  keys: z.array(z.object({ afterMs: z.number().min(0), digits: z.string() })),
  hangUpAfterMs: z.number().min(0).nullable(),
});
export type BotStart = z.infer<typeof botStart>;

const botEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ringing') }),
  z.object({ type: z.literal('answered') }),
  z.object({ type: z.literal('level'), heardDb: z.number() }),
  z.object({
    type: z.literal('ended'),
    sipCode: z.number().int().nullable(),
    heardMs: z.number(),
    heardDb: z.number(),
  }),
]);
/** What a bot caller tells of its call. Levels are dB below full scale; -96 is silence. */
export type BotEvent = z.infer<typeof botEvent>;

const nothing = z.null();

const change = z.object({ tenant: tenantId, revision: z.number().int(), changes: z.array(provisionChange).readonly() });

/** Every request that the parent may make: what goes in and what comes back. */
const methods = {
  start: { params: childOptions, result: listening },
  provision: { params: tenantProvision, result: nothing },
  /** False where another revision than the one before is known. */
  change: { params: change, result: z.boolean() },
  forget: { params: tenantId, result: nothing },
  snapshot: { params: nothing, result: engineSnapshot },
  ping: { params: nothing, result: nothing },
  close: { params: nothing, result: nothing },
  startBot: { params: botStart, result: nothing },
  stopBot: { params: z.string(), result: nothing },
};

type Methods = typeof methods;
type Method = keyof Methods;
type Params<M extends Method> = z.infer<Methods[M]['params']>;
type Result<M extends Method> = z.infer<Methods[M]['result']>;
const methodNames: readonly Method[] = Object.keys(methods).filter((name): name is Method => name in methods);

/** The head of an upgrade request: all that the WebSocket handshake needs of it. */
const upgrade = z.object({ url: z.string(), headers: z.record(z.string(), z.string()), head: z.string() });
export type Upgrade = z.infer<typeof upgrade>;

const toChild = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id: z.number().int(), method: z.enum(methodNames), params: z.unknown() }),
  z.object({ kind: z.literal('perform'), tenant: tenantId, call: callId, command: engineCommand }),
  z.object({ kind: z.literal('socket'), upgrade }),
  z.object({ kind: z.literal('socket-released') }),
]);
export type ToChild = z.infer<typeof toChild>;

const logLevel = z.enum(['debug', 'info', 'warn', 'error']);
export type LogLevel = z.infer<typeof logLevel>;
const logFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type LogFields = z.infer<typeof logFields>;

const toParent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), id: z.number().int(), result: z.unknown() }),
  z.object({ kind: z.literal('refusal'), id: z.number().int(), reason: z.string() }),
  z.object({ kind: z.literal('event'), tenant: tenantId, event: engineEvent }),
  z.object({ kind: z.literal('bot'), id: z.string(), event: botEvent }),
  z.object({ kind: z.literal('log'), level: logLevel, message: z.string(), fields: logFields }),
]);
export type ToParent = z.infer<typeof toParent>;

/** One end of the pipe: `ChildProcess` in the parent and `process` in the child both fit. */
export interface Pipe {
  send(message: object, handle?: Socket): void;
}

/** What the parent gets without asking. */
export type Report = Exclude<ToParent, { kind: 'reply' | 'refusal' }>;

/** The child went away before it answered, or was gone already. The next one knows nothing of the question. */
export class EngineGone extends Error {
  override readonly name = 'EngineGone';
}

/** The parent's end. */
export class EngineChannel {
  readonly #pipe: Pipe;
  readonly #report: (report: Report) => void;
  readonly #pending = new Map<number, { settle: (message: ToParent) => void; fail: (error: Error) => void }>();
  #lastId = 0;
  #closed = false;

  constructor(pipe: Pipe, report: (report: Report) => void) {
    this.#pipe = pipe;
    this.#report = report;
  }

  /** Takes a message from the child. Throws when it is none of ours: the child is then not to be trusted further. */
  receive(message: unknown): void {
    const parsed = toParent.parse(message);
    if (parsed.kind !== 'reply' && parsed.kind !== 'refusal') return this.#report(parsed);
    const pending = this.#pending.get(parsed.id);
    this.#pending.delete(parsed.id);
    pending?.settle(parsed);
  }

  /** Asks the child; rejects when it refuses or is silent for `timeoutMs`, and with `EngineGone` when it goes away. */
  request<M extends Method>(method: M, params: Params<M>, timeoutMs = 10_000): Promise<Result<M>> {
    if (this.#closed) return Promise.reject(new EngineGone(`engine is gone: ${method} was not asked`));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Result<M>>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(`engine did not answer ${method} within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#pending.set(id, {
        settle: (message) => {
          clearTimeout(timer);
          if (message.kind !== 'reply') return reject(new Error(`engine refused ${method}: ${reasonOf(message)}`));
          const parsed = methods[method].result.safeParse(message.result);
          // The schema of this method's result is what `Result<M>` is inferred from.
          if (parsed.success) resolve(parsed.data as Result<M>);
          else reject(new Error(`engine answered ${method} with something else`, { cause: parsed.error }));
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#send({ kind: 'request', id, method, params });
    });
  }

  /** Passes a command on; when the child is gone nobody is there to perform it and nothing happens. */
  perform(message: Omit<Extract<ToChild, { kind: 'perform' }>, 'kind'>): void {
    if (!this.#closed) this.#send({ kind: 'perform', ...message });
  }

  /**
   * Hands an upgraded socket over; from here on it belongs to the child. Node.js goes on reading it here until the child
   * has acknowledged it, and drops what it reads; a message behind a handle waits for that acknowledgement. So the child
   * answers the handshake when the second message is there, and nothing that the client says gets lost.
   */
  socket(request: Upgrade, socket: Socket): void {
    if (this.#closed) {
      socket.destroy();
      return;
    }
    this.#send({ kind: 'socket', upgrade: request }, socket);
    this.#send({ kind: 'socket-released' });
  }

  /** Rejects all that is pending. */
  close(): void {
    this.#closed = true;
    for (const pending of this.#pending.values()) pending.fail(new EngineGone('engine went away'));
    this.#pending.clear();
  }

  #send(message: ToChild, handle?: Socket): void {
    this.#pipe.send(message, handle);
  }
}

const reasonOf = (message: ToParent): string => (message.kind === 'refusal' ? message.reason : message.kind);

/** What the child does for each request. */
export type Handlers = { readonly [M in Method]: (params: Params<M>) => Promise<Result<M>> };

/** What the child does with messages that want no reply. */
export interface Orders {
  perform(order: Extract<ToChild, { kind: 'perform' }>): void;
  socket(request: Upgrade, socket: Socket): void;
}

/** The child's end: answers requests by `handlers`, whatever they throw becomes the refusal's reason. */
export function serveParent(send: (message: ToParent) => void, handlers: Handlers, orders: Orders) {
  const answer = async <M extends Method>(id: number, method: M, given: unknown): Promise<void> => {
    try {
      // The schema of this method's parameters is what `Params<M>` is inferred from.
      const params = methods[method].params.parse(given) as Params<M>;
      send({ kind: 'reply', id, result: await handlers[method](params) });
    } catch (error) {
      send({ kind: 'refusal', id, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  /** Sockets that the parent may still be reading, in the order in which they came. */
  const arriving: { readonly upgrade: Upgrade; readonly socket: Socket | undefined }[] = [];
  return (message: unknown, handle: Socket | undefined): void => {
    const parsed = toChild.parse(message);
    switch (parsed.kind) {
      case 'request':
        void answer(parsed.id, parsed.method, parsed.params); // `answer` catches all.
        return;
      case 'perform':
        return orders.perform(parsed);
      case 'socket':
        arriving.push({ upgrade: parsed.upgrade, socket: handle });
        return;
      case 'socket-released': {
        const { upgrade: request, socket } = arriving.shift() ?? {};
        // There is no socket when the client hung up while it was on its way.
        if (request !== undefined && socket !== undefined) orders.socket(request, socket);
        return;
      }
      default:
        return parsed satisfies never;
    }
  };
}
