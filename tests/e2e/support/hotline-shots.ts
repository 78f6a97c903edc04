import type { Page } from 'playwright-core';

import type { Shot } from './shot.ts';

/** The first row of a list stands open, with what it does at this moment. */
const opened = async (page: Page) => {
  await page.locator('[data-row-open]').first().click();
  await page.getByRole('dialog').getByRole('region', { name: 'Lúc này' }).waitFor();
};

/** Numbers and extensions as they are at this moment, and the switchboard as a whole. */
export const hotlineShots: readonly Shot[] = [
  { name: 'switchboards', path: '/etelecom/switchboards', as: 'admin' },
  {
    name: 'hotlines',
    path: '/etelecom/list-hotline',
    as: 'admin',
    prepare: (page) =>
      page
        .getByText(/^Nhóm đổ chuông/)
        .first()
        .waitFor(),
  },
  { name: 'hotline', path: '/etelecom/list-hotline', as: 'admin', prepare: opened },
  {
    name: 'hotline-case',
    path: '/etelecom/list-hotline',
    as: 'admin',
    prepare: async (page) => {
      await opened(page);
      await page.getByRole('region', { name: 'Hồ sơ và trạng thái' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'hotline-create',
    path: '/etelecom/create-hotline',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Số hotline' }).fill('02873009911');
      await page.getByText(/028 7300 9911 · Cố định/).waitFor();
      await page.getByRole('radio', { name: 'Hàng đợi mới' }).check();
      await page.getByRole('combobox', { name: 'Người nhận cuộc gọi' }).waitFor();
    },
  },
  { name: 'lines', path: '/voices/subscribers', as: 'admin' },
  { name: 'line', path: '/voices/subscribers', as: 'admin', prepare: opened },
];
