import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { Office } from '../support/office.ts';
import { until } from '../support/until.ts';
import { bothAreHeard, startsIdle, talk } from './talk.ts';

/** What goes wrong in the console while somebody talks. */
export function zoneStories(here: () => Office): void {
  startsIdle(here);

  const expectTalk = async () => {
    await bothAreHeard(here());
  };

  test('answers that nothing can be drawn of, a page that is gone, a translated console, a full storage: they go on talking', async () => {
    const { lan, minh } = here();
    const { page } = lan;
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/console-mistakes')) told.push(request.postData() ?? '');
    });
    let bell: object = { unread: 1, data: [] };
    await page.route('**/api/*/notifications', (route) => route.fulfill({ json: bell }));
    await page.reload();
    await lan.registered();
    await talk(lan, minh, '102');

    // A newer server answers what the bell cannot read.
    bell = { unread: 1 };
    await page.getByRole('button', { name: /^Thông báo, 1/ }).click();
    await page.getByText('Chuông gặp lỗi').waitFor();
    await expectTalk();
    await until('the mistake was told', () => told.some((body) => body.includes('"render"')));
    bell = { unread: 0, data: [] };
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await page.getByRole('button', { name: 'Thông báo', exact: true }).waitFor();

    // Nor can a page.
    await page.route('**/histories-call?*', (route) => route.fulfill({ json: { total: 1, data: [null] } }));
    await goTo(page, '/call-history');
    await page.getByText('Trang này gặp lỗi').waitFor();
    await expectTalk();

    // The server has been upgraded, and has no script of this page any more.
    await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await goTo(page, '/customer');
    await page.getByText('Alô vừa được nâng cấp').waitFor();
    await expectTalk();

    await fillStorage(page);
    await translate(page);
    await page.getByRole('button', { name: 'Tắt tiếng', exact: true }).click();
    await page.getByRole('button', { name: 'Tắt tiếng', exact: true }).click();
    await expectTalk();
    await expect.poll(() => page.getByText('Something went wrong').count()).toBe(0);
    await minh.hangUp();
    // Nothing loads the page behind her back while she writes up the call.
    await lan.isIdle();
    await page.getByText('Alô vừa được nâng cấp').waitFor();

    await page.evaluate(() => localStorage.removeItem('filler'));
    await page.unrouteAll();
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Tải lại ứng dụng' }).click()]);
    await lan.registered();
  });
}

const goTo = (page: Page, path: string) =>
  page.getByRole('navigation', { name: 'Điều hướng chính' }).locator(`a[href="${path}"]`).click();

/** As a browser translates a page: each text is put into elements of the translator's. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
    for (const text of found) {
      const outer = document.createElement('font');
      text.replaceWith(outer);
      outer.append(document.createElement('font'));
      outer.firstElementChild?.append(text);
    }
  });

const fillStorage = (page: Page) =>
  page.evaluate(() => {
    let size = 4 * 1024 * 1024;
    let filler = '';
    while (size > 0) {
      try {
        localStorage.setItem('filler', `${filler}${'x'.repeat(size)}`);
        filler += 'x'.repeat(size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
