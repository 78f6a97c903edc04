import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { hasCode } from '../kernel/has-code.ts';

/** Nobody but the product's own user reads what it makes; said once by each program that starts, for all that it starts. */
export const makePrivateFiles = (): void => void process.umask(0o077);

/**
 * Makes the data folder one that nobody else enters, with all that an earlier version left readable in it. Where the folder
 * itself is closed, what lies in it has been seen to. PostgreSQL minds its own files, which may be another user's.
 */
export async function closeFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const { mode } = await lstat(dataFolder);
  if ((mode & 0o077) === 0) return;
  for (const entry of await readdir(dataFolder)) {
    if (entry !== 'postgres' && entry !== 'postgres.new') await closeBelow(join(dataFolder, entry));
  }
  await chmod(dataFolder, 0o700);
}

async function closeBelow(path: string): Promise<void> {
  const found = await lstat(path).catch(gone);
  if (found === undefined || found.isSymbolicLink()) return;
  if (found.isDirectory()) for (const entry of await readdir(path)) await closeBelow(join(path, entry));
  if ((found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700).catch(gone);
}

/** Another process may be tidying up at this moment. */
function gone(error: unknown): undefined {
  if (hasCode(error, 'ENOENT')) return;
  throw error;
}
