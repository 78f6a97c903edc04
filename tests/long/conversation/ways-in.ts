import { listenToCall, myCalls } from '@alo/contract';
import { expect, onTestFinished, test } from 'vitest';

import { detailOf, mainNumberAndCustomer, mark, segmentsOf, theCallSince } from '../../e2e/support/api.ts';
import { type BrowserPhone, openPhone, phoneOf } from '../../e2e/support/browser-phone.ts';
import { choose, windowIsOf, windowOf } from '../../e2e/support/call-window.ts';
import { type CustomerCall, customerCalls } from '../../e2e/support/customer.ts';
import { cardOf, lastNotesOf, saysOutcome, writesNote } from '../../e2e/support/customer-card.ts';
import { extensionSet } from '../../e2e/support/extension-set.ts';
import type { Company } from '../../e2e/support/office.ts';
import { tones } from '../../e2e/support/voices.ts';

type Name = 'lan' | 'minh' | 'hoa';

const fullNames = { lan: 'Nguyễn Thị Lan', minh: 'Trần Văn Minh', hoa: 'Lê Thu Hoa' } as const;

/** A way into a conversation with a customer. */
interface Way {
  readonly title: string;
  /** Whoever talks in the end. */
  readonly talks: Name;
  /** The stays of ours in the row, in their order. */
  readonly stays: readonly string[];
  /** What Lan notes while she has it, if she has it first. */
  readonly noted?: string;
  /** Has the customer call, and brings them there; the phone that they are at then, where it is not the person's first. */
  bring(calls: () => Promise<void>): Promise<BrowserPhone | void>;
}

/** However somebody comes to talk with a customer: card, note, outcome and row are this conversation's, and no other's. */
export function waysInStories(company: () => Company): void {
  /** Lan takes the call before anybody else. */
  async function lanAnswers(): Promise<void> {
    const { lan, minh } = company();
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await minh.isIdle();
  }
  const minhTakes = async () => {
    const { minh } = company();
    await minh.shows('Cuộc gọi đến');
    await minh.answer();
    await minh.shows('Đã kết nối');
  };

  const ways: readonly Way[] = [
    {
      title: 'who answers it',
      talks: 'lan',
      stays: ['101 answered (group)'],
      async bring(calls) {
        await calls();
        await lanAnswers();
      },
    },
    {
      title: 'by an attended transfer',
      talks: 'minh',
      noted: 'Lan: khách hỏi giá gói năm',
      stays: ['101 answered (group)', '101 consultation', '102 consultation', '102 transfer'],
      async bring(calls) {
        await calls();
        const { lan } = company();
        await choose(lan, 'Chuyển', 'Minh', 'Hỏi trước');
        await minhTakes();
        await windowOf(lan).getByRole('button', { name: 'Nối máy rồi rời đi' }).click();
        await lan.isIdle();
      },
    },
    {
      title: 'by a blind transfer',
      talks: 'minh',
      noted: 'Lan: khách cần hoá đơn',
      stays: ['101 answered (group)', '102 transfer'],
      async bring(calls) {
        await calls();
        await choose(company().lan, 'Chuyển', 'Minh', 'Chuyển ngay');
        await company().lan.isIdle();
        await minhTakes();
      },
    },
    {
      title: 'from a parking place',
      talks: 'minh',
      noted: 'Lan: khách chờ kỹ thuật',
      stays: ['101 answered (group)', '102 pick-up'],
      async bring(calls) {
        await calls();
        const { lan, minh } = company();
        await windowOf(lan).getByRole('button', { name: 'Chuyển', exact: true }).click();
        await windowOf(lan).getByRole('button', { name: 'Gửi vào chỗ chờ để người khác nhận' }).click();
        await lan.isIdle();
        await minh.page.getByRole('button', { name: /1 người đang chờ ở ô đỗ/ }).click();
        const places = windowOf(minh).getByRole('region', { name: 'Khách ở ô đỗ' });
        await places.getByRole('button', { name: /^Nhận cuộc gọi của/ }).click();
      },
    },
    {
      title: 'while it rings at a colleague’s',
      talks: 'hoa',
      stays: ['103 pick-up (group)'],
      async bring(calls) {
        const { lan, minh, hoa, admin } = company();
        for (const number of ['101', '102', '103']) await extensionSet(admin, number, { pick_up_group: '1' });
        await calls();
        await lan.shows('Cuộc gọi đến');
        await hoa.dial('**101');
        await Promise.all([lan.isIdle(), minh.isIdle()]);
      },
    },
    {
      title: 'by taking it over',
      talks: 'hoa',
      noted: 'Lan: khách giận',
      stays: ['101 answered (group)', '103 supervision', '103 take-over'],
      async bring(calls) {
        await calls();
        const { lan, hoa, as } = company();
        const { data } = await as.lan.call(myCalls, {});
        await as.hoa.call(listenToCall, { params: { id: data[0]?.id ?? '' }, body: { agent: '101' } });
        await windowOf(hoa).getByRole('button', { name: 'Nhận cuộc gọi', exact: true }).click();
        await lan.isIdle();
      },
    },
    {
      title: 'by staying behind in a conference',
      talks: 'minh',
      noted: 'Lan: mời Minh giải thích',
      stays: ['101 answered (group)', '102 conference'],
      async bring(calls) {
        await calls();
        const { lan } = company();
        await choose(lan, 'Thêm người', 'Minh', 'Mời vào');
        await minhTakes();
        await lan.shows('Đàm thoại 3 người');
        await lan.hangUp();
        await lan.isIdle();
      },
    },
    {
      title: 'after F5 in mid-call',
      talks: 'lan',
      // The page that comes back is another line.
      stays: ['101 answered (group)', '101 answered (group)'],
      async bring(calls) {
        await calls();
        const { lan } = company();
        await lanAnswers();
        lan.page.once('dialog', (dialog) => void dialog.accept());
        await lan.page.reload();
      },
    },
    {
      title: 'in another tab',
      talks: 'lan',
      stays: ['101 answered (group)'],
      async bring(calls) {
        await calls();
        const { product, lan } = company();
        await lanAnswers();
        const page = await lan.page.context().newPage();
        onTestFinished(() => page.close());
        await page.goto(`${product.address}/my-day`);
        return phoneOf(lan.browser, page, () => page.close());
      },
    },
    {
      title: 'at another device of one’s own',
      talks: 'lan',
      stays: ['101 answered (group)'],
      async bring(calls) {
        const { product, minh } = company();
        const other = await openPhone(product.address, 'lan');
        onTestFinished(() => other.close());
        await calls();
        await other.shows('Cuộc gọi đến');
        await other.answer();
        await minh.isIdle();
        return other;
      },
    },
  ];

  test.each(ways)(
    '$title: their card, an empty note below the last one, and what they keep stands in this row alone',
    async (way) => {
      const { product, admin } = company();
      const { number, customer } = await mainNumberAndCustomer(admin);
      const since = await mark();
      const from = customer.number.replace(/^\+84/, '0');
      let call: CustomerCall | undefined;
      const phone =
        (await way.bring(async () => {
          call = await customerCalls(product, { from, to: number, hertz: tones.customer });
          if (way.noted === undefined) return;
          await lanAnswers();
          await writesNote(company().lan, way.noted);
        })) ?? company()[way.talks];
      await phone.shows('Đã kết nối');
      await windowIsOf(phone, customer.name);
      await cardOf(phone).getByRole('heading', { name: customer.name }).waitFor();
      if (way.noted !== undefined) await lastNotesOf(phone).getByText(way.noted).waitFor();
      const words = `${fullNames[way.talks]} ghi: ${way.title}`;
      await writesNote(phone, words);
      await call?.hangUp();
      await phone.isIdle();
      await saysOutcome(phone, 'Quan tâm');

      const row = await theCallSince(admin, since);
      expect(row).toMatchObject({ status: 'answered', customer_name: customer.name, outcome_name: 'Quan tâm' });
      expect(await segmentsOf(admin, row.id)).toEqual(way.stays);
      const { dispositions } = await detailOf(admin, row.id);
      expect(dispositions).toMatchObject([{ note: words, by_name: fullNames[way.talks], call_id: row.id }]);
      await expectOnScreen(phone, row.id, [words, 'Quan tâm', ...(way.noted === undefined ? [] : [way.noted])]);
    },
  );
}

async function expectOnScreen(phone: BrowserPhone, call: string, words: readonly string[]): Promise<void> {
  const { page } = phone;
  await page.getByRole('navigation', { name: 'Điều hướng chính' }).locator('a[href="/call-history"]').click();
  const row = page.getByRole('row').nth(1);
  await row.click();
  await page.waitForURL(`**/call-history?id=${call}*`);
  const said = page.getByRole('dialog').getByRole('region', { name: 'Kết quả cuộc gọi' });
  for (const text of words) await said.getByText(text, { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
}
