import { readFile, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { PcmClip } from '@alo/engine-host/audio';
import { hasCode } from '@alo/engine-host/process';
import { KnownKeys, openWhole, sealedSuffix } from '@alo/engine-host/sealed-sound';
import { readWav, WavError } from './wav.ts';

/** Above this, clips that were used longest ago are forgotten. About an hour of sound. */
const CACHED_BYTES = 64 * 1024 * 1024;
/** A file larger than this is no prompt; it would stall all calls while it is read. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Keys that begin like this are sounds that companies brought: `company/<tenant>/<name>`. */
const ofCompanies = 'company/';
/** And these are what was recorded: messages that somebody listens to by phone. `recordings/<tenant>/<recording>.wav`. */
const ofRecordings = 'recordings/';

/** The prompts as sound, by key (`system/vi/no-answer.wav`). A file that changes is read again. */
export class PromptStore {
  readonly #folder: string;
  readonly #companies: string;
  readonly #recordings: string;
  readonly #clips = new Map<string, { changedMs: number; clip: PcmClip }>();
  readonly #keys = new KnownKeys();

  constructor(folder: string, companies = join(folder, ofCompanies), recordings = join(folder, ofRecordings)) {
    this.#folder = folder;
    this.#companies = companies;
    this.#recordings = recordings;
  }

  /** Rejects when there is no such file (`ENOENT`) or it cannot be played (`WavError`, `NotOpened`). One that is sealed is read by its key. */
  async clip(key: string): Promise<PcmClip> {
    const path = this.#pathOf(key);
    const own = this.#keys.of(key);
    try {
      return await this.#read(key, path, (bytes) => bytes);
    } catch (error) {
      if (own === undefined || !hasCode(error, 'ENOENT')) throw error;
      return this.#read(key, `${path}${sealedSuffix}`, (bytes) => openWhole(bytes, own));
    }
  }

  /** Keys by which sealed files are read, each in base64 by the file's. */
  opens(keys: Readonly<Record<string, string>>): void {
    this.#keys.note(keys);
  }

  async #read(key: string, path: string, opened: (bytes: Buffer) => Buffer): Promise<PcmClip> {
    const { mtimeMs, size } = await stat(path);
    if (size > MOST_BYTES) throw new WavError(`${size} bytes; at most ${MOST_BYTES}`);
    const known = this.#clips.get(key);
    const clip = known?.changedMs === mtimeMs ? known.clip : readWav(opened(await readFile(path)));
    if (clip.length === 0) throw new WavError('no sound in it');
    this.#clips.delete(key);
    this.#clips.set(key, { changedMs: mtimeMs, clip });
    this.#forgetOldest();
    return clip;
  }

  #pathOf(key: string): string {
    const inside = normalize(key);
    if (inside.startsWith('..') || inside.startsWith('/') || inside.includes('\0')) throw new WavError('no prompt key');
    if (inside.startsWith(ofRecordings)) return join(this.#recordings, inside.slice(ofRecordings.length));
    return inside.startsWith(ofCompanies)
      ? join(this.#companies, inside.slice(ofCompanies.length))
      : join(this.#folder, inside);
  }

  #forgetOldest(): void {
    let bytes = 0;
    for (const { clip } of this.#clips.values()) bytes += clip.byteLength;
    for (const [key, { clip }] of this.#clips) {
      if (bytes <= CACHED_BYTES) return;
      this.#clips.delete(key);
      bytes -= clip.byteLength;
    }
  }
}
