import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { type S3Settings, s3Store } from './s3-store.ts';

/**
 * Files where the configuration wants them. The engine writes recordings into the data folder whatever it says, so there they
 * are looked for first.
 */
export function openFiles({ dataFolder, s3 }: { dataFolder: string; s3: S3Settings | undefined }): FileStore {
  const here = folderStore(dataFolder);
  if (s3 === undefined) return here;
  const shared = s3Store(s3);
  return {
    put: shared.put,
    find: async (key) => (key.area === 'recordings' ? await here.find(key) : undefined) ?? shared.find(key),
    async remove(key) {
      await here.remove(key);
      await shared.remove(key);
    },
  };
}
