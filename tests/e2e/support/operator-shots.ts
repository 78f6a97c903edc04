import { limitsOfShares, mapShares } from '@alo/contract';
import type { Page } from 'playwright-core';

import type { Shot } from './shot.ts';

const share = {
  version: 1,
  on_trial: false,
  ...limitsOfShares(() => null),
  unrecorded_since: null,
  deliveries_waiting: 0,
  refused: 0,
};
const used = mapShares(() => 0);

/** One company that is over all of its shares, and one that has none. */
const shares = [
  {
    ...share,
    id: '0190b6a0-0000-7000-8000-000000000001',
    ma_dn: 'hoang-gia',
    name: 'Công ty cổ phần thương mại và dịch vụ Hoàng Gia',
    used: {
      ...used,
      calls: 38,
      rows: 1_204_300,
      bytes: 96e9,
      jobs: 2,
      waiting_jobs: 1_240,
      letters: 500,
      sockets: 412,
    },
    most_calls: 40,
    most_rows: 1_000_000,
    most_bytes: 96e9,
    most_letters: 500,
    unrecorded_since: '2026-11-29T03:00:00.000Z',
    most_jobs: 2,
    deliveries_waiting: 318,
    refused: 52,
  },
  {
    ...share,
    id: '0190b6a0-0000-7000-8000-000000000002',
    ma_dn: 'minh-long',
    name: 'Nội thất Minh Long',
    used: { ...used, calls: null, bots: null, rows: 480, bytes: 12e6, letters: 3, sockets: 9 },
  },
];

const carrier = {
  version: 1,
  auth_username: '',
  domain: '',
  active: true,
  trunks: 1,
  // More was given than the carrier has.
  carrier_calls: 60,
  carrier_given: 70,
  carrier_unlimited: 0,
  carrier_companies: 2,
};

/** Two companies on one carrier, and one whose part has ended. */
const carriers = [
  {
    ...carrier,
    id: '0190b6a0-0000-7000-8000-00000000000a',
    ma_dn: 'hoang-gia',
    company: 'Công ty cổ phần thương mại và dịch vụ Hoàng Gia',
    name: 'Viettel',
    places: ['sip.viettel.vn', '125.235.1.0/24'],
    numbers: ['+842473001000-+842473001099', '+8419001234', '+842873995500-+842873995549'],
    max_calls: 60,
    username: 'hoanggia-01',
    has_secret: true,
  },
  {
    ...carrier,
    id: '0190b6a0-0000-7000-8000-00000000000b',
    ma_dn: 'minh-long',
    company: 'Nội thất Minh Long',
    name: 'Viettel',
    places: ['sip.viettel.vn', '125.235.1.0/24'],
    numbers: ['+842873995550-+842873995559'],
    max_calls: 10,
    username: '',
    has_secret: false,
    trunks: 0,
  },
  {
    ...carrier,
    id: '0190b6a0-0000-7000-8000-00000000000c',
    ma_dn: 'an-binh',
    company: 'Trung tâm tiêm chủng An Bình',
    name: 'FPT',
    places: ['10.20.0.5'],
    numbers: [],
    max_calls: null,
    username: '',
    has_secret: false,
    active: false,
    carrier_calls: null,
    carrier_given: 0,
    carrier_companies: 0,
  },
];

const node = {
  state: 'up',
  silent_since: null,
  weight: 100,
  capacity: 600,
  ws: '',
};

/** One that takes companies, one that is emptied, one that is silent, and a small one. */
const nodes = [
  { ...node, name: 'n1', sip: '10.20.0.11:5060', ws: 'wss://alo.example.vn/sip/n1', companies: 412, calls: 186 },
  { ...node, name: 'n2', state: 'draining', sip: '10.20.0.12:5060', companies: 7, calls: 9 },
  { ...node, name: 'n3', silent_since: '2026-11-29T03:00:00.000Z', sip: '10.20.0.13:5060', companies: 0, calls: 0 },
  { ...node, name: 'n4', weight: 50, capacity: 200, sip: '10.20.0.14:5060', companies: 68, calls: 21 },
];

const refusal = { who: null, network: '203.0.113.0/24', tries: 1 };
const [today, yesterday] = ['2026-11-29T03:12:00.000Z', '2026-11-28T09:40:00.000Z'];
const hoangGia = { ma_dn: 'hoang-gia', company: 'Công ty cổ phần thương mại và dịch vụ Hoàng Gia' };
const minhLong = { ma_dn: 'minh-long', company: 'Nội thất Minh Long' };
const nobody = { ma_dn: null, company: null };

/** One who reaches for what is another's, one that floods, and whoever guesses passwords. */
const refusals = [
  { ...minhLong, kind: 'company', asked: 'GET /api/:ma_dn/customers', tries: 14 },
  { ...minhLong, kind: 'others', asked: 'POST /telephony/partner/trunk', tries: 6 },
  { ...minhLong, kind: 'inside', asked: 'webhook', tries: 3, network: '' },
  { ...nobody, kind: 'sign_in', asked: 'POST /identity/login/tenant', tries: 1_204, network: '198.51.100.0/24' },
  { ...hoangGia, kind: 'too_much', asked: 'POST /api/:ma_dn/call-campaign/:id/contacts', tries: 52_310 },
  { ...hoangGia, kind: 'network', asked: 'GET /api/:ma_dn/events', tries: 2 },
  { ...hoangGia, kind: 'right', asked: 'DELETE /api/:ma_dn/branch/:id' },
  { ...hoangGia, kind: 'not_there', asked: '', tries: 880 },
].map((row, nth) => ({
  ...refusal,
  ...row,
  id: `0190b6a0-0000-7000-8000-0000000000f${nth}`,
  first_at: yesterday,
  last_at: today,
}));

/** The page of whoever runs the installation: the demo has none, so the answers that make one are put in the way. */
async function asOperator(page: Page): Promise<void> {
  const now = Date.now();
  const after = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const company = (nth: number, name: string, more: object) => ({
    id: `0190b6a0-0000-7000-8000-00000000000${nth}`,
    version: 1,
    ma_dn: `cty-${nth}`,
    name,
    created_at: after(-90),
    time_zone: 'Asia/Ho_Chi_Minh',
    seats: null,
    people: 12,
    signed_in: 4,
    calls: 1_240,
    recording_bytes: 812_000_000,
    trial_until: null,
    licences: [],
    carriers: [],
    ...more,
  });
  await page.route('**/api/demo/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), operates: true } });
  });
  await page.route('**/admin/tenants?*', (route) =>
    route.fulfill({
      json: {
        total: 3,
        data: [
          company(1, 'Công ty cổ phần thương mại và dịch vụ Hoàng Gia', {
            seats: 500,
            people: 487,
            signed_in: 312,
            calls: 182_400,
            recording_bytes: 96e9,
            licences: [{ feature: 'popupcustomer', until: after(200) }],
          }),
          company(2, 'Nội thất Minh Long', { seats: 12, trial_until: after(9) }),
          company(3, 'Trung tâm tiêm chủng An Bình', { licences: [{ feature: 'campaign', until: after(-3) }] }),
        ],
      },
    }),
  );
  await page.route('**/admin/installation', (route) =>
    route.fulfill({
      json: {
        engine: 'up',
        draining: false,
        database_bytes: 4_200_000_000,
        companies: 3,
        signed_in: 320,
        disk: { state: 'low', words: '', free_bytes: 900_000_000, total_bytes: 500e9 },
        jobs: { waiting: 2, failed: 1 },
        deliveries: { waiting: 14, failed: 0 },
      },
    }),
  );
  await page.route('**/admin/installation-setting', (route) =>
    route.fulfill({ json: { sign_up: false, number_papers: false } }),
  );
  await page.route('**/admin/shares?*', (route) => route.fulfill({ json: { total: 2, data: shares } }));
  await page.route('**/admin/carriers?*', (route) => route.fulfill({ json: { total: 3, data: carriers } }));
  await page.route('**/admin/nodes?*', (route) => route.fulfill({ json: { total: 4, data: nodes } }));
  await page.route('**/admin/refusals?*', (route) => route.fulfill({ json: { total: 8, data: refusals } }));
  await page.goto('/operator');
  await page.getByText('Nội thất Minh Long').first().waitFor();
}

async function noOperator(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/accounts');
  await page.getByRole('heading', { level: 1, name: 'Tài khoản' }).waitFor();
}

/** What each company has of what runs out. */
async function sharesOfCompanies(page: Page): Promise<void> {
  await asOperator(page);
  await page.getByRole('link', { name: 'Phần được cấp' }).click();
  await page.getByText('Đã dừng ghi âm').first().waitFor();
}

/** How much one of them may have. */
async function shareOfOne(page: Page): Promise<void> {
  await sharesOfCompanies(page);
  await page.getByRole('button', { name: /^Nội thất Minh Long/ }).click();
  await page.getByRole('dialog').getByLabel('Cuộc gọi cùng lúc').waitFor();
}

/** What each company was given of the operator's carriers. */
async function givenCarriers(page: Page): Promise<void> {
  await asOperator(page);
  await page.getByRole('link', { name: 'Nhà mạng được giao' }).click();
  await page.getByText('Đã ngừng giao').first().waitFor();
}

/** What one of them was given. */
async function givenCarrier(page: Page): Promise<void> {
  await givenCarriers(page);
  await page.getByRole('button', { name: /^Nội thất Minh Long/ }).click();
  await page.getByRole('dialog').getByLabel('Số kênh').waitFor();
}

/** What was refused. */
async function whatWasRefused(page: Page): Promise<void> {
  await asOperator(page);
  await page.getByRole('link', { name: 'Việc bị từ chối' }).click();
  await page.getByText('Nhiều việc khác, đếm chung').first().waitFor();
}

/** The machines that run calls. */
async function machines(page: Page): Promise<void> {
  await asOperator(page);
  await page.getByRole('link', { name: 'Máy', exact: true }).click();
  await page.getByText('Đang rút').first().waitFor();
}

/** One that is emptied, and one that is silent. */
async function drainedMachine(page: Page): Promise<void> {
  await machines(page);
  await page.getByRole('button', { name: /^n2/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cho nhận công ty trở lại' }).waitFor();
}

async function silentMachine(page: Page): Promise<void> {
  await machines(page);
  await page.getByRole('button', { name: /^n3/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Máy không trở lại' }).click();
  await page.getByRole('dialog', { name: 'Bỏ n3?' }).waitFor();
}

/** The same as its company sees it. */
async function givenToUs(page: Page): Promise<void> {
  await page.route('**/partner/given-carriers', (route) => route.fulfill({ json: { data: carriers.slice(0, 1) } }));
  await page.goto('/trunks');
  await page.getByRole('region', { name: 'Nhà mạng được giao' }).waitFor();
}

/** What whoever runs the installation sees. */
export const operatorShots: readonly Shot[] = [
  { name: 'operator', path: '/dashboard', as: 'admin', prepare: asOperator, tidy: noOperator },
  { name: 'operator-shares', path: '/dashboard', as: 'admin', prepare: sharesOfCompanies, tidy: noOperator },
  { name: 'operator-share', path: '/dashboard', as: 'admin', prepare: shareOfOne, tidy: noOperator },
  { name: 'operator-carriers', path: '/dashboard', as: 'admin', prepare: givenCarriers, tidy: noOperator },
  { name: 'operator-carrier', path: '/dashboard', as: 'admin', prepare: givenCarrier, tidy: noOperator },
  { name: 'operator-nodes', path: '/dashboard', as: 'admin', prepare: machines, tidy: noOperator },
  { name: 'operator-node', path: '/dashboard', as: 'admin', prepare: drainedMachine, tidy: noOperator },
  { name: 'operator-node-gone', path: '/dashboard', as: 'admin', prepare: silentMachine, tidy: noOperator },
  { name: 'operator-refusals', path: '/dashboard', as: 'admin', prepare: whatWasRefused, tidy: noOperator },
  { name: 'given-carriers', path: '/dashboard', as: 'admin', prepare: givenToUs, tidy: noOperator },
];
