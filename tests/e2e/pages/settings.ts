import {
  getCallLimits,
  getSystemSetting,
  me,
  updateCallLimits,
  updateSystemSetting,
  updateUserInfoLogin,
} from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PersonApi, signInByApi } from '../support/api.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** What holds for the whole company. */
export function settingStories(here: () => Stage): void {
  let api: PersonApi;
  let page: Page;

  beforeAll(async () => {
    api = await signInByApi(here().address, 'admin');
    page = await here().signedIn('admin');
  });

  afterEach(({ task }) => tellOfFailure(task, here(), [page]));

  afterAll(() => page?.context().close());

  const open = (path: string) => page.goto(`${here().address}${path}`);
  const limits = () => api.call(getCallLimits, {});
  const setting = () => api.call(getSystemSetting, {});

  inDepth(
    'a group is told that the company has not opened what it may call, and where; there a click elsewhere loses nothing',
    async () => {
      const { version: _, ...before } = await limits();
      await open('/groups/add');
      await page.getByRole('switch', { name: /^Giới hạn riêng/ }).click();
      await page.getByText('Công ty chưa mở quốc tế, dịch vụ 1900, vệ tinh').waitFor();
      await page.getByRole('link', { name: 'Hạn mức gọi ra' }).click();
      await page.getByRole('button', { name: 'Bỏ thay đổi' }).click();
      await page.waitForURL('**/setting/han-muc');
      await page.getByRole('switch', { name: 'Quốc tế' }).check();
      await page.getByRole('link', { name: 'Bảo mật' }).click();
      await page.getByText('Bỏ những thay đổi chưa lưu?').waitFor();
      await page.getByRole('button', { name: 'Ở lại trang' }).click();
      await page.keyboard.press('Control+s');
      await expect.poll(async () => (await limits()).open).toEqual([...before.open, 'international']);
      await open('/groups/add');
      await page.getByRole('switch', { name: /^Giới hạn riêng/ }).click();
      await page.getByText('Công ty chưa mở dịch vụ 1900, vệ tinh').waitFor();
      await api.call(updateCallLimits, { body: before });
    },
  );

  inDepth('what somebody has typed of themselves is not lost by a click elsewhere, and Ctrl S saves it', async () => {
    await open('/user-setting/ho-so');
    const name = page.getByLabel('Họ và tên');
    const { name: before, phone } = await api.call(me, {});
    await name.fill(`${before} Hai`);
    await page.getByRole('link', { name: 'Mật khẩu' }).click();
    await page.getByRole('button', { name: 'Ở lại trang' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Đã lưu hồ sơ').waitFor();
    expect((await api.call(me, {})).name).toBe(`${before} Hai`);
    await api.call(updateUserInfoLogin, { body: { name: before, phone } });
    await page.getByRole('link', { name: 'Mật khẩu' }).click();
    await page.waitForURL('**/user-setting/mat-khau');
  });

  test('whom the company calls hears of recording once it says so, and refuses by a key that is chosen there', async () => {
    const { version: _, ...before } = await setting();
    const key = page.getByRole('combobox', { name: 'Phím từ chối ghi âm' });
    await open('/setting/cuoc-goi');
    await page.getByRole('switch', { name: 'Báo cho người được gọi biết cuộc gọi được ghi âm' }).check();
    await key.click();
    await page.getByRole('option', { name: 'Phím 9' }).click();
    await page.getByRole('radio', { name: 'Bỏ cả phần đã ghi' }).check();
    await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    await expect
      .poll(setting)
      .toMatchObject({ recording_notice_outbound: true, recording_refusal_key: '9', refused_recording: 'drop' });
    await api.call(updateSystemSetting, { body: before });
  });

  test('two people change a setting: the second chooses between both; who changes another part is not asked', async () => {
    const { version: _, ...before } = await setting();
    await open('/setting/cuoc-goi');
    const target = page.getByLabel('Mục tiêu mức dịch vụ');
    await target.fill('95');
    await api.call(updateSystemSetting, { body: { service_level_percent: 85, brand_name: 'Sáng' } });
    await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    await page.getByText('Dữ liệu vừa được người khác thay đổi').waitFor();
    await page.getByRole('radio', { name: 'Mục tiêu mức dịch vụ: lấy bản mới nhất' }).check();
    await page.getByRole('button', { name: 'Lưu lựa chọn' }).click();
    await expect.poll(() => target.inputValue()).toBe('85');

    await open('/setting/luu-tru');
    await page.getByLabel('Giữ nhật ký hoạt động').fill('400');
    await api.call(updateSystemSetting, { body: { brand_name: 'Sao' } });
    await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    await expect.poll(setting).toMatchObject({ keep_audit_days: 400, brand_name: 'Sao', service_level_percent: 85 });
    await api.call(updateSystemSetting, { body: before });
  });
}
