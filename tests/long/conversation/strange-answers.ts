import { expect, test } from 'vitest';

import { mainNumberAndCustomer } from '../../e2e/support/api.ts';
import { type BrowserPhone } from '../../e2e/support/browser-phone.ts';
import { type CustomerCall, customerCalls } from '../../e2e/support/customer.ts';
import { cardOf } from '../../e2e/support/customer-card.ts';
import { isHeardBy } from '../../e2e/support/heard.ts';
import type { Company } from '../../e2e/support/office.ts';
import { powerAt, tones } from '../../e2e/support/voices.ts';
import { type Answer, answersSo, conversations, readsAnew } from './answers-so.ts';

export function strangeAnswerStories(company: () => Company): void {
  /** Both directions, by what each of them gets. */
  async function expectTalk(lan: BrowserPhone, customer: CustomerCall): Promise<void> {
    await isHeardBy(lan);
    expect(powerAt(customer.audio.samples.slice(-8_000), 8_000, [150, 300, 450])).toBeGreaterThan(1e-5);
  }

  test('status, bell, card and call window get answers that nothing can be drawn of: each says so in its place, one talks on, and each comes back', async () => {
    const { product, lan, admin } = company();
    const { page } = lan;
    const { number, customer } = await mainNumberAndCustomer(admin);
    await answersSo(page, '**/my-queues', (answer) => ({ ...answer, data: null }));
    await answersSo(page, '**/notifications', () => ({ unread: 1, data: [null] }));
    await answersSo(page, '**/customer-by-phone?*', (answer) => ({ ...answer, calls: null }));
    await page.reload();
    await lan.registered();
    for (const zone of ['Trạng thái', 'Chuông']) await page.getByText(`${zone} gặp lỗi`).waitFor();

    const from = customer.number.replace(/^\+84/, '0');
    const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await page.getByText('Thẻ khách hàng gặp lỗi').waitFor();
    await expectTalk(lan, call);

    await answersSo(page, '**/my-calls', (answer) => ({
      ...answer,
      data: conversations(answer).map((one) => ({ ...one, parties: undefined })),
    }));
    await lan.press('Giữ máy');
    await readsAnew(admin);
    await page.getByText('Cửa sổ gọi gặp lỗi').waitFor();
    await page.getByText('Cuộc gọi vẫn tiếp tục.').waitFor();
    expect(call.state).toBe('talking');

    await page.unrouteAll();
    for (const again = page.getByRole('button', { name: 'Thử lại' }); (await again.count()) > 0; ) {
      const before = await again.count();
      await again.first().click();
      await expect.poll(() => again.count()).toBeLessThan(before);
    }
    await lan.shows('Đang giữ máy');
    await lan.press('Giữ máy');
    await expectTalk(lan, call);
    await cardOf(lan).getByRole('heading', { name: customer.name }).waitFor();
    await lan.hangUp();
    await call.until('ended');
    await cardOf(lan).getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
  });

  test('a newer server tells of more than the page knows, in words that it does not know: nothing of it is in the way of a call', async () => {
    const { product, lan, admin } = company();
    const { page } = lan;
    const { number, customer } = await mainNumberAndCustomer(admin);
    const strangely = (row: Answer): Answer => ({ ...row, hologram: { on: true } });
    await answersSo(page, '**/my-calls', (answer) => ({
      ...strangely(answer),
      data: conversations(answer).map((one) => ({ ...strangely(one), recording: 'in-the-cloud' })),
    }));
    await answersSo(page, '**/my-queues', (answer) =>
      strangely({ ...answer, data: conversations(answer).map(strangely) }),
    );
    await answersSo(page, '**/customer-by-phone?*', strangely);
    await answersSo(page, '**/notifications', strangely);
    await page.reload();
    await lan.registered();
    const from = customer.number.replace(/^\+84/, '0');
    const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await cardOf(lan).getByRole('heading', { name: customer.name }).waitFor();
    await readsAnew(admin);
    await lan.press('Giữ máy');
    await lan.shows('Đang giữ máy');
    await lan.press('Giữ máy');
    await expectTalk(lan, call);
    expect(await page.getByText(/gặp lỗi/).count()).toBe(0);
    await lan.hangUp();
    await cardOf(lan).getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
    await page.unrouteAll();
    await page.reload();
    await lan.registered();
  });
}
