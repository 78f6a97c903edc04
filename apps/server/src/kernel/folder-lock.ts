import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';

import { hasCode } from './has-code.ts';

/** Another living process has the data folder, or this part of it. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  /** The holder's words, '' where it went away meanwhile or does not answer. */
  readonly holder: string;

  constructor(folder: string, holder: string) {
    const [pid] = holder.split(' ');
    super(`Một Alô khác đang chạy với thư mục dữ liệu ${folder}${pid && ` (tiến trình ${pid})`}.`);
    this.holder = holder;
  }
}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder, or a part of what is done with it, for this process. The lock is a Unix socket in Linux's abstract name space: the
 * kernel gives it up when the process ends, however it ends, so there is never a stale lock. A process that finds it taken learns the
 * holder's pid from it, and what the holder says besides.
 */
export async function lockFolder(folder: string, part = 'data', says = ''): Promise<FolderLock> {
  await mkdir(folder, { recursive: true });
  const name = await lockName(folder, part);
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`${process.pid} ${says}`.trim());
  });
  try {
    await listen(server, name);
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error;
    throw new FolderInUse(folder, await askHolder(name));
  }
  server.unref();
  return {
    release: () => new Promise((done) => server.close(() => done())),
  };
}

/** Whether a living process has the folder, or this part of it. */
export async function isLocked(folder: string, part = 'data'): Promise<boolean> {
  // A folder that is not there, or cannot be looked into, is nobody's.
  const name = await lockName(folder, part).catch(() => undefined);
  return name !== undefined && (await askHolder(name)) !== '';
}

const lockName = async (folder: string, part: string): Promise<string> =>
  `\0alo-${part}-${createHash('sha256')
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

/** What the process that has the lock says, '' when it went away meanwhile or does not answer. */
function askHolder(name: string): Promise<string> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect(name);
    socket.setTimeout(500, () => socket.destroy());
    socket.on('data', (bytes) => {
      answer += String(bytes);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => done(/^\d+( |$)/.test(answer) ? answer : ''));
  });
}
