import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';

import { hasCode } from '../kernel/has-code.ts';

/** Another living process has the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process. The lock is a Unix socket in Linux's abstract name space: the kernel gives it up when
 * the process ends, however it ends, so there is never a stale lock. Whoever finds it taken learns the holder's pid from it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true });
  const name = await lockName(folder);
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(String(process.pid));
  });
  try {
    await listen(server, name);
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error;
    const holder = await askHolder(name);
    throw new FolderInUse(
      `Một Alô khác đang chạy với thư mục dữ liệu ${folder}${holder && ` (tiến trình ${holder})`}.`,
    );
  }
  server.unref();
  return {
    release: () => new Promise((done) => server.close(() => done())),
  };
}

/** Whether a living process has the folder. */
export async function isLocked(folder: string): Promise<boolean> {
  // A folder that is not there, or cannot be looked into, is nobody's.
  const name = await lockName(folder).catch(() => undefined);
  return name !== undefined && (await askHolder(name)) !== '';
}

const lockName = async (folder: string): Promise<string> =>
  `\0alo-data-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')}`;

function listen(server: Server, name: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(name, () => {
      server.off('error', fail);
      done();
    });
  });
}

/** The pid of the process that has the lock, '' when it went away meanwhile or does not answer. */
function askHolder(name: string): Promise<string> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect(name);
    socket.setTimeout(500, () => socket.destroy());
    socket.on('data', (bytes) => {
      answer += String(bytes);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => done(/^\d+$/.test(answer) ? answer : ''));
  });
}
