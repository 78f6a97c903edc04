import { customerByPhone, customerTimeline, startBotCall, updateSystemSetting } from '@alo/contract';
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

test('a stranger calls, becomes a customer while they talk, and what came of it is kept before the next call', async () => {
  const { lan, admin } = office;
  const from = '0399000111';
  const { number } = await mainNumberAndCustomer(admin);
  await admin.call(startBotCall, { body: { from, to: number, script: { voice: 'khach-1', seconds: 60 } } });
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
  const card = lan.page.getByRole('complementary', { name: 'Khách hàng đang gọi' });
  await card.getByRole('heading', { name: 'Khách chưa có trong danh bạ' }).waitFor();

  await card.getByRole('button', { name: 'Lưu khách hàng' }).click();
  await card.getByText('Thông tin không được để trống').waitFor();
  await card.getByLabel('Tên khách hàng').fill('Phan Thị Lạ');
  await card.getByLabel('Ghi chú cuộc gọi').fill('Hỏi giá gói năm');
  await card.getByRole('button', { name: 'Lưu khách hàng' }).click();
  await card.getByRole('heading', { name: 'Phan Thị Lạ' }).waitFor();
  expect(await card.getByLabel('Ghi chú cuộc gọi').inputValue()).toBe('Hỏi giá gói năm');

  await lan.hangUp();
  await lan.isIdle();
  await card.getByText('Hẹn gọi lại', { exact: true }).nth(1).waitFor();
  const outcome = card.getByRole('form', { name: 'Kết quả cuộc gọi' });
  await outcome
    .getByRole('group', { name: /^Kết quả cuộc gọi/ })
    .getByRole('radio', { name: 'Hẹn gọi lại' })
    .check();
  await outcome.getByRole('button', { name: 'Lưu & Sẵn sàng' }).click();
  await outcome.getByText('Chọn giờ gọi lại').waitFor();
  await outcome.getByRole('radio', { name: '9 giờ sáng mai' }).check();
  await outcome.getByRole('button', { name: 'Lưu & Sẵn sàng' }).click();
  await card.waitFor({ state: 'detached' });

  const { customer } = await admin.call(customerByPhone, { query: { phone: from } });
  const { data } = await admin.call(customerTimeline, { params: { id: customer?.id ?? '' }, query: {} });
  const kept = data.flatMap((entry) => (entry.kind === 'disposition' ? [entry.disposition] : []));
  expect(kept).toMatchObject([{ outcome: 'call-again', note: 'Hỏi giá gói năm', call_id: expect.any(String) }]);
});

test('a note that the network did not take is still there in another tab of the same browser', async () => {
  const { lan, admin } = office;
  const customer = await customerCalls();
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
  const card = lan.page.getByRole('complementary', { name: 'Khách hàng đang gọi' });
  const note = card.getByLabel('Ghi chú cuộc gọi');
  const words = `Hẹn thứ sáu ${Date.now()}`;
  await lan.page.route('**/note-in-calling', (route) => route.abort());
  await note.fill(words);
  await card.getByText('Chưa lưu được, đang thử lại').waitFor();
  await lan.hangUp();
  await lan.isIdle();
  await lan.page.reload();
  await lan.registered();
  await lan.page.unroute('**/note-in-calling');

  await customerCalls();
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
  const kept = async () => (await admin.call(customerByPhone, { query: { phone: customer.number } })).customer;
  await expect.poll(async () => (await kept())?.note_in_calling, { timeout: 10_000 }).toBe(words);
  await card.getByText('Đã lưu').waitFor();
  await lan.hangUp();
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
