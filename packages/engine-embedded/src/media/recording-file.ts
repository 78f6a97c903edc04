import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MediaLog } from './media-plane.ts';
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
  readonly #channels: 1 | 2;
  readonly #log: MediaLog;
  #queue: Promise<WritableFile | undefined>;
  /** Where the next sound belongs. */
  #at = 0;
  /** End of what is written. */
  #written = 0;
  #pending = 0;
  #incomplete = false;

  constructor(path: string, channels: 1 | 2, log: MediaLog, openFile = createFile) {
    this.#channels = channels;
    this.#log = log;
    this.#queue = openFile(path).then(
      async (file) => {
        await this.#attempt(() => writeAll(file, wavHeader(channels, 0), 0));
        return file;
      },
      (error: unknown) => {
        this.#failed(error);
        return undefined;
      },
    );
  }

  append(sound: Uint8Array): void {
    const at = this.#at;
    this.#at += sound.length;
    if (this.#pending + sound.length > MOST_PENDING_BYTES) return this.#failed(new Error('the disk does not keep up'));
    this.#pending += sound.length;
    this.#queue = this.#queue.then(async (file) => {
      if (file) await this.#attempt(() => this.#write(file, sound, at));
      this.#pending -= sound.length;
      return file;
    });
  }

  /** Closes the file. Never rejects. */
  async finish(): Promise<{ readonly bytes: number; readonly incomplete: boolean }> {
    const file = await this.#queue;
    if (!file) return { bytes: 0, incomplete: true };
    await this.#attempt(() => file.datasync());
    await this.#attempt(() => file.close());
    return { bytes: WAV_HEADER + this.#written, incomplete: this.#incomplete };
  }

  async #write(file: WritableFile, sound: Uint8Array, at: number): Promise<void> {
    await writeAll(file, sound, WAV_HEADER + at);
    this.#written = at + sound.length;
    await writeAll(file, wavHeader(this.#channels, this.#written), 0);
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (!this.#incomplete) this.#log.warn({ err: error }, 'a recording could not be written; it goes on with a gap');
    this.#incomplete = true;
  }
}

/** A file of this name must be new: a recording is never written over. */
async function createFile(path: string): Promise<WritableFile> {
  await mkdir(dirname(path), { recursive: true });
  return open(path, 'wx', 0o640);
}

async function writeAll(file: WritableFile, data: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < data.length) {
    const { bytesWritten } = await file.write(data, done, data.length - done, position + done);
    done += bytesWritten;
  }
}
