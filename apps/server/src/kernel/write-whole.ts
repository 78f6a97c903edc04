import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';

import { hasCode } from './has-code.ts';

/**
 * Writes a small file such that a power cut or a full disk leaves the old one or the new one, never half of it. `once`: an
 * existing file stays; false says so.
 */
export async function writeWhole(
  path: string,
  text: string,
  { mode = 0o600, once = false }: { readonly mode?: number; readonly once?: boolean } = {},
): Promise<boolean> {
  const draft = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (once) await link(draft, path);
    else await rename(draft, path);
    return true;
  } catch (error) {
    if (once && hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
