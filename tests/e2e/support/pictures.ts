import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { z } from 'zod';

/** One picture to take: where, and what to do there first. */
export interface Shot {
  name: string;
  path: string;
  signedIn: boolean;
  prepare?: (page: Page) => Promise<void>;
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

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Debian's Chromium, headless, with a microphone that is made up. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', headless: true, args: flags });

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;

/** Takes each picture light and dark, wide and on a phone, and looks for what stands in the way of people. */
export async function takePictures(
  browser: Browser,
  {
    url,
    folder,
    credentials,
    shots,
  }: { url: string; folder: string; credentials: Credentials; shots: readonly Shot[] },
): Promise<Seen[]> {
  await mkdir(folder, { recursive: true });
  const seen: Seen[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    for (const size of ['wide', 'narrow'] as const) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: sizes[size],
        colorScheme: scheme,
        locale: 'vi-VN',
        timezoneId: 'Asia/Ho_Chi_Minh',
        permissions: ['microphone'],
        reducedMotion: 'reduce',
      });
      for (const shot of shots.filter(({ signedIn }) => !signedIn))
        seen.push(await take(context, shot, `${folder}/${shot.name}-${scheme}-${size}.png`));
      await signIn(context, credentials);
      for (const shot of shots.filter(({ signedIn }) => signedIn))
        seen.push(await take(context, shot, `${folder}/${shot.name}-${scheme}-${size}.png`));
      await context.close();
    }
  }
  return seen;
}

export interface Credentials {
  tenantCode: string;
  username: string;
  password: string;
}

/** Signs in as a person does; the context stays signed in. */
export async function signIn(context: BrowserContext, { tenantCode, username, password }: Credentials): Promise<void> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Mã doanh nghiệp', { exact: false }).first().fill(tenantCode);
  await page.getByLabel('Email hoặc tên đăng nhập').fill(username);
  await page.getByLabel('Mật khẩu', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  await page.getByRole('navigation', { name: 'Điều hướng chính' }).waitFor();
  await page.close();
}

async function take(context: BrowserContext, shot: Shot, file: string): Promise<Seen> {
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
    await shot.prepare(page);
    await settled(page);
  }
  await page.screenshot({ path: file });
  const violations = await lookForObstacles(page);
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

/** The screens that every change should look at. */
export const screenShots: readonly Shot[] = [
  { name: 'login', path: '/login', signedIn: false },
  { name: 'dashboard', path: '/dashboard', signedIn: true },
  { name: 'call-history', path: '/call-history', signedIn: true },
  {
    name: 'call-detail',
    path: '/call-history?status=answered',
    signedIn: true,
    prepare: async (page) => {
      await page.locator('tbody tr button, ul[aria-label="Lịch sử cuộc gọi"] li button').first().click();
      await page.getByRole('dialog').getByText('Vì sao cuộc gọi đi như vậy').waitFor();
    },
  },
  { name: 'departments', path: '/departments', signedIn: true },
  { name: 'department-add', path: '/department/add', signedIn: true },
  { name: 'branchs', path: '/branchs', signedIn: true },
  { name: 'teams', path: '/teams', signedIn: true },
  { name: 'not-found', path: '/khong-co-trang-nay', signedIn: true },
];

if (import.meta.main) {
  const [url = 'http://localhost:8080', folder = join(import.meta.dirname, '../../../docs/pictures'), only = ''] =
    process.argv.slice(2);
  const browser = await openBrowser();
  const seen = await takePictures(browser, {
    url,
    folder,
    credentials: {
      tenantCode: 'demo',
      username: process.env['ALO_USER'] ?? 'admin@demo.local',
      password: 'alo-demo-2026',
    },
    shots: screenShots.filter(({ name }) => only === '' || only.split(',').includes(name)),
  });
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
