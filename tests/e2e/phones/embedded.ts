import { updateSystemSetting } from '@alo/contract';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mainNumberAndCustomer, signInTo, theCallSince } from '../support/api.ts';
import { type BrowserPhone, openDesk, openPage, pitches } from '../support/browser-phone.ts';
import { type ForeignSite, openExampleCrm } from '../support/foreign-page.ts';
import { isHeardBy } from '../support/heard.ts';
import type { Office } from '../support/office.ts';
import { operate } from '../support/operator.ts';
import { demo, people } from '../support/people.ts';
import { startsIdle } from './talk.ts';

/** Hoa works in a CRM of somebody else's, of another origin, which has Alô's phone in it. */
export function embeddedStories(here: () => Office): void {
  const since = startsIdle(here);
  let site: ForeignSite;
  let hoa: BrowserPhone;
  let crm: Page;
  let phone: FrameLocator;

  const letShow = (...phone_origins: string[]) => here().admin.call(updateSystemSetting, { body: { phone_origins } });
  /** What the CRM says of the phone, and which record of its own it shows. */
  const said = () => crm.locator('#said').textContent();
  const record = () => crm.locator('#record').textContent();

  beforeAll(async () => {
    site = await openExampleCrm(here().product.address);
    await letShow(site.origin);
    hoa = await openDesk(pitches.hoa);
    crm = hoa.page;
    await crm.goto(site.origin);
    phone = crm.frameLocator('alo-phone iframe');
  });

  afterAll(async () => {
    await letShow();
    await hoa?.close();
    site?.close();
  });

  test('she signs in within the phone, and her CRM knows that calls reach her', async () => {
    await phone.getByLabel('Mã doanh nghiệp').first().fill(demo.companyCode);
    await phone.getByLabel('Email hoặc tên đăng nhập').fill(people.hoa.username);
    await phone.getByLabel('Mật khẩu').first().fill(demo.password);
    await phone.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await expect.poll(said).toMatch(/sẵn sàng, máy nhánh 103$/);
  });

  test('a call shows the CRM’s own record, is answered and ended by the CRM’s buttons, and both are heard', async () => {
    const { minh, admin } = here();
    await minh.dial('103');
    await expect.poll(record).toMatch(/102 · đang gọi tới$/);
    await crm.getByRole('button', { name: 'Nghe', exact: true }).click();
    await expect.poll(record).toMatch(/102 · đang nói$/);
    await isHeardBy(minh);
    await crm.getByRole('button', { name: 'Kết thúc', exact: true }).click();
    await expect.poll(record).toMatch(/đã kết thúc$/);
    await minh.isIdle();
    expect(await theCallSince(admin, since())).toMatchObject({ status: 'answered', extension: '103' });
  });

  test('a number of the CRM’s list is called in it, and no second one beside the first', async () => {
    const { minh } = here();
    await crm.getByRole('link', { name: '102', exact: true }).click();
    await expect.poll(record).toMatch(/^Máy nhánh 102 · 102 · đang gọi đi$/);
    await minh.answer();
    await expect.poll(record).toMatch(/đang nói$/);
    await crm.getByRole('link', { name: '0901234567', exact: true }).click();
    await expect.poll(said).toMatch(/^Chưa gọi được: in-call$/);
    await minh.hangUp();
    await expect.poll(record).toMatch(/đã kết thúc$/);
  });

  test('what she keeps as the outcome of a customer’s call is told to the CRM', async () => {
    const { admin } = here();
    const { customer } = await mainNumberAndCustomer(admin);
    await crm.evaluate(
      (to) => document.querySelector<HTMLElement & { call(to: string): Promise<void> }>('alo-phone')?.call(to),
      customer.number,
    );
    await expect.poll(record).toMatch(/đang nói$/);
    await crm.getByRole('button', { name: 'Kết thúc', exact: true }).click();
    await expect.poll(record).toMatch(/đã kết thúc$/);
    await phone.getByRole('radio', { name: 'Quan tâm', exact: true }).check();
    await phone.getByRole('button', { name: 'Lưu & Sẵn sàng' }).click();
    await expect.poll(said).toMatch(/^Đã ghi kết quả: interested$/);
  });

  test('in a page of another site, whose browser keeps nothing for us there, it says what can be done', async () => {
    const other = await openExampleCrm(here().product.address, '127.0.0.1');
    await letShow(site.origin, other.origin);
    const page = await openPage(hoa.browser);
    await page.goto(other.origin);
    const words = page.frameLocator('alo-phone iframe').getByText('Trình duyệt chặn Alô trong trang này');
    await expect.poll(() => words.isVisible()).toBe(true);
    await page.context().close();
    other.close();
  });

  test('a page that may no more is told so, and the phone does not come again there', async () => {
    await letShow();
    await expect.poll(said).toMatch(/^Công ty chưa cho trang này dùng điện thoại$/);
    await expect.poll(() => phone.getByRole('region', { name: 'Điện thoại' }).count()).toBe(0);
  });

  test('in a page that another company alone lists there is no phone for her, and the page is told so', async () => {
    const { product } = here();
    const email = 'admin@khac.vn';
    const words = ['--code', 'khac', '--name', 'Công ty khác', '--email', email, '--generate'];
    const told = await operate(product.dataFolder, 'tenant', 'create', ...words);
    const password = /hiện một lần\): (\S+)/.exec(told)?.[1] ?? '';
    const others = await signInTo({ address: product.address, code: 'khac' }, email, password);
    await others.call(updateSystemSetting, { body: { phone_origins: [site.origin] } });

    // The frame may stand in the page, for the other company's people.
    const framed = async () => {
      const { headers } = await fetch(`${product.address}/embedded-phone`, { headers: { referer: `${site.origin}/` } });
      return headers.get('content-security-policy');
    };
    await expect.poll(framed).toContain(`frame-ancestors ${site.origin}`);
    await crm.reload();
    await expect.poll(said).toMatch(/^Công ty chưa cho trang này dùng điện thoại$/);
    expect(await phone.getByRole('region', { name: 'Điện thoại' }).count()).toBe(0);
  });
}
