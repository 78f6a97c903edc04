import { closeSync, fdatasync, open, writev } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { FRAME_MS, FRAME_SAMPLES, WAV_HEADER, wavHeader } from '@alo/engine-host/audio';
import { hasCode } from '@alo/engine-host/process';
import { measureWav } from './measure-wav.ts';
import type { MediaLog, RecordingResult } from './media-plane.ts';

/** A file that is open. Each of its promises is a trip to a thread of the disk's and back. */
export interface WritableFile {
  /** Writes the parts one behind the other; resolves to how many octets of them, which may be fewer. */
  write(parts: readonly Uint8Array[], position: number): Promise<number>;
  datasync(): Promise<void>;
  close(): void;
}

/** A disk that does not keep up for this long loses the rest rather than the server's memory. */
const MOST_PENDING_BYTES = 1024 * 1024;

/**
 * A WAV file that grows. The first sound comes together with its header, later sound before the header that counts it, so that a file
 * is at any moment empty, or a valid WAV of what it holds. What cannot be written stays silent at its place, and later sound is where
 * it belongs.
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
  #gapMs = 0;

  /**
   * One that was begun so long ago, by a process that died: what follows stands at its time, and what was not written meanwhile is a gap.
   * One that is not there begins with that gap.
   */
  static goOn(path: string, channels: 1 | 2, log: MediaLog, begunMs: number): RecordingFile {
    const file: RecordingFile = new RecordingFile(path, channels, log, async () => {
      const { opened, sound } = await openBegun(path);
      if (sound > 0) file.#written = sound;
      file.#gapMs = Math.max(0, begunMs - sound / file.#bytesPerMs);
      return opened;
    });
    file.#state = 'incomplete';
    file.#at = Math.floor(begunMs / FRAME_MS) * FRAME_MS * file.#bytesPerMs;
    return file;
  }

  constructor(path: string, channels: 1 | 2, log: MediaLog, openFile = createFile) {
    this.channels = channels;
    this.#log = log;
    this.#queue = openFile(path).catch((error: unknown) => {
      this.#failed(error);
      return undefined;
    });
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

  /** Leaves so much silence before the sound that follows; behind the last sound it is none of the file. */
  leaveOut(bytes: number): void {
    this.#at += bytes;
  }

  /** Leaves so much silence for what nobody heard, because the engine stood still: the file says that it is not whole. */
  missed(ms: number): void {
    this.leaveOut(ms * this.#bytesPerMs);
    this.#gapMs += ms;
    if (this.#state === 'whole') this.#state = 'incomplete';
  }

  /** Closes the file and tells what it has. Never rejects. */
  async finish(): Promise<RecordingResult> {
    const file = await this.#queue;
    if (file) {
      if (this.#written === undefined) await this.#attempt(() => this.#write(file, nothing, 0));
      await this.#attempt(() => file.datasync());
      // What is on disk already costs no time to close.
      await this.#attempt(async () => file.close());
    }
    const sound = this.#written ?? 0;
    const bytes = this.#written === undefined ? 0 : WAV_HEADER + sound;
    const gap = this.#gapMs === 0 ? {} : { gapMs: this.#gapMs };
    return { durationMs: sound / this.#bytesPerMs, bytes, state: this.#state, ...gap };
  }

  get #bytesPerMs(): number {
    return (FRAME_SAMPLES * 2 * this.channels) / FRAME_MS;
  }

  async #write(file: WritableFile, sound: Uint8Array, at: number): Promise<void> {
    const end = at + sound.length;
    const header = wavHeader(this.channels, end);
    if (at === 0) {
      await writeAll(file, [header, sound], 0);
    } else {
      await writeAll(file, [sound], WAV_HEADER + at);
      await writeAll(file, [header], 0);
    }
    this.#written = end;
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
const isFull = (error: unknown): boolean => hasCode(error, 'ENOSPC', 'EDQUOT');

const nothing = new Uint8Array();

const openFile = promisify(open);
const writeParts = promisify(writev);
const sync = promisify(fdatasync);

/** A file of this name must be new: a recording is never written over. */
async function createFile(path: string): Promise<WritableFile> {
  const openNew = () => openFile(path, 'wx', 0o600);
  const fd = await openNew().catch(async (error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    // The first one of its tenant.
    await mkdir(dirname(path), { recursive: true });
    return openNew();
  });
  return writable(fd);
}

/** One that somebody else began, and how much sound it has. */
async function openBegun(path: string): Promise<{ readonly opened: WritableFile; readonly sound: number }> {
  try {
    const { bytes } = await measureWav(path).catch(() => ({ bytes: WAV_HEADER }));
    return { opened: writable(await openFile(path, 'r+')), sound: bytes - WAV_HEADER };
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    return { opened: await createFile(path), sound: 0 };
  }
}

const writable = (fd: number): WritableFile => ({
  write: async (parts, position) => (await writeParts(fd, parts, position)).bytesWritten,
  datasync: () => sync(fd),
  close: () => closeSync(fd),
});

async function writeAll(file: WritableFile, parts: readonly Uint8Array[], position: number): Promise<void> {
  const written = await file.write(parts, position);
  const rest = withoutFirst(parts, written);
  if (rest.length > 0) await writeAll(file, rest, position + written);
}

/** What is left of the parts behind so many octets. */
function withoutFirst(parts: readonly Uint8Array[], octets: number): Uint8Array[] {
  let done = octets;
  return parts.flatMap((part) => {
    const skipped = Math.min(done, part.length);
    done -= skipped;
    return skipped === part.length ? [] : [part.subarray(skipped)];
  });
}
