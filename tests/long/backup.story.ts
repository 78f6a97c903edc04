import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { theCallSince } from '../e2e/support/api.ts';
import { launch, openPage, signIn } from '../e2e/support/browser-phone.ts';
import { type Office, openOffice } from '../e2e/support/office.ts';
import { operate } from '../e2e/support/operator.ts';
import { startProduct } from '../e2e/support/product.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice();
});

afterAll(() => office?.close());

test('a backup of the running product, restored into an empty folder, is the company as it was: the recording of a call plays', async () => {
  const { product, lan, minh, admin } = office;
  const since = Date.now();
  await lan.dial('102');
  await minh.shows('Cuộc gọi đến');
  await minh.answer();
  await lan.shows('Đã kết nối');
  await lan.hears(3_000);
  await lan.hangUp();
  await minh.isIdle();
  const recorded = await theCallSince(admin, since);
  expect(recorded.recording).toBe('ready');
  const top = await mkdtemp(join(tmpdir(), 'alo-restore-'));
  onTestFinished(() => rm(top, { recursive: true, force: true, maxRetries: 5 }));
  const [kept, folder] = [join(top, 'kept'), join(top, 'data')];
  expect(await operate(product.dataFolder, 'backup', '--to', kept)).toContain('Đã sao lưu');
  expect(await operate(folder, 'restore', '--from', kept)).toContain('Đã phục hồi');

  const restored = await startProduct({}, folder);
  onTestFinished(() => restored.close());
  const browser = await launch();
  onTestFinished(() => browser.close());
  const page = await openPage(browser);
  // The password of before is still right.
  await signIn(page, restored.address, 'admin');
  await page.waitForURL('**/dashboard');
  await page.goto(`${restored.address}/call-history?id=${recorded.id}`);
  await page.getByRole('button', { name: 'Nghe ghi âm' }).click();
  await page.getByRole('button', { name: 'Tạm dừng' }).waitFor();
  // Besides the one that people are heard by.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('audio')].some(({ src, currentTime }) => src !== '' && currentTime > 0.5),
  );
});
