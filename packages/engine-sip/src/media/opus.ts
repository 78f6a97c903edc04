import { FRAME_SAMPLES, SAMPLE_RATE } from '@alo/engine-host/audio';
import type { OpusDecoderHandle, OpusEncoderHandle } from 'libopus-wasm';
import type { MediaLog } from './media-plane.ts';

/**
 * Opus (RFC 6716), by libopus as WebAssembly. The engine hears and speaks in 8 kHz, which the library makes of its own 48 and back: of
 * what two parties say to each other in Opus nothing is coded anew.
 */

/** A frame of 20 ms in which nothing is heard. */
export const SILENT_OPUS: Uint8Array = Uint8Array.of(0xf8, 0xff, 0xfe);

/** Longer than any frame of ours. */
const MOST_OCTETS = 400;

const library = () => import('libopus-wasm');

/**
 * Makes the library ready. The first coder of a process wants some 40 ms, in which no audio goes: better before there is any, and then
 * another one is made at once.
 */
export async function loadOpus(): Promise<void> {
  const { createDecoder } = await library();
  (await createDecoder({ sampleRate: SAMPLE_RATE, channels: 1 })).free();
}

/** A coder that is made when it is asked for first, and is there a moment later. Its memory is the library's: whoever has one closes it. */
class Coder<Handle extends { free(): void }> {
  readonly #make: () => Promise<Handle>;
  readonly #log: MediaLog;
  #handle: Handle | undefined;
  #state: 'none' | 'making' | 'made' | 'closed' = 'none';
  #isTold = false;

  constructor(make: () => Promise<Handle>, log: MediaLog) {
    this.#make = make;
    this.#log = log;
  }

  get(): Handle | undefined {
    if (this.#state === 'none') this.#begin();
    return this.#handle;
  }

  /** Undefined where there is no coder yet, or what came was nothing for it: a strange packet is one that was lost. */
  attempt<Result>(act: (handle: Handle) => Result): Result | undefined {
    const handle = this.get();
    if (handle === undefined) return undefined;
    try {
      return act(handle);
    } catch (error) {
      if (!this.#isTold) this.#log.warn({ err: error }, 'a packet of Opus cannot be coded; further ones are not told');
      this.#isTold = true;
      // The library refuses what is no Opus. Anything else is a fault of its own, and nobody knows in what state that left the coder.
      if (!(error instanceof Error && error.name === 'OpusError')) this.#giveUp();
      return undefined;
    }
  }

  close(): void {
    this.#handle?.free();
    this.#giveUp();
  }

  /** Nothing may touch it any more, and there is no other. */
  #giveUp(): void {
    this.#handle = undefined;
    this.#state = 'closed';
  }

  #begin(): void {
    this.#state = 'making';
    this.#make().then(
      (handle) => {
        if (this.#state === 'closed') return handle.free();
        this.#state = 'made';
        this.#handle = handle;
      },
      // It stays `making`: what could not be made once is not asked for with every packet.
      (error: unknown) =>
        this.#log.warn({ err: error }, 'there is no coder for Opus: its party is not heard, or hears nothing'),
    );
  }
}

/** Speaks Opus, with what repairs a lost packet within the next one (RFC 6716 §2.1.7). */
export class OpusEncoder {
  readonly #coder: Coder<OpusEncoderHandle>;

  constructor(log: MediaLog) {
    this.#coder = new Coder(newEncoder, log);
  }

  /** Codes a frame of 20 ms; silence until there is a coder. */
  encode(samples: Int16Array): Uint8Array {
    if (samples.length !== FRAME_SAMPLES) throw new RangeError(`${samples.length} samples are no frame`);
    return this.#coder.attempt((encoder) => encoder.encode(samples, { maxPacketBytes: MOST_OCTETS })) ?? SILENT_OPUS;
  }

  close(): void {
    this.#coder.close();
  }
}

/** At the least complexity: the next ones cost up to four times as much, for what nobody hears in 8 kHz (ADR 615). */
const newEncoder = async (): Promise<OpusEncoderHandle> => {
  const { Application, createEncoder } = await library();
  return createEncoder({
    sampleRate: SAMPLE_RATE,
    channels: 1,
    application: Application.Voip,
    bitrate: 20_000,
    complexity: 0,
    fec: true,
    packetLossPercent: 5,
  });
};

/** Hears Opus. Packets in their order. */
export class OpusDecoder {
  readonly #coder: Coder<OpusDecoderHandle>;

  constructor(log: MediaLog) {
    this.#coder = new Coder(newDecoder, log);
  }

  /** Whether there is a coder by now; else one is made. */
  get isReady(): boolean {
    return this.#coder.get() !== undefined;
  }

  /** The samples of a packet, however long; none of what is no Opus. */
  decode(octets: Uint8Array): Int16Array {
    return this.#coder.attempt((decoder) => decoder.decode(octets)) ?? nothing;
  }

  /** What was said in a packet that was lost, as the one behind it tells or, without that, as it went on. */
  recover(samples: number, next?: Uint8Array): Int16Array {
    const recovered = this.#coder.attempt((decoder) =>
      next === undefined
        ? decoder.decodePacketLoss(samples)
        : decoder.decode(next, { decodeFec: true, frameSize: samples }),
    );
    return recovered ?? nothing;
  }

  close(): void {
    this.#coder.close();
  }
}

const newDecoder = async (): Promise<OpusDecoderHandle> => {
  const { createDecoder } = await library();
  return createDecoder({ sampleRate: SAMPLE_RATE, channels: 1 });
};

const nothing = new Int16Array(0);
