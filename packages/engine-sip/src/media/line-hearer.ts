import { LineEar } from '@alo/line-sound';
import { decode, type Law, transcode } from './g711.ts';
import type { HeardBeforeAnswer } from './media-leg.ts';

/** So much of the sound is kept, the last eight seconds, in memory alone and until the leg ends. */
const SOUND_BYTES = 64_000;
/** Whoever waits so long for a carrier has heard it: nothing more is listened to. */
const LONGEST_MS = 180_000;

/** Hears what a carrier says before it answers. */
export class LineHearer {
  readonly #ear = new LineEar();
  #sound = new Uint8Array(SOUND_BYTES / 8);
  /** Of all that came: what is older is overwritten. */
  #heard = 0;

  hear(law: Law, octets: Uint8Array): void {
    if (this.#ear.heardMs > LONGEST_MS) return;
    this.#ear.push(decode(law, octets));
    this.#keep(law, octets);
  }

  /** Undefined where it was only ringing, or next to nothing. */
  said(): HeardBeforeAnswer | undefined {
    const said = this.#ear.said();
    if (said === null) return undefined;
    const { print, like, ms } = said;
    return { print: base64(print), like, ms, sound: base64(this.#inOrder()) };
  }

  #keep(law: Law, octets: Uint8Array): void {
    const { length } = this.#sound;
    if (this.#heard + octets.length > length && length < SOUND_BYTES) {
      const larger = new Uint8Array(Math.min(SOUND_BYTES, length * 2));
      larger.set(this.#sound.subarray(0, this.#heard));
      this.#sound = larger;
    }
    const plain = Uint8Array.from(octets);
    if (law === 'pcmu') transcode('pcma', plain);
    for (const octet of plain) {
      this.#sound[this.#heard % this.#sound.length] = octet;
      this.#heard += 1;
    }
  }

  #inOrder(): Uint8Array {
    const { length } = this.#sound;
    if (this.#heard <= length) return this.#sound.subarray(0, this.#heard);
    const cut = this.#heard % length;
    return Buffer.concat([this.#sound.subarray(cut), this.#sound.subarray(0, cut)]);
  }
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
