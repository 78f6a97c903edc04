import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type Stage, tellOfFailure } from '../support/stage.ts';

/** A hotline is made in one go, tried, and seen where hotlines are listed. */
export function hotlineStories(here: () => Stage): void {
  let page: Page;

  beforeAll(async () => {
    page = await here().signedIn('admin');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => page?.context().close());

  test('a hotline is made with its people and hours, tried, and stands in the list', async () => {
    await page.goto(`${here().address}/etelecom/list-hotline`);
    await page.getByRole('link', { name: 'Tạo hotline' }).click();
    const field = (name: RegExp | string) => page.getByRole('textbox', { name });
    await field('Số hotline').fill('02873009911');
    await field('Tên hotline').fill('Khiếu nại');
    await page.getByText('Cố định', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Lưu hotline' }).click();
    // What is missing is said, and nothing is made.
    await page.getByText('Thông tin không được để trống').first().waitFor();

    await page.getByRole('combobox', { name: 'Đường truyền' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('radio', { name: 'Hàng đợi mới' }).check();
    await page.getByLabel('Người nhận cuộc gọi').click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Lưu hotline' }).click();

    await page.getByRole('heading', { name: 'Hotline đã sẵn sàng' }).waitFor();
    await page.getByText(/Lúc này: Hàng đợi “Khiếu nại”/).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Thử luồng' }).click();
    await page.getByRole('button', { name: 'Thử', exact: true }).click();
    await page.getByText('Quy tắc gọi vào “Khiếu nại” khớp').waitFor();

    await page.goto(`${here().address}/etelecom/list-hotline`);
    const row = page.getByRole('row').filter({ hasText: 'Khiếu nại' });
    await expect.poll(() => row.innerText()).toContain('Cả ngày đêm');
  });

  test('a hotline has papers, is paused, and carries calls again', async () => {
    await page.goto(`${here().address}/etelecom/list-hotline`);
    const row = page.getByRole('row').filter({ hasText: '028 7100 0101' });
    await row.getByRole('button').first().click();
    const its = page.getByRole('dialog').getByRole('region', { name: 'Hồ sơ và trạng thái' });
    await its
      .getByLabel('Thêm giấy tờ')
      .setInputFiles({ name: 'hop-dong.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 Hợp đồng') });
    await its.getByRole('list', { name: 'Giấy tờ' }).getByText('hop-dong.pdf').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      its.getByRole('button', { name: 'Tải hop-dong.pdf' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('hop-dong.pdf');
    await its.getByRole('button', { name: 'Tạm dừng' }).click();
    const why = page.getByRole('dialog', { name: 'Tạm dừng?' });
    await why.getByLabel('Lý do').fill('Chuyển nhà mạng');
    await why.getByRole('button', { name: 'Tạm dừng' }).click();
    await its.getByText('Đầu số không nhận cuộc gọi và không gọi ra.').waitFor();
    await expect.poll(() => row.innerText()).toContain('Tạm dừng');
    await its.getByRole('button', { name: 'Cho hoạt động lại' }).click();
    await its.getByRole('button', { name: 'Cho hoạt động lại' }).waitFor({ state: 'detached' });
    await expect.poll(() => row.innerText()).toContain('Hoạt động');
    await expect.poll(() => its.getByRole('list', { name: 'Diễn biến' }).innerText()).toContain('Chuyển nhà mạng');
  });
}
