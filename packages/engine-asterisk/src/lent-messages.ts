import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { hasCode } from '@alo/engine-host/process';
import { KnownKeys, NotOpened, openWhole, sealedSuffix } from '@alo/engine-host/sealed-sound';
import type { SoundFolders } from './sound-folders.ts';

const ofRecordings = 'recordings/';
const folder = 'lent';

/** A message that Asterisk may read for as long as somebody hears it. */
export interface Lent {
  /** What Asterisk calls it. */
  readonly media: string;
  takeBack(): Promise<void>;
}

/**
 * Messages that are heard by phone. They lie where Asterisk does not read, and sealed where the operator wants it: while one is heard, a plain
 * copy of it is among the sounds of companies.
 */
export class LentMessages {
  readonly #recordings: string;
  readonly #sounds: SoundFolders;
  readonly #keys = new KnownKeys();

  constructor(recordings: string, sounds: SoundFolders) {
    this.#recordings = recordings;
    this.#sounds = sounds;
  }

  static isMessage(file: string): boolean {
    return normalize(file).startsWith(ofRecordings);
  }

  /** The own keys of sealed ones, in base64 by `recordings/<tenant>/<name>`. */
  opens(keys: Readonly<Record<string, string>>): void {
    this.#keys.note(keys);
  }

  /** Undefined where there is none, or it is not what was sealed. */
  async lend(file: string): Promise<Lent | undefined> {
    const bytes = await this.#bytesOf(file);
    if (bytes === undefined) return undefined;
    const name = randomUUID();
    const here = join(this.#sounds.here, folder, `${name}.wav`);
    await mkdir(join(this.#sounds.here, folder), { recursive: true });
    await writeFile(here, bytes);
    return {
      // Asterisk adds the ending of a format that it knows.
      media: `sound:${join(this.#sounds.there, folder, name)}`,
      takeBack: () => rm(here, { force: true }),
    };
  }

  /** What a process before this one has lent is heard by nobody any more. */
  takeBackAll(): Promise<void> {
    return rm(join(this.#sounds.here, folder), { recursive: true, force: true });
  }

  async #bytesOf(file: string): Promise<Buffer | undefined> {
    const path = join(this.#recordings, normalize(file).slice(ofRecordings.length));
    const own = this.#keys.of(file);
    try {
      return await readFile(path);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
    }
    if (own === undefined) return undefined;
    try {
      return openWhole(await readFile(`${path}${sealedSuffix}`), own);
    } catch (error) {
      if (error instanceof NotOpened || hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }
}
