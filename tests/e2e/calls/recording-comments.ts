import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';

import { launch, openPage, signIn } from '../support/browser-phone.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import type { Company } from '../support/office.ts';
import { recordedCall } from './recorded-call.ts';

const from = '0912345691';

/** People tell each other what to hear in a recording. */
export function recordingCommentStories(company: () => Company): void {
  test('a comment at a second of a recording is read and gone to by others, and changed by who wrote it', async () => {
    const { product } = company();
    const { address } = product;
    const { id } = await recordedCall(company(), from);
    const browser = await launch([]);
    onTestFinished(() => browser.close());
    const [writer, reader] = await Promise.all([openPage(browser), openPage(browser)]);
    for (const [page, who] of [
      [writer, 'admin'],
      [reader, 'hoa'],
    ] as const) {
      await signIn(page, address, who);
      await page.waitForURL((url) => url.pathname !== '/login');
    }

    await open(writer, address, id);
    await commentsOf(writer).getByRole('button', { name: 'Bình luận chỗ đang nghe' }).click();
    await commentsOf(writer)
      .getByLabel(/^Bình luận ở/)
      .fill('Khách nói hơi nhỏ');
    await commentsOf(writer).getByRole('button', { name: 'Lưu bình luận' }).click();
    await commentsOf(writer).getByText('Khách nói hơi nhỏ').waitFor();
    await wave(writer).press('ArrowRight');
    await commentsOf(writer).getByRole('button', { name: 'Chỉ đánh dấu' }).click();
    await commentsOf(writer).getByText('Đánh dấu', { exact: true }).waitFor();

    await open(reader, address, id);
    await commentsOf(reader).getByText('Khách nói hơi nhỏ').waitFor();
    await reader.getByRole('button', { name: /^Dấu ở .* Khách nói hơi nhỏ$/ }).waitFor();
    expect(
      await commentsOf(reader)
        .getByRole('button', { name: /^(Sửa|Xoá) bình luận/ })
        .count(),
    ).toBe(0);
    await wave(reader).press('ArrowRight');
    await commentsOf(reader).getByRole('button', { name: 'Nghe từ 00:00' }).first().click();
    await expect.poll(() => wave(reader).inputValue()).toBe('0');

    await expectGoodLooks(browser, address, [
      {
        name: 'recording-comments',
        path: '/call-history',
        as: 'admin',
        prepare: async (page) => {
          await open(page, address, id);
          await commentsOf(page).scrollIntoViewIfNeeded();
        },
      },
    ]);

    await commentsOf(writer).getByRole('button', { name: 'Sửa bình luận ở 00:00' }).first().click();
    await commentsOf(writer)
      .getByRole('textbox', { name: /^Sửa bình luận/ })
      .fill('Khách nói nhỏ, nghe kỹ');
    await commentsOf(writer).getByRole('button', { name: 'Lưu bình luận' }).click();
    await commentsOf(writer).getByText('Khách nói nhỏ, nghe kỹ').waitFor();
    await commentsOf(writer)
      .getByRole('button', { name: /^Xoá bình luận/ })
      .last()
      .click();
    await commentsOf(writer).getByText('Đánh dấu', { exact: true }).waitFor({ state: 'detached' });
    await open(reader, address, id);
    await commentsOf(reader).getByText('Khách nói nhỏ, nghe kỹ').waitFor();
    await commentsOf(reader).getByText('Đánh dấu', { exact: true }).waitFor({ state: 'detached' });
  });
}

const commentsOf = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Bình luận ghi âm' });
const wave = (page: Page) => page.getByRole('dialog').getByRole('slider').first();

async function open(page: Page, address: string, id: string): Promise<void> {
  await page.goto(`${address}/call-history?id=${id}`);
  await commentsOf(page).getByRole('button', { name: 'Bình luận chỗ đang nghe' }).waitFor();
}
