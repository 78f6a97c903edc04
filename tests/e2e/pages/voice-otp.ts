import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type Stage, tellOfFailure } from '../support/stage.ts';

/** Somebody tries how a one-time password sounds. */
export function voiceOtpStories(here: () => Stage): void {
  let page: Page;

  beforeAll(async () => {
    page = await here().signedIn('admin');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => page?.context().close());

  test('a sample code is said to a number, and the list tells what came of it by itself', async () => {
    await page.goto(`${here().address}/voice-otp/list`);
    await page.getByRole('button', { name: 'Gọi thử' }).click();
    const dialog = page.getByRole('dialog', { name: 'Gọi thử đọc mã' });
    await dialog.getByRole('button', { name: 'Gọi thử' }).click();
    await dialog.getByText('Thông tin không được để trống').waitFor();
    // The demo's carrier has a bot at every number; this one is busy.
    await dialog.getByRole('textbox', { name: /Số điện thoại/ }).fill('0912345600');
    await dialog.getByRole('button', { name: 'Gọi thử' }).click();
    const row = page.getByRole('row', { name: /0912/ }).first();
    await row.getByText('Máy bận (gọi thử)').waitFor();
    await row.getByRole('link', { name: 'Xem' }).waitFor();
    await page.getByRole('link', { name: 'Đầu số OTP' }).first().click();
    const number = page.getByRole('row', { name: /Tổng đài chính/ });
    await expect.poll(() => number.textContent()).toContain('/ 1.000');
  });
}
