import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** What the kernel takes as the name of a socket (sun_path), without its closing zero. */
const longestPath = 107;

/** Where a socket of this data folder is; elsewhere, but always at the same place, where the folder's own name is too long for one. */
export async function socketPathIn(dataFolder: string, name: string): Promise<string> {
  const path = join(dataFolder, name);
  if (Buffer.byteLength(path) <= longestPath) return path;
  const folder = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const elsewhere = join(tmpdir(), `alo-${userInfo().uid}-${folder}`);
  await mkdir(elsewhere, { recursive: true, mode: 0o700 });
  return join(elsewhere, name);
}
