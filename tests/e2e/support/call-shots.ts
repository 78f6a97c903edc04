import {
  allProfileStatus,
  bargeIntoCall,
  customers,
  extensions,
  listenToCall,
  myCalls,
  startBotCall,
  stopSupervising,
  whisperInCall,
} from '@alo/contract';
import type { Page } from 'playwright-core';

import { mainNumberAndCustomer, signInByApi } from './api.ts';
import { signIn } from './browser-phone.ts';
import type { PersonName } from './people.ts';
import type { Shot } from './shot.ts';

/** A customer of the demo calls, and Lan's phone rings. */
async function ring(page: Page, address: string): Promise<void> {
  const { customer } = await mainNumberAndCustomer(await signInByApi(address, 'lan'));
  await ringFrom(page, address, customer.number);
  await page.getByRole('region', { name: 'Điện thoại' }).getByText(customer.name, { exact: true }).waitFor();
}

/** Somebody calls from a number, and Lan's phone rings. */
async function ringFrom(page: Page, address: string, from: string): Promise<void> {
  await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
  const lan = await signInByApi(address, 'lan');
  const { number: to } = await mainNumberAndCustomer(lan);
  await lan.call(startBotCall, { body: { from, to, script: { voice: 'khach-1', seconds: 120 } } });
  await page.getByText('Cuộc gọi đến', { exact: true }).first().waitFor();
}

export const press = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Điện thoại' }).getByRole('button', { name, exact: true }).click();

/** The same, answered: the two talk. */
export async function talk(page: Page, address: string): Promise<void> {
  await ring(page, address);
  await answer(page);
}

async function answer(page: Page): Promise<void> {
  await press(page, 'Nghe');
  await page.getByText('Đã kết nối', { exact: true }).first().waitFor();
}

/** Whoever calls is in no address book. */
async function stranger(page: Page, address: string): Promise<void> {
  await ringFrom(page, address, '0399000333');
  await answer(page);
  await page.getByRole('form', { name: 'Thêm khách hàng này' }).waitFor();
}

/** Of whoever calls there are two in the address book. */
async function several(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const { customer } = await mainNumberAndCustomer(admin);
  const name = 'Người nhà của khách';
  if ((await admin.call(customers.list, { query: { search: name } })).total === 0) {
    const { data: statuses } = await admin.call(allProfileStatus, {});
    const relative = { name, phone: '0912345003', zalo: customer.number, status: statuses[0]?.id };
    await admin.call(customers.create, { body: customers.input.parse(relative) });
  }
  await talk(page, address);
  await page.getByRole('group', { name: /ai đang gọi/ }).waitFor();
}

/** A colleague at a phone of their own, in the same browser, as long as a picture needs them. */
export async function colleague(page: Page, address: string, name: PersonName): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({
      baseURL: address,
      permissions: ['microphone'],
      reducedMotion: 'reduce',
      locale: 'vi-VN',
    });
  if (context === undefined) throw new Error('The page has no browser.');
  const theirs = await context.newPage();
  await signIn(theirs, address, name);
  await theirs.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
  beside.set(page, theirs);
  return theirs;
}

const beside = new WeakMap<Page, Page>();

export async function alone(page: Page): Promise<void> {
  await beside.get(page)?.context().close();
  beside.delete(page);
}

/** Minh is asked something, or into the conversation, by Lan who talks with a customer, and answers. */
const withMinh = (button: string, action: string, shows: string) => async (page: Page, address: string) => {
  await talk(page, address);
  const minh = await colleague(page, address, 'minh');
  await press(page, button);
  const window = page.getByRole('region', { name: 'Điện thoại' });
  await window.getByRole('button', { name: /Minh/ }).click();
  await window.getByRole('button', { name: action, exact: true }).click();
  await minh.getByText('Cuộc gọi đến', { exact: true }).first().waitFor();
  await press(minh, 'Nghe');
  await minh.getByText('Đã kết nối', { exact: true }).first().waitFor();
  await window.getByText(shows).first().waitFor();
};

/** Lan's phone rings while it talks, or does not. */
async function mayWait(address: string, isOn: boolean): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const { data } = await admin.call(extensions.list, { query: { search: '101' } });
  const row = data.find(({ number }) => number === '101');
  if (row === undefined) throw new Error('the demo has no 101');
  await admin.call(extensions.update, { params: { id: row.id }, body: { ...row, call_waiting: isOn } });
}

/** Minh calls while she talks with a customer, who waits while she talks with him. */
async function two(page: Page, address: string): Promise<void> {
  await mayWait(address, true);
  await talk(page, address);
  const minh = await colleague(page, address, 'minh');
  await minh.getByRole('button', { name: /^Điện thoại:/ }).click();
  await minh.getByLabel('Số cần gọi').fill('101');
  await press(minh, 'Gọi');
  await press(page, 'Nghe và giữ máy');
  await minh.getByText('Đã kết nối', { exact: true }).first().waitFor();
}

async function noneWaits(page: Page, address: string): Promise<void> {
  await alone(page);
  // Minh's call goes with his page; then the customer's is left.
  await page.getByRole('list', { name: 'Cuộc gọi khác' }).waitFor({ state: 'detached' });
  await press(page, 'Kết thúc');
  await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
  await mayWait(address, false);
}

async function hangUp(page: Page): Promise<void> {
  await alone(page);
  await press(page, 'Kết thúc');
  await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
}

/** Hoa is with Lan, who talks with a customer: unheard, heard by Lan alone, or by both. */
const supervising =
  (how: typeof listenToCall | typeof whisperInCall | typeof bargeIntoCall, shows: string) =>
  async (page: Page, address: string) => {
    await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
    await talk(await colleague(page, address, 'lan'), address);
    const [lan, hoa] = [await signInByApi(address, 'lan'), await signInByApi(address, 'hoa')];
    const { data } = await lan.call(myCalls, {});
    await hoa.call(how, { params: { id: data[0]?.id ?? '' }, body: { agent: '101' } });
    await page.getByRole('region', { name: 'Điện thoại' }).getByText(shows, { exact: true }).waitFor();
  };

async function leave(page: Page, address: string): Promise<void> {
  const [lan, hoa] = [await signInByApi(address, 'lan'), await signInByApi(address, 'hoa')];
  const { data } = await lan.call(myCalls, {});
  await hoa.call(stopSupervising, { params: { id: data[0]?.id ?? '' }, body: { agent: '101' } });
  const theirs = beside.get(page);
  if (theirs !== undefined) await press(theirs, 'Kết thúc');
  await alone(page);
  await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
}

/** The phone in every state that somebody sees it in. */
export const callShots: readonly Shot[] = [
  {
    name: 'dialler',
    path: '/my-day',
    as: 'lan',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).click();
      await page.getByLabel('Số cần gọi').waitFor();
    },
  },
  {
    name: 'call-incoming',
    path: '/my-day',
    as: 'lan',
    prepare: ring,
    tidy: (page) => press(page, 'Từ chối'),
  },
  {
    name: 'call-window',
    path: '/call-history',
    as: 'lan',
    prepare: async (page, address) => {
      await talk(page, address);
      // With what saves it, which comes last.
      await page
        .getByRole('complementary', { name: 'Khách hàng đang gọi' })
        .getByRole('button', { name: 'Lưu & Sẵn sàng' })
        .waitFor();
    },
    tidy: (page) => press(page, 'Kết thúc'),
  },
  {
    name: 'call-held',
    path: '/call-history',
    as: 'lan',
    prepare: async (page, address) => {
      await talk(page, address);
      await press(page, 'Giữ máy');
      await page.getByText('Đang giữ máy', { exact: true }).first().waitFor();
    },
    tidy: (page) => press(page, 'Kết thúc'),
  },
  { name: 'call-two', path: '/call-history', as: 'lan', prepare: two, tidy: noneWaits },
  {
    name: 'popup-stranger',
    path: '/call-history',
    as: 'lan',
    prepare: stranger,
    tidy: (page) => press(page, 'Kết thúc'),
  },
  {
    name: 'popup-several',
    path: '/call-history',
    as: 'lan',
    prepare: several,
    tidy: (page) => press(page, 'Kết thúc'),
  },
  {
    name: 'keypad',
    path: '/call-history',
    as: 'lan',
    prepare: async (page, address) => {
      await talk(page, address);
      await press(page, 'Bàn phím');
      await page.getByRole('group', { name: 'Bàn phím' }).waitFor();
    },
    tidy: (page) => press(page, 'Kết thúc'),
  },
  {
    name: 'after-call',
    path: '/call-history',
    as: 'lan',
    prepare: async (page, address) => {
      await ring(page, address);
      await press(page, 'Từ chối');
      await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).click();
      await page.getByRole('group', { name: 'Bàn phím quay số' }).waitFor();
    },
  },
  {
    name: 'wrap-up',
    path: '/call-history',
    as: 'lan',
    prepare: async (page, address) => {
      await talk(page, address);
      await press(page, 'Kết thúc');
      await page.getByRole('button', { name: 'Lưu & Sẵn sàng' }).waitFor();
    },
  },
  {
    name: 'consultation',
    path: '/call-history',
    as: 'lan',
    prepare: withMinh('Chuyển', 'Hỏi trước', 'Đang nói riêng với'),
    tidy: hangUp,
  },
  {
    name: 'conference',
    path: '/call-history',
    as: 'lan',
    prepare: withMinh('Thêm người', 'Mời vào', 'Đàm thoại 3 người'),
    tidy: hangUp,
  },
  {
    name: 'listening',
    path: '/call-history',
    as: 'hoa',
    prepare: supervising(listenToCall, 'Không ai nghe thấy bạn'),
    tidy: leave,
  },
  {
    name: 'whispering',
    path: '/call-history',
    as: 'hoa',
    prepare: supervising(whisperInCall, 'Chỉ Nguyễn Thị Lan nghe thấy bạn'),
    tidy: leave,
  },
  {
    name: 'barging',
    path: '/call-history',
    as: 'hoa',
    prepare: supervising(bargeIntoCall, 'Mọi người nghe thấy bạn'),
    tidy: leave,
  },
];
