import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../kernel/has-code.ts';

/** The folder in the data folder with rows that the database refused, a file a company. */
export const asideFolder = (dataFolder: string): string => join(dataFolder, 'set-aside');

/** Writes spaces over the lines that are of somebody who is erased, or kept no longer: a process may add others meanwhile. Answers how many. */
export async function forgetAside(
  folder: string,
  tenantId: string,
  isGone: (line: string) => boolean,
): Promise<number> {
  const file = await open(join(folder, `${tenantId}.ndjson`), 'r+').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (file === null) return 0;
  try {
    let [at, gone] = [0, 0];
    for (const line of (await file.readFile('latin1')).split('\n')) {
      const text = Buffer.from(line, 'latin1').toString('utf8');
      if (text.trim() !== '' && isGone(text)) {
        await file.write(Buffer.alloc(line.length, ' '), 0, line.length, at);
        gone += 1;
      }
      at += line.length + 1;
    }
    await file.datasync();
    return gone;
  } finally {
    await file.close();
  }
}
