import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { hasCode } from '../kernel/has-code.ts';
import { type FileStore, pathOf } from './file-store.ts';

/** Files in a folder of this machine. What is written is drafted beside its place and moved there when it is on the disk. */
export function folderStore(folder: string): FileStore {
  return {
    async put(key, content) {
      const path = pathOf(key);
      if (path === undefined) throw new TypeError('A file cannot have this name.');
      const place = join(folder, path);
      const draft = `${place}.${crypto.randomUUID()}.draft`;
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      try {
        const file = createWriteStream(draft, { mode: 0o600, flush: true });
        await pipeline(Readable.from(content), file);
        await rename(draft, place);
        await flushFolder(dirname(place));
        return { bytes: file.bytesWritten };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async find(key) {
      const path = pathOf(key);
      if (path === undefined) return undefined;
      const place = join(folder, path);
      const found = await stat(place).catch(absent);
      if (found?.isFile() !== true) return undefined;
      return {
        bytes: found.size,
        // An empty file has no last byte that could be named.
        read: async (part) => (found.size === 0 ? Readable.from([]) : (await open(place, 'r')).createReadStream(part)),
      };
    },

    async remove(key) {
      const path = pathOf(key);
      if (path !== undefined) await rm(join(folder, path), { force: true });
    },
  };
}

/** The new name survives a power cut only once the folder is on the disk. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: unknown): undefined {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return;
  throw error;
}
