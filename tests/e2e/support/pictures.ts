import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startBotCall } from '@alo/contract';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';

import { mainNumberAndCustomer, signInByApi } from './api.ts';
import { launch, signIn } from './browser-phone.ts';
import type { PersonName } from './people.ts';

/** One picture to take: where, as whom, and what to do there first and afterwards. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  /** Nobody is signed in where this is null. */
  readonly as: PersonName | null;
  readonly prepare?: (page: Page, address: string) => Promise<void>;
  readonly tidy?: (page: Page) => Promise<void>;
}

export interface Violation {
  rule: string;
  impact: string;
  help: string;
  nodes: string[];
}

/** What was seen while a picture was taken. */
export interface Seen {
  file: string;
  violations: Violation[];
  /** Errors of the page and its console, a refused style or script among them. */
  errors: string[];
}

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;

/** Takes each picture light and dark, wide and on a phone, and looks for what stands in the way of people. */
export async function takePictures(
  browser: Browser,
  { address, folder, shots }: { address: string; folder: string; shots: readonly Shot[] },
): Promise<Seen[]> {
  await mkdir(folder, { recursive: true });
  const seen: Seen[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    for (const size of ['wide', 'narrow'] as const) {
      for (const [as, theirs] of Map.groupBy(shots, (shot) => shot.as)) {
        const context = await browser.newContext({
          baseURL: address,
          viewport: sizes[size],
          colorScheme: scheme,
          locale: 'vi-VN',
          timezoneId: 'Asia/Ho_Chi_Minh',
          permissions: ['microphone'],
          reducedMotion: 'reduce',
        });
        if (as !== null) await staySignedIn(context, address, as);
        for (const shot of theirs) {
          seen.push(await take(context, address, shot, join(folder, `${shot.name}-${scheme}-${size}.png`)));
        }
        await context.close();
      }
    }
  }
  return seen;
}

/** Signs in as a person does; the pages of the context are signed in afterwards. */
async function staySignedIn(context: BrowserContext, address: string, name: PersonName): Promise<void> {
  const page = await context.newPage();
  await signIn(page, address, name);
  await page.getByRole('navigation', { name: 'Điều hướng chính' }).waitFor();
  await page.close();
}

async function take(context: BrowserContext, address: string, shot: Shot, file: string): Promise<Seen> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(shot.path);
  await page.locator('h1').first().waitFor();
  await settled(page);
  if (shot.prepare) {
    await shot.prepare(page, address);
    await settled(page);
  }
  await page.screenshot({ path: file });
  const violations = await lookForObstacles(page);
  await shot.tidy?.(page);
  await page.close();
  return { file, violations, errors };
}

/** Nothing is being loaded, and the fonts are there. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(200);
}

const found = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullish(),
      help: z.string(),
      nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().nullish() })),
    }),
  ),
});

/** axe-core's findings for WCAG 2.2 A and AA and its best practices. */
export async function lookForObstacles(page: Page): Promise<Violation[]> {
  // Through the debugger, as a page with a strict policy would refuse an added script.
  await page.evaluate(axe.source);
  const answer = found.parse(await page.evaluate('axe.run(document, { resultTypes: ["violations"] })'));
  return answer.violations.map(({ id, impact, help, nodes }) => ({
    rule: id,
    impact: impact ?? '',
    help,
    nodes: nodes.map(
      ({ html, failureSummary }) =>
        `${html.slice(0, 160)} :: ${(failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 240)}`,
    ),
  }));
}

/** A customer of the demo calls, and Lan's phone rings. */
async function ring(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
  const lan = await signInByApi(address, 'lan');
  const { number, customer } = await mainNumberAndCustomer(lan);
  await lan.call(startBotCall, {
    body: { from: customer.number, to: number, script: { voice: 'khach-1', seconds: 40 } },
  });
  await page.getByText('Cuộc gọi đến', { exact: true }).first().waitFor();
  await page.getByRole('region', { name: 'Điện thoại' }).getByText(customer.name, { exact: true }).waitFor();
}

const press = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Điện thoại' }).getByRole('button', { name, exact: true }).click();

/** What the list finds, with more than stands on the page. */
async function chooseEverything(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^Chọn Kinh doanh/ }).check();
  await page.getByRole('button', { name: /^Chọn tất cả/ }).click();
}

/** The screens that every change should look at. */
export const screenShots: readonly Shot[] = [
  { name: 'login', path: '/login', as: null },
  { name: 'dashboard', path: '/dashboard', as: 'admin' },
  { name: 'call-history', path: '/call-history', as: 'admin' },
  {
    name: 'call-detail',
    path: '/call-history?status=answered',
    as: 'admin',
    prepare: async (page) => {
      await page.locator('tbody tr button, ul[aria-label="Lịch sử cuộc gọi"] li button').first().click();
      await page.getByRole('dialog').getByText('Vì sao cuộc gọi đi như vậy').waitFor();
    },
  },
  { name: 'departments', path: '/departments', as: 'admin' },
  { name: 'department-add', path: '/department/add', as: 'admin' },
  { name: 'branchs', path: '/branchs', as: 'admin' },
  { name: 'teams', path: '/teams', as: 'admin' },
  { name: 'projects', path: '/projects', as: 'admin' },
  { name: 'project-add', path: '/project/add', as: 'admin' },
  { name: 'data-sources', path: '/data-sources', as: 'admin' },
  { name: 'not-found', path: '/khong-co-trang-nay', as: 'admin' },
  {
    name: 'keys',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Phím tắt' }).waitFor();
    },
  },
  {
    name: 'delete',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Xoá Kinh doanh' }).click();
      await page.getByText('đang được sử dụng').waitFor();
    },
  },
  {
    name: 'bulk-delete',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await chooseEverything(page);
      await page.getByRole('button', { name: 'Xoá', exact: true }).click();
      await page.getByText('của cả danh sách').waitFor();
    },
  },
  {
    name: 'bulk-set',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await chooseEverything(page);
      await page.getByRole('button', { name: 'Đặt giá trị' }).click();
      await page.getByRole('menuitem', { name: 'Chi nhánh' }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Chi nhánh' }).waitFor();
    },
  },
  {
    name: 'bot-call',
    path: '/dashboard',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Khách thử' }).click();
      await page.getByRole('dialog', { name: 'Khách thử gọi vào' }).waitFor();
    },
  },
  {
    name: 'password',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Tài khoản/ }).click();
      await page.getByRole('menuitem', { name: 'Đổi mật khẩu' }).click();
      await page.getByRole('dialog', { name: 'Đổi mật khẩu' }).waitFor();
    },
  },
  {
    name: 'drawer',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Kinh doanh', exact: true }).click();
      await page.getByRole('dialog').getByText('Tạo lúc').waitFor();
    },
  },
  {
    name: 'dialler',
    path: '/dashboard',
    as: 'lan',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).click();
      await page.getByLabel('Số cần gọi').waitFor();
    },
  },
  {
    name: 'call-incoming',
    path: '/dashboard',
    as: 'lan',
    prepare: ring,
    tidy: (page) => press(page, 'Từ chối'),
  },
  {
    name: 'call-window',
    path: '/call-history',
    as: 'lan',
    prepare: async (page, address) => {
      await ring(page, address);
      await press(page, 'Nghe');
      await page.getByText('Đã kết nối', { exact: true }).first().waitFor();
      await page.getByRole('complementary', { name: 'Khách hàng đang gọi' }).waitFor();
    },
    tidy: (page) => press(page, 'Kết thúc'),
  },
  {
    name: 'keypad',
    path: '/call-history',
    as: 'lan',
    prepare: async (page, address) => {
      await ring(page, address);
      await press(page, 'Nghe');
      await page.getByText('Đã kết nối', { exact: true }).first().waitFor();
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
];

if (import.meta.main) {
  const [address = 'http://localhost:8080', folder = join(import.meta.dirname, '../../../docs/pictures'), only = ''] =
    process.argv.slice(2);
  const browser = await launch();
  const shots = screenShots.filter(({ name }) => only === '' || only.split(',').includes(name));
  const seen = await takePictures(browser, { address, folder, shots });
  await browser.close();
  for (const { file, violations, errors } of seen) {
    if (violations.length + errors.length === 0) continue;
    process.stdout.write(`${file}\n`);
    for (const error of errors) process.stdout.write(`  error: ${error.slice(0, 300)}\n`);
    for (const { rule, impact, help, nodes } of violations)
      process.stdout.write(`  ${rule} (${impact}): ${help}\n    ${nodes.slice(0, 4).join('\n    ')}\n`);
  }
  process.exitCode = seen.some(({ violations, errors }) => violations.length + errors.length > 0) ? 1 : 0;
}
