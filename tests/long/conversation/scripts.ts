import { numbers, type RowOf, ringGroups } from '@alo/contract';
import { expect, onTestFinished, test } from 'vitest';

import { mainNumberAndCustomer, type PersonApi } from '../../e2e/support/api.ts';
import { choose } from '../../e2e/support/call-window.ts';
import { customerCalls } from '../../e2e/support/customer.ts';
import { cardOf } from '../../e2e/support/customer-card.ts';
import type { Company } from '../../e2e/support/office.ts';
import { tones } from '../../e2e/support/voices.ts';

interface Says {
  readonly id: string;
  readonly script: string;
}

/** Each of them says this, until the test is over. */
async function allSay<Row extends Says>(
  { read, keep }: { read: () => Promise<readonly Row[]>; keep: (row: Row) => Promise<unknown> },
  script: string,
): Promise<void> {
  const write = async (words: (row: Row) => string) => {
    const rows = await read();
    for (const row of rows) await keep({ ...row, script: words(row) });
    return rows;
  };
  const before = await write(() => script);
  onTestFinished(async () => void (await write(({ id }) => before.find((row) => row.id === id)?.script ?? '')));
}

const groupsOf = (admin: PersonApi) => ({
  read: async () => (await admin.call(ringGroups.list, {})).data,
  keep: (row: RowOf<typeof ringGroups>) => admin.call(ringGroups.update, { params: { id: row.id }, body: row }),
});
const numbersOf = (admin: PersonApi) => ({
  read: async () => (await admin.call(numbers.list, {})).data,
  keep: (row: RowOf<typeof numbers>) => admin.call(numbers.update, { params: { id: row.id }, body: row }),
});

/** What is to be said stands beside the customer, whoever has them. */
export function scriptStories(company: () => Company): void {
  test('the script of the group is beside the customer with their name, and goes along to whom they are sent', async () => {
    const { product, lan, minh, admin } = company();
    await allSay(groupsOf(admin), 'Dạ chào {{Tên khách}}, em là {{Tên tôi}}.\n? Khách hỏi giá\nGói năm rẻ hơn.');
    const { number, customer } = await mainNumberAndCustomer(admin);
    const from = customer.number.replace(/^\+84/, '0');
    const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    const script = cardOf(lan).getByRole('region', { name: 'Kịch bản' });
    await script.getByText(`Dạ chào ${customer.name}, em là Nguyễn Thị Lan.`).waitFor();
    await script.getByText('Khách hỏi giá').click();
    await script.getByText('Gói năm rẻ hơn.').waitFor();

    await choose(lan, 'Chuyển', 'Minh', 'Chuyển ngay');
    await lan.isIdle();
    await minh.shows('Cuộc gọi đến');
    await minh.answer();
    await minh.shows('Đã kết nối');
    const passedOn = cardOf(minh).getByText(`Dạ chào ${customer.name}, em là Trần Văn Minh.`);
    await passedOn.waitFor();
    expect(await passedOn.count()).toBe(1);
    await call.hangUp();
    await minh.isIdle();
  });

  test('where the group has no script, that of the number that was called is said', async () => {
    const { product, lan, admin } = company();
    await allSay(groupsOf(admin), '');
    await allSay(numbersOf(admin), 'Tổng đài xin nghe, chào {{Tên khách}}.');
    const { number, customer } = await mainNumberAndCustomer(admin);
    const from = customer.number.replace(/^\+84/, '0');
    const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    const said = cardOf(lan).getByText(`Tổng đài xin nghe, chào ${customer.name}.`);
    await said.waitFor();
    expect(await said.count()).toBe(1);
    await call.hangUp();
    await lan.isIdle();
  });
}
