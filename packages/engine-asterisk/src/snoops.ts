import { randomUUID } from 'node:crypto';
import type { Ari } from './ari/ari.ts';

/** Channels by which another one is heard or spoken to. What is done with one waits until Asterisk has given it to us. */
export class Snoops {
  readonly #ari: Ari;
  readonly #waiting = new Map<string, () => void>();

  constructor(ari: Ari) {
    this.#ari = ari;
  }

  /** Makes a channel that listens at `channel` (`spy`), or speaks to it alone (`whisper`). Rejects where the channel is gone. */
  async open(
    channel: string,
    direction: { readonly spy: 'in' | 'none'; readonly whisper: 'out' | 'none' },
  ): Promise<string> {
    const id = `snoop-${randomUUID()}`;
    const here = new Promise<void>((resolve) => this.#waiting.set(id, resolve));
    try {
      await this.#ari.post(`channels/${channel}/snoop/${id}`, { ...direction, app: this.#ari.app, appArgs: 'snoop' });
    } catch (error) {
      this.#waiting.delete(id);
      throw error;
    }
    await here;
    return id;
  }

  /** It has ended, perhaps before it was given to us, with the channel that it was at: whatever is asked of it is refused. */
  isGone(channel: string): void {
    this.isHere(channel);
  }

  /** Asterisk has given it to us. */
  isHere(channel: string): void {
    this.#waiting.get(channel)?.();
    this.#waiting.delete(channel);
  }
}
