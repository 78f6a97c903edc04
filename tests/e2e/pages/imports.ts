import { inDepth } from '@alo/testing/in-depth';
import type { Locator, Page } from 'playwright-core';
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
    await expect.poll(() => job.getByRole('button', { name: /Tải về/ }).count()).toBe(1);
  });

  /** Goes on by Tab alone until it has the focus. */
  async function tabTo(target: Locator): Promise<void> {
    for (let presses = 0; presses < 200; presses += 1) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never comes to ${String(target)}.`);
  }
  async function pressByKey(target: Locator): Promise<void> {
    await tabTo(target);
    await page.keyboard.press('Enter');
  }
  async function chooseByKey(field: Locator, choice: string): Promise<void> {
    await pressByKey(field);
    const option = page.getByRole('option', { name: choice, exact: true });
    await option.waitFor();
    // What is chosen already is marked a moment after the list is open, by a timer of the page.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
    for (let presses = 0; presses < 20; presses += 1) {
      if ((await option.and(page.locator('[data-combobox-selected]')).count()) > 0) break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
  }

  inDepth('a file that is read wrongly is put right and imported by keyboard alone', async () => {
    await page.goto(`${here().address}/departments`);
    const dialog = page.getByRole('dialog', { name: 'Nhập phòng ban' });
    const button = (name: string) => dialog.getByRole('button', { name });
    await row('Kinh doanh').first().waitFor();
    await pressByKey(page.getByRole('button', { name: 'Nhập', exact: true }));
    await dialog.waitFor();
    await tabTo(dialog.locator('input[type=file]'));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
    const lines = ['DANH SAÙCH PHOØNG BAN', 'Thaùng 10;Naêm', 'Teân nhoùm;Kyù hieäu', 'Khoái moät;KM', 'Khoái hai;KH'];
    const buffer = Buffer.from(lines.join('\n'), 'latin1');
    await chooser.setFiles({ name: 'vni.csv', mimeType: 'text/csv', buffer });
    await pressByKey(button('Tiếp tục'));

    const reading = dialog.getByRole('region', { name: 'Cách đọc tệp' });
    const chosen = (line: number) => reading.getByRole('button', { name: `Dòng ${line} là tên cột`, pressed: true });
    await reading.getByText('Đã đổi chữ VNI (VNI-Times) sang Unicode.').waitFor();
    await chosen(2).waitFor();
    await pressByKey(button('Dòng 3 là tên cột'));
    await chosen(3).waitFor();
    await reading.getByText('Bỏ qua 2 dòng nằm trên dòng tên cột.').waitFor();
    // Whoever goes by keyboard is where they were.
    await reading.and(page.locator(':focus')).waitFor();
    await expect.poll(() => reading.getByRole('row').count()).toBe(5);

    await chooseByKey(dialog.getByLabel('Kiểu chữ'), 'Unicode');
    const doubts = reading.getByRole('list', { name: 'Có vẻ sai, hãy xem lại:' });
    await doubts.getByText('hãy chọn “Kiểu chữ” là “VNI (VNI-Times)”').waitFor();
    await chooseByKey(dialog.getByLabel('Kiểu chữ'), 'VNI (VNI-Times)');
    await reading.getByText('Đã đổi chữ VNI (VNI-Times) sang Unicode.').waitFor();

    await chooseByKey(dialog.getByLabel('Tên phòng ban'), 'Tên nhóm');
    await dialog.getByText('Khối một · Khối hai').waitFor();
    await pressByKey(button('Kiểm tra thử'));
    await dialog.getByText('Đã kiểm tra thử, chưa ghi gì').waitFor();
    await pressByKey(button('Nhập 2 dòng'));
    await row('Khối một').waitFor();
    await pressByKey(button('Hoàn tác lần nhập này'));
    await dialog.getByText('xoá 2 dòng').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
}
