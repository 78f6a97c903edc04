import { setNotificationRules, startBotCall } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import { expect, test } from 'vitest';
import { callsSince, mainNumberAndCustomer, recordingOf, signInByApi, theCallSince } from '../support/api.ts';
import { fallsSilent, hearsOf, isHeardBy } from '../support/heard.ts';
import type { Office } from '../support/office.ts';
import { ringsFor } from '../support/ring-time.ts';
import { until } from '../support/until.ts';
import { shareOfVoice, voices } from '../support/voices.ts';
import { bothAreHeard, startsIdle, talk } from './talk.ts';

export function twoPhoneStories(here: () => Office): void {
  const since = startsIdle(here);

  test('Lan calls Minh: both hear each other in Opus, and the conversation stands in the history with its recording', async () => {
    const { lan, minh, admin } = here();
    const dialled = Date.now();
    await talk(lan, minh, '102');
    const connected = Date.now();
    for (const phone of [lan, minh]) {
      await isHeardBy(phone);
      const { packetsLost, packetsReceived } = await phone.received();
      // 50 a second, of which a busy machine makes some later.
      await expect.poll(async () => (await phone.received()).packetsReceived).toBeGreaterThan(packetsReceived + 100);
      expect((await phone.received()).packetsLost).toBe(packetsLost);
    }
    for (const phone of [lan, minh]) expect((await phone.received()).codec).toBe('audio/opus');
    await expect.poll(() => lan.page.evaluate('playsAudio()')).toBe(true);
    await expect.poll(() => minh.page.evaluate('playsAudio()')).toBe(true);
    await lan.hangUp();
    const talked = (Date.now() - connected) / 1000;
    await minh.isIdle();
    const atMost = (Date.now() - dialled) / 1000;

    const row = await theCallSince(admin, since());
    expect(row).toMatchObject({
      direction: 'internal',
      status: 'answered',
      caller_extension: '101',
      extension: '102',
      agent_name: 'Trần Văn Minh',
      dialled: '102',
      recording: 'ready',
    });
    // Told in whole seconds.
    expect(row.talk_seconds).toBeGreaterThan(talked - 1.5);
    expect(row.talk_seconds).toBeLessThan(atMost + 1);

    const recording = await recordingOf(admin, row.id);
    expect(recording.seconds).toBeGreaterThan(talked - 1);
    expect(recording.seconds).toBeLessThan(atMost + 1);
    // Left is the caller, right the called; each channel has its own voice and not the other's.
    const share = (channel: 'left' | 'right', pitch: number) =>
      shareOfVoice(recording[channel], recording.sampleRate, pitch);
    expect(share('left', voices.low)).toBeGreaterThan(2 * share('left', voices.high));
    expect(share('right', voices.high)).toBeGreaterThan(2 * share('right', voices.low));
  });

  inDepth('Minh calls Lan back, and the called one hangs up', async () => {
    const { lan, minh, admin } = here();
    await talk(minh, lan, '101');
    await bothAreHeard(here());
    await lan.hangUp();
    await minh.isIdle();
    expect(await theCallSince(admin, since())).toMatchObject({
      status: 'answered',
      caller_extension: '102',
      extension: '101',
      cause: 'normal',
    });
  });

  test('muted, nobody hears a word; on hold the two are apart; keys are heard; all of it comes back', async () => {
    const { lan, minh, admin } = here();
    await talk(lan, minh, '102');

    await lan.press('Tắt tiếng');
    await fallsSilent(minh);
    await isHeardBy(lan);
    const { packetsReceived } = await minh.received();
    await expect.poll(async () => (await minh.received()).packetsReceived).toBeGreaterThan(packetsReceived + 50);
    // Lan speaks all the time.
    const told = lan.page.getByText('Bạn đang nói nhưng đang tắt tiếng: bên kia không nghe thấy.');
    await told.waitFor();

    // Muted, so that all that Minh can hear is the key itself (RFC 4733 through the server to the other browser).
    await lan.press('Bàn phím');
    await hearsOf(minh, () => lan.key('5'));
    await expect.poll(() => lan.page.getByLabel('Các phím đã bấm').textContent()).toBe('5');
    await lan.press('Bàn phím');
    await lan.press('Tắt tiếng');
    await told.waitFor({ state: 'detached' });

    await lan.press('Giữ máy');
    await lan.page.getByText('Đang giữ máy').waitFor();
    await fallsSilent(lan);

    await lan.press('Giữ máy');
    await lan.page.getByText('Đang giữ máy').waitFor({ state: 'hidden' });
    await bothAreHeard(here());

    await minh.hangUp();
    await lan.isIdle();
    expect(await theCallSince(admin, since())).toMatchObject({ status: 'answered', talk_seconds: expect.any(Number) });
  });

  test('the keyboard answers, mutes, holds and hangs up', async () => {
    const { lan, minh, admin } = here();
    await lan.dial('102');
    await minh.shows('Cuộc gọi đến');
    await minh.page.keyboard.press('Alt+a');
    await minh.shows('Đã kết nối');
    await minh.page.keyboard.press('Alt+m');
    const mute = minh.page.getByRole('button', { name: 'Tắt tiếng', exact: true });
    await expect.poll(() => mute.getAttribute('aria-pressed')).toBe('true');
    await minh.page.keyboard.press('Alt+m');
    await expect.poll(() => mute.getAttribute('aria-pressed')).toBe('false');
    await minh.page.keyboard.press('Alt+o');
    await minh.page.getByText('Đang giữ máy').waitFor();
    await minh.page.keyboard.press('Alt+o');
    await minh.page.getByText('Đang giữ máy').waitFor({ state: 'hidden' });
    await minh.page.keyboard.press('Alt+h');
    await lan.isIdle();
    expect(await theCallSince(admin, since())).toMatchObject({ status: 'answered' });
  });

  inDepth('Minh answers with a double click, and does not hang up by it', async () => {
    const { lan, minh, admin } = here();
    await lan.dial('102');
    await minh.shows('Cuộc gọi đến');
    const box = await minh.page.getByRole('button', { name: 'Nghe', exact: true }).boundingBox();
    if (box === null) throw new Error('"Nghe" is not to be seen');
    await minh.page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2, { delay: 60 });
    await minh.shows('Đã kết nối');
    await isHeardBy(minh);
    await minh.hangUp();
    await lan.isIdle();
    expect(await theCallSince(admin, since())).toMatchObject({ status: 'answered' });
  });

  test('on a small screen the window is folded with the card, and both come back by the pill', async () => {
    const { minh, admin } = here();
    const { number, customer } = await mainNumberAndCustomer(admin);
    const script = { voice: 'khach-1', seconds: 300 } as const;
    const before = minh.page.viewportSize();
    await minh.page.setViewportSize({ width: 390, height: 844 });
    try {
      await admin.call(startBotCall, { body: { from: customer.number, to: number, script } });
      await minh.shows('Cuộc gọi đến');
      await minh.answer();
      const card = minh.page.getByRole('complementary', { name: 'Khách hàng đang gọi' });
      await card.waitFor();
      await minh.page.getByRole('button', { name: 'Thu nhỏ cửa sổ gọi' }).click();
      await card.waitFor({ state: 'hidden' });
      await minh.page.getByRole('button', { name: /^Điện thoại:/ }).click();
      await minh.shows('Đã kết nối');
      await expect.poll(() => card.isVisible()).toBe(true);
      await minh.hangUp();
    } finally {
      await minh.page.setViewportSize(before ?? { width: 1280, height: 800 });
    }
  });

  inDepth('nobody signs out of a call: Lan is asked to end it first, and both hear each other on', async () => {
    const { lan, minh } = here();
    await talk(lan, minh, '102');
    await lan.page.getByRole('button', { name: /^Tài khoản / }).click();
    await lan.page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
    await lan.page.getByText('Bạn đang có cuộc gọi. Hãy kết thúc trước khi đăng xuất.').waitFor();
    await bothAreHeard(here());
    await lan.hangUp();
    await minh.isIdle();
  });

  test('Minh rejects', async () => {
    const { lan, minh, admin } = here();
    await lan.dial('102');
    await minh.shows('Cuộc gọi đến');
    await minh.reject();
    await lan.says('Bị từ chối');
    expect(await theCallSince(admin, since())).toMatchObject({ talk_seconds: 0, answered_at: null, cause: 'rejected' });
  });

  test('Lan gives up before Minh answers: he has missed a call', async () => {
    const { lan, minh, admin } = here();
    await lan.dial('102');
    await minh.shows('Cuộc gọi đến');
    await lan.hangUp();
    await minh.says('Cuộc gọi nhỡ');
    await lan.isIdle();
    expect(await theCallSince(admin, since())).toMatchObject({
      answered_at: null,
      cause: 'cancelled',
      talk_seconds: 0,
    });
  });

  inDepth('Minh does not answer', async () => {
    const { lan, minh, admin } = here();
    await ringsFor(admin, '102', 20);
    await lan.dial('102');
    await minh.shows('Cuộc gọi đến');
    await lan.says('Không trả lời');
    await minh.says('Cuộc gọi nhỡ');
    expect(await theCallSince(admin, since())).toMatchObject({ status: 'no_answer', answered_at: null });
  });

  inDepth(
    'the bell says what was missed at once, and calls back; whoever wants it quiet is told by the bell alone',
    async () => {
      const { lan, minh, product } = here();
      const bell = minh.page.getByRole('button', { name: /^Thông báo, \d+ chưa đọc$/ });
      const comesUp = minh.page
        .getByRole('region', { name: 'Thông báo', exact: true })
        .getByText('Cuộc gọi nhỡ từ 101');
      const miss = async () => {
        await lan.dial('102');
        await minh.shows('Cuộc gọi đến');
        await lan.hangUp();
        await minh.isIdle();
      };
      const nothingIsUp = () => expect.poll(() => comesUp.count()).toBe(0);
      // What was missed in the stories before this one may still be up.
      await nothingIsUp();
      await miss();
      await comesUp.waitFor();
      await bell.click();
      await minh.page.getByRole('button', { name: 'Gọi lại: Cuộc gọi nhỡ từ 101' }).first().click();
      await lan.shows('Cuộc gọi đến');
      await minh.hangUp();
      await lan.isIdle();

      const own = await signInByApi(product.address, 'minh');
      await own.call(setNotificationRules, { body: { rules: { 'missed-call': 'bell' }, quiet: null } });
      await nothingIsUp();
      await miss();
      await bell.waitFor();
      expect(await comesUp.count()).toBe(0);
    },
  );

  test('Minh is busy with a customer when Lan calls', async () => {
    const { lan, minh, admin } = here();
    const { number, customer } = await mainNumberAndCustomer(admin);
    const script = { voice: 'khach-1', seconds: 300 } as const;
    await admin.call(startBotCall, { body: { from: customer.number, to: number, script } });
    await minh.shows('Cuộc gọi đến');
    await minh.answer();
    await minh.shows('Đã kết nối');
    await lan.isIdle();

    await lan.dial('102');
    await lan.says('Máy bận');
    await minh.shows('Đã kết nối');
    await minh.hangUp();
    // Both are in the history a moment after the last of them ended.
    const rows = await until('both calls are in the history', async () => {
      const found = await callsSince(admin, since());
      return found.length > 1 && found.every(({ status }) => status !== 'in_progress') && found;
    });
    expect(
      rows
        .map(({ direction, status }) => ({ direction, status }))
        .toSorted((a, b) => (a.direction < b.direction ? -1 : 1)),
    ).toEqual([
      { direction: 'inbound', status: 'answered' },
      { direction: 'internal', status: 'busy' },
    ]);
  });
}
