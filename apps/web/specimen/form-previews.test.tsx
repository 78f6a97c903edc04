import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import campaign from '../src/features/campaigns/campaigns.tsx';
import campaignScreen from '../src/features/campaigns/screen.ts';
import { MenuTree } from '../src/features/ivr-menus/menu-tree.tsx';
import { HotlineWay } from '../src/features/numbers/hotline-way.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { type Answers, playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

/** Below the fields of a form stands what they come to, before anything is saved. */
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const kept = { version: 1, created_at: '2026-11-20T02:00:00Z', updated_at: '2026-11-20T02:00:00Z' };
const pageOf = (rows: readonly object[], total = rows.length) => ({ data: rows, total, total_capped: false });

const customers = ['Anh Bảo', 'Chị Châu'].map((name, at) => ({
  ...kept,
  id: id(20 + at),
  name,
  code: `KH${at}`,
  phone: `090123450${at}`,
  is_status: 'Mới',
  user_name: null,
}));
const places: Readonly<Record<string, string>> = {
  [id(1)]: 'Bán hàng',
  [id(2)]: 'Bảo hành',
  [id(3)]: 'Trực đêm',
  [id(4)]: 'Menu chính',
};

/** Without it nobody can change a campaign. */
const licence = { feature_name_data: ['campaign'], date_expired: '2099-12-31T17:00:00Z' };

const answers: Answers = {
  'GET /me': () => ({ ...personWith(), features: [licence] }),
  'GET /all-account': () => pageOf([]),
  'GET /get-data-filter': ({ url }) => pageOf(customers.slice(Number(url.searchParams.get('page')) - 1).slice(0, 1), 2),
  'GET /partner/destinations': ({ url }) => {
    const value = url.searchParams.get('value') ?? '';
    return { data: [{ type: url.searchParams.get('type'), value, name: places[value] ?? '' }] };
  },
  [`GET /partner/ivr-menu/${id(2)}`]: () => ({
    ...kept,
    id: id(2),
    name: 'Bảo hành',
    keys: [
      { keys: '1', note: 'Điện tử', to: { type: 'queue', value: id(1) } },
      { keys: '9', note: 'Quay lại', to: { type: 'ivr', value: id(4) } },
    ],
  }),
  [`GET /partner/greeting/${id(5)}`]: () => ({ ...kept, id: id(5), name: 'Chào khách', audio_id: id(6) }),
  'GET /all-extension': () => ({ data: [{ id: id(7), number: '101', name: 'Lan' }] }),
  'POST /campaign-faults': ({ body }) => {
    const late = JSON.stringify(body).includes('"calls_from":"20:00"');
    const hours = { fault: 'no-lawful-hour', words: 'Luật chỉ cho gọi quảng cáo 08:00–17:00', stops: true };
    const people = { fault: 'nobody-calls', words: 'Chưa ai gọi được cho chiến dịch', stops: true };
    return { data: late ? [hours, people] : [] };
  },
};
const shown = (at: `/${string}`, Page: () => React.ReactNode) =>
  render(<ConsoleAround server={playedServer(answers)} at={at} pages={{ [at]: Page }} />);

test('a campaign that could call nobody says so in its form, with the way to what mends it', async () => {
  await shown('/marketings/campaign/add', () => <campaign.Form screen={campaignScreen} />);
  const check = page.getByRole('region', { name: 'Kiểm tra chiến dịch' });
  await page.getByRole('radio', { name: 'Quảng cáo' }).click();
  await page.getByRole('textbox', { name: 'Đến giờ' }).fill('22:00');
  await page.getByRole('textbox', { name: 'Gọi từ giờ' }).fill('20:00');
  await expect.element(check.getByText(/không gọi được ai/)).toBeVisible();
  await expect.element(check.getByText(/Luật chỉ cho gọi quảng cáo/)).toBeVisible();
  await expect.element(check.getByRole('link', { name: 'Xem tài khoản' })).toBeVisible();
  // Its hours are mended above.
  await expect.element(check.getByRole('link', { name: 'Sửa chiến dịch' })).not.toBeInTheDocument();
  await expectGoodLooks();
  await page.getByRole('textbox', { name: 'Gọi từ giờ' }).fill('09:00');
  await expect.element(check).not.toBeInTheDocument();
});

test('the script of a campaign is read with the values of one real customer after the other', async () => {
  await shown('/marketings/campaign/add', () => <campaign.Form screen={campaignScreen} />);
  await page.getByRole('textbox', { name: 'Tên chiến dịch' }).fill('Tết');
  await page
    .getByRole('textbox', { name: 'Kịch bản' })
    .fill('Chào {{Tên khách}}, em là {{Tên tôi}} về {{Tên chiến dịch}}');
  const first = page.getByRole('region', { name: 'Xem thử với Anh Bảo' });
  await expect.element(first.getByText('Chào Anh Bảo, em là Nguyễn Thị Lan về Tết')).toBeVisible();
  await page.getByRole('button', { name: 'Thử với khách khác' }).click();
  await expect.element(page.getByRole('region', { name: 'Xem thử với Chị Châu' })).toBeVisible();
});

test('a menu is drawn as a tree of keys, with the menu that a key leads to', async () => {
  const draft = {
    greeting_id: id(5),
    keys: [
      { keys: '1', note: 'Bán hàng', to: { type: 'queue', value: id(1) } },
      { keys: '2', note: 'Bảo hành', to: { type: 'ivr', value: id(2) } },
      { keys: '3', note: '', to: null },
    ],
    direct_dialling: true,
    tries: 3,
    invalid: { type: 'hang-up', value: '' },
    timeout: { type: 'voicemail', value: id(3) },
  };
  await shown('/', () => <MenuTree draft={draft} id={id(4)} />);
  const tree = page.getByRole('region', { name: 'Cây phím' });
  for (const words of [/Chào khách/, /Hàng đợi: Bán hàng/, /Điện tử/, /chưa chọn điểm đến/, /Hộp thư thoại: Trực đêm/])
    await expect.element(tree.getByText(words).first()).toBeVisible();
  // What leads back is drawn once.
  await expect.element(tree.getByText(/Cây IVR: Menu chính \(quay lại\)/)).toBeVisible();
  await expect.element(tree.getByRole('button', { name: 'Nghe thử' })).toBeVisible();
  await expectGoodLooks();
});

test('of a hotline the way of a call is told by its hours, as far as it is filled in', async () => {
  const draft = {
    number: '02871000101',
    name: 'Cửa hàng',
    goes: 'group',
    member_ids: [id(7)],
    hours: 'new',
    from_time: '08:00',
    to_time: '17:30',
    weekdays: [1, 2, 3, 4, 5],
    holidays: 'except',
    outside: { type: 'voicemail', value: id(3) },
    greeting_id: id(5),
  };
  await shown('/', () => <HotlineWay draft={draft} id={undefined} />);
  const way = page.getByRole('region', { name: 'Đường đi của cuộc gọi' });
  await expect.element(way.getByText('Khách gọi 028 7100 0101')).toBeVisible();
  await expect.element(way.getByText(/T2–T6 08:00–17:30, trừ ngày lễ/).first()).toBeVisible();
  await expect
    .element(way.getByText(/nhóm đổ chuông mới “Cửa hàng” gồm 101 · Lan; không ai nghe thì kết thúc/))
    .toBeVisible();
  await expect.element(way.getByText(/Hộp thư thoại: Trực đêm/)).toBeVisible();
  await expect.element(way.getByText(/“Chào khách”/)).toBeVisible();
  await expectGoodLooks();
});

test('a hotline of which nothing is filled in says what is left to choose', async () => {
  await shown('/', () => <HotlineWay draft={{}} id={undefined} />);
  const way = page.getByRole('region', { name: 'Đường đi của cuộc gọi' });
  await expect.element(way.getByText('Cả ngày đêm: chưa chọn nơi nhận')).toBeVisible();
});
