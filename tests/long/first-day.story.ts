import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type BrowserPhone, openDesk } from '../e2e/support/browser-phone.ts';
import { windowOf } from '../e2e/support/call-window.ts';
import { everyClickOf } from '../e2e/support/clicks.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { voices } from '../e2e/support/voices.ts';

/** What the first day may cost the two of them in clicks. */
const mostClicks = 60;
/** As long as anything may take before it is thought to never come. */
const waitMs = 90_000;
const company = 'Nội thất Hoàng Gia';
const customer = { name: 'Phạm Thu Thuỷ', phone: '0905123456' };
const colleague = { name: 'Trần Văn Bình', email: 'binh@hoanggia.vn', password: 'mua-he-o-hue-2026' };

let product: Product;
let owner: BrowserPhone;
let second: BrowserPhone;

beforeAll(async () => {
  product = await startProduct();
  [owner, second] = await Promise.all([openDesk(voices.low), openDesk(voices.high)]);
  // How fast the machine is decides nothing.
  for (const { page } of [owner, second]) page.setDefaultTimeout(waitMs);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const { page } of [owner, second]) console.error(page.url(), await page.locator('body').innerText());
  console.error(product.output().slice(-8_000));
});

afterAll(async () => {
  await Promise.all([owner?.close(), second?.close()]);
  await product?.close();
});

const button = ({ page }: BrowserPhone, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const link = ({ page }: BrowserPhone, name: string) => page.getByRole('link', { name, exact: true });
const field = ({ page }: BrowserPhone, name: string | RegExp) => page.getByRole('textbox', { name });
const menu = ({ page }: BrowserPhone, path: string) =>
  page.getByRole('navigation', { name: 'Điều hướng chính' }).locator(`a[href="${path}"]`).click();

async function chooses({ page }: BrowserPhone, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: false }).click();
  await page.getByRole('option', typeof option === 'string' ? { name: option, exact: true } : { name: option }).click();
}

/** By the keyboard. */
const closesAll = ({ page }: BrowserPhone) =>
  until('nothing lies over the page', async () => {
    if ((await page.getByRole('dialog').count()) === 0) return true;
    await page.keyboard.press('Escape');
    return false;
  });

/** A letter to somebody; without a mail server letters are files. */
const letterTo = (email: string): Promise<string> =>
  until(
    `a letter to ${email} has come`,
    async () => {
      const outbox = join(product.dataFolder, 'outbox');
      for (const name of await readdir(outbox).catch(() => [])) {
        const letter = await readFile(join(outbox, name), 'utf8');
        if (letter.includes(`To: ${email}`)) return letter;
      }
      return false;
    },
    waitMs,
  );

const steps: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'signs up',
    async () => {
      await field(owner, 'Tên công ty').fill(company);
      await field(owner, 'Họ và tên').fill('Lê Thị Tám');
      await field(owner, 'Email').fill('tam@hoanggia.vn');
      await owner.page.getByLabel('Mật khẩu', { exact: false }).first().fill('con-duong-xanh-2026');
      await button(owner, 'Gửi mã xác nhận').click();
      await field(owner, 'Mã xác nhận').waitFor();
      const code = /^Subject: .*?(\d{6})/m.exec(await letterTo('tam@hoanggia.vn'))?.[1] ?? '';
      await field(owner, 'Mã xác nhận').fill(code);
      await button(owner, 'Tạo công ty dùng thử').click();
      await owner.page.getByRole('region', { name: 'Từ công ty mới đến cuộc gọi của khách' }).waitFor();
    },
  ],
  [
    'invites a colleague',
    async () => {
      await link(owner, 'Mời người').click();
      await link(owner, 'Thêm tài khoản').click();
      await field(owner, 'Họ tên').fill(colleague.name);
      await field(owner, 'Email').fill(colleague.email);
      await chooses(owner, 'Vai trò', 'Nhân viên');
      await owner.page.getByLabel('Máy nhánh', { exact: false }).first().fill('103');
      await button(owner, 'Lưu tài khoản').click();
      await button(owner, 'Gửi lời mời').click();
      await button(owner, 'Xong').click();
      await closesAll(owner);
    },
  ],
  [
    'who comes by the letter',
    async () => {
      const address = await owner.page.evaluate(() => location.origin);
      const path = /\/set-password#[^\s"<]+/.exec((await letterTo(colleague.email)).replace(/=\r?\n/g, ''))?.[0] ?? '';
      await second.page.goto(`${address}${path}`);
      await second.page.getByLabel('Mật khẩu mới', { exact: false }).first().fill(colleague.password);
      await second.page.getByLabel('Nhập lại mật khẩu', { exact: false }).first().fill(colleague.password);
      await second.page.keyboard.press('Enter');
      await link(second, 'Đăng nhập').click();
      await second.page.getByLabel('Email hoặc tên đăng nhập').fill(colleague.email);
      await second.page.getByLabel('Mật khẩu', { exact: false }).first().fill(colleague.password);
      await second.page.keyboard.press('Enter');
      await second.registered();
    },
  ],
  [
    'brings a customer',
    async () => {
      await menu(owner, '/customer');
      await link(owner, 'Thêm khách hàng').click();
      await field(owner, 'Tên khách hàng').fill(customer.name);
      await field(owner, /^Số điện thoại/).fill(customer.phone);
      await chooses(owner, 'Tình trạng hồ sơ', 'Mới');
      await button(owner, 'Lưu khách hàng').click();
      await owner.page.getByText(customer.name, { exact: true }).first().waitFor();
    },
  ],
  [
    'sets greeting, hours and people up by a template',
    async () => {
      await menu(owner, '/dashboard');
      await link(owner, 'Dựng theo mẫu').click();
      // Whom the customer is to reach is the colleague alone.
      const members = owner.page.getByRole('combobox', { name: 'Người nghe máy' });
      await owner.page.getByText(/^101 · /).waitFor();
      await members.press('Backspace');
      await members.press('Backspace');
      await members.press('Backspace');
      await chooses(owner, 'Người nghe máy', /^103 · /);
      await owner.page.keyboard.press('Escape');
      // The story holds at every hour and on every day.
      await field(owner, 'Mở cửa').fill('00:00');
      await field(owner, 'Đóng cửa').fill('00:00');
      await owner.page.getByRole('checkbox', { name: /Chủ nhật/ }).click();
      await button(owner, 'Xem trước').click();
      await owner.page.getByRole('region', { name: 'Đường đi của cuộc gọi' }).waitFor();
      await button(owner, 'Đưa vào bản nháp').click();
      await link(owner, 'Xem lại và công bố').click();
      await button(owner, 'Công bố').click();
      await owner.page.getByRole('dialog').getByRole('button', { name: 'Công bố', exact: true }).click();
      await owner.page
        .getByText(/^Đã công bố phiên bản/)
        .first()
        .waitFor();
    },
  ],
  [
    'a customer calls, and the colleague answers knowing who it is',
    async () => {
      await menu(owner, '/dashboard');
      await button(owner, 'Khách thử').click();
      await field(owner, 'Gọi từ số').fill(customer.phone);
      await owner.page.getByLabel('Gác máy sau (giây)').fill('120');
      await button(owner, 'Bắt đầu gọi').click();
      await second.shows('Cuộc gọi đến', waitMs);
      await windowOf(second).getByText(customer.name).first().waitFor();
      await second.answer();
      await second.shows('Đã kết nối', waitMs);
    },
  ],
];

/** What was decided of a call on its way, as its drawer tells. */
async function toldOfCall(): Promise<string> {
  const drawer = owner.page.getByRole('dialog');
  return (await drawer.count()) === 0 ? '' : await drawer.innerText();
}

test('a new company has a customer answered by a colleague, with greeting, hours and name, in sixty clicks', async () => {
  await owner.page.goto(`${product.address}/signup`);
  await second.page.goto(`${product.address}/login`);
  const counts = [await everyClickOf(owner), await everyClickOf(second)];
  const clicks = () => counts.reduce((sum, count) => sum + count(), 0);
  const began = performance.now();
  for (const [step, work] of steps) {
    const [before, since] = [clicks(), performance.now()];
    await work();
    // How long it took is told, and nothing depends on it.
    const seconds = Math.round((performance.now() - since) / 1000);
    console.log(`${step}: ${clicks() - before} clicks, ${seconds} s`);
  }
  console.log(`the first day: ${clicks()} clicks, ${Math.round((performance.now() - began) / 1000)} s`);
  expect(clicks()).toBeGreaterThan(0);
  expect(clicks()).toBeLessThanOrEqual(mostClicks);

  await second.hangUp();
  await second.isIdle();
  await menu(owner, '/call-history');
  await owner.page.locator('[data-row-open]').first().click();
  for (const passed of [
    `Điều kiện thời gian “Giờ của ${company}”: khớp`,
    `Phát lời chào của nhóm đổ chuông “Nhân viên ${company}”`,
  ]) {
    await expect.poll(toldOfCall, { timeout: waitMs }).toContain(passed);
  }
});
