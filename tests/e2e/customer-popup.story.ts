import { customerByPhone, startBotCall, updateSystemSetting } from '@alo/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { mainNumberAndCustomer, theCallSince } from './support/api.ts';
import { loud } from './support/browser-phone.ts';
import { type Office, openOffice } from './support/office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice();
});

afterAll(() => office.close());

afterEach(async () => {
  await office.admin.call(updateSystemSetting, { body: { show_popup_customer: 1 } });
});

/** A customer of the demo calls the company. */
async function customerCalls(): Promise<{ name: string; number: string }> {
  const { number, customer } = await mainNumberAndCustomer(office.admin);
  const script = { voice: 'khach-1', seconds: 60 } as const;
  await office.admin.call(startBotCall, { body: { from: customer.number, to: number, script } });
  return customer;
}

test('a known customer calls: the name stands in the window while it rings, the pop-up opens, the note is kept', async () => {
  const { lan, minh, admin } = office;
  const since = Date.now();
  const customer = await customerCalls();
  await lan.shows('Cuộc gọi đến');
  const window = lan.page.getByRole('region', { name: 'Điện thoại' });
  await window.getByText(customer.name, { exact: true }).waitFor();
  const card = lan.page.getByRole('complementary', { name: 'Khách hàng đang gọi' });
  expect(await card.count()).toBe(0);

  await lan.answer();
  await lan.shows('Đã kết nối');
  await card.getByRole('heading', { name: customer.name }).waitFor();
  expect((await lan.hears(2_000)).loudness).toBeGreaterThan(loud);
  await minh.isIdle();

  await lan.press('Ghi chú');
  await lan.page.keyboard.type(' Khách muốn gọi lại lúc 15 giờ.');
  await card.getByText('Đã lưu').waitFor();
  const { customer: kept } = await admin.call(customerByPhone, { query: { phone: customer.number } });
  expect(kept?.note_in_calling).toMatch(/Khách muốn gọi lại lúc 15 giờ\.$/);

  // An incoming call that ends leaves the card, so that the note can be finished.
  await lan.hangUp();
  await lan.isIdle();
  expect(await card.isVisible()).toBe(true);
  await card.getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
  await card.waitFor({ state: 'detached' });
  expect(await theCallSince(admin, since)).toMatchObject({
    direction: 'inbound',
    status: 'answered',
    customer_name: customer.name,
    extension: '101',
  });
});

test('switched off for the company, the pop-up stays away', async () => {
  const { lan, admin } = office;
  await admin.call(updateSystemSetting, { body: { show_popup_customer: 0 } });
  await lan.page.reload();
  await lan.registered();
  await customerCalls();
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
  await lan.hears(1_500);
  expect(await lan.page.getByRole('complementary', { name: 'Khách hàng đang gọi' }).count()).toBe(0);
  await lan.hangUp();
});
