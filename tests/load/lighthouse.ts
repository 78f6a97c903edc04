/**
 * What lighthouse says of eight screens, of 100 each: of performance, accessibility and best practices, on a desk and on a phone with a slow
 * network. Lighthouse itself is larger than the product and is fetched by npm as it is wanted; no build and no check needs it. A desk
 * should have 100 everywhere, a phone 90. Prints one JSON object.
 *
 *   node tests/load/lighthouse.ts [--only=login,dashboard] [--address=http://localhost:8080]
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { freePort } from '@alo/testing';
import { chromium } from 'playwright-core';
import { z } from 'zod';

import { signIn } from '../e2e/support/browser-phone.ts';
import { startProduct } from '../e2e/support/product.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, address: { type: 'string' } } });

const lighthouse = 'lighthouse@13.5.0';
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const screens = {
  login: '/login',
  dashboard: '/dashboard',
  customer: '/customer',
  'call-history': '/call-history',
  monitor: '/monitor',
  queue: '/queue',
  role: '/role/add',
  setting: '/setting',
} as const;

const report = z.object({ categories: z.record(z.string(), z.object({ score: z.number().nullable() })) });
const run = promisify(execFile);

const folder = await mkdtemp(join(tmpdir(), 'alo-lighthouse-'));
const product = values.address === undefined ? await startProduct() : undefined;
try {
  const address = values.address ?? product?.address ?? '';
  const only = values.only?.split(',');
  const runs = [];
  for (const [name, path] of Object.entries(screens)) {
    if (only !== undefined && !only.includes(name)) continue;
    for (const device of ['desk', 'phone'] as const)
      runs.push({ screen: name, device, ...(await scoresOf(address, path, device)) });
  }
  process.stdout.write(`${JSON.stringify({ runs })}\n`);
} finally {
  await product?.close();
  await rm(folder, { recursive: true, force: true });
}

/** In a browser of its own, in which somebody has signed in unless it is the sign-in that is looked at. */
async function scoresOf(address: string, path: string, device: 'desk' | 'phone') {
  const port = await freePort();
  const browser = await chromium.launchPersistentContext('', {
    executablePath: process.env['ALO_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
    locale: 'vi-VN',
  });
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    if (path === '/login') await page.goto(`${address}/login`);
    else {
      await signIn(page, address, 'admin');
      await page.getByRole('navigation', { name: 'Điều hướng chính' }).waitFor();
    }
    const output = join(folder, 'report.json');
    const asked = [`${address}${path}`, `--port=${port}`, `--only-categories=${categories.join(',')}`, '--quiet'];
    const kept = ['--output=json', `--output-path=${output}`, '--disable-storage-reset'];
    const program = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse'];
    // It wants a newer Node.js than the one of the machine may be: the one that runs this.
    const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
    await run('npm', [...program, ...asked, ...kept, ...(device === 'desk' ? ['--preset=desktop'] : [])], {
      env: { ...process.env, PATH },
    });
    const { categories: found } = report.parse(JSON.parse(await readFile(output, 'utf8')));
    return Object.fromEntries(categories.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]));
  } finally {
    await browser.close();
  }
}
