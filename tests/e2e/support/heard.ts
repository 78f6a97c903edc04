import { expect } from 'vitest';

import { type BrowserPhone, loud, silent } from './browser-phone.ts';

/** Waits until nothing is heard any more: what was said before comes late where the machine has much else to do. */
export const fallsSilent = (phone: Pick<BrowserPhone, 'hears'>): Promise<void> =>
  expect.poll(async () => (await phone.hears(1_000)).loudness).toBeLessThan(silent);

/** And until something is. */
export const isHeardBy = (phone: Pick<BrowserPhone, 'hears'>): Promise<void> =>
  expect.poll(async () => (await phone.hears(1_000)).loudness).toBeGreaterThan(loud);

/** What is done is heard there, however late it comes: a key is but a moment. */
export async function hearsOf(phone: Pick<BrowserPhone, 'received'>, act: () => Promise<void>): Promise<void> {
  const { energy } = await phone.received();
  await act();
  await expect.poll(async () => (await phone.received()).energy - energy).toBeGreaterThan(3 * loud);
}
