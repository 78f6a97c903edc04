import { accounts, departments, roles } from '@alo/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from './support/api.ts';
import { launch, openPage, signIn } from './support/browser-phone.ts';
import { demo } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

/** An administrator's day, from a role that is made to a department that is closed. The stories follow each other. */
let product: Product;
let browser: Browser;
let api: PersonApi;
let page: Page;
/** Somebody else at another machine. */
let theirs: Page;

const newcomer = { name: 'Vũ Thị Mai', email: 'mai@demo.local', password: 'hoa-no-ban-mai-2026' };

beforeAll(async () => {
  product = await startProduct();
  browser = await launch();
  api = await signInByApi(product.address, 'admin');
  page = await openPage(browser);
  theirs = await openPage(browser);
  await signIn(page, product.address, 'admin');
  await page.waitForURL('**/dashboard');
});

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const each of [page, theirs]) console.error(each.url(), await each.locator('body').innerText());
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

const open = (path: string) => page.goto(`${product.address}${path}`);
const pick = async (label: string, choice: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
};
const permission = (name: string) => page.getByRole('checkbox', { name, exact: true });

test('a role is put together in the matrix: a whole row, a single box, and whose data it sees', async () => {
  await open('/role/add');
  await page.getByLabel('Tên vai trò').fill('Trực ban');
  await page.getByRole('radio', { name: /^Của nhóm/ }).check();
  await page.getByRole('checkbox', { name: 'Cả hàng: Phòng ban' }).check();
  expect(await permission('Phòng ban: Xoá').isChecked()).toBe(true);
  await permission('Lịch sử cuộc gọi: Xem').focus();
  await page.keyboard.press('Space');
  await page.getByRole('searchbox', { name: 'Tìm màn hình hoặc hành động' }).fill('nhom lam viec');
  await permission('Nhóm làm việc: Xem').check();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/roles');
  const { data } = await api.call(roles.list, { query: { search: 'Trực ban' } });
  expect(data[0]).toMatchObject({ scope: 'team' });
  expect(data[0]?.permissions).toHaveLength(7);
});

test('somebody is invited, chooses a password by the link, and sees what the role lets them see', async () => {
  await open('/account/add');
  await page.getByLabel('Họ tên').fill(newcomer.name);
  await page.getByLabel('Email').fill(newcomer.email);
  await pick('Vai trò', 'Trực ban');
  await pick('Nhóm', 'Tư vấn');
  await page.keyboard.press('Control+s');
  // The drawer of who was added opens by itself: the invitation is sent from there.
  await page.getByRole('dialog', { name: newcomer.name }).getByRole('button', { name: 'Gửi lời mời' }).click();
  const link = await page
    .getByRole('dialog', { name: /^Liên kết cho/ })
    .getByLabel('Liên kết')
    .inputValue();
  expect(link).toContain('/set-password#');

  await theirs.goto(link);
  await theirs.getByText(newcomer.name).waitFor();
  await theirs.getByLabel('Mật khẩu mới').fill(newcomer.password);
  await theirs.getByLabel('Nhập lại mật khẩu').fill(newcomer.password);
  await theirs.getByRole('button', { name: 'Đặt mật khẩu' }).click();
  await theirs.getByRole('link', { name: 'Đăng nhập' }).click();
  expect(await theirs.getByRole('textbox', { name: 'Mã doanh nghiệp' }).inputValue()).toBe(demo.companyCode);
  await theirs.getByLabel('Email hoặc tên đăng nhập').fill(newcomer.email);
  await theirs.getByLabel('Mật khẩu').first().fill(newcomer.password);
  await theirs.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await theirs.getByRole('link', { name: 'Phòng ban' }).click();
  await theirs.getByRole('cell', { name: 'Kinh doanh' }).first().waitFor();

  // The link was good once.
  const again = await browser.newPage();
  await again.goto(link);
  await again.getByText('Liên kết không còn dùng được').waitFor();
  await again.close();
});

test('a right that is withdrawn while the person works is gone from their screen within seconds', async () => {
  const { data } = await api.call(roles.list, { query: { search: 'Trực ban' } });
  await open(`/role/edit/${data[0]?.id}`);
  await page.getByRole('checkbox', { name: 'Cả hàng: Phòng ban' }).uncheck();
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/roles');
  await theirs.getByText('Bạn chưa có quyền xem trang này').waitFor({ timeout: 5_000 });
  await expect.poll(() => theirs.getByRole('link', { name: 'Phòng ban' }).count()).toBe(0);
  // What was left to them still works, in the same session.
  await theirs.getByRole('link', { name: 'Nhóm làm việc' }).click();
  await theirs.getByRole('cell', { name: 'Tư vấn' }).first().waitFor();
});

test('a department that is in use is closed by moving what is in it to another one', async () => {
  await open('/departments');
  await page.getByRole('button', { name: 'Xoá Kinh doanh' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nhóm làm việc: Tư vấn').waitFor();
  await pick('Chuyển tất cả sang phòng ban', 'Chăm sóc khách hàng');
  await dialog.getByRole('button', { name: 'Chuyển và xoá' }).click();
  await page.getByText(/^Đã chuyển \d+ mục và xoá phòng ban$/).waitFor();
  const left = await api.call(departments.list, { query: {} });
  expect(left.data.map(({ name }) => name)).toEqual(['Chăm sóc khách hàng']);
  const mai = await api.call(accounts.list, { query: { search: newcomer.email } });
  expect(mai.data[0]).toMatchObject({ department_name: 'Chăm sóc khách hàng', team_name: 'Tư vấn' });
});

test('when every seat is taken it is said in words, and whoever leaves makes room', async () => {
  const { data } = await api.call(roles.list, { query: { search: 'Trực ban' } });
  const role_id = data[0]?.id ?? '';
  const { total } = await api.call(accounts.list, { query: {} });
  for (let n = total; n < 20; n += 1) {
    await api.call(accounts.create, { body: { name: `Người ${n}`, email: `nguoi-${n}@demo.local`, role_id } });
  }
  await open('/account/add');
  await page.getByLabel('Họ tên').fill('Người thứ hai mươi mốt');
  await page.getByLabel('Email').fill('hai-muoi-mot@demo.local');
  await pick('Vai trò', 'Trực ban');
  await page.keyboard.press('Control+s');
  await page.getByText('Công ty có 20 chỗ và đã dùng hết').waitFor();

  const last = await api.call(accounts.list, { query: { search: 'nguoi-19@demo.local' } });
  const [leaver] = last.data;
  if (!leaver) throw new Error('nobody has the last seat');
  await api.call(accounts.update, { params: { id: leaver.id }, body: { ...leaver, active: false } });
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog', { name: 'Người thứ hai mươi mốt' }).waitFor();
  await page.getByText('Đã dùng hết 20 chỗ').waitFor();
  expect((await api.call(accounts.list, { query: { state: 'inactive' } })).total).toBe(1);
});
