import { readFile } from 'node:fs/promises';
import { allExtension } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signInByApi } from '../support/api.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { added, fillRange, phoneSetupShots } from '../support/phone-setup-shots.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** Desk and soft phones are set up from the page of an extension, and by people for their own. */
export function phoneSetupStories(here: () => Stage): void {
  let page: Page;

  beforeAll(async () => {
    page = await here().signedIn('admin');
  });
  afterEach(({ task }) => tellOfFailure(task, here(), [page]));
  afterAll(() => page?.context().close());

  const address = () => page.getByRole('textbox', { name: 'Địa chỉ cài đặt' });
  const fetched = async () => {
    const answer = await fetch(await address().inputValue());
    return { status: answer.status, text: await answer.text() };
  };

  test('an administrator adds a phone to an extension, and its maker’s file sets it up', async () => {
    const api = await signInByApi(here().address, 'admin');
    const { data } = await api.call(allExtension, {});
    const id = data.find(({ number }) => number === '103')?.id ?? '';
    await page.goto(`${here().address}/subscribers?id=${id}`);
    await added(page, 'Máy bàn của Hoa');
    await page.getByRole('img', { name: 'Mã QR để Linphone tự cài đặt' }).waitFor();
    await expect.poll(fetched).toMatchObject({ status: 200, text: expect.stringContaining('lpconfig.xsd') });
    await page.getByRole('combobox', { name: 'Điện thoại hoặc phần mềm' }).click();
    await page.getByRole('option', { name: 'Yealink', exact: true }).click();
    await page.getByText('dán địa chỉ vào Server URL').waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Mã QR/ }).count()).toBe(0);
    await expect.poll(fetched).toMatchObject({
      status: 200,
      text: expect.stringContaining('account.1.user_name = 103-m'),
    });
    await page.getByText('Gõ tay thông số').click();
    const password = await page.getByRole('textbox', { name: 'Mật khẩu' }).inputValue();
    await expect.poll(async () => (await fetched()).text).toContain(`account.1.password = ${password}`);
    await page.getByRole('button', { name: 'Xong' }).click();
    await page.getByText(/^Máy bàn của Hoa \(103-m/).waitFor();
  });

  test('a range of extensions is looked at, added for people in their order, and its passwords saved as a file', async () => {
    await page.goto(`${here().address}/voices/subscribers`);
    await fillRange(page);
    const dialog = page.getByRole('dialog', { name: 'Thêm một dãy máy nhánh' });
    // 103 is Hoa’s.
    await dialog.getByText(/^Tạo được 4 trên 5 máy nhánh/).waitFor();
    await dialog.getByText(/^Số 103 đang là của máy nhánh/).waitFor();
    await dialog.getByRole('button', { name: 'Quay lại' }).click();
    await dialog.getByLabel('Từ số').fill('7301');
    await dialog.getByRole('button', { name: 'Xem trước' }).click();
    await dialog.getByText('Tạo được cả 5 máy nhánh.').waitFor();
    await dialog.getByRole('button', { name: 'Tạo 5 máy nhánh' }).click();
    await dialog.getByText('Đã tạo 5 máy nhánh.').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Lưu tệp cài đặt' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines.length).toBe(6);
    expect(lines[1]).toMatch(/^"7301","Máy nhánh 7301",.*"7301-m\w{5}","\w{20}"$/);
    await dialog.getByRole('button', { name: 'Xong' }).click();
    await page.getByRole('searchbox').fill('Máy nhánh 730');
    await expect.poll(() => page.locator('[data-row-open]').count()).toBe(5);
  });

  inDepth('who sets up a phone sees how in light and dark, wide and on a phone', async () => {
    await expectGoodLooks(here().browser, here().address, phoneSetupShots);
  });
}
