import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sealedSuffix } from '@alo/engine-host/sealed-sound';

import { hasCode } from '../kernel/has-code.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import { type FileKey, pathOf } from './file-store.ts';
import { ownKeyIn, sealedHeadBytes } from './sealed-file.ts';
import { sealedPlace } from './sealed-store.ts';

/** So long an engine that was told to play a plain file may take to open it. */
const opensWithinMs = 5_000;

/** The keys of sealed recordings, one file's each, for the engine that plays them to somebody by phone. */
export interface SealedKeys {
  /**
   * Of `recordings/<tenant>/<name>`, in base64; undefined where it lies plain, or is no recording. Read at once, a head of 512 bytes: what
   * an engine is told comes in its order.
   */
  keyOf(file: string): string | undefined;
  /** Resolves when no engine is about to open this plain file. */
  mayGo(key: FileKey): Promise<void>;
}

/** Both are of the process whose engine it is: nobody else seals what that plays. */
export function sealedKeys(dataFolder: string, serverKey: ServerKey): SealedKeys {
  const playedPlain = new Map<string, number>();

  function notePlain(path: string): void {
    const now = performance.now();
    for (const [other, at] of playedPlain) {
      if (at + opensWithinMs > now) break;
      playedPlain.delete(other);
    }
    playedPlain.delete(path);
    playedPlain.set(path, now);
  }

  return {
    keyOf(file) {
      const [area, tenantId = '', name = '', ...more] = file.split('/');
      if (area !== 'recordings' || more.length > 0) return undefined;
      const key: FileKey = { area, tenantId, name };
      const path = pathOf(key);
      if (path === undefined) return undefined;
      const head = headOf(join(dataFolder, `${path}${sealedSuffix}`));
      if (head === undefined) {
        notePlain(path);
        return undefined;
      }
      return ownKeyIn(head, serverKey, sealedPlace(key))?.toString('base64');
    },
    async mayGo(key) {
      for (;;) {
        const at = playedPlain.get(pathOf(key) ?? '');
        const left = at === undefined ? 0 : at + opensWithinMs - performance.now();
        if (left <= 0) return;
        await sleep(left);
      }
    },
  };
}

function headOf(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
  try {
    const head = Buffer.alloc(sealedHeadBytes);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}
