import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type Stage, tellOfFailure } from '../support/stage.ts';

/** A whole set-up is chosen by its template, looked at, and put into the draft, which is thrown away again. */
export function setUpStories(here: () => Stage): void {
  let page: Page;

  beforeAll(async () => {
    page = await here().signedIn('admin');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => page?.context().close());

  test('a template is found by what it is for, shown, and stands in the draft until somebody publishes it', async () => {
    await page.getByRole('navigation', { name: 'Điều hướng chính' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('mẫu phòng khám');
    await page.getByRole('option', { name: /^Mẫu tổng đài/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Mẫu tổng đài' }).waitFor();
    await page.getByRole('radio', { name: /^Phòng khám/ }).check();
    const name = page.getByRole('textbox', { name: 'Tên khi chào khách' });
    await name.fill('');
    await page.getByRole('button', { name: 'Xem trước' }).click();
    // What is missing is said beside its field.
    await page.getByText('Thông tin không được để trống').first().waitFor();
    await name.fill('Phòng khám Minh Anh');
    await page.getByRole('button', { name: 'Xem trước' }).click();

    await page.getByRole('heading', { name: 'Sẽ có trong bản nháp' }).waitFor();
    await page.getByText(/Để đặt lịch khám, bấm phím 1/).waitFor();
    const way = page.getByRole('region', { name: 'Đường đi của cuộc gọi' });
    await way.getByText('Đặt lịch Phòng khám Minh Anh').first().waitFor();
    await page.getByRole('button', { name: 'Đưa vào bản nháp' }).click();
    await page.getByRole('link', { name: 'Xem lại và công bố' }).click();

    await page.getByRole('heading', { level: 1, name: 'Phiên bản cấu hình' }).waitFor();
    await page.getByText('Đặt lịch Phòng khám Minh Anh').first().waitFor();
    await page.getByRole('button', { name: 'Bỏ bản nháp' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Bỏ bản nháp' }).click();
    await expect.poll(() => page.getByRole('main').innerText()).toContain('Chưa có thay đổi nào.');
  });
}
