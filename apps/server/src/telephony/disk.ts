import { writeSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';

import { hasCode } from '../kernel/has-code.ts';

/** What the journal asks of a file system. What was written survives the process, what was synced survives the machine. */
export interface Disk {
  /** With the folders above it. */
  makeFolder(path: string): Promise<void>;
  /** Names of what lies in a folder; none where there is no such folder. */
  list(path: string): Promise<string[]>;
  /** Null where there is no such file. */
  read(path: string): Promise<string | null>;
  /** `new` begins it anew. */
  open(path: string, how: 'new' | 'append'): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  /** No error where there is nothing. */
  remove(path: string): Promise<void>;
  /** With all that lies in it; no error where there is nothing. */
  removeFolder(path: string): Promise<void>;
  /** A new name is on the disk only when its folder is. */
  syncFolder(path: string): Promise<void>;
}

export interface DiskFile {
  append(text: string): Promise<void>;
  /** Writes over its beginning. */
  overwrite(text: string): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The disk of this machine. */
export const localDisk: Disk = {
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  list: (path) => readdir(path).catch(noneWhenMissing<string[]>([])),
  read: (path) => readFile(path, 'utf8').catch(noneWhenMissing<string | null>(null)),
  async open(path, how) {
    return fileOf(await open(path, how === 'new' ? 'w' : 'a', 0o600));
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  removeFolder: (path) => rm(path, { force: true, recursive: true }),
  async syncFolder(path) {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

/** A write that takes longer than this shows a disk that is not to be waited for. */
const slowMs = 20;
const pauseMs = 1_000;

/**
 * What is written goes to the system's memory, in less time than it takes to have another thread do it; every call waits for it
 * several times. Where it did take time, others of this process shall not wait, and threads do it for a while.
 */
function fileOf(handle: FileHandle): DiskFile {
  let slowUntil = 0;

  async function quickly(write: () => void, patiently: () => Promise<unknown>): Promise<void> {
    const from = performance.now();
    if (from < slowUntil) {
      await patiently();
      return;
    }
    write();
    const to = performance.now();
    if (to - from > slowMs) slowUntil = to + pauseMs;
  }

  return {
    append: (text) =>
      quickly(
        () => writeAll(handle.fd, Buffer.from(text)),
        () => handle.appendFile(text),
      ),
    overwrite: (text) =>
      quickly(
        () => writeSync(handle.fd, text, 0),
        () => handle.write(text, 0),
      ),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

function noneWhenMissing<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (hasCode(error, 'ENOENT')) return none;
    throw error;
  };
}

/** Writes a whole file so that it is there completely or not at all. `texts` may take their time between each other. */
export async function writeWholeFile(
  disk: Disk,
  folder: string,
  name: string,
  texts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const unfinished = `${folder}/${name}.new`;
  const file = await disk.open(unfinished, 'new');
  try {
    for await (const text of texts) await file.append(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(unfinished, `${folder}/${name}`);
  await disk.syncFolder(folder);
}
