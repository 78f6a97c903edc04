import {
  allProfileStatus,
  askAboutData,
  campaigns,
  carryOutDataRequest,
  customers,
  getJob,
  jobTicket,
  updateNoteInCalling,
} from '@alo/contract';
import type { Page } from 'playwright-core';

import { signInByApi } from './api.ts';
import type { Shot } from './shot.ts';
import { until } from './until.ts';

/** A card of the demo, where it is changed. */
async function aCard(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const [first] = (await admin.call(customers.list, {})).data;
  await page.goto(`/customer/edit/${first?.id}`);
  await page.getByLabel('Số điện thoại').first().waitFor();
}

const lines = ['Tên khách hàng,Số điện thoại', 'Lê Nhập Một,0987600001', 'Lê Sai Số,12', ',0987600003'];

/** A file with mistakes, whose columns are to be given their meaning. */
async function brought(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nhập', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'khach.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Tiếp tục' }).click();
  await dialog.getByRole('button', { name: 'Kiểm tra thử' }).waitFor();
}

const oldList = [
  'DANH SAÙCH KHAÙCH HAØNG',
  'Teân khaùch haøng;Soá ñieän thoaïi;Ngaøy;Ghi chuù',
  'Nguyeãn Vaên Ñöùc;0987600011;12/25/2026;<b>Khaùch quen</b><br>goïi buoåi saùng',
  'Traàn Thò Yeán;0987600012;01/02/2026;Ñöôøng L? L?i',
];

/** A list below its title, typed with a font of long ago: how it is read, and what is to be looked at. */
async function readAnew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nhập', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'khach-cu.csv', mimeType: 'text/csv', buffer: Buffer.from(oldList.join('\n'), 'latin1') };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Tiếp tục' }).click();
  await dialog.getByRole('table', { name: 'Những dòng đầu của tệp' }).waitFor();
}

/** The file with mistakes, tried out. */
async function triedOut(page: Page): Promise<void> {
  await brought(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Kiểm tra thử' }).click();
  await dialog.getByText('Đã kiểm tra thử, chưa ghi gì').waitFor();
}

/** The same, imported. */
async function imported(page: Page): Promise<void> {
  await triedOut(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Nhập 1 dòng' }).click();
  await dialog.getByText('Đã nhập xong').waitFor();
}

/** What the trail has of somebody who was erased. */
async function erased(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const { data: statuses } = await admin.call(allProfileStatus, {});
  const body = customers.input.parse({ name: 'Người Được Quên', phone: '0987600009', status: statuses[0]?.id });
  const { id, version } = await admin.call(customers.create, { body });
  await admin.call(updateNoteInCalling, { params: { id }, body: { note_in_calling: 'Hẹn thứ sáu', version } });
  const request = await admin.call(askAboutData, { params: { id }, body: { kind: 'erase', note: 'Gửi thư' } });
  const begun = await admin.raw(carryOutDataRequest, { params: { id: request.id }, body: {} });
  const { job_id: job } = jobTicket.parse(await begun.json());
  await until('the person is erased', async () => {
    const { state } = await admin.call(getJob, { params: { id: job } });
    return state === 'done';
  });
  await page.reload();
  await page.locator('tbody tr button').nth(2).click();
  await page.getByRole('dialog').getByText('Nội dung đã xoá theo yêu cầu của khách hàng.').waitFor();
}

/** The demo's campaign, somebody to call in it. */
async function calling(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const [first] = (await admin.call(campaigns.list, {})).data;
  await page.goto(`/marketings/campaign/call/${first?.id}`);
  const next = page.getByRole('button', { name: 'Lấy khách tiếp theo' });
  const call = page.getByRole('button', { name: 'Gọi', exact: true });
  await next.or(call).first().waitFor();
  if (await next.isVisible()) await next.click();
  await call.waitFor();
}

/** A campaign without a customer has nobody to call, and says so. */
async function nobodyToCall(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const name = `Ưu đãi Tết ${crypto.randomUUID().slice(0, 4)}`;
  const { id } = await admin.call(campaigns.create, { body: { name, kind: 'advertising', status: 'paused' } });
  await page.goto(`/marketings/campaign/call/${id}`);
  await page.getByText('Lúc này chưa có ai để gọi').waitFor();
}

/** Several customers are about to be put on a campaign. */
async function puttingOn(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Chọn cả trang' }).check();
  await page.getByRole('button', { name: 'Chiến dịch', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Thêm vào chiến dịch' }).click();
  await page.getByRole('dialog').getByRole('combobox').waitFor();
}

/** Screens of customers that take some preparation. */
export const customerShots: readonly Shot[] = [
  { name: 'customer-edit', path: '/customer', as: 'admin', prepare: aCard },
  {
    name: 'customer-views',
    path: '/customer?do_not_call=1',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Chế độ xem' }).click();
      await page.getByRole('dialog', { name: 'Chế độ xem đã lưu' }).waitFor();
    },
  },
  { name: 'campaigns', path: '/marketings/campaign', as: 'admin' },
  {
    name: 'campaign-drawer',
    path: '/marketings/campaign',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Hỏi thăm khách cũ' }).first().click();
      await page.getByRole('link', { name: 'Gọi theo chiến dịch' }).waitFor();
    },
  },
  { name: 'campaign-form', path: '/marketings/campaign/add', as: 'admin' },
  { name: 'campaign-call', path: '/marketings/campaign', as: 'lan', prepare: calling },
  { name: 'campaign-nobody', path: '/marketings/campaign', as: 'lan', prepare: nobodyToCall },
  { name: 'customer-put-on-campaign', path: '/customer', as: 'admin', prepare: puttingOn },
  { name: 'customer-import-mapping', path: '/customer', as: 'admin', prepare: brought },
  { name: 'customer-import-reading', path: '/customer', as: 'admin', prepare: readAnew },
  { name: 'customer-import', path: '/customer', as: 'admin', prepare: triedOut },
  { name: 'customer-import-report', path: '/customer', as: 'admin', prepare: imported },
  { name: 'activity-erased', path: '/activity-user-tenant', as: 'admin', prepare: erased },
];
