import { randomUUID } from 'node:crypto';
import type { BotEvent, EngineChannel } from '../link/channel.ts';

/** The call of a bot caller ("khách thử"). The tenant must have a trunk that comes from this machine (127.0.0.1). */
export interface BotCallOptions {
  /** The number that the bot shows; '' withholds it. */
  readonly from: string;
  /** A name to show with it. */
  readonly name?: string;
  /** One of the tenant's own numbers, as its loopback trunk has it. */
  readonly to: string;
  /** The prompt that the bot plays when it is answered: a key in the prompt store, e.g. `bots/hello.wav`. */
  readonly wav?: string;
  /** Keys that it presses, each so long after the answer. */
  readonly keys?: readonly { readonly afterMs: number; readonly digits: string }[];
  /** How long it talks before it hangs up; absent: until the other side does. */
  readonly hangUpAfterMs?: number;
  /** Ringing, answered, how loud it hears (once a second), ended. `ended` comes last, and always. */
  readonly onEvent?: (event: BotEvent) => void;
}

/** A bot that calls, as its sender sees it. */
export interface BotCall {
  readonly id: string;
  /** Hangs up, or stops calling. */
  stop(): void;
  /** Resolves with the last event. */
  readonly ended: Promise<Extract<BotEvent, { type: 'ended' }>>;
}

interface Running {
  readonly report: (event: BotEvent) => void;
}

const nobodyCame: BotEvent = { type: 'ended', sipCode: 503, heardMs: 0, heardDb: -96 };

/** The parent's side of the bot callers: tells each what happens to its call. */
export class BotCalls {
  readonly #running = new Map<string, Running>();

  start(channel: EngineChannel | null, options: BotCallOptions): BotCall {
    const id = randomUUID();
    const { promise: ended, resolve } = Promise.withResolvers<Extract<BotEvent, { type: 'ended' }>>();
    this.#running.set(id, {
      report: (event) => {
        options.onEvent?.(event);
        if (event.type === 'ended') resolve(event);
      },
    });
    const failed = (): void => this.report(id, nobodyCame);
    if (channel === null) setImmediate(failed);
    else {
      const { from, to, name = '', wav = null, keys = [], hangUpAfterMs = null } = options;
      channel.request('startBot', { id, from, to, name, wav, keys: [...keys], hangUpAfterMs }).catch(failed);
    }
    return {
      id,
      ended,
      stop: () => {
        channel?.request('stopBot', id).catch(failed);
      },
    };
  }

  report(id: string, event: BotEvent): void {
    const running = this.#running.get(id);
    if (event.type === 'ended') this.#running.delete(id);
    running?.report(event);
  }

  /** The engine died, and every bot with it. */
  interrupt(): void {
    for (const id of this.#running.keys()) this.report(id, nobodyCame);
  }
}
