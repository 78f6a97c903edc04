import { expect, test } from 'vitest';

import { detailOf, mainNumberAndCustomer, mark, theCallSince } from '../../e2e/support/api.ts';
import { choose, windowIsOf, windowOf } from '../../e2e/support/call-window.ts';
import { customerCalls } from '../../e2e/support/customer.ts';
import { cardOf, lastNotesOf, saysOutcome, writesNote } from '../../e2e/support/customer-card.ts';
import { hideNumbers, sendersOf } from '../../e2e/support/masked.ts';
import type { Company } from '../../e2e/support/office.ts';
import { tones } from '../../e2e/support/voices.ts';

/** People who see no number come to talk with a customer as everybody does. */
export function maskedWayStories(company: () => Company): void {
  test('asked first, then put through, by and to people who see no number: whom it is about, their card, note and outcome, and the number reaches neither page nor telephone', async () => {
    const { product, lan, minh, admin } = company();
    const { number, customer } = await mainNumberAndCustomer(admin);
    const seeNumbers = await hideNumbers(admin);
    const sent = [lan, minh].map(({ page }) => sendersOf(page, customer.number));
    try {
      // What they were told before they may not see again.
      for (const { page } of [lan, minh]) await page.goto(`${product.address}/my-day`);
      await Promise.all([lan.registered(), minh.registered()]);
      for (const each of sent) each.splice(0);
      const since = await mark();
      const from = customer.number.replace(/^\+84/, '0');
      const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
      await lan.shows('Cuộc gọi đến');
      await windowIsOf(lan, customer.name);
      await lan.answer();
      await lan.shows('Đã kết nối');
      await minh.isIdle();
      await writesNote(lan, 'Lan: khách hỏi hoá đơn');

      await choose(lan, 'Chuyển', 'Minh', 'Hỏi trước');
      await minh.shows('Cuộc gọi đến');
      await minh.answer();
      await minh.shows('Đã kết nối');
      // Who is only asked sees whom it is about and what was noted, and has nothing to say of it.
      const asked = minh.page.getByRole('complementary', { name: 'Khách hàng được hỏi ý kiến' });
      await asked.getByRole('heading', { name: customer.name }).waitFor();
      await asked.getByText('Lan: khách hỏi hoá đơn').waitFor();
      expect(await asked.getByRole('textbox').count()).toBe(0);

      await windowOf(lan).getByRole('button', { name: 'Nối máy rồi rời đi' }).click();
      await lan.isIdle();
      await windowIsOf(minh, customer.name);
      await cardOf(minh).getByRole('heading', { name: customer.name }).waitFor();
      await lastNotesOf(minh).getByText('Lan: khách hỏi hoá đơn').waitFor();
      await writesNote(minh, 'Minh: đã gửi hoá đơn');
      await call.hangUp();
      await minh.isIdle();
      await saysOutcome(minh, 'Quan tâm');

      const row = await theCallSince(admin, since);
      expect(row).toMatchObject({ status: 'answered', outcome_name: 'Quan tâm' });
      const { dispositions } = await detailOf(admin, row.id);
      expect(dispositions).toMatchObject([{ note: 'Minh: đã gửi hoá đơn', by_name: 'Trần Văn Minh' }]);
      expect(sent).toEqual([[], []]);
    } finally {
      for (const { page } of [lan, minh]) page.removeAllListeners('response');
      await seeNumbers();
    }
  });
}
