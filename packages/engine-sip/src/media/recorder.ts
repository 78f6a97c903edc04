import { endianness } from 'node:os';
import { FRAME_MS, FRAME_SAMPLES } from '@alo/engine-host/audio';
import type { AudioLeg, VoiceTap } from './audio-leg.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import type { RecordingResult, SilenceLimit } from './media-plane.ts';
import type { Outlet } from './outlet.ts';
import type { RecordingFile } from './recording-file.ts';
import { giveSamples, takeSamples } from './spare-samples.ts';
import type { Ticker } from './ticker.ts';

/** A recording is in no hurry: packets may be this late and still find their place. */
const DELAY_MS = 100;
const DELAY_FRAMES = DELAY_MS / FRAME_MS;
/** So much at once to disk: with the delay no crash costs more than a second. */
const FLUSH_FRAMES = 40;

/** Frames whose samples are on average weaker than this are no speech: about −44 dBm0, above what lines hiss. */
const SPEECH_LEVEL = 150;

export interface RecorderOptions {
  /** Of a message. */
  readonly limit?: SilenceLimit | undefined;
  /** Somebody decides what becomes of the recording when people leave it; a talk that ends while nobody does has ended. */
  readonly isDecided?: boolean;
  /** Whose leg is heard on the right as well: what is said to the party. */
  readonly outlet?: Pick<Outlet, 'listen' | 'unlisten'> | undefined;
}

/** A member, and the side that it is recorded on while it is. */
export interface Speaker {
  readonly leg: AudioLeg;
  readonly channel: 'left' | 'right';
  readonly isRecorded: boolean;
}

interface Track {
  readonly channel: 'left' | 'right';
  readonly leg: AudioLeg;
  buffer: JitterBuffer;
  readonly tap: VoiceTap;
  /** Frames that are still in the buffer of somebody who left; undefined of who is there. */
  left: number | undefined;
}

/** Writes what people say, customers left and everybody else right, at the pace of the wall clock, until it is stopped. */
export class Recorder {
  readonly #ticker: Pick<Ticker, 'add' | 'remove'>;
  readonly #file: RecordingFile;
  readonly #tickListener = () => this.#tick();
  #tracks: readonly Track[] = [];
  #present = 0;
  /** Frames that were spoken before the recording and are still in the jitter buffers' delay. */
  #skip = DELAY_FRAMES;
  #silentFrames = 0;
  readonly #limit: SilenceLimit | undefined;
  #isDecided: boolean;
  /** Somebody has talked with somebody. */
  #isTalk = false;
  /** Since a talk ended and nobody decided anything: frames that still belong to it, below zero, and then those that nobody keeps. */
  #forlorn: number | undefined;
  /** What goes to disk next: samples of its channels in turn, silent where nothing was said. */
  #chunk: Int16Array<ArrayBuffer>;
  #filled = 0;
  #result: Promise<RecordingResult> | undefined;
  #isPaused = false;
  /** Frames that are silent because they were spoken in a pause. */
  #muted = 0;
  /** Frames that were pulled so far, and what was said to the party, by the frame in which it was. */
  #pulled = 0;
  #said: { readonly at: number; readonly samples: Int16Array }[] = [];
  readonly #outlet: RecorderOptions['outlet'];
  readonly #hear = (samples: Int16Array) => void this.#said.push({ at: this.#pulled, samples });
  /** Silent frames after a stall, until what came in a burst is out of the way. */
  #burst = 0;

  constructor(
    ticker: Pick<Ticker, 'add' | 'remove'>,
    file: RecordingFile,
    { limit, isDecided = true, outlet }: RecorderOptions = {},
  ) {
    this.#outlet = outlet;
    outlet?.listen(this.#hear);
    this.#limit = limit;
    this.#isDecided = isDecided;
    this.#ticker = ticker;
    this.#file = file;
    this.#chunk = newChunk(file);
    ticker.add(this.#tickListener);
  }

  /** Who is there from now on. A member that is recorded as before is so without a break. */
  set(members: readonly Speaker[]): void {
    if (this.#result) return;
    this.#present = members.length;
    if (members.length > 1) this.#goOn();
    const speakers = members.filter(({ isRecorded }) => isRecorded);
    for (const track of this.#tracks) {
      if (track.left !== undefined || speakers.some((speaker) => isTrackOf(track, speaker))) continue;
      track.leg.untap(track.tap);
      track.left = DELAY_FRAMES;
    }
    const fresh = speakers.filter(
      (speaker) => !this.#tracks.some((track) => track.left === undefined && isTrackOf(track, speaker)),
    );
    this.#tracks = [...this.#tracks, ...fresh.map(listenTo)];
    this.#lookForTalk();
  }

  /** Whether anybody decides from now on what becomes of the recording. */
  decided(isDecided: boolean): void {
    this.#isDecided = isDecided;
    this.#lookForTalk();
  }

  #lookForTalk(): void {
    if (this.#present > 1) this.#isTalk = true;
    else if (this.#isTalk && !this.#isDecided) this.#forlorn ??= -DELAY_FRAMES;
  }

  /** People talk again: what was not kept meanwhile is silent, so that all else stands at its time. */
  #goOn(): void {
    if (this.#forlorn !== undefined && this.#forlorn > 0) {
      this.#append();
      this.#renewChunk();
      this.#file.leaveOut(this.#forlorn * FRAME_SAMPLES * 2 * this.#file.channels);
    }
    this.#forlorn = undefined;
  }

  /** While it is paused nothing of what is said is kept: silence takes its place. */
  pause(on: boolean): void {
    this.#isPaused = on;
    if (on) this.#muted = DELAY_FRAMES;
  }

  /** The engine stood still for so long (ms, more than the delay): silence takes its place, so that all else stands at its time. */
  missed(ms: number): void {
    if (this.#result) return;
    // What was said before is still in the buffers.
    for (let i = 0; i < DELAY_FRAMES; i++) this.#pull();
    this.#burst = DELAY_FRAMES;
    const restMs = ms - DELAY_MS;
    if (this.#forlorn !== undefined) {
      this.#forlorn += restMs / FRAME_MS;
      return;
    }
    this.#append();
    this.#renewChunk();
    this.#file.missed(restMs);
  }

  stop(): Promise<RecordingResult> {
    this.#result ??= this.#finish();
    return this.#result;
  }

  #finish(): Promise<RecordingResult> {
    this.#ticker.remove(this.#tickListener);
    this.#outlet?.unlisten(this.#hear);
    for (const { leg, tap } of this.#tracks) leg.untap(tap);
    // What was said last is still in the buffers.
    for (let i = 0; i < DELAY_FRAMES; i++) this.#pull();
    this.#append();
    for (const { buffer } of this.#tracks) buffer.close();
    this.#tracks = [];
    return this.#file.finish();
  }

  #tick(): void {
    this.#pull();
    if (this.#limit && this.#silentFrames === Math.ceil(this.#limit.maxSilenceMs / FRAME_MS)) this.#limit.onSilence();
  }

  /** The next frame of everybody, each channel's together. */
  #pull(): void {
    const isBurst = this.#burst > 0;
    if (isBurst && --this.#burst === 0) this.#listenAnew();
    const { channels } = this.#file;
    const chunk = this.#chunk;
    const [at, end] = [this.#filled, this.#filled + FRAME_SAMPLES * channels];
    for (const { buffer, channel } of this.#tracks) buffer.pullInto(chunk, channel === 'left' ? at : at + 1, channels);
    this.#pullSaid(at);
    if (this.#tracks.some(({ left }) => left !== undefined)) {
      this.#tracks = this.#tracks.filter((track) => {
        const stays = track.left === undefined || --track.left > 0;
        if (!stays) track.buffer.close();
        return stays;
      });
    }
    if (isBurst || this.#skip > 0 || this.#muted > 0) chunk.fill(0, at, end);
    if (this.#skip > 0) {
      this.#skip--;
      return;
    }
    if (this.#muted > 0 && !this.#isPaused) this.#muted--;
    if (this.#forlorn !== undefined && ++this.#forlorn > 0) {
      chunk.fill(0, at, end);
      return;
    }
    if (this.#limit) this.#silentFrames = isSpeech(chunk.subarray(at, end)) ? 0 : this.#silentFrames + 1;
    this.#filled = end;
    if (end < chunk.length) return;
    this.#append();
    this.#renewChunk();
  }

  /** What was said to the party as long ago as what is pulled of their voice. */
  #pullSaid(at: number): void {
    const wanted = this.#pulled - DELAY_FRAMES;
    this.#pulled++;
    if (this.#outlet === undefined) return;
    while (this.#said[0] !== undefined && this.#said[0].at < wanted) this.#said.shift();
    if (this.#said[0]?.at !== wanted) return;
    const { samples } = this.#said[0];
    const { channels } = this.#file;
    for (let i = 0; i < FRAME_SAMPLES; i++) this.#chunk[at + channels - 1 + i * channels] = samples[i] ?? 0;
  }

  /** Packets of a stall come all at once: who speaks now is not to be heard behind them. */
  #listenAnew(): void {
    for (const track of this.#tracks) {
      track.buffer.close();
      track.buffer = new JitterBuffer(DELAY_MS);
    }
  }

  #renewChunk(): void {
    this.#chunk = newChunk(this.#file);
    this.#filled = 0;
  }

  /** The chunk belongs to this file until it is on disk, and is then a spare one. */
  #append(): void {
    const chunk = this.#chunk;
    if (this.#filled === 0) return giveSamples(chunk);
    void this.#file.append(littleEndian(chunk.subarray(0, this.#filled))).then(() => giveSamples(chunk));
  }
}

const newChunk = ({ channels }: RecordingFile): Int16Array<ArrayBuffer> =>
  takeSamples(FLUSH_FRAMES * FRAME_SAMPLES * channels);

/** Samples as a WAV file has them. */
function littleEndian(samples: Int16Array<ArrayBuffer>): Buffer {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return endianness() === 'LE' ? bytes : bytes.swap16();
}

const isTrackOf = (track: Track, { leg, channel }: Speaker): boolean => track.leg === leg && track.channel === channel;

function listenTo({ leg, channel }: Speaker): Track {
  const track: Track = {
    leg,
    channel,
    buffer: new JitterBuffer(DELAY_MS),
    tap: (packet, law) => track.buffer.push(packet, law),
    left: undefined,
  };
  leg.tap(track.tap);
  return track;
}

function isSpeech(frame: Int16Array): boolean {
  return frame.reduce((sum, sample) => sum + Math.abs(sample), 0) > SPEECH_LEVEL * frame.length;
}
