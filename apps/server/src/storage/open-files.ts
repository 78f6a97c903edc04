import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { type S3Settings, s3Store } from './s3-store.ts';

/**
 * Files where the configuration wants them. The engine writes recordings into the data folder and plays prompts from it, whatever it
 * says: the first are looked for there before anywhere else, the others are nowhere else.
 */
export function openFiles({ dataFolder, s3 }: { dataFolder: string; s3: S3Settings | undefined }): FileStore {
  const here = folderStore(dataFolder);
  if (s3 === undefined) return here;
  const shared = s3Store(s3);
  return {
    put: (key, content) => (key.area === 'prompts' ? here : shared).put(key, content),
    find: async (key) =>
      (key.area === 'recordings' || key.area === 'prompts' ? await here.find(key) : undefined) ?? shared.find(key),
    async remove(key) {
      await here.remove(key);
      await shared.remove(key);
    },
  };
}
