import { FRAME_MS, type Law } from './g711.ts';
import { JitterBuffer, type Sound } from './jitter-buffer.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** Packets may be this late and still be heard in a mix; so much later is everybody heard there. */
const DELAY_MS = 40;
const KEPT = DELAY_MS / FRAME_MS;

type Spoken = Sound & { readonly law: Law; readonly at: number };

/**
 * What one party says, as frames for a mix. The last packets are always kept, because they fill the delay with which a
 * mix begins: nobody who was relayed until now falls silent for it.
 */
export class Voice {
  #recent: readonly Spoken[] = [];
  #buffer: JitterBuffer | undefined;

  push({ ssrc, timestamp, payload }: RtpPacket, law: Law, now: number): void {
    // A copy: the packet may be changed in place when it is relayed.
    const spoken = { ssrc, timestamp, payload: Buffer.from(payload), law, at: now };
    this.#recent = [...this.#recent.slice(1 - KEPT), spoken];
    this.#buffer?.push(spoken, law);
  }

  begin(now: number): void {
    const buffer = new JitterBuffer(DELAY_MS);
    for (const spoken of this.#recent) {
      if (now - spoken.at < 3 * FRAME_MS) buffer.push(spoken, spoken.law);
    }
    // The first of them is due at once.
    for (let i = 0; i < KEPT; i++) buffer.pull();
    this.#buffer = buffer;
  }

  end(): void {
    this.#buffer = undefined;
  }

  /** The next 20 ms. */
  pull(): Int16Array | undefined {
    return this.#buffer?.pull();
  }
}
