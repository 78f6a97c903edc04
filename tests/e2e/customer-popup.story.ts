import { setTimeout } from 'node:timers/promises';

import {
  accounts,
  addConsent,
  allProfileStatus,
  campaigns,
  customerByPhone,
  customerCampaigns,
  customers,
  customerTimeline,
  inbounds,
  myCalls,
  signOutAccount,
  startBotCall,
  updateSystemSetting,
} from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  closedCallsSince,
  mainNumberAndCustomer,
  menuNumber,
  type PersonApi,
  signInByApi,
  theCallSince,
} from './support/api.ts';
import { type BrowserPhone, fillInSignIn, openPage, signIn } from './support/browser-phone.ts';
import { isHeardBy } from './support/heard.ts';
import { liveThrough } from './support/live-through.ts';
import { hideNumbers, sendersOf } from './support/masked.ts';
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

/** What the browser keeps of words and choices that the server does not have. */
const draftsIn = ({ page }: BrowserPhone) =>
  page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opened = indexedDB.open('alo', 1);
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = () => {
      const asked = opened.result.transaction('drafts').objectStore('drafts').getAllKeys();
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => {
        opened.result.close();
        resolve(asked.result);
      };
    };
  })`);

/** A customer of the demo calls the company. */
async function customerCalls(): Promise<{ name: string; number: string }> {
  const { number, customer } = await mainNumberAndCustomer(office.admin);
  const script = { voice: 'khach-1', seconds: 300 } as const;
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
  await isHeardBy(lan);
  await minh.isIdle();

  await lan.press('Ghi chú');
  await lan.page.keyboard.type(' Khách muốn gọi lại lúc 15 giờ.');
  await card.getByText('Đã lưu').waitFor();
  const { customer: kept } = await admin.call(customerByPhone, { query: { phone: customer.number } });
  expect(kept?.note_in_calling).toMatch(/Khách muốn gọi lại lúc 15 giờ\.$/);

  // A colleague changes something else of the customer, and an answer is lost on the way: neither is another's note.
  if (!kept) throw new Error('The customer of the demo is not there.');
  await admin.call(customers.update, {
    params: { id: kept.id },
    body: { ...kept, address: '12 Hàng Bài' },
  });
  await lan.page.keyboard.type(' Gửi báo giá.');
  await expect.poll(() => noteOf(admin, customer.number)).toMatch(/ Gửi báo giá\.$/);
  await card.getByText('Đã lưu').waitFor();
  await lan.page.route('**/note-in-calling', async (saving) => {
    await saving.fetch();
    await saving.abort();
  });
  await lan.page.keyboard.type(' Trước thứ');
  await card.getByText('Chưa lưu được, đang thử lại').waitFor();
  await lan.page.unroute('**/note-in-calling');
  await lan.page.keyboard.type(' sáu.');
  await expect.poll(() => noteOf(admin, customer.number)).toMatch(/ Trước thứ sáu\.$/);
  await card.getByText('Đã lưu').waitFor();
  const address = async () => (await admin.call(customers.get, { params: { id: kept.id } })).address;
  await expect.poll(address).toBe('12 Hàng Bài');

  // An incoming call that ends leaves the card, so that the note can be finished.
  await lan.hangUp();
  await lan.isIdle();
  await expect.poll(() => card.isVisible()).toBe(true);
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
  await admin.call(startBotCall, { body: { from, to: number, script: { voice: 'khach-1', seconds: 300 } } });
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
  await expect.poll(() => card.getByLabel('Ghi chú cuộc gọi').inputValue()).toBe('Hỏi giá gói năm');

  await lan.hangUp();
  await lan.isIdle();
  await card.getByText('Hẹn gọi lại', { exact: true }).nth(1).waitFor();
  const outcome = card.getByRole('form', { name: 'Kết quả cuộc gọi' });
  const saves = card.getByRole('button', { name: 'Lưu & Sẵn sàng' });
  await outcome
    .getByRole('group', { name: /^Kết quả cuộc gọi/ })
    .getByRole('radio', { name: 'Hẹn gọi lại' })
    .check();
  await saves.click();
  await outcome.getByText('Chọn giờ gọi lại').waitFor();
  await outcome.getByRole('radio', { name: '15 phút nữa' }).check();
  // The server keeps it, and its answer is lost on the way: what is sent again is the same, also behind a reload.
  await lan.page.route('**/disposition', async (saving) => {
    await saving.fetch();
    await saving.abort();
  });
  await saves.click();
  await lan.page
    .getByText(/^Không kết nối được máy chủ/)
    .first()
    .waitFor();
  await lan.page.unroute('**/disposition');
  await lan.page.reload();
  await expect.poll(() => outcome.getByRole('radio', { name: '15 phút nữa' }).isChecked()).toBe(true);
  await saves.click();
  await card.waitFor({ state: 'detached' });
  // What was chosen has been kept: nothing of it is left over for a card that is opened again.
  await expect.poll(() => draftsIn(lan)).toEqual([]);

  const { customer } = await admin.call(customerByPhone, { query: { phone: from } });
  const { data } = await admin.call(customerTimeline, { params: { id: customer?.id ?? '' }, query: {} });
  const kept = data.flatMap((entry) => (entry.kind === 'disposition' ? [entry.disposition] : []));
  expect(kept).toMatchObject([{ outcome: 'call-again', note: 'Hỏi giá gói năm', call_id: expect.any(String) }]);
});

inDepth(
  'what is filled in of a stranger and finds no way to the server outlives a reload and a closed tab, and is offered until there is a customer',
  async () => {
    const { lan, admin } = office;
    const from = '0399000222';
    const { number } = await mainNumberAndCustomer(admin);
    await admin.call(startBotCall, { body: { from, to: number, script: { voice: 'khach-1', seconds: 300 } } });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    const card = cardOf(lan);
    await card.getByRole('heading', { name: 'Khách chưa có trong danh bạ' }).waitFor();
    await lan.page.route('**/my-calls/*/note', (saving) => saving.abort());
    await card.getByLabel('Ghi chú cuộc gọi').fill('Hỏi giá gói năm, gọi lại sáng mai');
    await lan.hangUp();
    await lan.isIdle();
    // The card is open as it was; who closes it over such words is offered them again.
    await lan.page.reload();
    await card.getByRole('heading', { name: 'Khách chưa có trong danh bạ' }).waitFor();
    await expect.poll(() => card.getByLabel('Ghi chú cuộc gọi').inputValue()).toBe('Hỏi giá gói năm, gọi lại sáng mai');
    await card.getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
    await card.waitFor({ state: 'detached' });
    await lan.page.reload();
    const offer = lan.page.getByRole('region', { name: 'Thông báo' }).getByText(/Còn thông tin viết dở của số 0399/);
    await offer.waitFor();
    await lan.page.getByRole('button', { name: 'Mở lại' }).click();
    await expect.poll(() => card.getByLabel('Ghi chú cuộc gọi').inputValue()).toBe('Hỏi giá gói năm, gọi lại sáng mai');
    await card.getByLabel('Tên khách hàng').fill('Đinh Thị Dở');
    // The tab is closed, and the console opened in another one.
    const other = await lan.page.context().newPage();
    await lan.page.goto('about:blank');
    await other.goto(`${office.product.address}/customer`);
    await other.getByRole('button', { name: 'Mở lại' }).click();
    const again = other.getByRole('complementary', { name: 'Khách hàng đang gọi' });
    await again.getByRole('heading', { name: 'Khách chưa có trong danh bạ' }).waitFor();
    await expect.poll(() => again.getByLabel('Tên khách hàng').inputValue()).toBe('Đinh Thị Dở');
    await again.getByRole('button', { name: 'Lưu khách hàng' }).click();
    await again.getByRole('heading', { name: 'Đinh Thị Dở' }).waitFor();
    await expect.poll(() => noteOf(admin, from)).toBe('Hỏi giá gói năm, gọi lại sáng mai');
    await other.close();
    await lan.page.goto(`${office.product.address}/my-day`);
    await lan.registered();
    await expect.poll(() => offer.count()).toBe(0);
  },
);

inDepth(
  'a link that calls somebody is followed behind the sign-in, also where the session had ended unnoticed',
  async () => {
    const { minh, admin } = office;
    const { page } = minh;
    const { origin } = new URL(page.url());
    const { data } = await admin.call(accounts.list, { query: { search: 'minh@demo.local' } });
    const signOut = () => admin.call(signOutAccount, { params: { id: data[0]?.id ?? '' } });
    const asked = page.getByRole('dialog', { name: /^Gọi Nguyễn Thị Lan\?$/ });
    await page.goto('about:blank');
    await signOut();
    await page.goto(`${origin}/dashboard?call=${encodeURIComponent('tel:101')}`);
    await page.waitForURL('**/login');
    // Somebody who looks at the sign-in page and loads it again wants the same.
    await page.reload();
    await fillInSignIn(page, 'minh');
    await asked.getByRole('button', { name: 'Không gọi' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await minh.registered();
  },
);

inDepth(
  'the connection is lost while a note is written: it goes out by itself once there is a network again',
  async () => {
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
    await expect.poll(() => noteOf(admin, customer.number)).toBe(words);
    await lan.registered();
  },
);

inDepth('a call that rings takes nothing from somebody who is typing', async () => {
  const { lan } = office;
  await lan.page.goto(`${office.product.address}/customer`);
  await lan.registered();
  const search = lan.page.getByRole('searchbox').first();
  await search.click();
  await lan.page.keyboard.type('khong co ');
  await customerCalls();
  await lan.shows('Cuộc gọi đến');
  await lan.page.keyboard.type('ai ca');
  await expect.poll(() => search.inputValue()).toBe('khong co ai ca');
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
  await lan.reject();
  await lan.isIdle();
});

inDepth(
  'somebody who sees no number answers, reads who it is and writes a note, and neither page nor telephone is sent the number',
  async () => {
    const { lan, admin } = office;
    const { customer } = await mainNumberAndCustomer(admin);
    const seeNumbers = await hideNumbers(admin);
    const received = sendersOf(lan.page, customer.number);
    try {
      await lan.page.goto(`${office.product.address}/my-day`);
      await lan.registered();
      await customerCalls();
      await lan.shows('Cuộc gọi đến');
      await lan.says(customer.name);
      await lan.answer();
      await lan.shows('Đã kết nối');
      const card = cardOf(lan);
      await card.getByRole('heading', { name: customer.name }).waitFor();
      const words = `Số kín ${Date.now()}`;
      await card.getByLabel('Ghi chú cuộc gọi').fill(words);
      await card.getByText('Đã lưu').waitFor();
      await expect.poll(() => noteOf(admin, customer.number)).toBe(words);
      await lan.hangUp();
      await lan.isIdle();
      await lan.page.goto(`${office.product.address}/call-history`);
      await lan.page.getByRole('row').filter({ hasText: customer.name }).first().waitFor();
      // The card of the call is there again: also of what has ended the number stays away.
      await card.getByRole('heading', { name: customer.name }).waitFor();
      await card.getByText(/^Gọi vào lúc .* đã kết thúc/).waitFor();
      expect(received).toEqual([]);
      await card.getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
      await card.waitFor({ state: 'detached' });
      // They are called all the same: out of the history, and out of the list of customers.
      for (const list of ['/call-history', '/customer']) {
        await lan.page.goto(`${office.product.address}${list}?search=${encodeURIComponent(customer.name)}`);
        await lan.registered();
        const row = lan.page.getByRole('row').filter({ hasText: customer.name }).first();
        await row.getByRole('button', { name: /^Gọi / }).click();
        await lan.says(customer.name);
        await lan.shows('Đã kết nối');
        await lan.hangUp();
        await lan.isIdle();
      }
      expect(received).toEqual([]);
    } finally {
      lan.page.removeAllListeners('response');
      await seeNumbers();
    }
  },
);

inDepth('a tel: link of any page opens here, asks first, and names the colleague whom it calls', async () => {
  const { lan, minh } = office;
  await minh.clear();
  await lan.page.goto(`${office.product.address}/dashboard?call=${encodeURIComponent('tel:102')}`);
  await lan.registered();
  const dialog = lan.page.getByRole('dialog', { name: /^Gọi Trần Văn Minh\?$/ });
  await dialog.getByRole('button', { name: 'Gọi', exact: true }).click();
  await minh.shows('Cuộc gọi đến');
  await lan.says('Trần Văn Minh');
  await expect.poll(() => new URL(lan.page.url()).search).toBe('');
  await minh.reject();
  await lan.isIdle();
});

inDepth(
  'who refuses advertising is asked about before a call: with why, and called only by whoever still wants to',
  async () => {
    const { lan, admin } = office;
    const { page } = lan;
    const { customer } = await mainNumberAndCustomer(admin);
    const { customer: kept } = await admin.call(customerByPhone, { query: { phone: customer.number } });
    if (!kept) throw new Error('The customer of the demo is not there.');
    const said = { purpose: 'marketing', way: 'call', evidence: 'Đừng gọi quảng cáo nữa' } as const;
    await admin.call(addConsent, { params: { id: kept.id }, body: { ...said, given: false } });
    try {
      await page.goto(`${office.product.address}/customer?search=${encodeURIComponent(customer.name)}`);
      await lan.registered();
      const row = page.getByRole('row').filter({ hasText: customer.name }).first();
      const calls = async () => {
        await row.hover();
        await row.getByRole('button', { name: /^Gọi / }).click();
      };
      const question = page.getByRole('dialog', { name: 'Khách hàng này đã yêu cầu không gọi quảng cáo' });
      await calls();
      await question.getByText('Trong cuộc gọi: Đừng gọi quảng cáo nữa').waitFor();
      // What is struck first calls nobody.
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Không gọi');
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      await lan.isIdle();

      await calls();
      await question.getByRole('button', { name: 'Vẫn gọi' }).click();
      await lan.says(customer.name);
      await lan.shows('Đã kết nối');
      await lan.hangUp();
      await lan.isIdle();
    } finally {
      await admin.call(addConsent, { params: { id: kept.id }, body: { ...said, given: true } });
    }
  },
);

inDepth(
  'Ctrl K finds settings, calls, colleagues and customers, and dials whom it finds and any number that is typed',
  async () => {
    const { lan, minh, admin } = office;
    const { page } = lan;
    const { customer } = await mainNumberAndCustomer(admin);
    await page.goto(`${office.product.address}/my-day`);
    await lan.registered();
    await minh.page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
    const find = async (words: string, option: string | RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(words);
      await page.getByRole('option', { name: option }).first().click();
    };
    await find('khoa truy cap', /^Xác thực hai bước/);
    await page.waitForURL('**/user-setting/bao-mat');
    await find(customer.name, new RegExp(`^${customer.name} ?Khách hàng`));
    await page.waitForURL('**/customer?id=*');
    await page.getByRole('dialog').getByRole('heading', { name: customer.name }).waitFor();
    await page.keyboard.press('Escape');
    await find(customer.name, new RegExp(`^Cuộc gọi ${customer.name} · \\d\\d/`));
    await page.waitForURL('**/call-history?id=*');
    await page.getByRole('dialog').getByText('Vì sao cuộc gọi đi như vậy').waitFor();
    await page.keyboard.press('Escape');

    // Nobody calls oneself.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('101');
    await page.getByRole('option', { name: /^Gọi 101/ }).waitFor();
    await expect.poll(() => page.getByRole('option', { name: /Nguyễn Thị Lan/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await find('tran van minh', /^Gọi Trần Văn Minh/);
    await minh.shows('Cuộc gọi đến');
    await lan.says('Trần Văn Minh');
    await minh.reject();
    await lan.isIdle();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(customer.name);
    await page.getByRole('option', { name: customer.name, selected: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await lan.says(customer.name);
    await lan.shows('Đã kết nối');
    await lan.hangUp();
    await lan.isIdle();
    // A sentence from a letter, in the digits of another keyboard.
    await find('Gọi giúp anh số ０９１２ ３４５ ６７８ nhé', /^Gọi 0912 345 678/);
    await lan.says('0912 345 678');
    await lan.hangUp();
    await lan.isIdle();
  },
);

inDepth(
  'a note outlives its session and its tab: whoever signs in again has it sent, without opening the card',
  async () => {
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
    await card.getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
    await card.waitFor({ state: 'detached' });
    const { context, url } = { context: minh.page.context(), url: minh.page.url() };
    // The server ends the session of everybody who is Minh; the tab is closed.
    const { data } = await admin.call(accounts.list, { query: { search: 'minh@demo.local' } });
    await admin.call(signOutAccount, { params: { id: data[0]?.id ?? '' } });
    await minh.page.waitForURL('**/login');
    await minh.page.close();
    const page = await context.newPage();
    await signIn(page, new URL(url).origin, 'minh');
    await page.getByText(`Đã lưu ghi chú viết dở của ${customer.name}`).waitFor();
    await expect.poll(() => noteOf(admin, customer.number)).toBe(words);
    await page.close();
    await lan.isIdle();
  },
);

inDepth('of two who may be calling one is chosen, and theirs is the card and the name in the window', async () => {
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
  const live = await liveThrough(lan.page);
  await lan.page.reload();
  await lan.registered();
  await customerCalls();
  await lan.shows('Cuộc gọi đến');
  // One chooses before the page has been told which conversation it is.
  live.hold();
  await lan.answer();
  await lan.shows('Đã kết nối');
  const card = cardOf(lan);
  await card.getByRole('heading', { name: customer.name }).waitFor();
  await card.getByRole('button', { name: new RegExp(relative.name) }).click();
  await card.getByRole('heading', { name: relative.name }).waitFor();
  live.letGo();
  const offered = card.getByRole('group', { name: /ai đang gọi/ }).getByRole('button');
  await expect.poll(() => offered.count()).toBe(2);
  await lan.says(relative.name);
  // A page that is opened in the middle of the call, and loaded again, knows whom one chose.
  const other = await lan.page.context().newPage();
  await other.goto(`${office.product.address}/my-day`);
  const mirrored = other.getByRole('region', { name: 'Điện thoại' }).getByText(relative.name, { exact: true });
  await mirrored.waitFor();
  await other.reload();
  await mirrored.waitFor();
  await other.close();
  await lan.hangUp();
  await lan.isIdle();
  // What the phone's own page loses by being loaded again is the call, and not whose it was.
  await lan.page.reload();
  await lan.registered();
  const { data: story } = await admin.call(customerTimeline, { params: { id: relative.id }, query: {} });
  expect(story.filter(({ kind }) => kind === 'call')).toHaveLength(1);
  await admin.call(customers.remove, { params: { id: relative.id } });
});

test('the phone’s own page is loaded again in mid-call: they talk on, and its card is there with whom one chose and what one filled in; a page that stays away is told what became of the call', async () => {
  const { lan, admin } = office;
  const { page } = lan;
  const { customer } = await mainNumberAndCustomer(admin);
  const statuses = await admin.call(allProfileStatus, {});
  const input = { name: 'Vợ của khách', phone: '0912345002', zalo: customer.number, status: statuses.data[0]?.id };
  const relative = await admin.call(customers.create, { body: customers.input.parse(input) });
  await customerCalls();
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
  const card = cardOf(lan);
  const chosen = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await card.getByRole('button', { name: new RegExp(relative.name) }).click();
  await chosen;
  await card.getByRole('heading', { name: relative.name }).waitFor();
  const lanByApi = await signInByApi(office.product.address, 'lan');
  const words = `Gọi lại cho vợ ${Date.now()}`;
  await card.getByLabel('Ghi chú cuộc gọi').fill(words);
  await card.getByText('Đã lưu').waitFor();
  const outcome = card.getByRole('form', { name: 'Kết quả cuộc gọi' });
  const saves = card.getByRole('button', { name: 'Lưu & Sẵn sàng' });
  const interested = outcome.getByRole('radio', { name: 'Quan tâm' });
  await interested.check();

  // The page asks whether one really wants to leave a call.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await lan.shows('Đã kết nối');
  await lan.says(relative.name);
  // Whoever calls has said what they had to say; that they are still connected is in what comes from them.
  await expect.poll(async () => (await lan.hears(1_000)).packets).toBeGreaterThan(30);
  await card.getByRole('heading', { name: relative.name }).waitFor();
  await expect.poll(() => card.getByLabel('Ghi chú cuộc gọi').inputValue()).toBe(words);
  const { data: going } = await lanByApi.call(myCalls, {});
  expect(going).toHaveLength(1);

  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('about:blank');
  const over = async () => (await lanByApi.call(myCalls, {})).data.length;
  await expect.poll(over).toBe(0);
  await page.goto(`${office.product.address}/my-day`);
  await card.getByRole('heading', { name: relative.name }).waitFor();
  await card.getByText(/^Gọi vào lúc \d\d:\d\d đã kết thúc · Gặp/).waitFor();
  await expect.poll(() => card.getByLabel('Ghi chú cuộc gọi').inputValue()).toBe(words);
  await expect.poll(() => interested.isChecked()).toBe(true);
  await saves.click();
  await card.waitFor({ state: 'detached' });
  const { data: story } = await admin.call(customerTimeline, { params: { id: relative.id }, query: {} });
  const kept = story.flatMap((entry) => (entry.kind === 'disposition' ? [entry.disposition] : []));
  expect(kept).toMatchObject([{ outcome: 'interested', note: words, call_id: expect.any(String) }]);
  // What was closed stays so.
  await page.reload();
  await lan.registered();
  await expect.poll(() => card.count()).toBe(0);
  await admin.call(customers.remove, { params: { id: relative.id } });
});

inDepth(
  'somebody calls in the moment in which they are made a customer: whichever comes first, window and card name them',
  async () => {
    const { lan, admin } = office;
    const { page } = lan;
    const { number } = await mainNumberAndCustomer(admin);
    const statuses = await admin.call(allProfileStatus, {});
    const isAdded = (name: string, phone: string) =>
      admin.call(customers.create, { body: customers.input.parse({ name, phone, status: statuses.data[0]?.id }) });
    const calls = (from: string) =>
      admin.call(startBotCall, { body: { from, to: number, script: { voice: 'khach-1', seconds: 300 } } });
    const named = async (name: string) => {
      await lan.shows('Cuộc gọi đến');
      await lan.says(name);
      await lan.answer();
      await lan.shows('Đã kết nối');
      await cardOf(lan).getByRole('heading', { name }).waitFor();
      await lan.hangUp();
      await lan.isIdle();
      await cardOf(lan).getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
    };

    // What the page is answered is from before, and it hears of the new customer while it waits for that answer.
    const heard = Promise.withResolvers<void>();
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/"resource-changed".*"customer"/.test(payload.toString())) heard.resolve();
      }),
    );
    await page.reload();
    await lan.registered();
    await page.route(
      '**/customer-by-phone?*',
      async (route) => {
        const before = await route.fetch();
        expect(await before.json()).toMatchObject({ customer: null });
        await isAdded('Trịnh Vừa Thêm', '0399000444');
        await heard.promise;
        await route.fulfill({ response: before });
      },
      { times: 1 },
    );
    await calls('0399000444');
    await named('Trịnh Vừa Thêm');

    // They are added while the stranger's card is open.
    await calls('0399000455');
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await cardOf(lan).getByRole('heading', { name: 'Khách chưa có trong danh bạ' }).waitFor();
    await isAdded('Trịnh Thêm Sau', '0399000455');
    await cardOf(lan).getByRole('heading', { name: 'Trịnh Thêm Sau' }).waitFor();
    await lan.hangUp();
    await lan.isIdle();
    await cardOf(lan).getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();

    for (const n of [0, 1, 2]) {
      await Promise.all([calls(`03990005${n}0`), isAdded(`Trịnh Cùng Lúc ${n}`, `03990005${n}0`)]);
      await named(`Trịnh Cùng Lúc ${n}`);
    }
  },
);

inDepth('switched off for the company, the pop-up stays away', async () => {
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
  const script = { voice: 'khach-1', digits: ',,2', seconds: 300 } as const;
  await admin.call(startBotCall, { body: { from: customer.number, to: number, script } });
  await lan.shows('Cuộc gọi đến');
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
  // Said once: by the window as long as there is no card, and again when the card is closed.
  await expect.poll(() => lan.page.getByText('Đường IVR').count()).toBe(1);
  await cardOf(lan).getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
  await window.getByText('Đường IVR').waitFor();
  await lan.hangUp();
  await lan.isIdle();
});

inDepth(
  'what an inbound rule puts before the caller’s name stands in the window and in the history, before a stranger’s number too',
  async () => {
    const { lan, admin } = office;
    const rule = {
      name: 'Khách quý',
      priority: 0,
      name_prefix: 'VIP',
      destination: { type: 'direct', value: '101' },
    } as const;
    const { id } = await admin.call(inbounds.create, { body: rule });
    await lan.page.reload();
    await lan.registered();
    const { number: to, customer } = await mainNumberAndCustomer(admin);
    const since = Date.now();
    const title = lan.page.getByRole('region', { name: 'Điện thoại' }).locator('[data-caller]');
    for (const [from, shown] of [
      [customer.number, `VIP: ${customer.name}`],
      ['0398000777', 'VIP: 0398 000 777'],
    ] as const) {
      await admin.call(startBotCall, { body: { from, to, script: { voice: 'khach-1', seconds: 300 } } });
      await lan.shows('Cuộc gọi đến');
      await expect.poll(() => title.innerText()).toBe(shown);
      await lan.answer();
      await lan.shows('Đã kết nối');
      await lan.hangUp();
      await lan.isIdle();
    }
    await expect
      .poll(async () => (await closedCallsSince(admin, since)).filter(({ name_prefix: prefix }) => prefix === 'VIP'))
      .toHaveLength(2);
    await admin.call(inbounds.remove, { params: { id } });
  },
);

test('thirty customers are put on a campaign; a person calls the first, says what came of it, and is offered the next', async () => {
  const { lan, admin, product } = office;
  const { data: statuses } = await admin.call(allProfileStatus, {});
  for (let n = 10; n < 40; n += 1) {
    const body = { name: `Danh Sách ${n}`, phone: `09877000${n}`, status: statuses[0]?.id ?? '' };
    await admin.call(customers.create, { body });
  }
  const { id } = await admin.call(campaigns.create, {
    body: {
      name: 'Gọi thử ba mươi',
      kind: 'care',
      status: 'running',
      calls_from: '00:00',
      calls_to: '24:00',
      script: 'Chào anh chị, em gọi hỏi thăm.',
    },
  });

  const page = await openPage(lan.browser);
  await signIn(page, product.address, 'admin');
  await page.waitForURL('**/dashboard');
  await page.goto(`${product.address}/customer?search=${encodeURIComponent('Danh Sách')}`);
  await page.getByRole('row').filter({ hasText: 'Danh Sách 39' }).waitFor();
  await page.getByRole('checkbox', { name: 'Chọn cả trang' }).check();
  await page.getByRole('button', { name: 'Chọn tất cả 30 kết quả' }).click();
  await page.getByRole('button', { name: 'Chiến dịch', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Thêm vào chiến dịch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Thêm vào chiến dịch: 30 khách hàng' });
  await dialog.getByRole('combobox', { name: 'Chiến dịch' }).click();
  await page.getByRole('option', { name: 'Gọi thử ba mươi' }).click();
  await dialog.getByRole('button', { name: 'Thêm 30 khách hàng' }).click();
  await expect.poll(async () => (await admin.call(campaigns.get, { params: { id } })).contacts).toBe(30);
  await page.context().close();

  await lan.clear();
  await lan.page.goto(`${product.address}/marketings/campaign/call/${id}`);
  await lan.registered();
  await lan.page.getByText('30 khách có thể gọi ngay').waitFor();
  await lan.page.getByRole('button', { name: 'Lấy khách tiếp theo' }).click();
  const main = lan.page.getByRole('main');
  const first = main.getByRole('heading', { name: /^Danh Sách/ });
  const name = await first.textContent();
  await main.getByText('Chào anh chị, em gọi hỏi thăm.').waitFor();
  await main.getByRole('button', { name: 'Gọi', exact: true }).click();
  await lan.says(name ?? '');
  await lan.hangUp();
  await lan.isIdle();
  // The pop-up goes with a call that had no words; what came of it is said on the page.
  const outcome = main.getByRole('form', { name: 'Kết quả cuộc gọi' });
  await outcome.getByRole('radio', { name: 'Không gặp' }).check();
  // A reading from before the next customer was taken comes behind the answer that names them: it shows nothing of the past.
  await lan.page.route('**/calling', async (reading) => {
    const response = await reading.fetch();
    await setTimeout(700);
    await reading.fulfill({ response });
  });
  await outcome.getByRole('button', { name: 'Lưu & khách tiếp theo' }).click();
  await expect.poll(() => first.textContent()).not.toBe(name);
  await main.getByText('30 khách · đã gọi 1 · đã gặp 0 · đã xong 0').waitFor();
  await setTimeout(1500);
  expect(await first.textContent()).not.toBe(name);
  await lan.page.unroute('**/calling');
  const [called] = (await admin.call(customers.list, { query: { search: name ?? '' } })).data;
  const { data } = await admin.call(customerCampaigns, { params: { id: called?.id ?? '' } });
  expect(data).toMatchObject([{ name: 'Gọi thử ba mươi', state: 'missed', attempts: 1 }]);
});
