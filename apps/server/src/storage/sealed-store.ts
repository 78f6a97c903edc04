import { buffer } from 'node:stream/consumers';
import { sealedSuffix } from '@alo/engine-host/sealed-sound';

import { hasCode } from '../kernel/has-code.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import { type FileKey, type FileStore, pathOf, type StoredFile } from './file-store.ts';
import { openedFile, sealed } from './sealed-file.ts';

/** What a sealed file is sealed for. */
export const sealedPlace = (key: FileKey): string => pathOf(key) ?? '';

const sealedKey = (key: FileKey): FileKey => ({ ...key, name: `${key.name}${sealedSuffix}` });

/** The names by which a file may lie in a store: sealed, which is the newer one where both do, and plain. */
export const formsOf = (key: FileKey): FileKey[] => (key.area === 'recordings' ? [sealedKey(key), key] : [key]);

/** Files of which recordings may be sealed: they are found as what they were, whole and in parts. */
export interface SealedStore extends FileStore {
  /** Seals a plain file, which goes when the sealed one is on the disk. Says whether there was one. */
  seal(key: FileKey): Promise<boolean>;
  /** Whether nothing of it is left to be sealed. */
  isSettled(key: FileKey): Promise<boolean>;
}

interface Sealing {
  readonly serverKey: ServerKey;
  /** Whether recordings, and what is made of them, are sealed as they are put here. What is sealed is read either way. */
  readonly seals: boolean;
  /** A plain file goes when this resolves, and the sealed one is there by then. */
  readonly mayGo?: (key: FileKey) => Promise<void>;
}

/** A store whose files of recordings lie sealed in another. */
export function sealedStore(plain: FileStore, { serverKey, seals, mayGo }: Sealing): SealedStore {
  const mayBe = ({ area }: FileKey) => area === 'recordings';

  async function findSealed(key: FileKey): Promise<StoredFile | undefined> {
    const file = await plain.find(sealedKey(key));
    return file && openedFile(file, serverKey, sealedPlace(key));
  }

  async function putSealed(key: FileKey, content: AsyncIterable<Buffer>, bytes: number): Promise<void> {
    await plain.put(sealedKey(key), sealed(content, serverKey, { place: sealedPlace(key), bytes }));
    await mayGo?.(key);
    await plain.remove(key);
  }

  return {
    async put(key, content) {
      if (!mayBe(key)) return plain.put(key, content);
      if (!seals) {
        const put = await plain.put(key, content);
        await plain.remove(sealedKey(key));
        return put;
      }
      const whole = await buffer(content);
      await putSealed(key, one(whole), whole.length);
      return { bytes: whole.length };
    },

    async find(key) {
      const file = await plain.find(key);
      if (!mayBe(key)) return file;
      if (file === undefined) return findSealed(key);
      return {
        bytes: file.bytes,
        async read(part) {
          try {
            return await file.read(part);
          } catch (error) {
            // It was sealed meanwhile.
            const now = hasCode(error, 'ENOENT') ? await findSealed(key) : undefined;
            if (now === undefined) throw error;
            return now.read(part);
          }
        },
      };
    },

    async remove(key) {
      await plain.remove(key);
      if (mayBe(key)) await plain.remove(sealedKey(key));
    },

    isSettled: async (key) => !seals || (await plain.find(key)) === undefined,

    async seal(key) {
      const file = await plain.find(key);
      if (file === undefined) return false;
      await putSealed(key, await file.read(), file.bytes);
      return true;
    },
  };
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
}
