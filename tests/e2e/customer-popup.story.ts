import {
  accounts,
  allProfileStatus,
  customerByPhone,
  customers,
  customerTimeline,
  signOutAccount,
  startBotCall,
  updateSystemSetting,
} from '@alo/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { mainNumberAndCustomer, menuNumber, type PersonApi, theCallSince } from './support/api.ts';
import { type BrowserPhone, loud, signIn } from './support/browser-phone.ts';
import { type Office, openOffice } from './support/office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice();
});

afterAll(() => office.close());

afterEach(async () => {
  await office.admin.call(updateSystemSetting, { body: { show_popup_customer: 1 } });
});

const cardOf = (phone: BrowserPhone) => phone.page.getByRole('complementary', { name: 'Khách hàng đang gọi' });
const noteOf = async (api: PersonApi, phone: string) =>
  (await api.call(customerByPhone, { query: { phone } })).customer?.note_in_calling;

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

test('the connection is lost while a note is written: it goes out by itself once there is a network again', async () => {
  const { lan, admin } = office;
  const customer = await customerCalls();
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
  const card = cardOf(lan);
  const words = `Hẹn thứ sáu ${Date.now()}`;
  await lan.hangUp();
  await lan.isIdle();
  await lan.page.context().setOffline(true);
  await card.getByLabel('Ghi chú cuộc gọi').fill(words);
  await card.getByText('Chưa lưu được, đang thử lại').waitFor();
  // Nobody has the card open when the network is back.
  await card.getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
  await card.waitFor({ state: 'detached' });
  expect(await noteOf(admin, customer.number)).not.toBe(words);
  await lan.page.context().setOffline(false);
  await lan.page.getByText(`Đã lưu ghi chú viết dở của ${customer.name}`).waitFor();
  expect(await noteOf(admin, customer.number)).toBe(words);
  await lan.registered();
});

test('a call that rings takes nothing from somebody who is typing', async () => {
  const { lan } = office;
  await lan.page.goto(`${office.product.address}/customer`);
  await lan.registered();
  const search = lan.page.getByRole('searchbox').first();
  await search.click();
  await lan.page.keyboard.type('khong co ');
  await customerCalls();
  await lan.shows('Cuộc gọi đến');
  await lan.page.keyboard.type('ai ca');
  expect(await search.inputValue()).toBe('khong co ai ca');
  expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
  await lan.reject();
  await lan.isIdle();
});

test('a tel: link of any page opens here, asks first, and names the colleague whom it calls', async () => {
  const { lan, minh } = office;
  await minh.clear();
  await lan.page.goto(`${office.product.address}/dashboard?call=${encodeURIComponent('tel:102')}`);
  await lan.registered();
  const dialog = lan.page.getByRole('dialog', { name: /^Gọi Trần Văn Minh\?$/ });
  await dialog.getByRole('button', { name: 'Gọi', exact: true }).click();
  await minh.shows('Cuộc gọi đến');
  await lan.says('Trần Văn Minh');
  expect(new URL(lan.page.url()).search).toBe('');
  await minh.reject();
  await lan.isIdle();
});

test('a note outlives its session and its tab: whoever signs in again has it sent, without opening the card', async () => {
  const { lan, minh, admin } = office;
  await minh.page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
  const customer = await customerCalls();
  await minh.shows('Cuộc gọi đến');
  await minh.answer();
  await minh.shows('Đã kết nối');
  const card = cardOf(minh);
  const words = `Gửi báo giá ${Date.now()}`;
  await minh.page.route('**/note-in-calling', (route) => route.abort());
  await card.getByLabel('Ghi chú cuộc gọi').fill(words);
  await card.getByText('Chưa lưu được, đang thử lại').waitFor();
  await minh.hangUp();
  await minh.isIdle();
  const { context, url } = { context: minh.page.context(), url: minh.page.url() };
  // The server ends the session of everybody who is Minh; the tab is closed.
  const { data } = await admin.call(accounts.list, { query: { search: 'minh@demo.local' } });
  await admin.call(signOutAccount, { params: { id: data[0]?.id ?? '' } });
  await minh.page.waitForURL('**/login');
  await minh.page.close();
  const page = await context.newPage();
  await signIn(page, new URL(url).origin, 'minh');
  await page.getByText(`Đã lưu ghi chú viết dở của ${customer.name}`).waitFor();
  expect(await noteOf(admin, customer.number)).toBe(words);
  await page.close();
  await lan.isIdle();
});

test('of two who may be calling one is chosen, and theirs is the card and the name in the window', async () => {
  const { lan, admin } = office;
  const { customer } = await mainNumberAndCustomer(admin);
  const statuses = await admin.call(allProfileStatus, {});
  const input = {
    name: 'Người nhà của khách',
    phone: '0912345001',
    zalo: customer.number,
    status: statuses.data[0]?.id,
  };
  const relative = await admin.call(customers.create, { body: customers.input.parse(input) });
  await customerCalls();
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
  const card = cardOf(lan);
  await card.getByRole('heading', { name: customer.name }).waitFor();
  await card.getByRole('button', { name: new RegExp(relative.name) }).click();
  await card.getByRole('heading', { name: relative.name }).waitFor();
  const offered = card.getByRole('group', { name: /ai đang gọi/ }).getByRole('button');
  expect(await offered.count()).toBe(2);
  await lan.says(relative.name);
  await lan.hangUp();
  await lan.isIdle();
  await admin.call(customers.remove, { params: { id: relative.id } });
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

test('who calls a number of ours that a menu answers is told of with queue, number, keys and waiting time while it rings', async () => {
  const { lan, admin } = office;
  // What the company had switched off for the last story the page would still know.
  await lan.page.reload();
  await lan.registered();
  const { customer } = await mainNumberAndCustomer(admin);
  const number = await menuNumber(admin);
  const script = { voice: 'khach-1', digits: ',,2', seconds: 60 } as const;
  await admin.call(startBotCall, { body: { from: customer.number, to: number, script } });
  await lan.shows('Cuộc gọi đến', 30_000);
  const window = lan.page.getByRole('region', { name: 'Điện thoại' });
  await window.getByText(customer.name, { exact: true }).waitFor();
  const facts = await window.locator('dl div').allInnerTexts();
  expect(facts.map((fact) => fact.replace(/\s+/g, ' '))).toEqual([
    'Qua Hàng đợi “Chăm sóc khách hàng”',
    expect.stringMatching(/^Gọi đến 028 \d{4} \d{4} · Chăm sóc khách hàng \(bấm phím\)$/),
    expect.stringMatching(/^Đường IVR .+ → phím 2$/),
    expect.stringMatching(/^Đã chờ \d\d:\d\d$/),
  ]);
  await lan.answer();
  await lan.shows('Đã kết nối');
  await cardOf(lan).getByText('Đường IVR').waitFor();
  await lan.hangUp();
  await lan.isIdle();
});
