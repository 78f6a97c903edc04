import type { Page } from 'playwright-core';

import type { Shot } from './shot.ts';

/** Adds a phone where one may, and leaves open how it is set up. */
export async function added(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Thêm điện thoại' }).click();
  await page.getByRole('textbox', { name: 'Tên điện thoại' }).fill(name);
  await page.getByRole('button', { name: 'Thêm', exact: true }).click();
  await page.getByRole('textbox', { name: 'Địa chỉ cài đặt' }).waitFor();
}

/** Asks what would come of five extensions around one that is there, each with a desk phone. */
export async function fillRange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Thêm cả dãy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Thêm một dãy máy nhánh' });
  await dialog.getByLabel('Từ số').fill('103');
  await dialog.getByLabel('Bao nhiêu máy').fill('5');
  await dialog.getByRole('radio', { name: 'Mỗi máy nhánh một điện thoại' }).check();
  await dialog.getByRole('button', { name: 'Xem trước' }).click();
  await dialog.getByRole('list', { name: 'Từng máy nhánh' }).waitFor();
}

/** How phones are set up: from the page of an extension, and by people for their own. */
export const phoneSetupShots: readonly Shot[] = [
  {
    name: 'subscriber-phones',
    path: '/subscribers',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: '102', exact: true }).first().click();
      await page.getByRole('button', { name: 'Thêm điện thoại' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'phone-set-up',
    path: '/subscribers',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: '102', exact: true }).first().click();
      await added(page, 'Điện thoại của Minh');
    },
  },
  {
    name: 'extension-range',
    path: '/voices/subscribers',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Thêm cả dãy' }).click();
      await page.getByRole('dialog').getByLabel('Từ số').waitFor();
    },
  },
  { name: 'extension-range-looked-at', path: '/voices/subscribers', as: 'admin', prepare: fillRange },
  {
    name: 'own-phones',
    path: '/user-setting/dien-thoai',
    as: 'lan',
    prepare: (page) => page.getByText('Hãy nhờ quản trị viên').waitFor(),
  },
];
