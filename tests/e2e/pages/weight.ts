import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { openPage, signIn } from '../support/browser-phone.ts';
import type { PersonName } from '../support/people.ts';
import type { Stage } from '../support/stage.ts';
import { until } from '../support/until.ts';

export function weightStories(here: () => Stage): void {
  const dist = join(import.meta.dirname, '../../../apps/web/dist');
  /** The phone in the browser, and the SIP library that it brings along. */
  const phone = /\/(phone|JsSIP)-[^/]*\.js$/;

  /** What a page fetches until nothing is under way, so that no machine's speed is in it, in kilobytes of script as they go over the wire (brotli). */
  async function weightOf(
    path: string,
    as: PersonName | null,
    complete: string,
  ): Promise<{ page: number; phone: number }> {
    const page = await openSignedIn(as);
    const scripts: string[] = [];
    let isWhole = false;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() !== 'script' && !pathname.endsWith('.js')) return;
      // While somebody types at the sign-in the console comes, which is no part of it.
      isWhole ||= as === null && /\/console-[^/]*\.js$/.test(pathname);
      if (!isWhole) scripts.push(pathname);
    });
    await page.goto(`${here().address}${path}`);
    await page.getByText(complete, { exact: true }).first().waitFor();
    if (as === 'lan') {
      await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor();
      await until('the phone has come', () => scripts.some((path) => path.includes('JsSIP')));
    }
    await page.waitForLoadState('networkidle');
    await page.context().close();
    const sizes = await Promise.all(
      [...new Set(scripts)].map(async (path) => ({ path, kilobytes: (await compressed(path)) / 1000 })),
    );
    const sum = (wanted: typeof sizes) => Math.round(wanted.reduce((total, { kilobytes }) => total + kilobytes, 0));
    return {
      page: sum(sizes.filter(({ path }) => !phone.test(path))),
      phone: sum(sizes.filter(({ path }) => phone.test(path))),
    };
  }

  /** A page of a browser in which somebody has signed in, in another tab that is closed. */
  async function openSignedIn(as: PersonName | null): Promise<Page> {
    const first = await openPage(here().browser);
    if (as === null) return first;
    await signIn(first, here().address, as);
    await first.getByRole('navigation', { name: 'Điều hướng chính' }).waitFor();
    const page = await first.context().newPage();
    await first.close();
    return page;
  }

  /** As the build wrote it; what is too small to be compressed goes out as it is. */
  async function compressed(path: string): Promise<number> {
    try {
      return (await stat(join(dist, `${path}.br`))).size;
    } catch {
      return (await stat(join(dist, path))).size;
    }
  }

  test('the sign-in weighs at most 100 kB of script', async () => {
    const { page } = await weightOf('/login', null, 'Đăng nhập');
    expect(page).toBeGreaterThan(50);
    expect(page).toBeLessThanOrEqual(100);
  });

  test('a list weighs at most 265 kB of script with what comes after its first paint, the history 273, and the phone 79 kB', async () => {
    const list = await weightOf('/departments', 'admin', 'Kinh doanh');
    expect(list.page).toBeGreaterThan(100);
    expect(list.page).toBeLessThanOrEqual(265);
    const history = await weightOf('/call-history', 'lan', 'Kết quả');
    expect(history.page).toBeLessThanOrEqual(273);
    expect(history.phone).toBeGreaterThan(30);
    expect(history.phone).toBeLessThanOrEqual(79);
  });
}
