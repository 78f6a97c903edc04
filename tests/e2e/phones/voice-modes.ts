import { startBotCall, updateSystemSetting } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import { afterAll, expect, test } from 'vitest';
import { closedCallsSince, detailOf, mainNumberAndCustomer, theCallSince } from '../support/api.ts';
import { callWaiting } from '../support/call-waiting.ts';
import { windowIsOf } from '../support/call-window.ts';
import { deskPhone } from '../support/desk-phones.ts';
import { fallsSilent, hearsOf, isHeardBy } from '../support/heard.ts';
import type { Office } from '../support/office.ts';
import { bothAreHeard, startsIdle, talk } from './talk.ts';

/** Lan phones in the company's other ways (specification §4, voice modes 2 and 3); Minh's page has the first one still. */
export function voiceModeStories(here: () => Office): void {
  const since = startsIdle(here);

  afterAll(() => lanPhonesBy(1));

  /** A setting cuts no conversation: it is there for pages that are loaded from now on. */
  async function lanPhonesBy(mode: 1 | 2 | 3): Promise<void> {
    const { lan, admin } = here();
    await admin.call(updateSystemSetting, { body: { voice_over_internet_protocol: mode } });
    await lan.page.reload();
    if (mode !== 3) return lan.registered();
    // Her telephone is registered later, or is so from the story before.
    await lan.page.getByRole('button', { name: /^Điện thoại: / }).waitFor();
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
    await expect.poll(libraries).toEqual(['JsSIP']);
    await lanPhonesBy(2);
    await expect.poll(libraries).toEqual(['sipjs']);
    await talk(lan, minh, '102');
    await bothAreHeard(here());

    await lan.press('Tắt tiếng');
    await fallsSilent(minh);
    await lan.press('Bàn phím');
    await hearsOf(minh, () => lan.key('5'));
    await lan.press('Bàn phím');
    await lan.press('Tắt tiếng');

    await lan.press('Giữ máy');
    await lan.page.getByText('Đang giữ máy').waitFor();
    await fallsSilent(lan);
    await lan.press('Giữ máy');
    await lan.page.getByText('Đang giữ máy').waitFor({ state: 'hidden' });
    await Promise.all([isHeardBy(lan), isHeardBy(minh)]);
    await lan.hangUp();
    await minh.isIdle();
    expect(await theCallSince(admin, since())).toMatchObject({ status: 'answered', caller_extension: '101' });
  });

  inDepth('mode 2: whoever is muted stays so, whatever microphone they take, and on hold and back', async () => {
    const { lan, minh } = here();
    await talk(lan, minh, '102');
    await lan.press('Tắt tiếng');
    await lan.page.getByRole('button', { name: 'Thiết bị âm thanh' }).click();
    await lan.page.getByRole('combobox', { name: 'Micro' }).click();
    await lan.page.getByRole('option').last().click();
    await lan.page.keyboard.press('Escape');
    await lan.press('Giữ máy');
    await lan.page.getByText('Đang giữ máy').waitFor();
    await lan.press('Giữ máy');
    await lan.page.getByText('Đang giữ máy').waitFor({ state: 'hidden' });
    await fallsSilent(minh);
    await lan.press('Tắt tiếng');
    await isHeardBy(minh);
    await lan.hangUp();
    await minh.isIdle();
  });

  inDepth('mode 2: Lan is called, answers, goes on after a reload, and the caller hangs up', async () => {
    const { lan, minh, admin } = here();
    await talk(minh, lan, '101');
    await lan.page.reload();
    await lan.shows('Đã kết nối');
    await bothAreHeard(here());
    await minh.hangUp();
    await lan.isIdle();
    expect(await theCallSince(admin, since())).toMatchObject({ status: 'answered', extension: '101' });
  });

  inDepth('mode 2: who rejects, who gives up and who does not exist are told as such', async () => {
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
    const rows = await closedCallsSince(admin, since(), 3);
    expect(rows.map(({ cause }) => cause).toSorted()).toEqual(['cancelled', 'not-found', 'rejected']);
  });

  test('mode 3: the switchboard rings the desk, then whom Lan dialled; her page follows, and holds and ends the call', async () => {
    const { product, lan, minh, admin } = here();
    await lanPhonesBy(3);
    // Whose desk has no telephone yet is not ready, whatever they chose.
    for (const part of ['Điện thoại', 'Trạng thái làm việc']) {
      await lan.page.getByRole('button', { name: new RegExp(`^${part}: Máy bàn chưa kết nối`) }).waitFor();
    }
    await expect.poll(libraries).toEqual([]);
    const desk = await deskPhone(product, '101');
    try {
      await lan.registered();
      await lan.dial('102');
      const call = await desk.phone.nextCall();
      await call.answer();
      await minh.shows('Cuộc gọi đến');
      await lan.shows('Cuộc gọi đi');
      await expect.poll(() => lan.page.getByRole('button', { name: 'Nghe', exact: true }).count()).toBe(0);
      await minh.answer();
      await Promise.all([lan.shows('Đã kết nối'), minh.shows('Đã kết nối')]);
      // The sound is at the desk: nothing of it is the page's to mute, or to take from another microphone.
      for (const name of ['Tắt tiếng', 'Thiết bị âm thanh']) {
        await expect.poll(() => lan.page.getByRole('button', { name, exact: true }).count()).toBe(0);
      }
      await lan.press('Giữ máy');
      await lan.page.getByText('Đang giữ máy').waitFor();
      await lan.press('Giữ máy');
      await lan.page.getByText('Đang giữ máy').waitFor({ state: 'hidden' });
      await lan.hangUp();
      await minh.isIdle();
      await lan.isIdle();
      expect(await theCallSince(admin, since())).toMatchObject({
        status: 'answered',
        direction: 'internal',
        caller_extension: '101',
        extension: '102',
      });

      // Who calls is to be seen while the desk rings; it is answered there, and can be declined here.
      await minh.dial('101');
      const rings = await desk.phone.nextCall();
      rings.ring();
      await lan.shows('Cuộc gọi đến');
      await windowIsOf(lan, 'Trần Văn Minh');
      await lan.shows('Nghe ở máy đang đổ chuông');
      await expect.poll(() => lan.page.getByRole('button', { name: 'Nghe', exact: true }).count()).toBe(0);
      await rings.answer();
      await lan.shows('Đã kết nối');
      await rings.hangUp();
      await lan.isIdle();
      await minh.isIdle();

      await minh.dial('101');
      const declined = await desk.phone.nextCall();
      declined.ring();
      await lan.shows('Cuộc gọi đến');
      await lan.reject();
      await minh.says('Bị từ chối');
      await declined.until('ended');
      await lan.isIdle();
    } finally {
      desk.phone.close();
    }
  });

  inDepth(
    'mode 3: a desk phone that loses packets is told to both, each as whose line it is, and stands in the history',
    async () => {
      const { product, lan, minh, admin } = here();
      await lanPhonesBy(3);
      const desk = await deskPhone(product, '101');
      try {
        await lan.registered();
        await minh.dial('101');
        const call = await desk.phone.nextCall();
        await call.answer();
        call.audio.speak(440);
        call.audio.lose(5);
        await Promise.all([lan.shows('Đã kết nối'), minh.shows('Đã kết nối')]);
        await minh.page.getByText(/^Mất gói (1\d|2\d)% ở tiếng bạn nghe\.$/).waitFor();
        await minh.page.getByText(/^Mất gói (1\d|2\d)% phía .*Lan\.$/).waitFor();
        await lan.page.getByText(/^Mất gói (1\d|2\d)% phía bạn\.$/).waitFor();
        await expect.poll(() => minh.page.getByRole('status').filter({ hasText: 'Âm thanh kém' }).count()).toBe(1);
        await lan.hangUp();
        await minh.isIdle();
      } finally {
        desk.phone.close();
      }
      const { id, poor, mos } = await theCallSince(admin, since());
      expect([poor, mos !== null && mos < 3.6]).toEqual([true, true]);
      const { legs } = await detailOf(admin, id);
      const lost = (of: string) => legs.find(({ party }) => party === of)?.quality;
      expect(lost('101')).toMatchObject({ level: 'poor', codec: 'pcma' });
      expect(lost('101')?.loss_percent).toBeGreaterThan(15);
      // What Minh missed was lost before it came to the switchboard: it is not his line.
      expect(lost('102')?.loss_percent).toBeLessThan(5);
    },
  );

  test('mode 3: who else calls while Lan talks is shown, and can be declined', async () => {
    const { product, lan, minh, admin } = here();
    await callWaiting(admin, '101');
    const desk = await deskPhone(product, '101');
    try {
      await lan.registered();
      await minh.dial('101');
      const call = await desk.phone.nextCall();
      await call.answer();
      await lan.shows('Đã kết nối');
      const { number, customer } = await mainNumberAndCustomer(admin);
      const script = { voice: 'khach-1', seconds: 300 } as const;
      await admin.call(startBotCall, { body: { from: customer.number, to: number, script } });
      const another = await desk.phone.nextCall();
      another.ring();
      await lan.shows('Cuộc gọi khác đang đổ chuông');
      await lan.shows(customer.name);
      await lan.reject();
      await another.until('ended');
      await lan.page.getByText('Cuộc gọi khác đang đổ chuông').waitFor({ state: 'hidden' });
      await expect.poll(() => lan.page.locator('section[data-status="connected"]').count()).toBe(1);
      await lan.hangUp();
      await minh.isIdle();
    } finally {
      desk.phone.close();
    }
  });
}
