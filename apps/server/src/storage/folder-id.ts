import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeWhole } from '../kernel/write-whole.ts';

/** The file in a data folder that tells it from every other one; no backup has it, for what is restored is another folder. */
export const folderIdFile = 'folder-id';

/** Which data folder this is among those of the installation; made at the first look. */
export async function folderId(dataFolder: string): Promise<string> {
  await mkdir(dataFolder, { recursive: true });
  const file = join(dataFolder, folderIdFile);
  await writeWhole(file, `${randomBytes(8).toString('hex')}\n`, { once: true });
  return (await readFile(file, 'utf8')).trim();
}
