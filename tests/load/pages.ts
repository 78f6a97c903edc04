/**
 * First load of a page on a slow client: Chromium with a processor four times slower, 10 Mbit/s and 40 ms. `lcpMs` is when the
 * largest part of the page is painted, `inpMs` the slowest answer to what a person does there afterwards (typing, opening a row,
 * a dialog), `cls` how much moved by itself. Cold is with an empty cache, warm a second visit. `bareMs` is the LCP of a page that
 * has nothing to do: the same bytes in one style sheet, one script and one answer. Prints one JSON object.
 *
 *   node tests/load/pages.ts [--runs=3] [--only=login,dashboard] [--address=http://localhost:8080]
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import { launch, signIn } from '../e2e/support/browser-phone.ts';
import { startProduct } from '../e2e/support/product.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, only: { type: 'string' }, address: { type: 'string' } },
});

const slow = { processor: 4, latency: 40, bytesPerSecond: 10_000_000 / 8 } as const;

const device: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'vi-VN',
  timezoneId: 'Asia/Ho_Chi_Minh',
};

interface Visited {
  name: string;
  path: string;
  signedIn: boolean;
  /** What a person does there first. */
  act: (page: Page) => Promise<void>;
}

const pages: readonly Visited[] = [
  {
    name: 'login',
    path: '/login',
    signedIn: false,
    act: async (page) => {
      await page.getByLabel('Email hoặc tên đăng nhập').click();
      await page.keyboard.type('lan@');
    },
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    signedIn: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Khách thử' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'history',
    path: '/call-history',
    signedIn: true,
    act: async (page) => {
      await page.locator('tbody tr button').first().click();
      await page.getByRole('dialog').getByText('Vì sao cuộc gọi đi như vậy').waitFor();
    },
  },
  {
    name: 'a list',
    path: '/departments',
    signedIn: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Kinh doanh', exact: true }).click();
      const drawer = page.getByRole('dialog');
      await drawer.waitFor();
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      await page.getByRole('searchbox').click();
      await page.keyboard.type('kinh');
    },
  },
];

/** What a page's own clocks say of a visit. */
interface Timings {
  lcpMs: number;
  cls: number;
  inpMs: number;
  requests: number;
  /** What had arrived when the largest part was painted, as it came over the wire. */
  bytes: { script: number; style: number; font: number; other: number };
}

const runs = Number(values.runs);
const wanted = pages.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name));
const product = values.address === undefined ? await startProduct() : undefined;
const address = values.address ?? product?.address ?? '';
const browser = await launch();
const rows: object[] = [];
try {
  const signedIn = await sessionOf(browser);
  for (const visited of wanted) {
    const cold: Timings[] = [];
    const warm: Timings[] = [];
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ ...device, ...(visited.signedIn && { storageState: signedIn }) });
      cold.push(await visit(context, `${address}${visited.path}`, visited.act));
      warm.push(await visit(context, `${address}${visited.path}`, visited.act));
      await context.close();
    }
    const bare = await visitBare(browser, cold[0]?.bytes ?? { script: 0, style: 0, font: 0, other: 0 });
    rows.push(toRow(visited.name, 'cold', cold, bare), toRow(visited.name, 'warm', warm));
  }
} finally {
  await browser.close();
  await product?.close();
}
console.log(
  JSON.stringify({ slowerProcessor: slow.processor, mbitPerSecond: 10, latencyMs: slow.latency, pages: rows }, null, 2),
);

/** The storage of a browser in which the administrator has signed in. */
async function sessionOf(browser: Browser) {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  await signIn(page, address, 'admin');
  await page.getByRole('navigation', { name: 'Điều hướng chính' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Opens a page as a slow client, waits until it is quiet, and does something there. */
async function visit(context: BrowserContext, url: string, act?: (page: Page) => Promise<void>): Promise<Timings> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latency,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  });
  await page.goto(url);
  // First without a question to the page, which would take its processor meanwhile.
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor();
  // What is painted last has said so a moment later.
  await page.waitForTimeout(500);
  const loaded = await page.evaluate(seen);
  await act?.(page);
  await page.waitForTimeout(500);
  const { inpMs } = await page.evaluate(seen);
  await page.close();
  return { ...loaded, inpMs };
}

/** Runs in the page before anything else: collects what the browser measures. */
function watch(): void {
  const found = { lcpMs: 0, cls: 0, inpMs: 0 };
  Object.assign(window, { found });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) found.lcpMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) found.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) found.inpMs = Math.max(found.inpMs, entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page: what was collected until now. */
function seen(): Timings {
  const { found } = window as unknown as { found: Pick<Timings, 'lcpMs' | 'cls' | 'inpMs'> };
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const bytes = { script: 0, style: 0, font: 0, other: 0 };
  for (const { name, responseEnd, transferSize } of resources) {
    if (responseEnd > found.lcpMs) continue;
    const kind = /\.(?:m?js)$/.test(name)
      ? 'script'
      : name.endsWith('.css')
        ? 'style'
        : name.endsWith('.woff2')
          ? 'font'
          : 'other';
    bytes[kind] += transferSize;
  }
  return { ...found, bytes, requests: resources.filter(({ responseEnd }) => responseEnd <= found.lcpMs).length + 1 };
}

/** The same bytes in a page that has nothing to do, by a server that has nothing to do. */
async function visitBare(browser: Browser, { script, style, font, other }: Timings['bytes']): Promise<number> {
  const noise = (bytes: number) => randomBytes(Math.ceil(bytes / 2)).toString('hex');
  const show = `fetch('/answer').then((a)=>a.text()).then(()=>{document.querySelector('h1').textContent='Everything has arrived'})`;
  const files = new Map<string, [type: string, body: string]>([
    [
      '/',
      [
        'text/html',
        `<!doctype html><link rel="preload" href="/font" as="fetch" crossorigin><link rel="stylesheet" href="/style.css"><script type="module" src="/script.js"></script><h1></h1>`,
      ],
    ],
    ['/style.css', ['text/css', `/*${noise(style)}*/`]],
    ['/script.js', ['text/javascript', `/*${noise(script)}*/${show}`]],
    ['/font', ['font/woff2', noise(font)]],
    ['/answer', ['text/plain', noise(other)]],
  ]);
  const server = createServer((request, response) => {
    const [type, body] = files.get(request.url ?? '') ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const place = server.address();
  if (typeof place !== 'object' || place === null) throw new Error('no port');
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext(device);
    times.push((await visit(context, `http://localhost:${place.port}/`)).lcpMs);
    await context.close();
  }
  server.closeAllConnections();
  server.close();
  return spread(times).median;
}

function toRow(page: string, cache: 'cold' | 'warm', timings: readonly Timings[], bareMs?: number) {
  const [first] = timings;
  const kb = (bytes = 0) => Math.round(bytes / 1000);
  return {
    page,
    cache,
    lcpMs: spread(timings.map(({ lcpMs }) => lcpMs)),
    ...(bareMs !== undefined && { bareMs }),
    inpMs: spread(timings.map(({ inpMs }) => inpMs)),
    cls: Math.round(Math.max(...timings.map(({ cls }) => cls)) * 10_000) / 10_000,
    requests: first?.requests,
    scriptKb: kb(first?.bytes.script),
    styleKb: kb(first?.bytes.style),
    fontKb: kb(first?.bytes.font),
  };
}

function spread(numbers: readonly number[]) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (index: number) => Math.round(sorted[index] ?? Number.NaN);
  return { min: at(0), median: at(Math.floor(sorted.length / 2)), max: at(sorted.length - 1) };
}
