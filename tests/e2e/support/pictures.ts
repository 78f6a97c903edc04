import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { patienceMs } from '@alo/testing';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';

import { launch, signIn } from './browser-phone.ts';
import type { PersonName } from './people.ts';
import type { Shot } from './shot.ts';
import { lost, screenShots } from './shots.ts';
import { until } from './until.ts';

export interface Violation {
  rule: string;
  impact: string;
  help: string;
  nodes: string[];
}

/** What was seen while a picture was taken. */
export interface PictureReport {
  file: string;
  violations: Violation[];
  /** Errors of the page and its console, a refused style or script among them. */
  errors: string[];
}

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const schemes = ['light', 'dark'] as const;

/**
 * Takes each picture light and dark, wide and on a phone, and looks for what stands in the way of people. Whoever is looked
 * over the shoulder of keeps one page from the first picture to the last, as people do.
 */
export async function takePictures(
  browser: Browser,
  { address, folder, shots }: { address: string; folder: string; shots: readonly Shot[] },
): Promise<PictureReport[]> {
  await mkdir(folder, { recursive: true });
  const seen: PictureReport[] = [];
  for (const [as, theirs] of Map.groupBy(shots, (shot) => shot.as)) {
    const page = await openPageAs(browser, address, as);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    for (const shot of theirs) seen.push(...(await take(page, { address, folder, shot, errors })));
    await page.context().close();
  }
  return seen;
}

async function openPageAs(browser: Browser, address: string, name: PersonName | null): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: sizes.wide,
    colorScheme: 'light',
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    permissions: ['microphone'],
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  // What the policy refuses is told to nobody where the script catches it.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`the policy refuses: ${violatedDirective} ${blockedURI}`),
    );
  });
  const page = await context.newPage();
  if (name === null) {
    await page.goto('/login');
  } else {
    await signIn(page, address, name);
    await page.getByRole('navigation', { name: 'Điều hướng chính' }).waitFor();
  }
  return page;
}

/** One screen in four looks. What was done there stays, so that it is done once. */
async function take(
  page: Page,
  { address, folder, shot, errors }: { address: string; folder: string; shot: Shot; errors: string[] },
): Promise<PictureReport[]> {
  errors.length = 0;
  if (shot.as === null) await page.goto(shot.path);
  else await goTo(page, shot.path);
  await shot.prepare?.(page, address);
  // Nothing is pointed at.
  await page.mouse.move(0, 0);
  const seen: PictureReport[] = [];
  for (const size of ['wide', 'narrow'] as const) {
    await page.setViewportSize(sizes[size]);
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await settled(page, shot.loads === true);
      const file = join(folder, `${shot.name}-${scheme}-${size}.png`);
      await page.screenshot({ path: file });
      // In other colours the same page can differ in its contrast alone.
      const violations = [
        ...(await lookForObstacles(page, scheme === 'light' ? undefined : ['color-contrast'])),
        ...(await tooWide(page)),
      ];
      const expected = (error: string) => shot.errors?.test(error) === true;
      seen.push({ file, violations, errors: errors.filter((error) => !expected(error)) });
      errors.length = 0;
    }
  }
  await page.setViewportSize(sizes.wide);
  await page.emulateMedia({ colorScheme: 'light' });
  if (shot.tidy) await shot.tidy(page, address);
  else await closeWhatIsOpen(page);
  return seen;
}

/** Goes there as a link does, without loading the console again; by way of nowhere, so that each page begins anew. */
async function goTo(page: Page, path: string): Promise<void> {
  const nowhere = page.getByRole('heading', { level: 1, name: 'Không tìm thấy trang' });
  await page.evaluate(() => history.pushState(null, '', '/nowhere'));
  await nowhere.waitFor();
  await page.evaluate((to) => history.pushState(null, '', to), path);
  if (path !== lost) await nowhere.waitFor({ state: 'detached' });
  await page.locator('h1').first().waitFor();
}

async function closeWhatIsOpen(page: Page): Promise<void> {
  const open = page.locator('[role="dialog"], [role="menu"]');
  await until('everything over the page is closed', async () => {
    if ((await open.count()) === 0) return true;
    await page.keyboard.press('Escape');
    return false;
  });
}

/** Nothing is being loaded, the fonts are there, and what was changed is painted. */
async function settled(page: Page, loads: boolean): Promise<void> {
  const loading = page.locator('output[aria-label^="Đang tải"], main [aria-busy="true"]');
  if (!loads) await until('nothing is being loaded', async () => (await loading.count()) === 0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
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

/** axe-core's findings for WCAG 2.2 A and AA and its best practices, and that what is read out holds the words that are seen. */
export async function lookForObstacles(page: Page, only?: readonly string[]): Promise<Violation[]> {
  // Through the debugger, as a page with a strict policy would refuse an added script; once for as long as the page lives.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    ...(only === undefined
      ? { rules: { 'label-content-name-mismatch': { enabled: true } } }
      : { runOnly: { type: 'rule', values: only } }),
  };
  const answer = found.parse(await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`));
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

/** What has to be pushed to and fro to be read: the page, or a list in it. */
async function tooWide(page: Page): Promise<Violation[]> {
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('table:has([data-row])')]
      .map((each) => (each instanceof HTMLTableElement ? (each.parentElement ?? each) : each))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((each) => {
        const list = each.querySelector(':scope > table')?.ariaLabel ?? each.tagName;
        return `${list}: ${each.scrollWidth} in ${each.clientWidth}`;
      }),
  );
  return wide.length === 0
    ? []
    : [{ rule: 'scrolls-sideways', impact: 'moderate', help: 'It is too wide', nodes: wide }];
}

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
