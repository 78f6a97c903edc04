import { expect, test } from 'vitest';

import { mainNumberAndCustomer, recordingOf, segmentsOf, theCallSince } from '../support/api.ts';
import { choose } from '../support/call-window.ts';
import { customerCalls } from '../support/customer.ts';
import { hearsOnly, voicesIn } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';
import { tones } from '../support/voices.ts';

export function conferenceStories(company: () => Company): void {
  test('a customer, Lan, Minh and Hoa: each hears the three others, and nobody hears themselves', async () => {
    const { product, lan, minh, hoa, admin } = company();
    const { number } = await mainNumberAndCustomer(admin);
    const since = Date.now();
    const customer = await customerCalls(product, { from: '0912345682', to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await minh.isIdle();
    for (const [name, phone] of [
      ['Minh', minh],
      ['Hoa', hoa],
    ] as const) {
      await choose(lan, 'Thêm người', name, 'Mời vào');
      await phone.shows('Cuộc gọi đến');
      await phone.answer();
      await phone.shows('Đã kết nối');
    }

    await Promise.all([
      hearsOnly(customer, 'lan', 'minh', 'hoa'),
      hearsOnly(lan, 'customer', 'minh', 'hoa'),
      hearsOnly(minh, 'customer', 'lan', 'hoa'),
      hearsOnly(hoa, 'customer', 'lan', 'minh'),
    ]);
    await lan.shows('Đàm thoại 4 người');
    await hoa.hangUp();
    await Promise.all([hearsOnly(customer, 'lan', 'minh'), hearsOnly(lan, 'customer', 'minh')]);
    await customer.hangUp();
    await Promise.all([hearsOnly(minh, 'lan'), hearsOnly(lan, 'minh')]);
    await minh.hangUp();
    await lan.isIdle();

    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ direction: 'inbound', status: 'answered', recording: 'ready' });
    expect(await segmentsOf(admin, row.id)).toEqual(['101 answered (group)', '102 conference', '103 conference']);
    const { left, right, sampleRate } = await recordingOf(admin, row.id);
    expect(voicesIn(left, sampleRate)).toEqual(['customer']);
    expect(voicesIn(right, sampleRate)).toEqual(['lan', 'hoa', 'minh']);
  });
}
