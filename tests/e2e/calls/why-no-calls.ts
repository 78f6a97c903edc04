import { allExtension, callQueues, colleagues } from '@alo/contract';
import { expect, test } from 'vitest';

import type { Company } from '../support/office.ts';
import { people } from '../support/people.ts';
import { until } from '../support/until.ts';

export function whyNoCallsStories(company: () => Company): void {
  /** Lan alone takes its calls once she has joined, is paused by the first that she does not answer, and writes each up for long. */
  async function ownQueue(name: string, number: string): Promise<string> {
    const { admin } = company();
    const { data } = await admin.call(allExtension, {});
    const lan = data.find((extension) => extension.number === people.lan.extension);
    const members = [{ extension_id: lan?.id ?? '', penalty: 0, weight: 1, skills: {} }];
    const rules = { joining: 'by-request', rest_seconds: 1, wrap_up_seconds: 600, pause_after_missed: 1 } as const;
    const { id } = await admin.call(callQueues.create, { body: { name, number, members, ...rules } });
    return id;
  }

  test('Lan sees why no call of a queue comes, joins it, is paused after one that she missed, and ends what she writes up', async () => {
    const { lan, minh, admin, as } = company();
    const { page } = lan;
    const status = page.getByRole('button', { name: /^Trạng thái làm việc/ });
    const shows = (word: string) =>
      page.getByRole('button', { name: new RegExp(`^Trạng thái làm việc: ${word}`) }).waitFor();
    const ready = page.getByRole('button', { name: 'Sẵn sàng nhận cuộc gọi', exact: true });
    const queue = await ownQueue('Trực hỗ trợ', '655');

    await status.click();
    // The menu is told of it as it comes.
    await page.getByText('Chưa nhận được cuộc gọi của “Trực hỗ trợ” vì chưa vào hàng đợi').waitFor();
    await page.getByRole('menuitem', { name: /^Hàng đợi của bạn/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Hàng đợi của bạn' });
    const row = dialog.getByRole('listitem').filter({ hasText: 'Trực hỗ trợ' });
    await row.getByRole('button', { name: 'Vào hàng đợi Trực hỗ trợ' }).click();
    await row.getByText('Đang nhận cuộc gọi').waitFor();
    await row.getByRole('button', { name: 'Tạm dừng Trực hỗ trợ' }).click();
    await row.getByText('tạm dừng trong hàng đợi').waitFor();
    await row.getByRole('button', { name: 'Nhận tiếp Trực hỗ trợ' }).click();
    await row.getByText('Đang nhận cuộc gọi').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await minh.dial('655');
    await lan.shows('Cuộc gọi đến');
    await lan.reject();
    await page.getByText('hàng đợi “Trực hỗ trợ”: tự động tạm dừng sau 1 cuộc không nghe').waitFor();
    await shows('Tạm dừng');
    await ready.click();
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await minh.hangUp();

    await shows('Xử lý sau cuộc gọi');
    const { data } = await as.hoa.call(colleagues, {});
    expect(data.find(({ extension }) => extension === people.lan.extension)?.state).toBe('wrapping-up');
    await ready.click();
    await shows('Sẵn sàng');
    await until('nobody writes anything up', async () => {
      const now = await as.hoa.call(colleagues, {});
      return now.data.find(({ extension }) => extension === people.lan.extension)?.state === 'ready';
    });
    await admin.call(callQueues.remove, { params: { id: queue } });
  });
}
