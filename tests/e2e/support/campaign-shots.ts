import { callQueues, campaigns } from '@alo/contract';
import type { Page } from 'playwright-core';

import { signInByApi } from './api.ts';
import type { Shot } from './shot.ts';

/** A page of the demo's campaign. */
const ofDemo =
  (place: 'contacts' | 'rehearsal' | 'results', search = '') =>
  async (page: Page, address: string): Promise<void> => {
    const admin = await signInByApi(address, 'admin');
    const [first] = (await admin.call(campaigns.list, { query: { search: 'Hỏi thăm khách cũ' } })).data;
    await page.goto(`/marketings/campaign/${place}/${first?.id}${search}`);
  };

/** In the form: how its calls begin. */
async function callingBy(page: Page, mode: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Cách gọi' }).click();
  await page.getByRole('option', { name: mode }).click();
}

/** Who is in a campaign, and what came of it. */
export const campaignShots: readonly Shot[] = [
  {
    name: 'campaign-contacts',
    path: '/marketings/campaign',
    as: 'admin',
    prepare: async (page, address) => {
      await ofDemo('contacts')(page, address);
      await page.getByText('Đã gặp, xong').first().waitFor();
    },
  },
  {
    name: 'campaign-contacts-give',
    path: '/marketings/campaign',
    as: 'admin',
    prepare: async (page, address) => {
      await ofDemo('contacts')(page, address);
      await page.getByRole('checkbox', { name: 'Chọn cả trang' }).check();
      await page.getByRole('button', { name: 'Giao cho nhân viên' }).click();
      await page.getByRole('dialog').getByRole('combobox').waitFor();
    },
  },
  {
    name: 'campaign-contacts-lan',
    path: '/marketings/campaign',
    as: 'lan',
    prepare: ofDemo('contacts'),
  },
  {
    name: 'campaign-form-retries',
    path: '/marketings/campaign/add',
    as: 'admin',
    prepare: async (page) => {
      await callingBy(page, 'Tự gọi, nhiều đường mỗi người');
      await page.getByRole('button', { name: 'Thêm luật gọi lại' }).click();
      await page.getByRole('combobox', { name: 'Khi' }).click();
      await page.getByRole('option', { name: 'Máy bận' }).click();
      await page.getByRole('button', { name: 'Thêm luật gọi lại' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'campaign-form-message',
    path: '/marketings/campaign/add',
    as: 'admin',
    prepare: async (page) => {
      await callingBy(page, 'Gọi tự động, phát thông điệp');
      await page.getByRole('button', { name: 'Thêm đoạn' }).click();
      await page
        .getByRole('textbox', { name: 'Lời', exact: true })
        .fill('Chào {ten}, quý khách còn nợ {rieng:Số tiền|tiền}.');
      await page.getByRole('button', { name: 'Thêm phím' }).click();
      await page.getByRole('textbox', { name: 'Phím' }).fill('1');
      await page.getByRole('button', { name: 'Thêm phím' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'campaign-dialling-lan',
    path: '/dashboard',
    as: 'lan',
    prepare: async (page, address) => {
      const admin = await signInByApi(address, 'admin');
      const queue = (await admin.call(callQueues.list, {})).data[0];
      const named = `Tự gọi ${crypto.randomUUID().slice(0, 8)}`;
      const body = { name: named, kind: 'care', status: 'running', mode: 'progressive', queue_id: queue?.id } as const;
      const { id } = await admin.call(campaigns.create, { body });
      await page.goto(`/marketings/campaign/call/${id}`);
      await page.getByText('Hệ thống đang gọi thay bạn').waitFor();
      await page.getByText('Vì sao gọi như vậy').waitFor();
      await admin.call(campaigns.update, {
        params: { id },
        body: { ...(await admin.call(campaigns.get, { params: { id } })), status: 'ended' },
      });
    },
  },
  {
    name: 'campaign-rehearsal',
    path: '/marketings/campaign',
    as: 'admin',
    prepare: async (page, address) => {
      await ofDemo('rehearsal')(page, address);
      await page.getByRole('heading', { name: 'Tính từ đâu' }).waitFor();
    },
  },
  {
    name: 'campaign-results',
    path: '/marketings/campaign',
    as: 'admin',
    prepare: async (page, address) => {
      await ofDemo('results')(page, address);
      await page.locator('main figure [role="img"] > *').first().waitFor();
    },
  },
];
