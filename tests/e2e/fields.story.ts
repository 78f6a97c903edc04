import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { launch } from './support/browser-phone.ts';
import { lookForObstacles } from './support/pictures.ts';
import { openSpecimen } from './support/specimen.ts';

let specimen: Awaited<ReturnType<typeof openSpecimen>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  specimen = await openSpecimen();
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  await specimen.close();
});

beforeEach(async () => {
  // A browser in English: what is shown is Vietnamese all the same.
  context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
});

afterEach(async () => {
  expect(errors).toEqual([]);
  await context.close();
});

const open = async (path: string) => {
  await page.goto(`${specimen.address}${path}`);
  await page.locator('h1').waitFor();
};
const add = () => open('/specimen/add');
const edit = async () => {
  await open('/specimen/edit/00000000-0000-4000-8000-000000000000');
  await wholeForm().waitFor();
};
/** Pickers come after the rest of the form. */
const wholeForm = () => page.getByRole('combobox', { name: 'Khách hàng' });
const nameInput = () => page.locator('input[name="name"]');
const save = () => page.getByRole('button', { name: 'Lưu mẫu' }).click();
const focused = () =>
  page.evaluate(() => {
    const now = document.activeElement;
    return (
      now?.getAttribute('aria-label') ??
      (now instanceof HTMLInputElement ? now.labels?.[0]?.textContent : now?.textContent) ??
      ''
    );
  });
const member = (n: number) => page.getByRole('group', { name: `thành viên ${n}`, exact: true });
const memberNames = () =>
  page
    .getByRole('group', { name: /^thành viên \d$/ })
    .evaluateAll((rows) => rows.map((row) => row.querySelector('input')?.value));

test('every kind of field lets everybody through, light and dark, wide and on a phone', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/specimens', '/specimen/add', '/specimen/edit/00000000-0000-4000-8000-000000000000']) {
        await open(path);
        await page.getByText('Nhóm mẫu 1').or(nameInput()).first().waitFor();
        await page.waitForLoadState('networkidle');
        expect({ path, colorScheme, width, found: await lookForObstacles(page) }).toEqual({
          path,
          colorScheme,
          width,
          found: [],
        });
        // Neither the page nor its list of nine columns.
        const sideways = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('div:has(> table)')].map(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          ),
        );
        expect(Math.max(...sideways)).toBeLessThanOrEqual(0);
      }
    }
  }
}, 240_000);

test('a form begins in its first field, and a save that is refused leads to the first mistake, inside a list too', async () => {
  await add();
  await expect.poll(focused).toContain('Tên');
  await nameInput().fill('Nhóm A');
  await page.getByRole('combobox', { name: 'Kênh' }).fill('zalo');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'T2, Thứ hai' }).check();
  await page.getByRole('radio', { name: 'Lần lượt' }).check();
  await page.getByRole('button', { name: 'Thêm thành viên' }).click();
  await page.getByRole('button', { name: 'Thêm thành viên' }).click();
  await member(1).getByRole('combobox').click();
  await page.getByRole('option', { name: 'Trần Văn Minh' }).click();
  await member(2).getByLabel('Điểm phạt').fill('-4');
  await save();
  await member(2).getByText('Thông tin không được để trống').waitFor();
  await member(2).getByText('Không được âm').waitFor();
  await expect.poll(focused).toContain('Nhân viên');
});

test('what is said once can be filled in where a row is added, and only be read where it is edited', async () => {
  const number = page.getByLabel('Điện thoại', { exact: true });
  await add();
  await expect.poll(() => number.isEnabled()).toBe(true);
  await edit();
  await expect.poll(() => number.isEnabled()).toBe(false);
  await expect.poll(() => nameInput().isEnabled()).toBe(true);
});

test('a mistake that only the server knows stands in its row and has the focus', async () => {
  await edit();
  await member(1).getByLabel('Điểm phạt').fill('77');
  await save();
  await member(2).getByText('Nhân viên này đã nghỉ việc').waitFor();
  await expect
    .poll(() =>
      member(2)
        .getByRole('combobox')
        .evaluate((input) => input === document.activeElement),
    )
    .toBe(true);
});

test('rows change their order by keyboard and by dragging, and what is in them goes along', async () => {
  await edit();
  await expect.poll(memberNames).toEqual(['Nguyễn Thị Lan', 'Trần Văn Minh', 'Lê Hoàng Phúc']);
  await page.getByRole('button', { name: /^Chuyển thành viên 1/ }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await memberNames()).toEqual(['Trần Văn Minh', 'Nguyễn Thị Lan', 'Lê Hoàng Phúc']);
  expect(await focused()).toContain('Chuyển thành viên 2');
  const handle = page.getByRole('button', { name: /^Chuyển thành viên 3/ });
  await handle.hover();
  await page.mouse.down();
  const first = await member(1).boundingBox();
  await page.mouse.move((first?.x ?? 0) + 5, (first?.y ?? 0) + 8, { steps: 8 });
  await page.mouse.up();
  expect(await memberNames()).toEqual(['Lê Hoàng Phúc', 'Trần Văn Minh', 'Nguyễn Thị Lan']);
  await page.getByRole('button', { name: 'Bỏ thành viên 2' }).click();
  expect(await memberNames()).toEqual(['Lê Hoàng Phúc', 'Nguyễn Thị Lan']);
});

test('a day is typed day first or picked from a calendar in Vietnamese, whatever the browser speaks', async () => {
  await add();
  const birthday = page.getByLabel('Ngày sinh', { exact: true });
  await birthday.fill('1/2/1990');
  await birthday.press('Tab');
  await expect.poll(() => birthday.inputValue()).toBe('01/02/1990');
  await page.getByRole('button', { name: 'Mở lịch chọn ngày sinh' }).click();
  await page.getByRole('button', { name: '14/02/1990' }).click();
  await expect.poll(() => birthday.inputValue()).toBe('14/02/1990');
  await birthday.fill('31/02/1990');
  await save();
  await page.getByText('Ngày không hợp lệ, ví dụ 21/11/2026').waitFor();
});

test('an amount is grouped by thousands, and the number of a port is not', async () => {
  await edit();
  const [price, port] = [page.getByLabel('Giá', { exact: true }), page.getByLabel('Cổng', { exact: true })];
  expect([await price.inputValue(), await port.inputValue()]).toEqual(['1.500.000', '5060']);
  await price.fill('2500000');
  await port.fill('15080');
  await nameInput().focus();
  expect([await price.inputValue(), await port.inputValue()]).toEqual(['2.500.000', '15080']);
});

test('one among a million is looked for at the server, and its name is shown', async () => {
  await edit();
  const customer = page.getByRole('combobox', { name: 'Khách hàng' });
  await expect.poll(() => customer.inputValue()).toBe('Phạm Thu Hà');
  await customer.fill('khánh');
  await page.getByRole('option', { name: 'Vũ Khánh Linh' }).click();
  await expect.poll(() => customer.inputValue()).toBe('Vũ Khánh Linh');
});

test('parts of a form that do not arrive are asked for again, and what was typed meanwhile stays', async () => {
  let away = true;
  await page.route(/\/(pickers|reference-controls)-[^/]*\.js$/, (route) => (away ? route.abort() : route.continue()));
  await open('/specimen/edit/00000000-0000-4000-8000-000000000000');
  await nameInput().fill('Tên mới');
  await expect.poll(() => errors).not.toEqual([]);
  expect(await wholeForm().count()).toBe(0);
  away = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await wholeForm().waitFor();
  expect(await nameInput().inputValue()).toBe('Tên mới');
  // What the browser itself says of a file that did not come.
  expect(errors.splice(0).filter((error) => !error.includes('net::ERR_FAILED'))).toEqual([]);
});

test('offline a save waits visibly, can be called off, and goes out when the network is back', async () => {
  await edit();
  await nameInput().fill('Tên mới');
  await context.setOffline(true);
  await save();
  await page.getByText(/Mất mạng. Sẽ lưu khi có mạng lại/).waitFor();
  await page.getByRole('button', { name: 'Thôi chờ' }).click();
  await page.getByText(/Chưa lưu vì mất mạng/).waitFor();
  await expect.poll(() => nameInput().inputValue()).toBe('Tên mới');
  await save();
  await page.getByText(/Mất mạng. Sẽ lưu khi có mạng lại/).waitFor();
  await context.setOffline(false);
  await page.waitForURL('**/specimens');
});

test('what something can be done about stays for eight seconds, and for as long as it has the focus', async () => {
  await page.clock.install();
  await open('/specimens');
  await page.getByRole('button', { name: 'Xoá Nhóm mẫu 1', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Xoá mẫu' }).click();
  const told = page.getByRole('status').filter({ hasText: 'Đã xoá 1 mẫu' });
  await told.waitFor();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(6_000);
  const undo = told.getByRole('button', { name: 'Hoàn tác' });
  await undo.focus();
  await page.clock.fastForward(60_000);
  expect(await told.isVisible()).toBe(true);
  await undo.blur();
  await page.clock.fastForward(8_000);
  await told.waitFor({ state: 'detached' });
});

test('filters are chips in the same vocabulary, and stand in the address', async () => {
  await open('/specimens');
  await page.getByRole('button', { name: 'Giá', exact: true }).first().click();
  await page.getByLabel('Từ', { exact: true }).fill('1.500.000');
  await page.getByRole('button', { name: 'Lọc', exact: true }).click();
  await page.getByText('từ 1.500.000 ₫').waitFor();
  expect(new URL(page.url()).search).toBe('?min_price=1500000');
  await page.getByRole('button', { name: 'Hoạt động', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Không' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?min_price=1500000&active=0');
  await page.reload();
  await page.getByText('từ 1.500.000 ₫').waitFor();
});

test('whoever asked for less motion sees the page in its other colours at once', async () => {
  await add();
  const stillMoving = await page.evaluate(() => {
    document.documentElement.dataset.mantineColorScheme = 'dark';
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
  });
  expect(stillMoving).toBe(0);
});

test('destinations that cannot be read say with what number', async () => {
  await edit();
  await page.getByRole('combobox', { name: 'Loại điểm đến' }).click();
  await page.getByRole('option', { name: 'Thông báo' }).click();
  const told = page.getByText('Error: Received status code 404', { exact: true });
  await expect.poll(() => told.count()).toBe(1);
});
