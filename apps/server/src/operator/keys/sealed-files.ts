import { open, opendir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sealedSuffix } from '@alo/engine-host/sealed-sound';

import { hasCode } from '../../kernel/has-code.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { type RewrappedHead, rewrapped, sealedHeadBytes } from '../../storage/sealed-file.ts';
import { sealedPlace } from '../../storage/sealed-store.ts';
import type { ResealSummary } from './reseal.ts';

/** Seals anew the keys of sealed recordings; the recordings stay as they are. It can be ended at any moment and done again. */
export async function resealFiles(dataFolder: string, serverKey: ServerKey): Promise<ResealSummary> {
  let [sealed, unreadable] = [0, 0];
  for await (const { path, head, steps } of sealedHeads(dataFolder, serverKey)) {
    if (steps === undefined) unreadable += 1;
    if (steps === undefined || steps.length === 0) continue;
    // Of a file that goes meanwhile nothing has to be sealed.
    if (await written(path, steps, head)) sealed += 1;
  }
  return { sealed, unreadable };
}

/** How many files have their key from each of the installation's, by its id in hexadecimal digits. */
export async function filesSealedBy(dataFolder: string, serverKey: ServerKey): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const { by } of sealedHeads(dataFolder, serverKey)) {
    for (const id of by) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

interface SealedHead extends RewrappedHead {
  readonly path: string;
  readonly head: Buffer;
}

async function* sealedHeads(dataFolder: string, serverKey: ServerKey): AsyncGenerator<SealedHead> {
  const recordings = join(dataFolder, 'recordings');
  for (const tenantId of (await readdir(recordings).catch(gone)) ?? []) {
    const entries = await opendir(join(recordings, tenantId)).catch(gone);
    if (entries === undefined) continue;
    for await (const entry of entries) {
      if (!entry.isFile() || !entry.name.endsWith(sealedSuffix)) continue;
      const path = join(recordings, tenantId, entry.name);
      const head = await headOf(path);
      const name = entry.name.slice(0, -sealedSuffix.length);
      if (head)
        yield { path, head, ...rewrapped(head, serverKey, sealedPlace({ area: 'recordings', tenantId, name })) };
    }
  }
}

async function headOf(path: string): Promise<Buffer | undefined> {
  const file = await open(path, 'r').catch(gone);
  if (file === undefined) return undefined;
  try {
    const head = Buffer.alloc(sealedHeadBytes);
    const { bytesRead } = await file.read(head, 0, sealedHeadBytes, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** One step after the other, each on the disk before the next. */
async function written(path: string, steps: readonly Buffer[], before: Buffer): Promise<boolean> {
  const file = await open(path, 'r+').catch(gone);
  if (file === undefined) return false;
  try {
    const now = Buffer.alloc(before.length);
    await file.read(now, 0, now.length, 0);
    // Sealed anew by somebody else meanwhile: the next round looks again.
    if (!now.equals(before)) return false;
    for (const step of steps) {
      await file.write(step, 0, step.length, 0);
      await file.datasync();
    }
    return true;
  } finally {
    await file.close();
  }
}

function gone(error: unknown): undefined {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return;
  throw error;
}
