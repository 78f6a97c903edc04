import type { PcmClip } from '@alo/engine-host/audio';
import { FRAME_MS, FRAME_SAMPLES, tone } from '@alo/engine-host/audio';
import type { Play, PlayEnd, PlaySource } from './media-leg.ts';
import type { PromptStore } from './prompt-store.ts';

const SILENT_FRAME = new Int16Array(FRAME_SAMPLES);

type Part = { readonly clip: PcmClip; readonly gain: number };

/** Clips, tones and pauses one after the other, on their way to one leg. Silent until their files are read. */
export class Player implements Play {
  readonly sources: readonly PlaySource[];
  readonly #loop: boolean;
  readonly #onDone: (end: PlayEnd) => void;
  #clips: readonly Part[] | undefined;
  #clip = 0;
  #at = 0;
  #done = false;

  constructor(sources: readonly PlaySource[], loop: boolean, onDone: (end: PlayEnd) => void) {
    this.sources = sources;
    this.#loop = loop || sources.some(({ kind }) => kind === 'music');
    this.#onDone = onDone;
  }

  /**
   * Reads all files before the first is heard, so that a number is said without a pause for the disk. A file that cannot
   * be played is left out and told to `onMissing`; with none left there is nothing to play, and this rejects.
   */
  async load(prompts: PromptStore, onMissing: (source: PlaySource, error: unknown) => void): Promise<void> {
    const clips = await Promise.all(
      this.sources.map((source) =>
        clipOf(source, prompts).catch((error: unknown) => {
          onMissing(source, error);
          return undefined;
        }),
      ),
    );
    const found = clips.flatMap((clip, at) =>
      clip === undefined || clip.length === 0 ? [] : [{ clip, gain: gainOf(this.sources[at]) }],
    );
    if (found.length === 0) throw new Error('nothing to play');
    this.#clips = found;
  }

  /** The next 20 ms; undefined at the end. */
  next(): Int16Array | undefined {
    if (!this.#clips) return SILENT_FRAME;
    const frame = new Int16Array(FRAME_SAMPLES);
    let filled = 0;
    while (filled < FRAME_SAMPLES) {
      const playing = this.#clips[this.#clip];
      if (!playing) {
        if (!this.#loop) break;
        this.#clip = 0;
        continue;
      }
      const { clip, gain } = playing;
      const part = clip.subarray(this.#at, this.#at + FRAME_SAMPLES - filled);
      frame.set(gain === 1 ? part : part.map((sample) => louder(sample, gain)), filled);
      filled += part.length;
      this.#at += part.length;
      if (this.#at < clip.length) continue;
      this.#at = 0;
      this.#clip++;
    }
    return filled === 0 ? undefined : frame;
  }

  finish(end: PlayEnd): void {
    if (this.#done) return;
    this.#done = true;
    this.#onDone(end);
  }
}

const gainOf = (source: PlaySource | undefined): number => (source?.kind === 'music' ? (source.gain ?? 1) : 1);

/** Samples louder than a telephone can be are cut to its loudest. */
const louder = (sample: number, gain: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain)));

async function clipOf(source: PlaySource, prompts: PromptStore): Promise<PcmClip> {
  switch (source.kind) {
    case 'silence':
      return new Int16Array((Math.ceil(source.ms / FRAME_MS) || 1) * FRAME_SAMPLES);
    case 'tone':
      return tone(source.tone);
    case 'file':
      return prompts.clip(source.file);
    case 'music':
      // Music of a company's own is named by its key.
      return prompts.clip(source.music.endsWith('.wav') ? source.music : `music/${source.music}.wav`);
    default:
      return source satisfies never;
  }
}
