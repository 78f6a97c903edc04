import type { AudioLeg } from '../media/audio-leg.ts';
import { decode, type Law } from '../media/g711.ts';

/** Below full scale; what G.711 can still tell from nothing. */
const silenceDb = -96;

/** How loud what a leg says is. */
export class LevelMeter {
  #sum = 0;
  #samples = 0;
  #sumSinceLast = 0;
  #samplesSinceLast = 0;

  constructor(leg: AudioLeg) {
    leg.tap((packet, law) => this.#take(packet.payload, law));
  }

  /** Mean level since the last time this was asked. */
  lastDb(): number {
    const db = levelDb(this.#sumSinceLast, this.#samplesSinceLast);
    this.#sumSinceLast = 0;
    this.#samplesSinceLast = 0;
    return db;
  }

  total(): { readonly heardMs: number; readonly db: number } {
    return { heardMs: this.#samples / 8, db: levelDb(this.#sum, this.#samples) };
  }

  #take(payload: Uint8Array, law: Law): void {
    let sum = 0;
    for (const sample of decode(law, payload)) sum += sample ** 2;
    this.#sum += sum;
    this.#sumSinceLast += sum;
    this.#samples += payload.length;
    this.#samplesSinceLast += payload.length;
  }
}

const levelDb = (sum: number, samples: number): number =>
  samples === 0 || sum === 0 ? silenceDb : Math.max(silenceDb, 10 * Math.log10(sum / samples / 32768 ** 2));
