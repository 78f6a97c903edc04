import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { launch } from './support/browser-phone.ts';
import { takePictures } from './support/pictures.ts';
import { startProduct } from './support/product.ts';
import { screenShots } from './support/shots.ts';

/** Every screen and dialog takes minutes: `npm run test:long`. */
const everyDay = ['login', 'dashboard', 'departments', 'call-history'];
const sample = screenShots.filter(({ name }) => everyDay.includes(name));

test('the screens of every day, light and dark, wide and on a phone, lets everybody through and breaks no rule of its own policy', async () => {
  const product = await startProduct();
  const browser = await launch();
  const folder = await mkdtemp(join(tmpdir(), 'alo-pictures-'));
  try {
    const seen = await takePictures(browser, { address: product.address, folder, shots: sample });
    const wrong = seen.filter(({ violations, errors }) => violations.length + errors.length > 0);
    expect(wrong.map(({ file, ...found }) => ({ file: file.slice(folder.length + 1), ...found }))).toEqual([]);
    expect(seen).toHaveLength(sample.length * 4);
  } finally {
    await browser.close();
    await product.close();
    await rm(folder, { recursive: true });
  }
}, 600_000);
