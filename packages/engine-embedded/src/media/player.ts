import { FRAME_SAMPLES } from './g711.ts';
import type { Play, PlayEnd, PlaySource } from './media-leg.ts';
import type { PromptStore } from './prompt-store.ts';
import { tone } from './tones.ts';
import type { PcmClip } from './wav.ts';

const SILENT_FRAME = new Int16Array(FRAME_SAMPLES);

/** Something that gives 20 ms of sound on each tick: a play, and in time a mix. Undefined: it is at its end. */
export interface FrameSource {
  next(): Int16Array | undefined;
}

/** A clip, a tone or silence on its way to one leg. Silent until its file is read. */
export class Player implements Play, FrameSource {
  readonly source: PlaySource;
  readonly #loop: boolean;
  readonly #onDone: (end: PlayEnd) => void;
  #clip: PcmClip | undefined;
  #at = 0;
  #done = false;

  constructor(source: PlaySource, loop: boolean, onDone: (end: PlayEnd) => void) {
    this.source = source;
    this.#loop = loop || source.kind === 'music' || source.kind === 'silence';
    this.#onDone = onDone;
  }

  /** Rejects when the source cannot be played. */
  async load(prompts: PromptStore): Promise<void> {
    switch (this.source.kind) {
      case 'silence':
        return;
      case 'tone':
        this.#clip = tone(this.source.tone);
        return;
      case 'file':
      case 'music':
        this.#clip = await prompts.clip(this.source.file);
        return;
      default:
        this.source satisfies never;
    }
  }

  next(): Int16Array | undefined {
    const clip = this.#clip;
    if (!clip) return SILENT_FRAME;
    if (this.#at >= clip.length) {
      if (!this.#loop) return undefined;
      this.#at = 0;
    }
    const frame = clip.subarray(this.#at, this.#at + FRAME_SAMPLES);
    this.#at += FRAME_SAMPLES;
    if (frame.length === FRAME_SAMPLES) return frame;
    const padded = new Int16Array(FRAME_SAMPLES);
    padded.set(frame);
    return padded;
  }

  finish(end: PlayEnd): void {
    if (this.#done) return;
    this.#done = true;
    this.#onDone(end);
  }
}
