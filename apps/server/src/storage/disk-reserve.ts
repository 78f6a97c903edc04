import { randomBytes } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { hasCode } from '../kernel/has-code.ts';

const mebibyte = 1024 * 1024;
/** What PostgreSQL's recovery and a migration need at most. */
const wholeReserve = 64 * mebibyte;

/**
 * Keeps room in the data folder that nothing else gets, for a start and a stop on a full disk: PostgreSQL writes before it serves,
 * and without it nobody could be called; what the journal could not take it takes in the end. Where less than that is free, it is given up while `act` runs, and taken back afterwards
 * as far as it goes.
 */
export function reservedRoom(folder: string, onTrouble: (error: unknown) => void, bytes = wholeReserve) {
  const path = join(folder, 'reserve');
  async function giveUpWhereFull(): Promise<void> {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < bytes) await rm(path, { force: true });
  }
  return async <T>(act: () => Promise<T>): Promise<T> => {
    await giveUpWhereFull().catch(onTrouble);
    try {
      return await act();
    } finally {
      await fill(path, bytes).catch(onTrouble);
    }
  };
}

async function fill(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    let { size } = await file.stat();
    // Random, so that no file system makes it small.
    const block = randomBytes(Math.min(mebibyte, bytes));
    while (size < bytes) size += (await file.write(block, 0, Math.min(block.length, bytes - size))).bytesWritten;
  } catch (error) {
    // What there is, is taken.
    if (!isFull(error)) throw error;
  } finally {
    await file.close();
  }
}

const isFull = (error: unknown): boolean => hasCode(error, 'ENOSPC', 'EDQUOT');
