import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';

import { launch } from '../e2e/support/browser-phone.ts';
import { expectGoodLooks } from '../e2e/support/good-looks.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { screenShots } from '../e2e/support/shots.ts';

/** So many screens one after the other have one page for each person who looks at them, and one name by which they are run alone. */
const together = 12;
const parts = Array.from({ length: Math.ceil(screenShots.length / together) }, (_, at) => {
  const shots = screenShots.slice(at * together, (at + 1) * together);
  return { shots, names: shots.map(({ name }) => name).join(', ') };
});

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

describe('every screen, light and dark, wide and on a phone, lets everybody through and breaks no rule of its own policy', () => {
  test.each(parts)('$names', ({ shots }) => expectGoodLooks(browser, product.address, shots), 600_000);
});
