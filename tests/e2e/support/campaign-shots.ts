import { campaigns } from '@alo/contract';
import type { Page } from 'playwright-core';

import { signInByApi } from './api.ts';
import type { Shot } from './shot.ts';

/** A page of the demo's campaign. */
const ofDemo =
  (place: 'contacts' | 'results', search = '') =>
  async (page: Page, address: string): Promise<void> => {
    const admin = await signInByApi(address, 'admin');
    const [first] = (await admin.call(campaigns.list, { query: { search: 'Hỏi thăm khách cũ' } })).data;
    await page.goto(`/marketings/campaign/${place}/${first?.id}${search}`);
  };

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
    name: 'campaign-results',
    path: '/marketings/campaign',
    as: 'admin',
    prepare: async (page, address) => {
      await ofDemo('results')(page, address);
      await page.locator('main figure svg').first().waitFor();
    },
  },
];
