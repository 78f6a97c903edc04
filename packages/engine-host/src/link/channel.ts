import {
  callId,
  deviceSeen,
  engineCommand,
  engineEvent,
  engineSnapshot,
  lineHeard,
  provisionChange,
  tenantId,
  tenantProvision,
} from '@alo/engine';
import { z } from 'zod';

/**
 * The only file that knows what the engine's process and a server say to each other: numbered requests with typed replies
 * from the server, and messages that want no reply both ways. Both ends parse what they get. When the other side is gone,
 * everything pending is rejected.
 *
 * Who runs the very code that we run (`codeVersion`, told in the greeting) sends what our compiler has held to our types. Of what a call
 * takes dozens of, events and commands, it is then enough to see that they are some.
 */

/** Where the child listens, after it chose. `null` where a transport is off. */
const listening = z.object({
  sipPort: z.number().int(),
  tlsPort: z.number().int().nullable(),
  wssPort: z.number().int().nullable(),
  wsPort: z.number().int().nullable(),
});
/** Where the engine listens, once it does. */
export type Listening = z.infer<typeof listening>;

const knownPorts = listening.pick({ sipPort: true, tlsPort: true });
/** The ports that phones and carriers know. */
export type KnownPorts = z.infer<typeof knownPorts>;

const start = z.object({
  /** What the plant must know; its program has the schema. */
  plant: z.unknown(),
  /** The ports that an engine before this one had; they are tried first. */
  before: knownPorts.nullable(),
});
/** The options that an engine's process is started with. */
export type EngineStart = z.infer<typeof start>;

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
/** A bot caller's report of its call. Levels are dB below full scale; -96 is silence. */
export type BotEvent = z.infer<typeof botEvent>;

const audioProcess = z.object({
  /** How many parties it carries. */
  legs: z.int(),
  /** Of its core, what it needed in the last second. */
  load: z.number(),
});
/** A process that carries audio for an engine. */
export type AudioProcess = z.infer<typeof audioProcess>;

const nothing = z.null();

const change = z.object({ tenant: tenantId, revision: z.number().int(), changes: z.array(provisionChange).readonly() });

/** Every request that the server may make: what goes in and what comes back. */
const methods = {
  /** Takes its ports. A process that has started already keeps what it has, and is replaced when it carries no call. */
  start: { params: start, result: listening },
  /** From now on phones and carriers are heard. */
  open: { params: nothing, result: nothing },
  /** No new calls; the answer comes when the last one has ended. */
  drain: { params: nothing, result: nothing },
  provision: { params: tenantProvision, result: nothing },
  /** False where another revision than the one before is known. */
  change: { params: change, result: z.boolean() },
  forget: { params: tenantId, result: nothing },
  /** False, and nothing is forgotten, where the tenant has a leg. */
  letGo: { params: tenantId, result: z.boolean() },
  snapshot: { params: nothing, result: engineSnapshot },
  close: { params: nothing, result: nothing },
  startBot: { params: botStart, result: nothing },
  stopBot: { params: z.string(), result: nothing },
};

type Methods = typeof methods;
type Method = keyof Methods;
type Params<M extends Method> = z.infer<Methods[M]['params']>;
type Result<M extends Method> = z.infer<Methods[M]['result']>;
const methodNames: readonly Method[] = Object.keys(methods).filter((name): name is Method => name in methods);

/**
 * The version of all that is said here; 1 is that of release 1.0. An engine goes on with its calls while a newer server of 1.x takes
 * them up: what is added from here on has a default for a side that does not say it. The number changes where that cannot be, and
 * then the engine's calls end (`ServerLink`).
 */
export const protocol = 1;

const toEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), protocol: z.number(), token: z.string(), server: z.string(), code: z.string() }),
  z.object({ kind: z.literal('request'), id: z.number().int(), method: z.enum(methodNames), params: z.unknown() }),
  z.object({
    kind: z.literal('perform'),
    tenant: tenantId,
    call: callId,
    command: engineCommand,
    /** The keys of sealed files that the command plays, each of its file alone. In memory only: they are in no command that is kept. */
    keys: z.record(z.string(), z.base64()).exactOptional(),
  }),
  /** Events from here on, the ones behind `after` that nobody took first. */
  z.object({ kind: z.literal('listen'), after: z.number().int() }),
  /** Every event up to here need not be told again. The word itself was kept back for so long. */
  z.object({ kind: z.literal('taken'), seq: z.number().int(), keptMs: z.number().min(0) }),
]);
export type ToEngine = z.infer<typeof toEngine>;
export const parseToEngine = (frame: unknown, ofOurCode = false): ToEngine =>
  ofOurCode && isPerform(frame) ? frame : toEngine.parse(frame);

const logLevel = z.enum(['debug', 'info', 'warn', 'error']);
export type LogLevel = z.infer<typeof logLevel>;
const logFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type LogFields = z.infer<typeof logFields>;

const toServer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome'), engine: z.string(), pid: z.number().int(), code: z.string() }),
  /** Another server took over, or this one is none of ours. */
  z.object({ kind: z.literal('farewell'), reason: z.string() }),
  z.object({ kind: z.literal('reply'), id: z.number().int(), result: z.unknown() }),
  z.object({ kind: z.literal('refusal'), id: z.number().int(), reason: z.string() }),
  z.object({ kind: z.literal('event'), seq: z.number().int(), tenant: tenantId, event: engineEvent }),
  z.object({ kind: z.literal('seen'), tenant: tenantId, seen: deviceSeen }),
  z.object({ kind: z.literal('bot'), id: z.string(), event: botEvent }),
  /** To a server of its own code only, since others do not know the word. */
  z.object({ kind: z.literal('heard'), tenant: tenantId, heard: lineHeard }),
  /** Of an engine whose audio other processes carry; to a server of its own code only, since others do not know the word. */
  z.object({ kind: z.literal('audio'), processes: z.array(audioProcess).readonly() }),
  z.object({ kind: z.literal('log'), level: logLevel, message: z.string(), fields: logFields }),
]);
export type ToServer = z.infer<typeof toServer>;
export const parseToServer = (frame: unknown, ofOurCode = false): ToServer =>
  ofOurCode && isEvent(frame) ? frame : toServer.parse(frame);

const isEvent = (frame: unknown): frame is Extract<ToServer, { kind: 'event' }> =>
  isObject(frame) &&
  frame['kind'] === 'event' &&
  Number.isSafeInteger(frame['seq']) &&
  typeof frame['tenant'] === 'string' &&
  isTyped(frame['event']);

const isPerform = (frame: unknown): frame is Extract<ToEngine, { kind: 'perform' }> =>
  isObject(frame) &&
  frame['kind'] === 'perform' &&
  typeof frame['tenant'] === 'string' &&
  typeof frame['call'] === 'string' &&
  isTyped(frame['command']);

const isTyped = (value: unknown): boolean => isObject(value) && typeof value['type'] === 'string';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The messages that the server gets without asking. */
export type Report = Extract<ToServer, { kind: 'event' | 'seen' | 'heard' | 'bot' | 'audio' | 'log' }>;

/** The engine went away before it answered, or was gone already. The next one knows nothing of the question. */
export class EngineGone extends Error {
  override readonly name = 'EngineGone';
}

/** The engine will not: what waiting does not cure. */
export class EngineRefused extends Error {
  override readonly name = 'EngineRefused';
}

/** The server's end: asks and is answered. */
export class EngineChannel {
  readonly #send: (message: ToEngine) => void;
  readonly #pending = new Map<number, { settle: (message: Answer) => void; fail: (error: Error) => void }>();
  #lastId = 0;
  #closed = false;

  constructor(send: (message: ToEngine) => void) {
    this.#send = send;
  }

  answered(message: Answer): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    pending?.settle(message);
  }

  /**
   * Asks the engine; rejects when it refuses, and with `EngineGone` when it goes away. Waits as long as the engine lives: one
   * that is stuck is ended by who watches it.
   */
  request<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    if (this.#closed) return Promise.reject(new EngineGone(`engine is gone: ${method} was not asked`));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Result<M>>((resolve, reject) => {
      this.#pending.set(id, {
        settle: (message) => {
          if (message.kind === 'refusal')
            return reject(new EngineRefused(`engine refused ${method}: ${message.reason}`));
          const parsed = methods[method].result.safeParse(message.result);
          // The schema of this method's result is what `Result<M>` is inferred from.
          if (parsed.success) resolve(parsed.data as Result<M>);
          else reject(new Error(`engine answered ${method} with something else`, { cause: parsed.error }));
        },
        fail: reject,
      });
      this.#send({ kind: 'request', id, method, params });
    });
  }

  /** Passes a command on; when the engine is gone nobody is there to perform it and nothing happens. */
  perform(message: AddressedCommand): void {
    if (!this.#closed) this.#send({ kind: 'perform', ...message });
  }

  /** Rejects all that is pending. */
  close(reason = 'engine went away'): void {
    this.#closed = true;
    for (const pending of this.#pending.values()) pending.fail(new EngineGone(reason));
    this.#pending.clear();
  }
}

type Answer = Extract<ToServer, { kind: 'reply' | 'refusal' }>;

/** A command with its tenant and call. */
export type AddressedCommand = Omit<Extract<ToEngine, { kind: 'perform' }>, 'kind'>;

/** The engine's handlers, one for each request. */
export type Handlers = { readonly [M in Method]: (params: Params<M>) => Promise<Result<M>> };

/** The engine's end of a request: the answer comes by `send`; what a handler throws becomes the refusal's reason. */
export async function answer(
  { id, method, params }: Extract<ToEngine, { kind: 'request' }>,
  handlers: Handlers,
  send: (message: ToServer) => void,
): Promise<void> {
  try {
    send({ kind: 'reply', id, result: await handled(method, params, handlers) });
  } catch (error) {
    send({ kind: 'refusal', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

function handled<M extends Method>(method: M, given: unknown, handlers: Handlers): Promise<Result<M>> {
  // The schema of this method's parameters is what `Params<M>` is inferred from.
  return handlers[method](methods[method].params.parse(given) as Params<M>);
}
