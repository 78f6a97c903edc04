import { test } from 'vitest';

import { launch } from './support/browser-phone.ts';
import { expectGoodLooks } from './support/good-looks.ts';
import { startProduct } from './support/product.ts';
import { screenShots } from './support/shots.ts';

/** Every screen and dialog takes minutes: `npm run test:long`. */
const everyDay = ['login', 'dashboard', 'departments', 'call-history'];

test('the screens of every day, light and dark, wide and on a phone, let everybody through and break no rule of their own policy', async () => {
  const product = await startProduct();
  const browser = await launch();
  try {
    const shots = screenShots.filter(({ name }) => everyDay.includes(name));
    await expectGoodLooks(browser, product.address, shots);
  } finally {
    await browser.close();
    await product.close();
  }
}, 600_000);
