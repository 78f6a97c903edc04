import { type RowOf, ringGroups } from '@alo/contract';
import { expect, onTestFinished, test } from 'vitest';

import { mainNumberAndCustomer, type PersonApi } from '../../e2e/support/api.ts';
import { choose } from '../../e2e/support/call-window.ts';
import { customerCalls } from '../../e2e/support/customer.ts';
import { cardOf } from '../../e2e/support/customer-card.ts';
import type { Company } from '../../e2e/support/office.ts';
import { tones } from '../../e2e/support/voices.ts';

/** Every group says this, until the test is over. */
async function groupsSay(admin: PersonApi, script: string): Promise<void> {
  const write = async (words: (row: RowOf<typeof ringGroups>) => string) => {
    const { data } = await admin.call(ringGroups.list, {});
    for (const row of data) {
      await admin.call(ringGroups.update, { params: { id: row.id }, body: { ...row, script: words(row) } });
    }
    return data;
  };
  const before = await write(() => script);
  onTestFinished(async () => void (await write(({ id }) => before.find((row) => row.id === id)?.script ?? '')));
}

/** What is to be said stands beside the customer, whoever has them. */
export function scriptStories(company: () => Company): void {
  test('the script of the group is beside the customer with their name, and goes along to whom they are sent', async () => {
    const { product, lan, minh, admin } = company();
    await groupsSay(admin, 'Dạ chào {{Tên khách}}, em là {{Tên tôi}}.\n? Khách hỏi giá\nGói năm rẻ hơn.');
    const { number, customer } = await mainNumberAndCustomer(admin);
    const from = customer.number.replace(/^\+84/, '0');
    const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến', 20_000);
    await lan.answer();
    await lan.shows('Đã kết nối');
    const script = cardOf(lan).getByRole('region', { name: 'Kịch bản' });
    await script.getByText(`Dạ chào ${customer.name}, em là Nguyễn Thị Lan.`).waitFor();
    await script.getByText('Khách hỏi giá').click();
    await script.getByText('Gói năm rẻ hơn.').waitFor();

    await choose(lan, 'Chuyển', 'Minh', 'Chuyển ngay');
    await lan.isIdle();
    await minh.shows('Cuộc gọi đến', 20_000);
    await minh.answer();
    await minh.shows('Đã kết nối');
    const passedOn = cardOf(minh).getByText(`Dạ chào ${customer.name}, em là Trần Văn Minh.`);
    await passedOn.waitFor();
    expect(await passedOn.count()).toBe(1);
    await call.hangUp();
    await minh.isIdle();
  });
}
