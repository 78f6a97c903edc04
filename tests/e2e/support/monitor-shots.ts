import { makeWallLink, startBotCall } from '@alo/contract';
import type { Page } from 'playwright-core';

import { menuNumber, signInByApi } from './api.ts';
import { alone, colleague, press, talk } from './call-shots.ts';
import type { Shot } from './shot.ts';

/** Lan talks with a customer while another one waits in the queue. */
async function atWork(page: Page, address: string): Promise<void> {
  await talk(await colleague(page, address, 'lan'), address);
  const lan = await signInByApi(address, 'lan');
  // Not for long: nobody ends this one.
  const script = { voice: 'khach-2', seconds: 300, digits: ',,2' } as const;
  await lan.call(startBotCall, { body: { from: '0988123456', to: await menuNumber(lan), script } });
  await page.getByRole('table', { name: 'Cuộc gọi đang diễn ra' }).getByText('Đang chờ', { exact: true }).waitFor();
}

async function goHome(page: Page): Promise<void> {
  const lan = page
    .context()
    .browser()
    ?.contexts()
    .flatMap((context) => context.pages())
    .find((one) => one !== page);
  if (lan !== undefined) await press(lan, 'Kết thúc');
  await alone(page);
  await quiet(page, 90_000);
}

const quiet = (page: Page, timeout = 30_000) => page.getByText('Lúc này không có cuộc gọi nào.').waitFor({ timeout });

/** Where a link to the big screen leads, made once for all looks. */
let wall: Promise<string> | undefined;
function wallOf(address: string): Promise<string> {
  wall ??= signInByApi(address, 'admin').then(async (admin) => {
    const { url } = await admin.call(makeWallLink, { body: { name: 'Phòng chăm sóc khách hàng' } });
    return url;
  });
  return wall;
}

/** What a supervisor sees. */
export const monitorShots: readonly Shot[] = [
  { name: 'monitor-quiet', path: '/monitor', as: 'hoa', prepare: (page) => quiet(page) },
  { name: 'monitor', path: '/monitor', as: 'hoa', prepare: atWork, tidy: goHome },
  {
    name: 'wall-links',
    path: '/monitor',
    as: 'admin',
    prepare: async (page, address) => {
      await wallOf(address);
      await page.getByRole('button', { name: 'Liên kết màn hình lớn' }).click();
      await page.getByRole('list', { name: 'Liên kết đang mở được' }).waitFor();
    },
    tidy: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'wall',
    path: '/login',
    as: null,
    prepare: async (page, address) => {
      await page.goto(await wallOf(address));
      await page.getByRole('list', { name: 'Toàn cảnh' }).waitFor();
    },
  },
  {
    name: 'wall-withdrawn',
    path: '/login',
    as: null,
    prepare: async (page, address) => {
      await page.goto(`${await wallOf(address)}x`);
      await page.getByText('Liên kết này không còn mở được').waitFor();
    },
  },
  {
    name: 'monitor-etelecom',
    path: '/etelecom/monitor',
    as: 'hoa',
    prepare: (page) => page.getByText('Lúc này không có cuộc gọi nào qua eTelecom.').waitFor(),
  },
  {
    name: 'monitor-move',
    path: '/monitor',
    as: 'hoa',
    prepare: async (page, address) => {
      await talk(await colleague(page, address, 'lan'), address);
      await page.getByRole('button', { name: 'Giám sát cuộc gọi của Nguyễn Thị Lan' }).click();
      await page.getByRole('menuitem', { name: 'Chuyển cuộc gọi…' }).click();
      await page.getByRole('dialog').getByRole('radio', { name: /Minh/ }).waitFor();
    },
    tidy: async (page) => {
      await page.keyboard.press('Escape');
      await goHome(page);
    },
  },
  {
    name: 'wallboard',
    path: '/monitor?wall=1',
    as: 'hoa',
    prepare: (page) => page.getByRole('dialog', { name: 'Màn hình lớn' }).getByText('Khách đang chờ').waitFor(),
    tidy: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Màn hình lớn' }).waitFor({ state: 'detached' });
    },
  },
];
