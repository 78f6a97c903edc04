import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';

import { takePictures } from './pictures.ts';
import type { Shot } from './shot.ts';

/** Nothing stands in anybody's way in these pictures of the running product, and no page of them complains. */
export async function expectGoodLooks(browser: Browser, address: string, shots: readonly Shot[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-pictures-'));
  try {
    const seen = await takePictures(browser, { address, folder, shots });
    const wrong = seen.filter(({ violations, errors }) => violations.length + errors.length > 0);
    expect(wrong.map(({ file, ...found }) => ({ file: file.slice(folder.length + 1), ...found }))).toEqual([]);
    expect(seen).toHaveLength(shots.length * 4);
  } finally {
    await rm(folder, { recursive: true });
  }
}
