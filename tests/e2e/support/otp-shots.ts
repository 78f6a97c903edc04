import { askOtp, otpRequests } from '@alo/contract';
import type { Page } from 'playwright-core';

import { signInByApi } from './api.ts';
import type { Shot } from './shot.ts';
import { until } from './until.ts';

/** A code was said to the end, and another one to nobody: of the demo's bots this one is busy. */
async function asked(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  if ((await admin.call(otpRequests, { query: {} })).total === 0) {
    for (const phone of ['0912345678', '0912345600']) {
      await admin.call(askOtp, { body: { phone, code: '123456', test: true } });
    }
    const areOver = async () => {
      const { data } = await admin.call(otpRequests, { query: {} });
      return data.length === 2 && data.every(({ ended_at: ended }) => ended !== null);
    };
    await until('both codes are over', areOver, 60_000);
    await page.reload();
  }
  await page.locator('[data-row]').first().waitFor();
}

/** Screens of one-time passwords. */
export const otpShots: readonly Shot[] = [
  {
    name: 'otp-none',
    path: '/voice-otp/list?search=khong-co',
    as: 'admin',
    prepare: (page) => page.getByText('Không có dòng nào khớp').waitFor(),
  },
  { name: 'otp', path: '/voice-otp/list', as: 'admin', prepare: asked },
  {
    name: 'otp-try',
    path: '/voice-otp/list',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Gọi thử' }).click();
      await page.getByRole('dialog', { name: 'Gọi thử đọc mã' }).getByLabel('Mã mẫu').waitFor();
    },
  },
  { name: 'otp-numbers', path: '/voice-otp/number', as: 'admin' },
  {
    name: 'otp-number-add',
    path: '/voice-otp/number/add',
    as: 'admin',
    prepare: (page) => page.getByRole('combobox', { name: 'Lời chào' }).waitFor(),
  },
];
