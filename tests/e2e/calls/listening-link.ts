import { makeListeningLink } from '@alo/contract';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';

import { launch, openPage, signIn } from '../support/browser-phone.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import type { Company } from '../support/office.ts';
import { recordedCall } from './recorded-call.ts';

const from = '0912345690';
const shown = /0912\D?345\D?690/;

/** A recording is given to somebody outside. */
export function listeningLinkStories(company: () => Company): void {
  test('a recording is heard by a link without signing in, its number hidden, until the link is withdrawn', async () => {
    const { product, admin } = company();
    const { address } = product;
    const { id } = await recordedCall(company(), from);

    const browser = await launch([]);
    onTestFinished(() => browser.close());
    const leader = await openPage(browser);
    await signIn(leader, address, 'admin');
    await leader.waitForURL((url) => url.pathname !== '/login');
    await openLinks(leader, address);
    const dialog = leader.getByRole('dialog', { name: 'Liên kết nghe' });
    await dialog.getByLabel('Gửi cho ai').fill('Luật sư Hà');
    await dialog.getByRole('button', { name: 'Tạo liên kết' }).click();
    await leader.getByRole('menuitem', { name: 'Nghe được trong 7 ngày' }).click();
    const url = await dialog.getByRole('textbox', { name: 'Liên kết', exact: true }).inputValue();

    const stranger = await openPage(browser);
    await stranger.goto(url);
    await stranger.getByText('Gọi vào').waitFor();
    await stranger.getByText(/^091[\s*]+690$/).waitFor();
    expect(await stranger.getByText(shown).count()).toBe(0);
    await stranger.getByRole('button', { name: 'Nghe ghi âm' }).click();
    const sound = stranger.locator('audio');
    await sound.waitFor();
    await expect
      .poll(() => sound.evaluate((one: HTMLAudioElement) => one.duration), { timeout: 30_000 })
      .toBeGreaterThan(0);

    const { url: kept } = await admin.call(makeListeningLink, { params: { id }, body: { note: 'Bảo hiểm' } });
    await expectGoodLooks(browser, address, [
      {
        name: 'listening-links',
        path: '/call-history',
        as: 'admin',
        prepare: (page) => openLinks(page, address, 'Luật sư Hà'),
        tidy: async (page) => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('Escape');
        },
      },
      {
        name: 'recording',
        path: '/login',
        as: null,
        prepare: async (page) => {
          await page.goto(kept);
          await page.getByRole('button', { name: 'Nghe ghi âm' }).waitFor();
        },
      },
    ]);

    await dialog.getByRole('button', { name: 'Thu hồi Luật sư Hà' }).click();
    await dialog.getByText('Luật sư Hà').waitFor({ state: 'detached' });
    await stranger.reload();
    await stranger.getByText('Liên kết này không còn mở được').waitFor();
    expect(await stranger.getByRole('button', { name: 'Nghe ghi âm' }).count()).toBe(0);
  });
}

async function openLinks(page: Page, address: string, link?: string): Promise<void> {
  await page.goto(`${address}/call-history`);
  await page.getByRole('row').filter({ hasText: shown }).first().click();
  await page.getByRole('button', { name: 'Liên kết nghe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Liên kết nghe' });
  await dialog.getByRole('button', { name: 'Tạo liên kết' }).waitFor();
  if (link !== undefined) await dialog.getByText(link).waitFor();
}
