import type { ServerKey } from '../kernel/key-ring.ts';
import type { FileKey } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { type S3Settings, s3Store } from './s3-store.ts';
import { type SealedKeys, sealedKeys } from './sealed-keys.ts';
import { type SealedStore, sealedStore } from './sealed-store.ts';

interface FilesSettings {
  readonly dataFolder: string;
  readonly s3: S3Settings | undefined;
  readonly sealsRecordings: boolean;
}

/** The installation's files, and the keys of those that an engine plays. */
type InstallationFiles = SealedStore & Pick<SealedKeys, 'keyOf'>;

/**
 * Files where the configuration wants them. The engine writes recordings into the data folder and plays prompts from it, whatever it
 * says: the first are looked for there before anywhere else, the others are nowhere else. Where recordings are sealed, the engine's are
 * when they are whole (`seal`), and what is made of them stays beside them.
 */
export function openFiles({ dataFolder, s3, sealsRecordings }: FilesSettings, serverKey: ServerKey): InstallationFiles {
  const { keyOf, mayGo } = sealedKeys(dataFolder, serverKey);
  const here = sealedStore(folderStore(dataFolder), { serverKey, seals: sealsRecordings, mayGo });
  const shared = s3 === undefined ? here : s3Store(s3);
  const isHere = ({ area }: FileKey) => area === 'recordings' || area === 'prompts';
  const staysHere = ({ area }: FileKey) => area === 'prompts' || (area === 'recordings' && sealsRecordings);
  return {
    put: (key, content) => (staysHere(key) ? here : shared).put(key, content),
    find: async (key) => (isHere(key) ? await here.find(key) : undefined) ?? shared.find(key),
    async remove(key) {
      for (const one of key.area === 'recordings' ? [key, peaksOf(key)] : [key]) {
        await here.remove(one);
        if (shared !== here) await shared.remove(one);
      }
    },
    seal: (key) => here.seal(key),
    keyOf,
  };
}

/** Where the peaks of a recording are kept, which go with it. */
export const peaksOf = (recording: FileKey): FileKey => ({ ...recording, name: `${recording.name}.peaks.json` });
