import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import customer from '../src/features/customer/customer.tsx';
import customerScreen from '../src/features/customer/screen.ts';
import device from '../src/features/devices/devices.tsx';
import deviceScreen from '../src/features/devices/screen.ts';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';

/** What a new row cannot do without is there as it is saved, and a field that is the same nearly always begins so. */
const id = '00000000-0000-4000-8000-0000000000b1';
const lan = '00000000-0000-4000-8000-0000000000b2';
const status = '00000000-0000-4000-8000-0000000000b3';
const kept = { id, version: 1, created_at: '2026-11-20T02:00:00Z', updated_at: '2026-11-20T02:00:00Z' };

const row = {
  ...kept,
  name: 'Lễ tân',
  extension_id: lan,
  algorithm: 'md5',
  transport: 'udp',
  networks: [],
  max_calls: 4,
  enabled: true,
  note: '',
  extension_number: '101',
  extension_name: 'Lan',
  username: '101-le-tan',
  registered: false,
  last_seen_at: null,
  address: '',
  user_agent: '',
};
const settings = {
  server: 'sip.demo',
  port: 5060,
  transport: 'udp',
  domain: 'demo.alo',
  username: '101-le-tan',
  password: 'mat-khau-may',
  text: 'Máy chủ: sip.demo',
  qr: null,
  setup: null,
};

async function addPhone(answer: object) {
  const server = playedServer({
    'GET /me': () => personWith(),
    'GET /all-extension': () => ({ data: [{ id: lan, number: '101', name: 'Lan' }] }),
    'POST /device': () => answer,
  });
  const Form = () => <device.Form screen={deviceScreen} />;
  const pages = { '/device/add': Form, '/devices': () => <h1>Danh sách</h1> };
  await render(<ConsoleAround server={server} at="/device/add" pages={pages} />);
  await page.getByRole('textbox', { name: 'Tên thiết bị' }).fill('Lễ tân');
  await page.getByRole('combobox', { name: 'Máy nhánh' }).click();
  await page.getByRole('option', { name: '101 · Lan' }).click();
  await page.getByRole('button', { name: 'Lưu điện thoại bàn' }).click();
}
const list = () => page.getByRole('heading', { name: 'Danh sách' });

test('a desk phone is set up as soon as it is added, with the password that it came with', async () => {
  await addPhone({ ...row, settings });
  const dialog = page.getByRole('dialog', { name: 'Cài đặt điện thoại' });
  await expect.element(dialog.getByLabelText('Mật khẩu')).toHaveValue('mat-khau-may');
  await dialog.getByRole('button', { name: 'Xong' }).click();
  await expect.element(list()).toBeVisible();
});

test('where nothing is told of its settings the phone is added all the same', async () => {
  await addPhone(row);
  await expect.element(list()).toBeVisible();
});

test('who adds a customer finds the status that new ones have', async () => {
  const server = playedServer({
    'GET /me': () => personWith(),
    'GET /all-profile-status': () => ({ data: [{ id: status, name: 'Mới', colour: '#2563eb' }] }),
    'GET /all-customer-field': () => ({ data: [] }),
  });
  const Form = () => <customer.Form screen={customerScreen} />;
  await render(<ConsoleAround server={server} at="/customer/add" pages={{ '/customer/add': Form }} />);
  await expect.element(page.getByRole('combobox', { name: 'Tình trạng hồ sơ' })).toHaveValue('Mới');
});
