import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

import { launch } from './browser-phone.ts';
import { takePictures } from './pictures.ts';
import { startProduct } from './product.ts';
import type { Shot } from './shots.ts';

/** Nothing stands in anybody's way in these pictures of the running product, and no page of them complains. */
export async function expectGoodLooks(shots: readonly Shot[]): Promise<void> {
  const product = await startProduct();
  const browser = await launch();
  const folder = await mkdtemp(join(tmpdir(), 'alo-pictures-'));
  try {
    const seen = await takePictures(browser, { address: product.address, folder, shots });
    const wrong = seen.filter(({ violations, errors }) => violations.length + errors.length > 0);
    expect(wrong.map(({ file, ...found }) => ({ file: file.slice(folder.length + 1), ...found }))).toEqual([]);
    expect(seen).toHaveLength(shots.length * 4);
  } finally {
    await browser.close();
    await product.close();
    await rm(folder, { recursive: true });
  }
}
