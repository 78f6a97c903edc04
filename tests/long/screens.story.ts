import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { launch } from '../e2e/support/browser-phone.ts';
import { takePictures } from '../e2e/support/pictures.ts';
import { startProduct } from '../e2e/support/product.ts';
import { screenShots } from '../e2e/support/shots.ts';

test('every screen, light and dark, wide and on a phone, lets everybody through and breaks no rule of its own policy', async () => {
  const product = await startProduct();
  const browser = await launch();
  const folder = await mkdtemp(join(tmpdir(), 'alo-pictures-'));
  try {
    const seen = await takePictures(browser, { address: product.address, folder, shots: screenShots });
    const wrong = seen.filter(({ violations, errors }) => violations.length + errors.length > 0);
    expect(wrong.map(({ file, ...found }) => ({ file: file.slice(folder.length + 1), ...found }))).toEqual([]);
    expect(seen).toHaveLength(screenShots.length * 4);
  } finally {
    await browser.close();
    await product.close();
    await rm(folder, { recursive: true });
  }
}, 600_000);
