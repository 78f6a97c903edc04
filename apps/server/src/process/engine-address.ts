import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import type { LinkAddress } from '@alo/engine-host';
import { hasCode } from '../kernel/has-code.ts';
import { socketPathIn } from './socket-path.ts';

/**
 * Where the engines of one keeper wait for their server, one after the other. The name is this keeper's own: an engine of a keeper before
 * it may still be ending, and takes nothing away from them.
 */
export async function newEngineAddress(dataFolder: string): Promise<LinkAddress> {
  const name = `engine-${randomBytes(4).toString('hex')}.sock`;
  return { socketPath: await socketPathIn(dataFolder, name), token: randomBytes(32).toString('hex') };
}

/** Whether an engine of a keeper before this one still lives; the sockets of those that do not are removed. */
export async function hasLeftoverEngine(dataFolder: string): Promise<boolean> {
  const folder = dirname(await socketPathIn(dataFolder, 'engine-00000000.sock'));
  const found = await readdir(folder).catch(() => []);
  let lives = false;
  for (const name of found.filter((entry) => /^engine(-[0-9a-f]+)?\.sock$/.test(entry))) {
    const path = join(folder, name);
    if (await isAnswered(path)) lives = true;
    else await rm(path, { force: true });
  }
  return lives;
}

/** Whether a process listens there: the kernel knows. */
export async function isAnswered(path: string): Promise<boolean> {
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ECONNREFUSED')) return false;
    throw error;
  } finally {
    socket.destroy();
  }
}
