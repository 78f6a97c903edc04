import type { AudioLeg, VoiceTap } from './audio-leg.ts';
import { FRAME_MS, FRAME_SAMPLES } from './g711.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import type { RecordingResult, SilenceLimit } from './media-plane.ts';
import type { RecordingFile } from './recording-file.ts';
import type { Ticker } from './ticker.ts';

/** A recording is in no hurry: packets may be this late and still find their place. */
const DELAY_MS = 100;
/** Twice a second to disk, so that with the delay no crash costs more than a second. */
const FLUSH_FRAMES = 25;

/** Frames whose samples are on average weaker than this are no speech: about −44 dBm0, above what lines hiss. */
const SPEECH_LEVEL = 150;

/** What one side of the recording listens to. */
interface Channel {
  readonly leg: AudioLeg;
  readonly buffer: JitterBuffer;
  readonly tap: VoiceTap;
}

/** Writes what one or two parties say, side by side, at the pace of the wall clock, until it is stopped. */
export class Recorder {
  readonly #ticker: Ticker;
  readonly #file: RecordingFile;
  readonly #tickListener = () => this.#tick();
  #channels: readonly Channel[];
  /** Frames that were spoken before the recording and are still in the jitter buffers' delay. */
  #skip = DELAY_MS / FRAME_MS;
  #frames = 0;
  #silentFrames = 0;
  readonly #limit: SilenceLimit | undefined;
  #chunk: Int16Array[] = [];
  #result: Promise<RecordingResult> | undefined;

  constructor(ticker: Ticker, file: RecordingFile, legs: readonly AudioLeg[], limit?: SilenceLimit) {
    this.#limit = limit;
    this.#ticker = ticker;
    this.#file = file;
    this.#channels = legs.map(listenTo);
    ticker.add(this.#tickListener);
  }

  /** As many legs as at the start. A leg that stays on its side is heard without a break. */
  setLegs(legs: readonly AudioLeg[]): void {
    if (this.#result) return;
    this.#channels = this.#channels.map((channel, side) => {
      const leg = legs[side];
      if (!leg || leg === channel.leg) return channel;
      channel.leg.untap(channel.tap);
      return listenTo(leg);
    });
  }

  stop(): Promise<RecordingResult> {
    this.#result ??= this.#finish();
    return this.#result;
  }

  async #finish(): Promise<RecordingResult> {
    this.#ticker.remove(this.#tickListener);
    for (const { leg, tap } of this.#channels) leg.untap(tap);
    // What was said last is still in the buffers.
    for (let i = 0; i < DELAY_MS / FRAME_MS; i++) this.#pull();
    this.#flush();
    const { bytes, incomplete } = await this.#file.finish();
    return { durationMs: bytes === 0 ? 0 : this.#frames * FRAME_MS, bytes, incomplete };
  }

  #tick(): void {
    this.#pull();
    if (this.#chunk.length >= FLUSH_FRAMES) this.#flush();
    if (this.#limit && this.#silentFrames === Math.ceil(this.#limit.maxSilenceMs / FRAME_MS)) this.#limit.onSilence();
  }

  #pull(): void {
    const frames = this.#channels.map(({ buffer }) => buffer.pull());
    if (this.#skip > 0) {
      this.#skip--;
      return;
    }
    this.#frames++;
    this.#silentFrames = frames.some(isSpeech) ? 0 : this.#silentFrames + 1;
    this.#chunk.push(interleave(frames));
  }

  #flush(): void {
    const bytes = Buffer.alloc(this.#chunk.reduce((sum, frame) => sum + frame.byteLength, 0));
    let at = 0;
    for (const frame of this.#chunk) for (const sample of frame) at = bytes.writeInt16LE(sample, at);
    this.#chunk = [];
    if (bytes.length > 0) this.#file.append(bytes);
  }
}

function listenTo(leg: AudioLeg): Channel {
  const buffer = new JitterBuffer(DELAY_MS);
  const tap: VoiceTap = (packet, law) => buffer.push(packet, law);
  leg.tap(tap);
  return { leg, buffer, tap };
}

function isSpeech(frame: Int16Array): boolean {
  return frame.reduce((sum, sample) => sum + Math.abs(sample), 0) > SPEECH_LEVEL * FRAME_SAMPLES;
}

function interleave(frames: readonly Int16Array[]): Int16Array {
  const mixed = new Int16Array(frames.length * FRAME_SAMPLES);
  frames.forEach((frame, side) => {
    for (let i = 0; i < FRAME_SAMPLES; i++) mixed[i * frames.length + side] = frame[i] ?? 0;
  });
  return mixed;
}
