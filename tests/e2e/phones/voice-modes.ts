import { setTimeout as sleep } from 'node:timers/promises';
import { updateSystemSetting } from '@alo/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { closedCallsSince, mark, theCallSince } from '../support/api.ts';
import { loud, silent } from '../support/browser-phone.ts';
import { deskPhone } from '../support/desk-phones.ts';
import type { Office } from '../support/office.ts';
import { until } from '../support/until.ts';

/** Lan phones in the company's other ways (specification §4, voice modes 2 and 3); Minh's page has the first one still. */
export function voiceModeStories(here: () => Office): void {
  let since = 0;

  beforeEach(async () => {
    const { lan, minh } = here();
    await Promise.all([lan.clear(), minh.clear()]);
    await Promise.all([lan.isIdle(), minh.isIdle()]);
    since = await mark();
  });

  afterAll(() => lanPhonesBy(1));

  /** A setting cuts no conversation: it is there for pages that are loaded from now on. */
  async function lanPhonesBy(mode: 1 | 2 | 3): Promise<void> {
    const { lan, admin } = here();
    await admin.call(updateSystemSetting, { body: { voice_over_internet_protocol: mode } });
    await lan.page.reload();
    await lan.registered();
  }

  /** Which SIP libraries her page has fetched. */
  async function libraries(): Promise<readonly string[]> {
    const fetched = await here().lan.page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    return ['JsSIP', 'sipjs'].filter((library) => fetched.some((name) => name.includes(`/assets/${library}-`)));
  }

  test('mode 2: by SIP.js Lan calls, is heard, mutes, presses a key, holds and hangs up', async () => {
    const { lan, minh, admin } = here();
    expect(await libraries()).toEqual(['JsSIP']);
    await lanPhonesBy(2);
    expect(await libraries()).toEqual(['sipjs']);
    await lan.dial('102');
    await minh.shows('Cuộc gọi đến');
    await lan.shows('Cuộc gọi đi');
    await minh.answer();
    await Promise.all([lan.shows('Đã kết nối'), minh.shows('Đã kết nối')]);
    await sleep(700);
    for (const each of await Promise.all([lan.hears(2_000), minh.hears(2_000)])) {
      expect(each.loudness).toBeGreaterThan(loud);
    }

    await lan.press('Tắt tiếng');
    await sleep(800);
    expect((await minh.hears(1_500)).loudness).toBeLessThan(silent);
    await lan.press('Bàn phím');
    const listening = minh.hears(1_500);
    await lan.key('5');
    expect((await listening).loudness).toBeGreaterThan(loud);
    await lan.press('Bàn phím');
    await lan.press('Tắt tiếng');

    await lan.press('Giữ máy');
    await lan.page.getByText('Đang giữ máy').waitFor();
    await sleep(800);
    expect((await lan.hears(1_500)).loudness).toBeLessThan(silent);
    await lan.press('Giữ máy');
    await lan.page.getByText('Đang giữ máy').waitFor({ state: 'hidden' });
    await sleep(800);
    for (const each of await Promise.all([lan.hears(2_000), minh.hears(2_000)])) {
      expect(each.loudness).toBeGreaterThan(loud);
    }
    await lan.hangUp();
    await minh.isIdle();
    expect(await theCallSince(admin, since)).toMatchObject({ status: 'answered', caller_extension: '101' });
  });

  test('mode 2: Lan is called, answers, goes on after a reload, and the caller hangs up', async () => {
    const { lan, minh, admin } = here();
    await minh.dial('101');
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await Promise.all([lan.shows('Đã kết nối'), minh.shows('Đã kết nối')]);
    await lan.page.reload();
    await lan.shows('Đã kết nối', 20_000);
    await sleep(700);
    for (const each of await Promise.all([lan.hears(2_000), minh.hears(2_000)])) {
      expect(each.loudness).toBeGreaterThan(loud);
    }
    await minh.hangUp();
    await lan.isIdle();
    expect(await theCallSince(admin, since)).toMatchObject({ status: 'answered', extension: '101' });
  });

  test('mode 2: who rejects, who gives up and who does not exist are told as such', async () => {
    const { lan, minh, admin } = here();
    await lan.dial('102');
    await minh.shows('Cuộc gọi đến');
    await minh.reject();
    await lan.says('Bị từ chối');
    await minh.dial('101');
    await lan.shows('Cuộc gọi đến');
    await minh.hangUp();
    await lan.says('Cuộc gọi nhỡ');
    await lan.dial('7777');
    await lan.says('Số không tồn tại');
    const rows = await closedCallsSince(admin, since, 3);
    expect(rows.map(({ cause }) => cause).toSorted()).toEqual(['cancelled', 'not-found', 'rejected']);
  });

  test('mode 3: the switchboard rings the desk, then whom Lan dialled; her page follows, and holds and ends the call', async () => {
    const { product, lan, minh, admin } = here();
    await lanPhonesBy(3);
    expect(await libraries()).toEqual([]);
    const desk = await deskPhone(product, '101');
    try {
      await lan.dial('102');
      const call = await desk.phone.nextCall(10_000);
      await call.answer();
      await minh.shows('Cuộc gọi đến');
      await lan.shows('Cuộc gọi đi');
      expect(await lan.page.getByRole('button', { name: 'Nghe', exact: true }).count()).toBe(0);
      await minh.answer();
      await Promise.all([lan.shows('Đã kết nối'), minh.shows('Đã kết nối')]);
      // The sound is at the desk: nothing of it is the page's to mute.
      expect(await lan.page.getByRole('button', { name: 'Tắt tiếng', exact: true }).count()).toBe(0);
      await lan.press('Giữ máy');
      await lan.page.getByText('Đang giữ máy').waitFor();
      await lan.press('Giữ máy');
      await lan.page.getByText('Đang giữ máy').waitFor({ state: 'hidden' });
      await lan.hangUp();
      await minh.isIdle();
      await lan.isIdle();
      expect(await theCallSince(admin, since)).toMatchObject({
        ...{ status: 'answered', direction: 'internal', caller_extension: '101', extension: '102' },
      });

      await minh.dial('101');
      const rings = await desk.phone.nextCall(10_000);
      await rings.answer();
      await lan.shows('Đã kết nối');
      await rings.hangUp();
      await until('the page sees that it is over', async () => (await lan.page.getByText('Đã kết nối').count()) === 0);
    } finally {
      desk.phone.close();
    }
  });
}
