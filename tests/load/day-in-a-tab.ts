/**
 * A person's day of eight hours in one tab: the history, a call, a search, customers and one of them, a list, the dashboard, again and
 * again, while calls come in and a colleague changes a list. The page's clock is put on by six minutes at each look, so that what
 * is kept for minutes goes; then its garbage is collected, and what is left is counted: heap, nodes, listeners. `growth` is the slope of the
 * second half of the day, in an hour: what a page really keeps for good, by least squares. And twenty tabs of one browser and one person: what a tab costs the server
 * as it opens, while all stand open, and at one change that all of them show. Prints one JSON object.
 *
 *   node tests/load/day-in-a-tab.ts [--looks=80] [--rounds=3 (before each look)] [--tabs=20]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { botNumbers, departments, startBotCall } from '@alo/contract';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

import { type PersonApi, signInByApi } from '../e2e/support/api.ts';
import { launch, signIn } from '../e2e/support/browser-phone.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { cpuOfTree, heldBy } from './process-tree.ts';
import { rounded } from './product.ts';

const { values } = parseArgs({
  options: {
    looks: { type: 'string', default: '80' },
    rounds: { type: 'string', default: '3' },
    tabs: { type: 'string', default: '20' },
  },
});
const [LOOKS, ROUNDS, TABS] = [Number(values.looks), Number(values.rounds), Number(values.tabs)];
const minutesBetween = 6;

/** What a page holds after its garbage was collected. */
interface Held {
  readonly heapKb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const product = await startProduct();
const browser = await launch();
try {
  const api = await signInByApi(product.address, 'admin');
  const day = await dayInATab(api);
  const tabs = await manyTabs(api);
  console.log(JSON.stringify({ ...day, tabs: [tabs] }, null, 2));
} finally {
  await browser.close();
  await product.close();
}

async function dayInATab(api: PersonApi) {
  const page = await (await contextOf(browser)).newPage();
  await page.clock.install();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await signIn(page, product.address, 'admin');
  await page.locator('nav a[href="/call-history"]').first().waitFor();
  const line = await lineOf(api);
  const looks: Held[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    for (let round = 0; round < ROUNDS; round += 1) await doOnce(page, api, line);
    await page.clock.fastForward(minutesBetween * 60_000);
    // What the jump has woken says so first.
    await sleep(300);
    looks.push(await heldIn(devtools));
    if (look % 10 === 9) console.error(`${look + 1} of ${LOOKS}`, JSON.stringify(looks.at(-1)));
  }
  await page.context().close();
  const half = looks.slice(Math.floor(looks.length / 2));
  const perHour = (what: keyof Held) => rounded(slope(half.map((held) => held[what])) * (60 / minutesBetween));
  return {
    hours: rounded((LOOKS * minutesBetween) / 60),
    rounds: LOOKS * ROUNDS,
    day: [0, Math.floor(LOOKS / 4), Math.floor(LOOKS / 2), LOOKS - 1].map((look) => ({
      look: look + 1,
      ...looks[look],
    })),
    growth: [{ heapKb: perHour('heapKb'), nodes: perHour('nodes'), listeners: perHour('listeners') }],
  };
}

/** One round of what a person does, with a call and a colleague's change meanwhile. */
async function doOnce(page: Page, api: PersonApi, { from, to }: { from: string; to: string }): Promise<void> {
  const goTo = async (path: string) => {
    const link = page.locator(`nav a[href="${path}"]`).first();
    // The group of the other two is always open.
    if (path === '/departments' && !(await link.isVisible()))
      await page.getByRole('button', { name: 'Tổ chức' }).click();
    await link.click();
    await page.waitForURL(`**${path}*`);
    await page.locator('tbody tr, [role="dialog"], h1').first().waitFor();
  };
  const openFirst = async () => {
    const row = page.locator('tbody tr button').first();
    await row.click();
    const drawer = page.getByRole('dialog');
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  };
  await api.call(startBotCall, { body: { from, to, script: { voice: 'silent', digits: '', seconds: 1 } } });
  await goTo('/call-history');
  await page.locator('tbody tr button').first().waitFor();
  await openFirst();
  await page.getByRole('searchbox').first().fill('nguyen');
  await page.waitForURL('**search=nguyen*');
  await page.getByRole('searchbox').first().fill('');
  await goTo('/customer');
  await page.locator('tbody tr button').first().waitFor();
  await openFirst();
  await goTo('/departments');
  await page.locator('tbody tr button').first().waitFor();
  await renameSome(api);
  await openFirst();
  await goTo('/dashboard');
}

/** Every page that shows departments reads them again. */
async function renameSome(api: PersonApi): Promise<void> {
  const { data } = await api.call(departments.list, { query: {} });
  const [some] = data;
  if (some === undefined) throw new Error('There is no department.');
  const { id, name, code, branch_id, note, version } = some;
  await api.call(departments.update, {
    params: { id },
    body: { name, code, branch_id, note: note === '' ? 'Tầng 2' : '', version },
  });
}

async function lineOf(api: PersonApi): Promise<{ from: string; to: string }> {
  const { numbers, callers } = await api.call(botNumbers, {});
  const [to, from] = [numbers[0]?.number, callers[0]?.number];
  if (to === undefined || from === undefined) throw new Error('Nobody can call, or nothing can be called.');
  return { from, to };
}

async function heldIn(devtools: CDPSession): Promise<Held> {
  // What is found dead the first time may have kept something else.
  for (let time = 0; time < 2; time += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heapKb: Math.round(of('JSHeapUsedSize') / 1024), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** By how much it rises from one to the next, by least squares. */
function slope(heights: readonly number[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const [x, y] = [mean([...heights.keys()]), mean(heights)];
  const products = heights.map((height, at) => (at - x) * (height - y));
  const squares = heights.map((_, at) => (at - x) ** 2);
  return mean(products) / mean(squares);
}

async function manyTabs(api: PersonApi) {
  const context = await contextOf(browser);
  let requests = 0;
  context.on('request', (request) => {
    if (/\/(?:api|telephony|identity)\//.test(request.url())) requests += 1;
  });
  const first = await context.newPage();
  await signIn(first, product.address, 'admin');
  await first.locator('nav a[href="/call-history"]').first().waitFor();
  await quiet(() => requests);

  const server = await serverOf(product);
  const before = { cpu: cpuOfTree(server), ...heldBy([server]), requests };
  const paths = ['/dashboard', '/call-history', '/departments', '/customer'];
  const from = performance.now();
  await Promise.all(Array.from({ length: TABS - 1 }, (_, nth) => openTab(context, paths[nth % paths.length] ?? '/')));
  const openedMs = performance.now() - from;
  await quiet(() => requests);
  const opened = { cpu: cpuOfTree(server), ...heldBy([server]), requests };

  const standingMs = 10_000;
  await sleep(standingMs);
  const stood = { cpu: cpuOfTree(server), requests };
  await renameSome(api);
  await quiet(() => requests);
  const changed = { cpu: cpuOfTree(server), requests };
  await context.close();
  const more = TABS - 1;
  return {
    tabs: TABS,
    openedMs: Math.round(openedMs),
    requestsEach: rounded((opened.requests - before.requests) / more),
    serverCpuMsEach: rounded((opened.cpu - before.cpu) / more),
    serverMbEach: rounded((opened.megabytes - before.megabytes) / more),
    standingCpuPercent: rounded((100 * (stood.cpu - opened.cpu)) / standingMs),
    standingRequests: stood.requests - opened.requests,
    changeRequests: changed.requests - stood.requests,
    changeCpuMs: rounded(changed.cpu - stood.cpu),
  };
}

async function openTab(context: BrowserContext, path: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${product.address}${path}`);
  await page.locator('h1').first().waitFor();
}

/** Until nothing was asked for two seconds. */
async function quiet(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await sleep(2_000);
  }
}

function serverOf(of: Product): Promise<number> {
  return until('the server is there', async () => (await of.serverPid()) ?? false, 5_000);
}

function contextOf(of: Browser): Promise<BrowserContext> {
  const viewport = { width: 1440, height: 900 };
  return of.newContext({ viewport, locale: 'vi-VN', timezoneId: 'Asia/Ho_Chi_Minh' });
}
