import { inDepth } from '@alo/testing/in-depth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type BrowserPhone } from '../support/browser-phone.ts';
import { windowOf } from '../support/call-window.ts';
import { fallsSilent } from '../support/heard.ts';
import type { Office } from '../support/office.ts';
import { lookForObstacles } from '../support/pictures.ts';
import { bothAreHeard, startsIdle, talk } from './talk.ts';

/** The phone in a window of its own, above those of other programs. */
export function floatingStories(here: () => Office): void {
  startsIdle(here);

  inDepth(
    'in a call the phone leaves the page for a window of its own, is used there, and is back when that is closed, or the call is over',
    async () => {
      const { lan, minh } = here();
      await talk(lan, minh, '102');
      await lan.page.emulateMedia({ colorScheme: 'dark' });
      const own = await floats(lan);
      const there = own.getByRole('region', { name: 'Điện thoại' });
      await there.getByText('Trần Văn Minh', { exact: true }).waitFor();
      await expect.poll(() => windowOf(lan).count()).toBe(0);
      const dark = await looksOf(lan.page);
      await expect.poll(() => looksOf(own)).toEqual(dark);
      await lan.page.emulateMedia({ colorScheme: 'light' });
      // Each of the two windows hears of it by itself.
      await expect.poll(() => looksOf(lan.page)).not.toEqual(dark);
      await expect.poll(() => looksOf(own)).toEqual(await looksOf(lan.page));
      expect(await lookForObstacles(own, rules)).toEqual([]);

      // Its keys are the phone's, without the page.
      await own.keyboard.press('Alt+m');
      await there.getByText('Đang tắt tiếng').waitFor();
      await fallsSilent(minh);
      await there.getByRole('button', { name: 'Tắt tiếng', exact: true }).click();
      await there.getByRole('button', { name: 'Bàn phím', exact: true }).click();
      await there.getByRole('group', { name: 'Bàn phím' }).waitFor();

      await own.close();
      // It is as it was: the pad is open.
      await windowOf(lan).getByRole('group', { name: 'Bàn phím' }).waitFor();
      await lan.shows('Đã kết nối');
      await bothAreHeard(here());

      const again = await floats(lan);
      await again.getByRole('region', { name: 'Điện thoại' }).getByRole('button', { name: 'Kết thúc' }).click();
      await minh.isIdle();
      await expect.poll(() => again.isClosed()).toBe(true);
      await lan.isIdle();
    },
  );

  test('opened before a call it stays: it rings there, is answered there, and waits for the next', async () => {
    const { lan, minh } = here();
    await lan.openPad();
    const own = await floats(lan);
    const there = own.getByRole('region', { name: 'Điện thoại' });
    await there.getByLabel('Số cần gọi').waitFor();
    await minh.dial('101');
    await there.getByText('Cuộc gọi đến', { exact: true }).waitFor();
    await own.keyboard.press('Alt+a');
    await there.getByText('Đã kết nối', { exact: true }).waitFor();
    await minh.shows('Đã kết nối');
    await bothAreHeard(here());
    await own.keyboard.press('Alt+h');
    await minh.isIdle();
    await there.getByLabel('Số cần gọi').waitFor();
    await there.getByRole('button', { name: 'Đưa điện thoại về trang' }).click();
    await expect.poll(() => own.isClosed()).toBe(true);
    // In the page its window closes behind a call.
    await windowOf(lan).waitFor({ state: 'detached' });
  });
}

/** What holds for a part of a page too. */
const rules = ['color-contrast', 'button-name', 'label', 'document-title', 'html-has-lang'];

async function floats(phone: BrowserPhone): Promise<Page> {
  const [opened] = await Promise.all([
    phone.page.context().waitForEvent('page'),
    windowOf(phone).getByRole('button', { name: 'Cửa sổ nổi' }).click(),
  ]);
  return opened;
}

/** Colours and letters, as they are seen. */
const looksOf = (page: Page) =>
  page.evaluate(() => {
    const shown = document.querySelector('[data-phone]') ?? document.body;
    const { color, fontFamily } = getComputedStyle(shown);
    return { color, fontFamily, background: getComputedStyle(document.body).backgroundColor };
  });
