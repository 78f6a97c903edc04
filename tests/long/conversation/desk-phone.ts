import { updateSystemSetting } from '@alo/contract';
import type { RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { detailOf, mainNumberAndCustomer, mark, segmentsOf, theCallSince } from '../../e2e/support/api.ts';
import { choose, windowIsOf, windowOf } from '../../e2e/support/call-window.ts';
import { customerCalls, openCarrier } from '../../e2e/support/customer.ts';
import { cardOf, saysOutcome, stripOf, writesNote } from '../../e2e/support/customer-card.ts';
import { phoneOnDesk } from '../../e2e/support/desk-phones.ts';
import type { Company } from '../../e2e/support/office.ts';
import { tones } from '../../e2e/support/voices.ts';

const atDesk = 'Đang nghe trên máy bàn';

/** A desk phone of Lan's beside her browser: what she speaks there has window, card, note, outcome and row like any call. */
export function deskPhoneStories(company: () => Company): void {
  let desk: TestPhone<RtpAudio>;

  beforeAll(async () => {
    const { product, admin } = company();
    desk = await phoneOnDesk(product, admin, '101');
  });
  afterAll(async () => {
    desk?.close();
    await lanPhonesBy(1);
  });

  async function lanPhonesBy(mode: 1 | 2 | 3): Promise<void> {
    const { lan, admin } = company();
    await admin.call(updateSystemSetting, { body: { voice_over_internet_protocol: mode } });
    await lan.page.reload();
    await lan.registered();
  }

  test.each([1, 2] as const)(
    'mode %i: what the desk phone answers is held, noted, passed on and written up in the browser',
    async (mode) => {
      const { product, lan, minh, admin } = company();
      await lanPhonesBy(mode);
      const { number, customer } = await mainNumberAndCustomer(admin);
      const since = await mark();
      const from = customer.number.replace(/^\+84/, '0');
      const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
      await lan.shows('Cuộc gọi đến');
      const atLan = await desk.nextCall();
      await atLan.answer();
      await Promise.all([minh.isIdle(), lan.shows('Đã kết nối')]);
      await windowOf(lan).getByText(atDesk).waitFor();
      await windowIsOf(lan, customer.name);
      await cardOf(lan).getByRole('heading', { name: customer.name }).waitFor();
      // The sound is at the desk.
      for (const name of ['Tắt tiếng', 'Thiết bị âm thanh', 'Nghe']) {
        expect(await lan.page.getByRole('button', { name, exact: true }).count()).toBe(0);
      }
      await lan.press('Giữ máy');
      await lan.page.getByText('Đang giữ máy').waitFor();
      await lan.press('Giữ máy');
      await lan.page.getByText('Đang giữ máy').waitFor({ state: 'hidden' });
      const words = `Lan ghi ở máy bàn, cách gọi ${mode}`;
      await writesNote(lan, words);

      // A page that is loaded again has it as it was.
      await lan.page.reload();
      await lan.shows('Đã kết nối');
      await windowOf(lan).getByText(atDesk).waitFor();
      await cardOf(lan).getByRole('heading', { name: customer.name }).waitFor();

      await choose(lan, 'Chuyển', 'Minh', 'Chuyển ngay');
      await atLan.until('ended');
      await lan.isIdle();
      await saysOutcome(lan, 'Quan tâm');
      await minh.shows('Cuộc gọi đến');
      await minh.answer();
      await minh.shows('Đã kết nối');
      await call.hangUp();
      await minh.isIdle();
      await saysOutcome(minh, 'Quan tâm');

      const row = await theCallSince(admin, since);
      expect(row).toMatchObject({ status: 'answered', direction: 'inbound', customer_name: customer.name });
      expect(await segmentsOf(admin, row.id)).toEqual(['101 answered (group)', '102 transfer']);
      const { dispositions } = await detailOf(admin, row.id);
      expect(dispositions.map(({ note, by_name: by }) => [note, by])).toContainEqual([words, 'Nguyễn Thị Lan']);
    },
  );

  test.each([1, 2, 3] as const)(
    'mode %i: what is dialled on the desk phone is an outgoing call in the browser, and is written up there',
    async (mode) => {
      const { product, lan, admin } = company();
      await lanPhonesBy(mode);
      const { customer } = await mainNumberAndCustomer(admin);
      const carrier = await openCarrier(product, admin);
      const since = await mark();
      const atLan = await desk.call(customer.number.replace(/^\+84/, '0'));
      const atCustomer = await carrier.nextCall();
      atCustomer.ring();
      await lan.shows('Cuộc gọi đi');
      await windowIsOf(lan, customer.name);
      expect(await windowOf(lan).getByText('Đang gọi từ máy bàn').count()).toBe(mode === 3 ? 0 : 1);
      await atCustomer.answer();
      await lan.shows('Đã kết nối');
      await cardOf(lan).getByRole('heading', { name: customer.name }).waitFor();
      await lan.hangUp();
      await Promise.all([atLan.until('ended'), lan.isIdle()]);
      await saysOutcome(lan, 'Quan tâm', stripOf);
      const row = await theCallSince(admin, since);
      expect(row).toMatchObject({ status: 'answered', direction: 'outbound', outcome_name: 'Quan tâm' });
      expect(await segmentsOf(admin, row.id)).toEqual(['101 called']);
    },
  );

  test('a call here and another at the desk are two, each ended by its own button', async () => {
    const { lan, minh, admin, product } = company();
    await lanPhonesBy(1);
    const { customer } = await mainNumberAndCustomer(admin);
    const carrier = await openCarrier(product, admin);
    await lan.dial('102');
    await minh.shows('Cuộc gọi đến');
    await minh.answer();
    await lan.shows('Đã kết nối');
    await windowIsOf(lan, 'Trần Văn Minh');
    const atLan = await desk.call(customer.number.replace(/^\+84/, '0'));
    const atCustomer = await carrier.nextCall();
    await atCustomer.answer();
    const other = windowOf(lan).getByRole('list', { name: 'Cuộc gọi ở máy khác của bạn' });
    await other.getByText(atDesk).waitFor();
    await windowIsOf(lan, 'Trần Văn Minh');
    expect(await lan.page.locator('section[data-status="connected"]').count()).toBe(1);
    await lan.hangUp();
    await minh.isIdle();
    // What is left comes forward with its card.
    await windowIsOf(lan, customer.name);
    await lan.hangUp();
    await Promise.all([atLan.until('ended'), lan.isIdle()]);
    await saysOutcome(lan, 'Quan tâm', stripOf);
  });
}
