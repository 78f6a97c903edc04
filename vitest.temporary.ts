import { statfsSync } from 'node:fs';

const memory = '/dev/shm';
/** What databases of a test run take at most, many times over. */
const enough = 4e9;

/**
 * Lets everything that tests make for a while (databases of a thousand files before all) be made in memory, where there is
 * enough of it: on a disk most of a short test is the making of files.
 */
export function keepTemporaryInMemory(): void {
  if (process.env['TMPDIR'] === undefined && isRoomy(memory)) process.env['TMPDIR'] = memory;
}

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > enough;
  } catch {
    // No such folder: this is not Linux.
    return false;
  }
}
