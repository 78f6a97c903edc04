import { bargeIntoCall, listenToCall, myCalls, stopSupervising, whisperInCall } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import { expect, test } from 'vitest';
import { mainNumberAndCustomer, recordingOf, segmentsOf, theCallSince } from '../support/api.ts';
import { windowOf } from '../support/call-window.ts';
import { customerCalls } from '../support/customer.ts';
import { hearsOnly, voicesIn } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';
import { tones } from '../support/voices.ts';

export function supervisionStories(company: () => Company): void {
  test('Hoa listens in unheard, whispers to Lan alone, joins so that both hear her, and leaves', async () => {
    const { product, lan, minh, hoa, admin, as } = company();
    const { number } = await mainNumberAndCustomer(admin);
    const since = Date.now();
    const customer = await customerCalls(product, { from: '0912345683', to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await minh.isIdle();
    const { data } = await as.lan.call(myCalls, {});
    const about = { params: { id: data[0]?.id ?? '' }, body: { agent: '101' } };

    const hoaReads = (text: string) => windowOf(hoa).getByText(text, { exact: true }).waitFor();
    await as.hoa.call(listenToCall, about);
    await hoaReads('Không ai nghe thấy bạn');
    await hearsOnly(hoa, 'lan', 'customer');
    await Promise.all([hearsOnly(lan, 'customer'), hearsOnly(customer, 'lan')]);

    await as.hoa.call(whisperInCall, about);
    await hoaReads('Chỉ Nguyễn Thị Lan nghe thấy bạn');
    await hearsOnly(lan, 'customer', 'hoa');
    await Promise.all([hearsOnly(customer, 'lan'), hearsOnly(hoa, 'lan', 'customer')]);

    await as.hoa.call(bargeIntoCall, about);
    await hoaReads('Mọi người nghe thấy bạn');
    await hearsOnly(customer, 'lan', 'hoa');
    await Promise.all([hearsOnly(lan, 'customer', 'hoa'), hearsOnly(hoa, 'lan', 'customer')]);

    await as.hoa.call(stopSupervising, about);
    await hoa.isIdle();
    await Promise.all([hearsOnly(lan, 'customer'), hearsOnly(customer, 'lan')]);
    await customer.hangUp();

    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ direction: 'inbound', status: 'answered', extension: '101', recording: 'ready' });
    expect(await segmentsOf(admin, row.id)).toEqual(['101 answered (group)', '103 supervision']);
    const { left, sampleRate } = await recordingOf(admin, row.id);
    expect(voicesIn(left, sampleRate)).toEqual(['customer']);
  });

  inDepth(
    'Hoa changes from one way to another in her own window, leaves, and takes the call over: Lan is told by whom',
    async () => {
      const { product, lan, minh, hoa, admin, as } = company();
      const { number } = await mainNumberAndCustomer(admin);
      const customer = await customerCalls(product, { from: '0912345684', to: number, hertz: tones.customer });
      await lan.shows('Cuộc gọi đến');
      await lan.answer();
      await lan.shows('Đã kết nối');
      await minh.isIdle();
      const { data } = await as.lan.call(myCalls, {});
      const about = { params: { id: data[0]?.id ?? '' }, body: { agent: '101' } };
      const press = (name: string) => windowOf(hoa).getByRole('button', { name, exact: true }).click();
      const hoaReads = (text: string) => windowOf(hoa).getByText(text, { exact: true }).waitFor();

      await as.hoa.call(listenToCall, about);
      await hoaReads('Không ai nghe thấy bạn');
      await press('Nhắc');
      await hoaReads('Chỉ Nguyễn Thị Lan nghe thấy bạn');
      await hearsOnly(customer, 'lan');
      await press('Xen');
      await hoaReads('Mọi người nghe thấy bạn');
      await hearsOnly(customer, 'lan', 'hoa');
      await press('Nghe');
      await hoaReads('Không ai nghe thấy bạn');
      await press('Rời');
      await hoa.isIdle();

      await as.hoa.call(listenToCall, about);
      await hoaReads('Không ai nghe thấy bạn');
      await press('Nhận cuộc gọi');
      await lan.page.getByText('Lê Thu Hoa đã nhận cuộc gọi của bạn.').first().waitFor();
      await lan.isIdle();
      await expect.poll(() => lan.page.locator('section[data-status="connected"]').count()).toBe(0);
      await Promise.all([hearsOnly(hoa, 'customer'), hearsOnly(customer, 'hoa')]);
      await hoa.hangUp();
    },
  );
}
