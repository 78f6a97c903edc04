import { changePreferences, me, messages, updateActivityStatus } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInByApi } from '../support/api.ts';
import { fillInSignIn, openPage, signIn } from '../support/browser-phone.ts';
import { people } from '../support/people.ts';
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
  const scheme = (at: Page = page) => at.evaluate("document.documentElement.getAttribute('data-mantine-color-scheme')");
  /** The phone in the header says so. */
  const expectPhone = (words: string, at: Page = page) =>
    at.getByRole('button', { name: new RegExp(`^Điện thoại: ${words}`) }).waitFor();
  const expectScreen = (path: string) => page.waitForURL(`**${path}`);

  test('signs in with company code, name and password, and keeps token, user and ma_dn', async () => {
    await page.goto(here().address);
    await expectScreen('/login');
    await signIn(page, here().address, 'lan');
    await expectScreen(people.lan.home);
    await expect.poll(stored).toEqual(expect.arrayContaining(['ma_dn', 'token', 'user']));
    await expect.poll(() => page.evaluate("localStorage.getItem('ma_dn')")).toBe('demo');
    await expectPhone('Sẵn sàng, máy nhánh 101');
  });

  test('a wrong password is refused without saying what was wrong, and nothing is kept', async () => {
    await signIn(page, here().address, 'lan', 'không phải mật khẩu');
    await page
      .getByRole('alert')
      .filter({ hasText: /không đúng/ })
      .waitFor();
    await expect.poll(stored).not.toContain('token');
  });

  inDepth('without one of the three keys nobody is signed in', async () => {
    await signIn(page, here().address, 'lan');
    await expectScreen(people.lan.home);
    await page.evaluate("localStorage.removeItem('user')");
    await page.goto(`${here().address}/call-history`);
    await expectScreen('/login');
  });

  test('a session that has ended clears the storage, goes to /login and says so once', async () => {
    await signIn(page, here().address, 'lan');
    await expectScreen(people.lan.home);
    await page.evaluate(
      "for (const storage of [localStorage, sessionStorage]) storage.setItem('token', 'no-more'); localStorage.setItem('dark_mode', 'dark')",
    );
    await page.goto(`${here().address}/call-history`);
    await expectScreen('/login');
    await page.getByText(messages.sessionExpired).waitFor();
    await expect.poll(stored).toEqual([]);
  });

  inDepth(
    'after a session that ran out everything is as the person had it, on the computer as it was; the next one there has their own',
    async () => {
      const headings = () =>
        page
          .getByRole('columnheader')
          .filter({ hasNot: page.getByRole('checkbox') })
          .allTextContents();
      const open = async (path: string) => {
        await page.goto(`${here().address}${path}`);
        await page.getByRole('navigation', { name: 'Điều hướng chính' }).waitFor();
      };
      const unfold = page.getByRole('button', { name: 'Mở rộng thanh điều hướng' });
      const microphone = page.getByRole('combobox', { name: 'Micro', exact: true });
      const runOut = async () => {
        await page.evaluate(
          "for (const storage of [localStorage, sessionStorage]) storage.setItem('token', 'no-more')",
        );
        await page.reload();
        await expectScreen('/login');
      };
      const his = await signInByApi(here().address, 'minh');
      await signIn(page, here().address, 'minh');
      await expectScreen(people.minh.home);
      await open('/departments');
      await expect.poll(async () => (await headings()).length).toBeGreaterThan(2);
      const usual = await headings();
      const chosen = [usual[0], usual[2], usual[1], ...usual.slice(3)];

      await page.getByRole('button', { name: 'Hiển thị' }).click();
      await page.getByRole('button', { name: `Chuyển cột ${usual[2]}: mũi tên lên, xuống` }).focus();
      await page.keyboard.press('ArrowUp');
      await expect.poll(headings).toEqual(chosen);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Thu gọn thanh điều hướng' }).click();
      await page.getByRole('button', { name: /^Tài khoản / }).click();
      await page.getByRole('menuitemradio', { name: 'Nền tối' }).click();
      await expect.poll(() => scheme()).toBe('dark');
      await open('/user-setting/thiet-bi');
      await page.getByRole('radio', { name: 'Vang' }).click();
      await expect.poll(() => page.getByRole('radio', { name: 'Vang' }).isChecked()).toBe(true);
      await microphone.click();
      const [headset = ''] = await page.getByRole('option').allTextContents();
      await page.getByRole('option', { name: headset, exact: true }).click();
      await expect.poll(() => microphone.inputValue()).toBe(headset);
      await expect.poll(async () => (await his.call(me, {})).preferences.ringtone).toBe('bright');

      await runOut();
      await expect.poll(stored).toEqual([]);
      await expect.poll(() => scheme()).toBe('light');
      await expect.poll(() => page.getByRole('textbox', { name: 'Mã doanh nghiệp' }).inputValue()).toBe('demo');
      await fillInSignIn(page, 'minh');
      await expectScreen('/user-setting/thiet-bi');
      await expect.poll(() => microphone.inputValue()).toBe(headset);
      await expect.poll(() => page.getByRole('radio', { name: 'Vang' }).isChecked()).toBe(true);
      await expect.poll(() => scheme()).toBe('dark');
      await unfold.waitFor();
      await open('/departments');
      await expect.poll(headings).toEqual(chosen);

      await runOut();
      await fillInSignIn(page, 'hoa');
      await expectScreen('/departments');
      await expect.poll(headings).toEqual(usual);
      await expect.poll(async () => [await scheme(), await unfold.count()]).toEqual(['light', 0]);
      await open('/user-setting/thiet-bi');
      await expect.poll(() => microphone.inputValue()).toBe(headset);
      await expect.poll(() => page.getByRole('radio', { name: 'Êm' }).isChecked()).toBe(true);

      // The other stories have his console as it is by itself.
      await his.call(changePreferences, {
        body: { scheme: 'auto', menu: 'open', ringtone: 'soft', columns: { '/departments': null } },
      });
    },
  );

  inDepth(
    'somebody’s other tab follows when they choose other colours; another person’s beside it does not',
    async () => {
      const menu = (at: Page) => at.getByRole('button', { name: /^Tài khoản / });
      await signIn(page, here().address, 'minh');
      await expectPhone('Sẵn sàng');
      const [second, hers] = [await page.context().newPage(), await page.context().newPage()];
      await second.goto(`${here().address}/call-history`);
      await hers.goto(`${here().address}/login?other`);
      await fillInSignIn(hers, 'hoa');
      await Promise.all([second, hers].map((at) => menu(at).waitFor()));
      await second.bringToFront();
      await menu(page).click();
      await page.getByRole('menuitemradio', { name: 'Nền tối' }).click();
      await expect.poll(() => scheme(second)).toBe('dark');
      await hers.reload();
      await menu(hers).waitFor();
      await expect.poll(async () => [await scheme(page), await scheme(hers)]).toEqual(['dark', 'light']);
      await (await signInByApi(here().address, 'minh')).call(changePreferences, { body: { scheme: 'auto' } });
    },
  );

  test('a permission that is missing logs nobody out', async () => {
    await signIn(page, here().address, 'lan');
    await expectScreen(people.lan.home);
    // "Nhân viên" may look at departments, not add one.
    await page.goto(`${here().address}/department/add`);
    await page
      .getByText(/không có quyền|chưa có quyền/i)
      .first()
      .waitFor();
    await expect.poll(stored).toEqual(expect.arrayContaining(['ma_dn', 'token', 'user']));
  });

  inDepth('offline (status 3) stops the phone, and says why; ready again starts it', async () => {
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

  inDepth('one tab of a browser is the phone; another mirrors it and can take over', async () => {
    await signIn(page, here().address, 'lan');
    await expectPhone('Sẵn sàng');
    const second = await page.context().newPage();
    await second.goto(`${here().address}${people.lan.home}`);
    await second.getByRole('button', { name: /^Điện thoại: Đang ở thẻ khác/ }).click();
    await second.getByRole('button', { name: 'Nghe ở thẻ này' }).click();
    await expectPhone('Sẵn sàng', second);
    await expectPhone('Đang ở thẻ khác');
    await second.close();
    await expectPhone('Sẵn sàng');
  });
}
