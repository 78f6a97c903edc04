import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The installation's secret of 32 bytes, `server-key` in the data folder, made at the first start. SIP passwords derive from it. */
export async function serverKey(dataFolder: string): Promise<Buffer> {
  await mkdir(dataFolder, { recursive: true });
  const path = join(dataFolder, 'server-key');
  try {
    // Fails where the file exists, so that two first starts cannot end with two keys.
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(randomBytes(32).toString('hex'));
    await file.sync();
    await file.close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex');
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes in hex.`);
  return key;
}
