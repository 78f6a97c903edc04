import { startBotCall } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mainNumberAndCustomer, type PersonApi, signInByApi } from '../support/api.ts';
import { type BrowserPhone, openPhone } from '../support/browser-phone.ts';
import type { Stage } from '../support/stage.ts';

export function focusStories(here: () => Stage): void {
  let admin: PersonApi;
  let lan: BrowserPhone;
  let boss: Page;

  beforeAll(async () => {
    admin = await signInByApi(here().address, 'admin');
    lan = await openPhone(here().address, 'lan');
    boss = await here().signedIn('admin');
  });

  afterAll(async () => {
    await lan?.close();
    await boss?.context().close();
  });

  /** The name of what has the focus. */
  const focused = () =>
    lan.page.evaluate(() => {
      const now = document.activeElement;
      return now?.getAttribute('aria-label') ?? (now === document.body ? 'nothing' : now?.textContent?.trim());
    });

  async function customerCalls(): Promise<void> {
    const { number, customer } = await mainNumberAndCustomer(admin);
    const script = { voice: 'silent', seconds: 300 } as const;
    await admin.call(startBotCall, { body: { from: customer.number, to: number, script } });
    await lan.shows('Cuộc gọi đến');
  }

  const openHistory = async () => {
    await lan.page.goto(`${here().address}/call-history`);
    await lan.page.locator('tbody tr button').first().waitFor();
    await lan.registered();
  };

  test('what lies over the page gives the focus back to what opened it', async () => {
    const { page } = lan;
    await openHistory();
    const row = page.locator('tbody tr [data-row-open]').first();
    const name = (await row.textContent())?.trim() ?? '';
    const openers = [
      { press: row, shows: page.getByRole('dialog').getByText('Vì sao cuộc gọi đi như vậy'), back: name },
      {
        press: page.getByRole('button', { name: 'Hiển thị' }),
        shows: page.getByText('Cột hiển thị'),
        back: 'Hiển thị',
      },
      { press: page.getByRole('button', { name: /^Tài khoản/ }), shows: page.getByRole('menu'), back: /Tài khoản/ },
    ];
    for (const { press, shows, back } of openers) {
      // Once when it is made, and once more when it is there already.
      for (let time = 0; time < 2; time++) {
        await press.focus();
        await page.keyboard.press('Enter');
        await shows.waitFor();
        await page.keyboard.press('Escape');
        await shows.waitFor({ state: 'detached' });
        await expect.poll(focused).toMatch(back);
      }
    }
  });

  test('what is opened to be read has the focus on what is read: no key that is struck changes anything', async () => {
    await boss.goto(`${here().address}/voicemail-boxes`);
    await boss.locator('tbody tr [data-row-open]').first().click();
    await boss
      .getByRole('dialog')
      .getByLabel(/^Mã PIN/)
      .waitFor();
    const on = () => boss.evaluate(() => [document.activeElement?.tagName, document.activeElement?.closest('form')]);
    await expect.poll(on).toEqual(['DL', null]);
  });

  test('Escape closes a panel whose button still has the focus', async () => {
    await openHistory();
    const opener = lan.page.getByRole('button', { name: 'Hiển thị' });
    const panel = lan.page.getByText('Cột hiển thị');
    await opener.click();
    await panel.waitFor();
    await opener.focus();
    await lan.page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(focused).toMatch('Hiển thị');
  });

  test('a panel that is closed in the very moment in which it is made leaves the focus on its button', async () => {
    await openHistory();
    const opener = lan.page.getByRole('button', { name: 'Hiển thị' });
    const panel = lan.page.getByText('Cột hiển thị');
    await opener.evaluate((button: HTMLElement) => {
      button.focus();
      new MutationObserver((_, watching) => {
        if (!document.body.innerText.includes('Cột hiển thị')) return;
        watching.disconnect();
        button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        button.dataset['closed'] = 'at once';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await lan.page.keyboard.press('Enter');
    await lan.page.locator('[data-closed="at once"]').waitFor();
    await panel.waitFor({ state: 'detached' });
    await expect.poll(focused).toMatch('Hiển thị');
  });

  test('a call that rings takes the focus to "Nghe", and a page that opens meanwhile leaves it there', async () => {
    await openHistory();
    await customerCalls();
    await expect.poll(focused).toMatch('Nghe');
    await lan.page.evaluate(() => history.pushState(null, '', '/my-day'));
    await lan.page.getByRole('heading', { level: 1, name: /Việc của tôi/ }).waitFor();
    await lan.page.getByText('Đổ chuông, không ai nghe').first().waitFor();
    await expect.poll(focused).toMatch('Nghe');
    await lan.reject();
    await lan.isIdle();
    expect(await focused()).not.toBe('nothing');
  });

  test('a call that rings takes the focus from nobody who types', async () => {
    await openHistory();
    const search = lan.page.getByRole('searchbox');
    await search.click();
    await lan.page.keyboard.type('09');
    await customerCalls();
    await lan.page.keyboard.type('77');
    await expect.poll(() => search.inputValue()).toBe('0977');
    await lan.reject();
    await lan.isIdle();
  });

  test('the dialler opens with the cursor in the number, and after the call the focus is somewhere', async () => {
    await openHistory();
    await lan.openPad();
    await expect.poll(focused).toMatch('Số cần gọi');
    // The demo's carrier rings there for as long as the caller waits.
    await lan.page.keyboard.type('0901234501');
    await lan.page.keyboard.press('Enter');
    await lan.shows('Cuộc gọi đi');
    expect(await focused()).not.toBe('nothing');
    await lan.hangUp();
    await lan.isIdle();
    await expect.poll(focused).not.toBe('nothing');
  });
}
