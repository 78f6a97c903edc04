import { getSignInProvider, setSignInProvider } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { providerClient, signInProvider } from '../../../apps/server/testing/sign-in-provider.ts';
import { type PersonApi, signInByApi } from '../support/api.ts';
import { openPage } from '../support/browser-phone.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { demo, people } from '../support/people.ts';
import type { Shot } from '../support/shot.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

const calledHere = 'Đăng nhập bằng Tài khoản Sao Mai';
const typeCode = async (page: Page): Promise<void> => {
  await page.getByLabel('Mã doanh nghiệp').first().fill(demo.companyCode);
  await page.getByLabel('Email hoặc tên đăng nhập').focus();
  await page.getByRole('button', { name: calledHere }).waitFor();
};
/** Unfolds a part of the security settings. */
const unfold = (page: Page, title: string) => page.locator('summary', { hasText: title }).click();
const backWith = (answer: string) => async (page: Page, address: string) => {
  await page.evaluate("sessionStorage.setItem('sign-in-elsewhere', 'an-old-round')");
  await page.goto(`${address}/login/elsewhere?${answer}`);
  await page.getByRole('alert').getByText('quá lâu').waitFor();
};
const shots: readonly Shot[] = [
  {
    name: 'sign-in-provider',
    path: '/setting/bao-mat',
    as: 'admin',
    prepare: async (page) => {
      await unfold(page, 'Đăng nhập bằng tài khoản công ty');
      await page.getByRole('switch', { name: 'Tạo tài khoản ở lần đăng nhập đầu' }).click();
      const form = page.locator('form', { hasText: 'Client ID' });
      await form.getByRole('combobox', { name: /^Vai trò/ }).scrollIntoViewIfNeeded();
    },
    tidy: (page) => page.getByRole('switch', { name: 'Tạo tài khoản ở lần đăng nhập đầu' }).click(),
  },
  {
    name: 'ldap-server',
    path: '/setting/bao-mat',
    as: 'admin',
    prepare: async (page) => {
      await unfold(page, 'Đăng nhập bằng LDAP');
      await page.getByLabel('Base DN').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'directory-sync',
    path: '/setting/bao-mat',
    as: 'admin',
    prepare: async (page) => {
      await unfold(page, 'Đồng bộ nhân viên (SCIM)');
      await page.getByLabel('Vai trò của người mới').scrollIntoViewIfNeeded();
    },
  },
  { name: 'login-elsewhere', path: '/login', as: null, prepare: typeCode },
  { name: 'login-elsewhere-failed', path: '/login', as: null, prepare: backWith('code=x&state=y'), errors: /400|502/ },
];

/** A company has a provider of its own (a real one), and its people sign in there. */
export function signInProviderStories(here: () => Stage): void {
  let page: Page;
  let provider: Awaited<ReturnType<typeof signInProvider>>;
  let admin: PersonApi;

  const setUp = async (change: object = {}) => {
    const { has_secret: _has, redirect_uri: _uri, ...kept } = await admin.call(getSignInProvider, {});
    return admin.call(setSignInProvider, { body: { ...kept, client_secret: '', ...change } });
  };

  beforeAll(async () => {
    admin = await signInByApi(here().address, 'admin');
    const { redirect_uri: back } = await admin.call(getSignInProvider, {});
    provider = await signInProvider(back);
  });
  beforeEach(async () => {
    page = await openPage(here().browser);
  });
  afterEach(async ({ task }) => {
    await tellOfFailure(task, here(), [page]);
    await page.context().close();
  });
  afterAll(async () => {
    // Who signs in afterwards has a password.
    await setUp({ active: false });
    await provider.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function goThere(): Promise<void> {
    await page.goto(`${here().address}/login`);
    await typeCode(page);
    await button(calledHere).click();
    await page.waitForURL(`${provider.issuer}/**`);
  }

  test('the top role says where the company’s accounts are, and tries it', async () => {
    await page.context().close();
    page = await here().signedIn('admin');
    await page.goto(`${here().address}/setting/bao-mat`);
    await unfold(page, 'Đăng nhập bằng tài khoản công ty');
    await page.getByLabel('Tên hiện ở trang đăng nhập').fill('Tài khoản Sao Mai');
    await page.getByLabel('Địa chỉ nhà cung cấp').fill(`${provider.issuer}/khong-co`);
    await page.getByLabel('Client ID').fill(providerClient.id);
    await page.getByLabel('Client secret').fill(providerClient.secret);
    const save = page.locator('form', { hasText: 'Client ID' }).getByRole('button', { name: 'Lưu' });
    await save.click();
    await button('Thử kết nối').click();
    await page.getByText('không có nhà cung cấp OpenID').waitFor();
    await page.getByLabel('Địa chỉ nhà cung cấp').fill(provider.issuer);
    await page.getByLabel('Client secret').fill(providerClient.secret);
    await save.click();
    await expect.poll(() => page.getByLabel('Client secret').inputValue()).toBe('');
    await button('Thử kết nối').click();
    await page.getByText('Nhà cung cấp trả lời đúng').waitFor();
    await page.locator('summary').getByText('Đang dùng · Tài khoản Sao Mai').waitFor();
  });

  test('somebody signs in there, works, and signs out of both', async () => {
    await goThere();
    await page.locator('input[name="login"]').fill(people.lan.username);
    await page.locator('input[name="password"]').fill('gi-cung-duoc');
    await page.locator('button[type="submit"]').click();
    await page.locator('button[type="submit"]', { hasText: 'Continue' }).click();
    await page.waitForURL(`**${people.lan.home}`);
    await page.getByRole('button', { name: 'Tài khoản Nguyễn Thị Lan', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
    await page.waitForURL(`${provider.issuer}/session/end?**`);
    await page.locator('button[value="yes"]').click();
    await page.waitForURL(`${here().address}/login**`);
    await page.getByRole('heading', { name: 'Đăng nhập', exact: true }).waitFor();
    await expect.poll(() => page.evaluate("sessionStorage.getItem('token')")).toBeNull();
  });

  test('who turns back there, and whom nobody here knows, reads why and may sign in by password', async () => {
    await goThere();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alert').getByText('chưa đồng ý').waitFor();
    await page.getByLabel('Mật khẩu').first().waitFor();
    await goThere();
    await page.locator('input[name="login"]').fill('nguoi-la@noi-khac.vn');
    await page.locator('input[name="password"]').fill('gi-cung-duoc');
    await page.locator('button[type="submit"]').click();
    await page.locator('button[type="submit"]', { hasText: 'Continue' }).click();
    await page.getByRole('alert').getByText('Công ty chưa có tài khoản cho nguoi-la@noi-khac.vn').waitFor();
    await expect.poll(() => page.evaluate("sessionStorage.getItem('token')")).toBeNull();
  });

  test('the pages let everybody through', async () => {
    await expectGoodLooks(here().browser, here().address, shots);
  });
}
