import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { demo, people } from './support/people.ts';
import { openBrowser, screenShots, takePictures } from './support/pictures.ts';
import { startProduct } from './support/product.ts';

test('every screen, light and dark, wide and on a phone, lets everybody through and breaks no rule of its own policy', async () => {
  const product = await startProduct();
  const browser = await openBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'alo-pictures-'));
  try {
    const seen = await takePictures(browser, {
      url: product.address,
      folder,
      credentials: { tenantCode: demo.companyCode, username: people.admin.username, password: demo.password },
      shots: screenShots,
    });
    const wrong = seen.filter(({ violations, errors }) => violations.length + errors.length > 0);
    expect(wrong.map(({ file, ...found }) => ({ file: file.slice(folder.length + 1), ...found }))).toEqual([]);
    expect(seen).toHaveLength(screenShots.length * 4);
  } finally {
    await browser.close();
    await product.close();
    await rm(folder, { recursive: true });
  }
}, 600_000);
