import { patienceMs } from '@alo/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { launch } from './support/browser-phone.ts';
import { openSpecimen } from './support/specimen.ts';

let specimen: Awaited<ReturnType<typeof openSpecimen>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  specimen = await openSpecimen();
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  await specimen.close();
});

beforeEach(async () => {
  // A browser in English: what is shown is Vietnamese all the same.
  context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  page = await context.newPage();
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
});

afterEach(async () => {
  expect(errors).toEqual([]);
  await context.close();
});

const open = async (path: string) => {
  await page.goto(`${specimen.address}${path}`);
  await page.locator('h1').waitFor();
};
/** Pickers come after the rest of the form. */
const wholeForm = () => page.getByRole('combobox', { name: 'Khách hàng' });
const nameInput = () => page.locator('input[name="name"]');

test('every kind of field comes up on a page that allows no style and no script but its own', async () => {
  for (const path of ['/departments', '/department/add', '/department/edit/00000000-0000-4000-8000-000000000000']) {
    await open(path);
    await page.getByText('Nhóm mẫu 1').or(nameInput()).first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  await page.getByRole('button', { name: 'Mở lịch chọn ngày sinh' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^14\/\d\d\/\d{4}$/ }).count()).toBe(1);
});

test('parts of a form that do not arrive are asked for again, and what was typed meanwhile stays', async () => {
  let away = true;
  await page.route(/\/(pickers|reference-controls)-[^/]*\.js$/, (route) => (away ? route.abort() : route.continue()));
  await open('/department/edit/00000000-0000-4000-8000-000000000000');
  await nameInput().fill('Tên mới');
  await expect.poll(() => errors).not.toEqual([]);
  await expect.poll(() => wholeForm().count()).toBe(0);
  away = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await wholeForm().waitFor();
  await expect.poll(() => nameInput().inputValue()).toBe('Tên mới');
  // What the browser itself says of a file that did not come.
  expect(errors.splice(0).filter((error) => !error.includes('net::ERR_FAILED'))).toEqual([]);
});
