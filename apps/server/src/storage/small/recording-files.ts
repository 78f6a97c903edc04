import type { FileKey, FileStore, StoredFile } from '../file-store.ts';
import { asWav } from './small-recording.ts';

/** Files of which recordings may lie small: they are found as the WAV that they were, and as they are kept. */
export interface RecordingFiles extends FileStore {
  /** A recording's own bytes: Opus or WAV. Undefined where there is none. */
  kept(key: FileKey): Promise<StoredFile | undefined>;
  /** Whether nobody is about to move or to seal a recording, so that it may be replaced. */
  isSettled(key: FileKey): Promise<boolean>;
  /** Puts a recording in the place of what there is of it. False where it was erased meanwhile. */
  replace(key: FileKey, content: Buffer): Promise<boolean>;
}

/** Whether a file is the sound of a recording, and not what was found out about it. */
export const isSound = ({ area, name }: FileKey): boolean => area === 'recordings' && name.endsWith('.wav');

/** The same store, whose recordings may lie small. */
export function withSmall(store: FileStore): RecordingFiles {
  return {
    put: store.put,
    remove: store.remove,
    async find(key) {
      const file = await store.find(key);
      return file !== undefined && isSound(key) ? asWav(file) : file;
    },
    kept: store.find,
    isSettled: () => Promise.resolve(true),
    async replace(key, content) {
      await store.put(key, once(content));
      return true;
    },
  };
}

/** Bytes as a stream of one piece. */
export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
}
