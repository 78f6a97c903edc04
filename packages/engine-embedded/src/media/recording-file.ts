import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FRAME_MS, FRAME_SAMPLES } from './g711.ts';
import type { MediaLog, RecordingResult } from './media-plane.ts';
import { WAV_HEADER, wavHeader } from './wav.ts';

/** The part of a file handle that is used here. */
export interface WritableFile {
  write(data: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** A disk that does not keep up for this long loses the rest rather than the server's memory. */
const MOST_PENDING_BYTES = 1024 * 1024;

/**
 * A WAV file that grows. Sound is written first, then the header that counts it, so that at any moment the file is a
 * valid WAV of what it holds. What cannot be written stays silent at its place, and later sound is where it belongs.
 */
export class RecordingFile {
  readonly channels: 1 | 2;
  readonly #log: MediaLog;
  #queue: Promise<WritableFile | undefined>;
  /** Where the next sound belongs. */
  #at = 0;
  /** End of what the file's header counts; undefined while it has none. */
  #written: number | undefined;
  #pending = 0;
  #state: RecordingResult['state'] = 'whole';

  constructor(path: string, channels: 1 | 2, log: MediaLog, openFile = createFile) {
    this.channels = channels;
    this.#log = log;
    this.#queue = openFile(path).then(
      async (file) => {
        await this.#attempt(() => this.#count(file, 0));
        return file;
      },
      (error: unknown) => {
        this.#failed(error);
        return undefined;
      },
    );
  }

  /** Resolves when the sound is written, or never will be: until then its memory is ours. Never rejects. */
  async append(sound: Uint8Array): Promise<void> {
    const at = this.#at;
    this.#at += sound.length;
    if (this.#pending + sound.length > MOST_PENDING_BYTES) return this.#failed(new Error('the disk does not keep up'));
    this.#pending += sound.length;
    this.#queue = this.#queue.then(async (file) => {
      if (file) await this.#attempt(() => this.#write(file, sound, at));
      this.#pending -= sound.length;
      return file;
    });
    await this.#queue;
  }

  /** Closes the file and tells what it has. Never rejects. */
  async finish(): Promise<RecordingResult> {
    const file = await this.#queue;
    if (file) {
      await this.#attempt(() => file.datasync());
      await this.#attempt(() => file.close());
    }
    const sound = this.#written ?? 0;
    const bytesPerMs = (FRAME_SAMPLES * 2 * this.channels) / FRAME_MS;
    const bytes = this.#written === undefined ? 0 : WAV_HEADER + sound;
    return { durationMs: sound / bytesPerMs, bytes, state: this.#state };
  }

  async #write(file: WritableFile, sound: Uint8Array, at: number): Promise<void> {
    await writeAll(file, sound, WAV_HEADER + at);
    await this.#count(file, at + sound.length);
  }

  async #count(file: WritableFile, sound: number): Promise<void> {
    await writeAll(file, wavHeader(this.channels, sound), 0);
    this.#written = sound;
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (this.#state === 'whole')
      this.#log.warn({ err: error }, 'a recording could not be written; it goes on with a gap');
    if (isFull(error)) this.#state = 'no-space';
    else if (this.#state === 'whole') this.#state = 'incomplete';
  }
}

/** No space on the disk, or no more of it for us. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** A file of this name must be new: a recording is never written over. */
async function createFile(path: string): Promise<WritableFile> {
  const openNew = () => open(path, 'wx', 0o600);
  try {
    return await openNew();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    // The first one of its tenant.
    await mkdir(dirname(path), { recursive: true });
    return openNew();
  }
}

async function writeAll(file: WritableFile, data: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < data.length) {
    const { bytesWritten } = await file.write(data, done, data.length - done, position + done);
    done += bytesWritten;
  }
}
