import { colleagues, dashboard, monitor } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isHeardBy } from '../support/heard.ts';
import type { Office } from '../support/office.ts';
import { people } from '../support/people.ts';
import { until } from '../support/until.ts';
import { startsIdle, talk } from './talk.ts';

/** What becomes of a phone whose person would be heard by nobody. */
export function microphoneStories(here: () => Office): void {
  startsIdle(here);

  /** What others see of Lan, each by its own way. */
  async function seenOfLan(): Promise<readonly string[]> {
    const { admin } = here();
    const [list, figures, board] = [
      await admin.call(colleagues, {}),
      await admin.call(dashboard, {}),
      await admin.call(monitor, {}),
    ];
    const states = [...list.data, ...figures.agents, ...board.agents].flatMap(({ extension, state }) =>
      extension === people.lan.extension ? [state] : [],
    );
    return [...new Set(states)];
  }

  test('who has pulled out the headset is offered no call, is told so, and everybody sees it by one word until it is back', async () => {
    const { lan, minh } = here();
    const { page } = lan;
    const pill = (word: string) => page.getByRole('button', { name: new RegExp(`^Điện thoại: ${word}`) }).waitFor();
    const header = (word: string) =>
      page.getByRole('button', { name: new RegExp(`^Trạng thái làm việc: ${word}`) }).waitFor();
    await header('Sẵn sàng');
    await expect.poll(seenOfLan).toEqual(['ready']);

    await haveMicrophones(page, false);
    await pill('Không có micro');
    await header('Không có micro');
    // The phone's window advises where it is open; a region of its own does where it is not.
    const advice = page.getByText(/Hãy cắm tai nghe hoặc micro/);
    await advice.waitFor();
    await until('others see it', async () => (await seenOfLan()).join() === 'no-microphone');
    await minh.dial(people.lan.extension);
    await minh.says('Không liên lạc được');
    expect(await page.getByText('Cuộc gọi đến', { exact: true }).count()).toBe(0);

    await haveMicrophones(page, true);
    await pill('Sẵn sàng');
    await header('Sẵn sàng');
    await advice.waitFor({ state: 'hidden' });
    await until('others see it', async () => (await seenOfLan()).join() === 'ready');
    await minh.dial(people.lan.extension);
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await lan.hangUp();
  });

  inDepth(
    'who speaks into a microphone that gives no sound is told so while they talk, and not while they are muted',
    async () => {
      const { lan, minh } = here();
      const { page } = lan;
      const told = page.getByRole('status').filter({ hasText: 'Bên kia không nghe thấy bạn' });
      await page.evaluate(giveSilence);
      await minh.dial(people.lan.extension);
      await lan.shows('Cuộc gọi đến');
      await lan.answer();
      await lan.shows('Đã kết nối');
      await told.waitFor();
      await lan.press('Tắt tiếng');
      await told.waitFor({ state: 'hidden' });
      await minh.hangUp();
      await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));

      await talk(minh, lan, people.lan.extension);
      await isHeardBy(minh);
      // For as long as it would take to be told.
      await minh.hears(6_000);
      expect(await told.count()).toBe(0);
      await minh.hangUp();
    },
  );
}

/** As a headset whose switch is off: there is a track, and nothing in it. */
function giveSilence(): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const audio = new AudioContext();
    const [nothing, tone, into] = [audio.createGain(), audio.createOscillator(), audio.createMediaStreamDestination()];
    nothing.gain.value = 0;
    tone.connect(nothing).connect(into);
    tone.start();
    return into.stream;
  };
}

/** As if a headset were pulled out, and put in again. */
const haveMicrophones = (page: Page, there: boolean): Promise<void> =>
  page.evaluate((isThere) => {
    const { mediaDevices } = navigator;
    if (isThere) Reflect.deleteProperty(mediaDevices, 'enumerateDevices');
    else mediaDevices.enumerateDevices = async () => [];
    mediaDevices.dispatchEvent(new Event('devicechange'));
  }, there);
