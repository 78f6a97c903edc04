import { colleagues, dashboard, monitor } from '@alo/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { Office } from '../support/office.ts';
import { people } from '../support/people.ts';
import { until } from '../support/until.ts';
import { startsIdle } from './talk.ts';

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
    expect(await seenOfLan()).toEqual(['ready']);

    await haveMicrophones(page, false);
    await pill('Không có micro');
    await header('Không có micro');
    const advice = page.getByRole('region', { name: 'Bạn chưa nhận được cuộc gọi' });
    await advice.getByText(/Hãy cắm tai nghe hoặc micro/).waitFor();
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
}

/** As if a headset were pulled out, and put in again. */
const haveMicrophones = (page: Page, there: boolean): Promise<void> =>
  page.evaluate((isThere) => {
    const { mediaDevices } = navigator;
    if (isThere) Reflect.deleteProperty(mediaDevices, 'enumerateDevices');
    else mediaDevices.enumerateDevices = async () => [];
    mediaDevices.dispatchEvent(new Event('devicechange'));
  }, there);
