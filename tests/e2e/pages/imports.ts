import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import type { Stage } from '../support/stage.ts';

export function importStories(here: () => Stage): void {
  let page: Page;

  beforeAll(async () => {
    page = await here().signedIn('admin');
  });

  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });

  test('a file of departments is brought, given its meaning, tried out, imported, and taken back', async () => {
    await page.goto(`${here().address}/departments`);
    await press('Nhập');
    const dialog = page.getByRole('dialog', { name: 'Nhập phòng ban' });
    const job = page.getByRole('listitem').filter({ hasText: 'Nhập phòng ban' });
    await dialog.getByRole('button', { name: 'Tiếp tục' }).click();
    await dialog.getByText('Hãy chọn một tệp').waitFor();
    const lines = ['Bộ phận;Mã;Ghi chú', 'Tiếp thị;TT;mới', 'Pháp chế;PC;', ';X;không tên'];
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'phong-ban.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
    await dialog.getByRole('button', { name: 'Tiếp tục' }).click();

    await dialog.getByText('phong-ban.csv').waitFor();
    // Whoever closes it goes on from the list of what goes on.
    await dialog.getByRole('button', { name: 'Đóng' }).first().click();
    await press(/Việc đang chạy/);
    await job.getByText('Chờ bạn xác nhận').waitFor();
    await job.getByRole('button', { name: 'Tiếp tục' }).click();
    await dialog.getByText('phong-ban.csv').waitFor();
    await dialog.getByRole('button', { name: 'Kiểm tra thử' }).click();
    await dialog.getByText('Ô này phải có một cột').waitFor();
    await dialog.getByLabel('Tên phòng ban').click();
    await page.getByRole('option', { name: 'Bộ phận' }).click();
    await dialog.getByText('Tiếp thị · Pháp chế').waitFor();
    await dialog.getByRole('button', { name: 'Kiểm tra thử' }).click();

    await dialog.getByText('Đã kiểm tra thử, chưa ghi gì').waitFor();
    await dialog.getByText('Thông tin không được để trống').waitFor();
    await dialog.getByRole('button', { name: 'Nhập 2 dòng' }).click();
    await dialog.getByText('Đã nhập xong').waitFor();
    await dialog.getByRole('button', { name: 'Tải các dòng có lỗi' }).waitFor();
    await row('Tiếp thị').waitFor();

    // And takes it back from there, too.
    await dialog.getByRole('button', { name: 'Đóng' }).first().click();
    await press(/Việc đang chạy/);
    await job.getByRole('button', { name: 'Xem' }).click();
    await dialog.getByRole('button', { name: 'Hoàn tác lần nhập này' }).click();
    await dialog.getByText('xoá 2 dòng').waitFor();
    await row('Tiếp thị').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Đóng' }).first().click();

    await press(/Việc đang chạy/);
    await job.getByText('Hoàn tất').waitFor();
    expect(await job.getByRole('button', { name: /Tải về/ }).count()).toBe(1);
  });

  test('a file that is read wrongly is put right by keyboard: its title, its font, its line of names', async () => {
    await page.goto(`${here().address}/departments`);
    await press('Nhập');
    const dialog = page.getByRole('dialog', { name: 'Nhập phòng ban' });
    const lines = ['DANH SAÙCH PHOØNG BAN', 'Thaùng 10;Naêm', 'Teân nhoùm;Kyù hieäu', 'Kinh doanh;KD', 'Keá toaùn;KT'];
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'vni.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n'), 'latin1') });
    await dialog.getByRole('button', { name: 'Tiếp tục' }).click();
    const reading = dialog.getByRole('region', { name: 'Cách đọc tệp' });
    await reading.getByText('Đã đổi chữ VNI (VNI-Times) sang Unicode.').waitFor();
    await reading.getByRole('button', { name: 'Dòng 2 là tên cột', pressed: true }).waitFor();

    await reading.getByRole('button', { name: 'Dòng 3 là tên cột' }).focus();
    await page.keyboard.press('Enter');
    await reading.getByRole('button', { name: 'Dòng 3 là tên cột', pressed: true }).waitFor();
    await reading.getByText('Bỏ qua 2 dòng nằm trên dòng tên cột.').waitFor();
    // Whoever goes by keyboard is where they were.
    await reading.and(page.locator(':focus')).waitFor();
    await dialog.getByLabel('Tên phòng ban').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Tên nhóm' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByText('Kinh doanh · Kế toán').waitFor();
    expect(await reading.getByRole('row').count()).toBe(5);
    await dialog.getByRole('button', { name: 'Đóng' }).first().click();
  });
}
