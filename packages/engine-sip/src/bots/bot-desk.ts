import type { BotEvent, BotStart } from '@alo/engine-host/process';
import type { LocalPlane } from '../media/index.ts';
import { Bot } from './bot.ts';

export interface BotDeskOptions {
  /** Of this process: what is said to them is measured here. */
  readonly media: LocalPlane;
  /** Where our own switch listens, as a carrier on this machine sees it. */
  readonly target: { readonly address: string; readonly port: number };
  readonly mark: string;
  readonly tell: (id: string, event: BotEvent) => void;
}

/** The bot callers that are on a call, in the engine's process. */
export class BotDesk {
  readonly #options: BotDeskOptions;
  readonly #bots = new Map<string, Bot>();

  constructor(options: BotDeskOptions) {
    this.#options = options;
  }

  /** Resolves when the INVITE is under way; what follows is told. Rejects when no socket is to be had. */
  async start(plan: BotStart): Promise<void> {
    const { media, target, mark, tell } = this.#options;
    const bot = await Bot.call(plan, {
      media,
      target,
      mark,
      tell: (event) => {
        if (event.type === 'ended') this.#bots.delete(plan.id);
        tell(plan.id, event);
      },
    });
    this.#bots.set(plan.id, bot);
  }

  stop(id: string): void {
    this.#bots.get(id)?.hangUp();
  }

  close(): void {
    for (const bot of this.#bots.values()) bot.hangUp();
  }
}
