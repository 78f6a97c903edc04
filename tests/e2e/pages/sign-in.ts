import { messages, updateActivityStatus } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { signInByApi } from '../support/api.ts';
import { openPage, signIn } from '../support/browser-phone.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

export function signInStories(here: () => Stage): void {
  let page: Page;

  beforeEach(async () => {
    page = await openPage(here().browser);
  });

  afterEach(async ({ task }) => {
    await tellOfFailure(task, here(), [page]);
    await page.context().close();
  });

  const stored = () => page.evaluate<string[]>('Object.keys(localStorage).sort()');
  /** The phone in the header says so. */
  const expectPhone = (words: string, at: Page = page) =>
    at.getByRole('button', { name: new RegExp(`^Điện thoại: ${words}`) }).waitFor();
  const expectScreen = (path: string) => page.waitForURL(`**${path}`);

  test('signs in with company code, name and password, and keeps token, user and ma_dn', async () => {
    await page.goto(here().address);
    await expectScreen('/login');
    await signIn(page, here().address, 'lan');
    await expectScreen('/dashboard');
    expect(await stored()).toEqual(expect.arrayContaining(['ma_dn', 'token', 'user']));
    expect(await page.evaluate("localStorage.getItem('ma_dn')")).toBe('demo');
    await expectPhone('Sẵn sàng, máy nhánh 101');
  });

  test('a wrong password is refused without saying what was wrong, and nothing is kept', async () => {
    await signIn(page, here().address, 'lan', 'không phải mật khẩu');
    await page
      .getByRole('alert')
      .filter({ hasText: /không đúng/ })
      .waitFor();
    expect(await stored()).not.toContain('token');
  });

  test('without one of the three keys nobody is signed in', async () => {
    await signIn(page, here().address, 'lan');
    await expectScreen('/dashboard');
    await page.evaluate("localStorage.removeItem('user')");
    await page.goto(`${here().address}/call-history`);
    await expectScreen('/login');
  });

  test('a session that has ended clears the storage, goes to /login and says so once', async () => {
    await signIn(page, here().address, 'lan');
    await expectScreen('/dashboard');
    await page.evaluate(
      "for (const storage of [localStorage, sessionStorage]) storage.setItem('token', 'no-more'); localStorage.setItem('dark_mode', 'dark')",
    );
    await page.goto(`${here().address}/call-history`);
    await expectScreen('/login');
    await page.getByText(messages.sessionExpired).waitFor();
    expect(await stored()).toEqual([]);
  });

  test('a permission that is missing logs nobody out', async () => {
    await signIn(page, here().address, 'lan');
    await expectScreen('/dashboard');
    // "Nhân viên" may look at departments, not add one.
    await page.goto(`${here().address}/department/add`);
    await page
      .getByText(/không có quyền|chưa có quyền/i)
      .first()
      .waitFor();
    expect(await stored()).toEqual(expect.arrayContaining(['ma_dn', 'token', 'user']));
  });

  test('offline (status 3) stops the phone, and says why; ready again starts it', async () => {
    await signIn(page, here().address, 'minh');
    await expectPhone('Sẵn sàng');
    await page.getByRole('button', { name: /^Trạng thái làm việc/ }).click();
    await page.getByRole('menuitemradio', { name: /^Ngoại tuyến/ }).click();
    await expectPhone('Đã tắt');
    await page.reload();
    await expectPhone('Đã tắt');
    await (await signInByApi(here().address, 'minh')).call(updateActivityStatus, { body: { status: 1, reason: '' } });
    await page.reload();
    await expectPhone('Sẵn sàng');
  });

  test('one tab of a browser is the phone; another mirrors it and can take over', async () => {
    await signIn(page, here().address, 'lan');
    await expectPhone('Sẵn sàng');
    const second = await page.context().newPage();
    await second.goto(`${here().address}/dashboard`);
    await second.getByRole('button', { name: /^Điện thoại: Đang ở thẻ khác/ }).click();
    await second.getByRole('button', { name: 'Nghe ở thẻ này' }).click();
    await expectPhone('Sẵn sàng', second);
    await expectPhone('Đang ở thẻ khác');
    await second.close();
    await expectPhone('Sẵn sàng');
  });
}
