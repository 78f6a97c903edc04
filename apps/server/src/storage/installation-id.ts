import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hasCode } from '../kernel/has-code.ts';
import type { OneKey } from '../kernel/key-ring.ts';
import { writeWhole } from '../kernel/write-whole.ts';
import { PartLost, readKeys } from './server-key.ts';

const idIn = (dataFolder: string) => join(dataFolder, 'installation-id');

/**
 * Who an installation is, in 16 hexadecimal digits: what holds its companies' calls, and whose journal the history has. It comes of its first
 * key, and stays when that goes. A backup has it as it has the keys.
 */
export async function installationId(dataFolder: string, keys: readonly OneKey[]): Promise<string> {
  const kept = (await readFile(idIn(dataFolder), 'utf8').catch(absent)).trim();
  return kept === '' ? idOfFirst(keys) : kept;
}

/** Who the installation of a data folder is; null of one that has no key yet. */
export async function idOfFolder(dataFolder: string): Promise<string | null> {
  try {
    return await installationId(dataFolder, await readKeys(dataFolder));
  } catch (error) {
    if (error instanceof PartLost) return null;
    throw error;
  }
}

/** Writes down who an installation is, before its first key goes. */
export async function keepInstallationId(dataFolder: string, keys: readonly OneKey[]): Promise<void> {
  await writeWhole(idIn(dataFolder), await installationId(dataFolder, keys));
}

/** The newest key is the first of the list. */
function idOfFirst(keys: readonly OneKey[]): string {
  const first = keys.at(-1);
  if (first === undefined) throw new Error('An installation has a key.');
  return createHash('sha256').update(first.secret).digest('hex').slice(0, 16);
}

function absent(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return '';
  throw error;
}
