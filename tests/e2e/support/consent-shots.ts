import type { Shot } from './shot.ts';

/** What people agreed to and refused, and the sheet of a month. */
export const consentShots: readonly Shot[] = [
  {
    name: 'consents',
    path: '/consents',
    as: 'admin',
    prepare: (page) => page.locator('[data-row]').first().waitFor(),
  },
  {
    name: 'consents-month',
    path: '/consents/month',
    as: 'admin',
    prepare: (page) => page.getByText('Cuộc gọi quảng cáo đã thực hiện').first().waitFor(),
  },
];
