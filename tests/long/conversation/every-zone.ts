import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { mainNumberAndCustomer } from '../../e2e/support/api.ts';
import { type CustomerCall, customerCalls } from '../../e2e/support/customer.ts';
import { cardOf } from '../../e2e/support/customer-card.ts';
import { hearsOnly } from '../../e2e/support/hearing.ts';
import type { Company } from '../../e2e/support/office.ts';
import { until } from '../../e2e/support/until.ts';
import { tones } from '../../e2e/support/voices.ts';
import { type Answer, answersSo, conversations, readsAnew } from './answers-so.ts';

/** Words in more languages than one, as no version so far has them: nothing can be drawn of them. A mistake is told once, so each has another. */
const inVietnameseAnd = (other: string) => ({ vi: 'Xin chào', [other]: 'Hello' });

/** A part of the console, and the answer that it fails of. */
interface Broken {
  /** As it calls itself when it has failed. */
  readonly says: string;
  readonly address: string;
  readonly change: (answer: Answer) => Answer;
  /** How it is brought back; what is read again may bring it back by itself. */
  readonly back?: string;
}

/** Phone and card stand beside the page, and cover nothing of it. */
const wide = { width: 1440, height: 900 };

const notice = { id: 'of-another-version', kind: 'reminder', at: '2026-11-20T02:00:00Z' };
const unread = { call_id: null, customer_id: null, call_back: null, read: false, on_screen: true };

const parts: readonly Broken[] = [
  {
    says: 'Menu gặp lỗi',
    address: '**/get-system-setting',
    change: (answer) => ({ ...answer, brand_name: inVietnameseAnd('en') }),
  },
  {
    says: 'Tài khoản gặp lỗi',
    address: '**/api/*/me',
    change: (answer) => ({ ...answer, name: inVietnameseAnd('fr') }),
  },
  {
    says: 'Thông báo gặp lỗi',
    address: '**/api/*/me',
    change: (answer) => ({ ...answer, looked_as: { name: inVietnameseAnd('ko'), until: '2026-11-20T02:00:00Z' } }),
  },
  { says: 'Trạng thái gặp lỗi', address: '**/my-queues', change: (answer) => ({ ...answer, data: null }) },
  { says: 'Chuông gặp lỗi', address: '**/notifications', change: () => ({ unread: 1, data: null }) },
  {
    says: 'Thông báo gặp lỗi',
    address: '**/notifications',
    change: (answer) => ({
      ...answer,
      data: [{ ...notice, ...unread, text: inVietnameseAnd('ja') }, ...conversations(answer)],
    }),
    back: 'Đóng thông báo',
  },
  {
    says: 'Thẻ khách hàng gặp lỗi',
    address: '**/customer-by-phone?*',
    change: (answer) => ({ ...answer, calls: null }),
  },
  {
    says: 'Cửa sổ gọi gặp lỗi',
    address: '**/my-calls',
    change: (answer) => ({ ...answer, data: conversations(answer).map((one) => ({ ...one, parties: undefined })) }),
  },
  { says: 'Trang này gặp lỗi', address: '**/histories-call?*', change: () => ({ total: 1, data: [null] }) },
];

/** Whatever of the console fails while somebody talks: each part says so in its own place, and nothing of it reaches the call. */
export function everyZoneStories(company: () => Company): void {
  test('each part of the console fails in turn in one conversation: both hear each other on, it is said and told, and each comes back', async () => {
    const { product, lan, admin } = company();
    const { page } = lan;
    const { number, customer } = await mainNumberAndCustomer(admin);
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/console-mistakes')) told.push(request.postData() ?? '');
    });
    await page.setViewportSize(wide);
    await goTo(page, '/call-history');
    const from = customer.number.replace(/^\+84/, '0');
    const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await cardOf(lan).getByRole('heading', { name: customer.name }).waitFor();

    for (const part of parts) {
      const before = told.length;
      await answersSo(page, part.address, part.change);
      await readsAnew(admin);
      const failed = page.getByRole('alert').filter({ hasText: part.says }).or(page.getByText(part.says)).first();
      await failed.waitFor();
      await expectTalk(call);
      await until(`${part.says}: it was told`, () => told.slice(before).some((body) => body.includes('"render"')));
      await page.unrouteAll({ behavior: 'wait' });
      await readsAnew(admin);
      await until(`${part.says}: it is back`, async () => {
        await triesAgain(page, part.back);
        return !(await failed.isVisible());
      });
    }
    // Where there is little room the header has the company's mark, and what it cannot draw is the header's.
    await page.setViewportSize({ width: 390, height: 844 });
    await answersSo(page, '**/get-system-setting', (answer) => ({ ...answer, brand_colour: inVietnameseAnd('zh') }));
    await readsAnew(admin);
    await page.getByText('Đầu trang gặp lỗi').waitFor({ state: 'attached', timeout: 20_000 });
    await expectTalk(call);
    await page.unrouteAll({ behavior: 'wait' });
    await readsAnew(admin);
    await page.setViewportSize(wide);
    await until('everything is back', async () => {
      await triesAgain(page);
      return (await page.getByText(/gặp lỗi/).count()) === 0;
    });

    expect(await page.getByText('Something went wrong').count()).toBe(0);
    await lan.hangUp();
    await call.until('ended');
    await cardOf(lan).getByRole('button', { name: 'Đóng thông tin khách hàng' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  /** Each hears the other, and nobody else. */
  const expectTalk = (call: CustomerCall) =>
    Promise.all([hearsOnly(company().lan, 'customer'), hearsOnly(call, 'lan')]);
}

/** Presses what brings the first of the parts back, if one is seen; what is read again may have brought it back by then. */
async function triesAgain(page: Page, name = 'Thử lại'): Promise<void> {
  const again = page.getByRole('button', { name }).first();
  if (await again.isVisible()) await again.click({ timeout: 2_000 }).catch(() => undefined);
}

const goTo = (page: Page, path: string) =>
  page.getByRole('navigation', { name: 'Điều hướng chính' }).locator(`a[href="${path}"]`).click();
