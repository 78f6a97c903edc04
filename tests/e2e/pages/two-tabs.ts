import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePrefix, logout, messages } from '@alo/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { fillInSignIn, launch, loud, openPage, phoneOf } from '../support/browser-phone.ts';
import { demo, people } from '../support/people.ts';
import type { Stage } from '../support/stage.ts';
import { until } from '../support/until.ts';
import { voices, writeVoice } from '../support/voices.ts';

export function twoTabStories(here: () => Stage): void {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alo-voice-'));
    const voice = join(folder, 'voice.wav');
    await writeVoice(voice, voices.low);
    browser = await launch([`--use-file-for-fake-audio-capture=${voice}`]);
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const token = (page: Page, storage: 'localStorage' | 'sessionStorage' = 'sessionStorage') =>
    page.evaluate<string | null>(`${storage}.getItem('token')`);
  const kept = (page: Page) => page.evaluate<string[]>('Object.keys(localStorage).sort()');
  const phoneIn = (page: Page) => phoneOf(browser, page, () => page.close());
  const isSomebody = (page: Page, name: string) =>
    page.getByRole('button', { name: `Tài khoản ${name}`, exact: true }).waitFor();
  const isNobody = (page: Page) => page.getByRole('heading', { name: 'Đăng nhập', exact: true }).waitFor();
  const lanName = 'Nguyễn Thị Lan';
  const minhName = 'Trần Văn Minh';

  async function inTheMenu(page: Page, entry: string): Promise<void> {
    await page.getByRole('button', { name: /^Tài khoản / }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  }

  async function openTab(context: BrowserContext, path = '/'): Promise<Page> {
    const page = await context.newPage();
    await page.goto(here().address + path);
    return page;
  }

  test('what one says of one’s own work in one tab is so in the other, and on another computer', async () => {
    const page = await openPage(browser);
    await page.goto(here().address);
    await fillInSignIn(page, 'lan');
    await phoneIn(page).registered();
    const other = await openTab(page.context());
    const computer = await openPage(browser);
    await computer.goto(here().address);
    await fillInSignIn(computer, 'lan');
    await phoneIn(computer).registered();
    const all = [page, other, computer];
    const say = async (entry: string) => {
      await page.getByRole('button', { name: /^Trạng thái làm việc/ }).click();
      await page.getByRole('menuitemradio', { name: entry, exact: true }).click();
    };
    const says = (word: string) =>
      Promise.all(all.map((one) => one.getByRole('button', { name: `Trạng thái làm việc: ${word}` }).waitFor()));
    await says('Sẵn sàng');
    await say('Nghỉ trưa');
    await says('Nghỉ trưa');
    await say('Họp');
    await says('Họp');
    await say('Ngoại tuyến, tắt điện thoại');
    await says('Ngoại tuyến');
    await Promise.all(
      [page, computer].map((one) => one.getByRole('button', { name: /^Điện thoại: Đã tắt/ }).waitFor()),
    );
    await say('Sẵn sàng nhận cuộc gọi');
    await says('Sẵn sàng');
    await Promise.all([page, computer].map((one) => phoneIn(one).registered()));
    // The phone is still that of the first tab.
    const mirrors = other.getByRole('button', { name: /^Điện thoại: Đang ở thẻ khác/ });
    await expect.poll(() => mirrors.count()).toBe(1);
    await Promise.all([page.context(), computer.context()].map((context) => context.close()));
  });

  test('two tabs of one browser are two people who call each other, and one goes on when the other leaves', async () => {
    const lan = await openPage(browser);
    const context = lan.context();

    // The address in a tab, and one signs in; in a second tab, which is hers at first, somebody else does.
    await lan.goto(here().address);
    await fillInSignIn(lan, 'lan');
    const lanPhone = phoneIn(lan);
    await lanPhone.registered();
    const minh = await openTab(context);
    await isSomebody(minh, lanName);
    await inTheMenu(minh, 'Đăng nhập người khác ở thẻ này');
    await isNobody(minh);
    await fillInSignIn(minh, 'minh');
    const minhPhone = phoneIn(minh);
    await minhPhone.registered();
    await isSomebody(minh, minhName);
    await isSomebody(lan, lanName);
    // "Back" does not lead to the page where the tab was hers.
    await minh.goBack();
    await isSomebody(minh, minhName);
    await minhPhone.registered();
    expect(await token(lan)).not.toBe(await token(minh));
    expect(await token(lan, 'localStorage')).toBe(await token(minh));

    await lanPhone.dial('102');
    await minhPhone.shows('Cuộc gọi đến');
    await minhPhone.answer();
    await Promise.all([lanPhone.shows('Đã kết nối'), minhPhone.shows('Đã kết nối')]);
    await sleep(700);
    for (const { loudness, packets } of await Promise.all([lanPhone.hears(2_000), minhPhone.hears(2_000)])) {
      expect(loudness).toBeGreaterThan(loud);
      expect(packets).toBeGreaterThan(80);
    }
    await lanPhone.hangUp();
    await Promise.all([lanPhone.isIdle(), minhPhone.isIdle()]);

    // Each tab stays its person's.
    await lan.reload();
    await isSomebody(lan, lanName);
    await lanPhone.registered();
    await lan.goto(`${here().address}/login`);
    await lan.waitForURL(`**${people.lan.home}`);
    await isSomebody(lan, lanName);

    // Minh leaves: Lan stays, and his tab is nobody's.
    await inTheMenu(minh, 'Đăng xuất');
    await isNobody(minh);
    await until('local storage is hers again', async () => (await token(lan, 'localStorage')) === (await token(lan)));
    await minh.goto(here().address);
    await isNobody(minh);
    await isSomebody(lan, lanName);
    const third = await openTab(context);
    await isSomebody(third, lanName);

    // He is back when her session ends at the server: it ends in both of her tabs, and in none of his.
    await fillInSignIn(minh, 'minh');
    await minhPhone.registered();
    await endAtTheServer(await token(lan));
    for (const page of [lan, third]) {
      await isNobody(page);
      await page.getByText(messages.sessionExpired).waitFor();
      expect(new URL(page.url()).pathname).toBe('/login');
    }
    await lan.reload();
    await isNobody(lan);
    await isSomebody(minh, minhName);
    await minhPhone.registered();
    await isSomebody(await openTab(context), minhName);
    expect(await kept(minh)).toEqual(expect.arrayContaining(['ma_dn', 'token', 'user']));
    expect(await token(minh, 'localStorage')).toBe(await token(minh));
    await context.close();
  });

  test('two tabs that were open before anybody signed in become two people without more ado', async () => {
    const lan = await openPage(browser);
    await lan.goto(here().address);
    const minh = await openTab(lan.context());
    await isNobody(minh);
    await fillInSignIn(lan, 'lan');
    await isSomebody(lan, lanName);
    await fillInSignIn(minh, 'minh');
    await Promise.all([phoneIn(lan).registered(), phoneIn(minh).registered()]);
    await isSomebody(lan, lanName);
    await isSomebody(minh, minhName);
    expect(await token(lan)).not.toBe(await token(minh));
    await lan.context().close();
  });

  test('one may change one’s mind; and signing out ends all tabs of the person, without a word of expiry', async () => {
    const first = await openPage(browser);
    await first.goto(here().address);
    await fillInSignIn(first, 'lan');
    await isSomebody(first, lanName);
    const second = await openTab(first.context());
    await inTheMenu(second, 'Đăng nhập người khác ở thẻ này');
    await isNobody(second);
    await second.getByRole('button', { name: 'Dùng tiếp tài khoản đang mở' }).click();
    await second.waitForURL(`**${people.lan.home}`);
    await isSomebody(second, lanName);

    await inTheMenu(first, 'Đăng xuất');
    for (const page of [first, second]) {
      await isNobody(page);
      expect(await kept(page)).not.toContain('token');
      await expect.poll(() => page.getByText(messages.sessionExpired).count()).toBe(0);
    }
    await first.context().close();
  });

  async function endAtTheServer(bearer: string | null): Promise<void> {
    const base = basePrefix[logout.base].replace(':ma_dn', demo.companyCode);
    const headers = { authorization: `Bearer ${bearer}` };
    const { status } = await fetch(`${here().address}${base}${logout.path}`, { method: logout.method, headers });
    expect(status).toBeLessThan(300);
  }
}
