import type { Page } from 'playwright-core';
import { z } from 'zod';

import type { Shot } from './shot.ts';

const proof = {
  id: '0190b6a0-0000-7000-8000-000000000009',
  number: '+842871000101',
  state: 'calling',
  reason: '',
  expires_at: '2026-11-29T03:10:00.000Z',
  tries_left: 5,
  proven: false,
};

/** The demo runs its installation alone: that a number has to be proven is put in the way. */
async function notProven(page: Page): Promise<void> {
  const unproven = { proven: false, shown: false };
  await page.route(/\/partner\/service-numbers\?/, async (route) => {
    const { data, ...rest } = z
      .looseObject({ data: z.array(z.looseObject({})) })
      .parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...rest, data: data.map((row) => ({ ...row, ...unproven })) } });
  });
  await page.route(/\/partner\/service-number\/[0-9a-f-]+$/, async (route) => {
    const row = z.looseObject({}).parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...row, ...unproven } });
  });
  await page.route('**/partner/number-proof**', (route) => route.fulfill({ json: proof }));
  await page.reload();
  await page.locator('tbody tr button').first().click();
  await page.getByRole('region', { name: 'Xác minh' }).waitFor();
}

/** The operator's carrier is calling, and the code is awaited. */
async function proving(page: Page): Promise<void> {
  await notProven(page);
  await page.getByRole('button', { name: 'Xác minh bằng cuộc gọi' }).click();
  await page.getByRole('button', { name: 'Gọi ngay' }).click();
  await page.getByText('Đang gọi: hãy nghe máy').waitFor();
}

async function asBefore(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/accounts');
  await page.getByRole('heading', { level: 1, name: 'Tài khoản' }).waitFor();
}

/** A number that nobody has proven, and how it is. */
export const numberShots: readonly Shot[] = [
  { name: 'number-unproven', path: '/numbers', as: 'admin', prepare: notProven, tidy: asBefore },
  { name: 'number-proof', path: '/numbers', as: 'admin', prepare: proving, tidy: asBefore },
];
