import { expect } from 'vitest';

import { type BrowserPhone, loud, silent } from './browser-phone.ts';

/** Waits until nothing is heard any more: what was said before comes late where the machine has much else to do. */
export const fallsSilent = (phone: Pick<BrowserPhone, 'hears'>): Promise<void> =>
  expect.poll(async () => (await phone.hears(1_000)).loudness, { timeout: 20_000 }).toBeLessThan(silent);

/** And until something is. */
export const isHeardBy = (phone: Pick<BrowserPhone, 'hears'>): Promise<void> =>
  expect.poll(async () => (await phone.hears(1_000)).loudness, { timeout: 20_000 }).toBeGreaterThan(loud);
