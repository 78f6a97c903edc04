import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { FileStore } from './file-store.ts';

/** The bytes of what a company brought and of the product's own sounds, by keys in the prompt store; undefined where one of them is not there. */
export async function promptBytes(
  { files, promptsFolder }: { readonly files: Pick<FileStore, 'find'>; readonly promptsFolder: string },
  tenantId: string,
  keys: readonly string[],
): Promise<readonly Buffer[] | undefined> {
  const own = `company/${tenantId}/`;
  const found = await Promise.all(
    keys.map(async (key) => {
      if (!key.startsWith(own)) return await readFile(join(promptsFolder, key));
      const stored = await files.find({ area: 'prompts', tenantId, name: key.slice(own.length) });
      return stored && (await buffer(await stored.read()));
    }),
  );
  return found.every((one) => one !== undefined) ? found : undefined;
}
