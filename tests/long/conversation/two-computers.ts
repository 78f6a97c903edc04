import { expect, onTestFinished, test } from 'vitest';

import { detailOf, mainNumberAndCustomer, mark, theCallSince } from '../../e2e/support/api.ts';
import { openPhone } from '../../e2e/support/browser-phone.ts';
import { windowIsOf, windowOf } from '../../e2e/support/call-window.ts';
import { customerCalls } from '../../e2e/support/customer.ts';
import { cardOf, saysOutcome, writesNote } from '../../e2e/support/customer-card.ts';
import type { Company } from '../../e2e/support/office.ts';
import { tones } from '../../e2e/support/voices.ts';

/** Lan has signed in at two computers: what she does with a call at the one the other one follows. */
export function twoComputerStories(company: () => Company): void {
  test('a call that is answered at one computer is shown at the other, noted, ended and written up at either', async () => {
    const { product, lan, minh, admin } = company();
    const other = await openPhone(product.address, 'lan');
    onTestFinished(() => other.close());
    const { number, customer } = await mainNumberAndCustomer(admin);
    const since = await mark();
    const from = customer.number.replace(/^\+84/, '0');
    await customerCalls(product, { from, to: number, hertz: tones.customer });
    await Promise.all([lan.shows('Cuộc gọi đến'), other.shows('Cuộc gọi đến')]);
    await other.answer();
    await Promise.all([other.shows('Đã kết nối'), minh.isIdle()]);

    const there = windowOf(lan).getByText('Đang nghe ở máy khác');
    await there.waitFor();
    await lan.shows('Đã kết nối');
    await windowIsOf(lan, customer.name);
    await cardOf(lan).getByRole('heading', { name: customer.name }).waitFor();
    for (const name of ['Nghe', 'Tắt tiếng', 'Thiết bị âm thanh']) {
      expect(await lan.page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    expect(await windowOf(other).getByText('Đang nghe ở máy khác').count()).toBe(0);

    await writesNote(other, 'Khách hỏi bảo hành');
    const note = cardOf(lan).getByRole('textbox', { name: 'Ghi chú cuộc gọi' });
    await expect.poll(() => note.inputValue()).toBe('Khách hỏi bảo hành');
    await note.fill('Khách hỏi bảo hành, hẹn thứ Hai');
    await cardOf(lan).getByText('Đã lưu').waitFor();
    const noteThere = cardOf(other).getByRole('textbox', { name: 'Ghi chú cuộc gọi' });
    await expect.poll(() => noteThere.inputValue()).toBe('Khách hỏi bảo hành, hẹn thứ Hai');

    await lan.hangUp();
    await Promise.all([other.isIdle(), lan.isIdle()]);
    await there.waitFor({ state: 'detached' });
    await saysOutcome(lan, 'Quan tâm');
    await cardOf(other).waitFor({ state: 'detached' });

    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ status: 'answered', customer_name: customer.name, outcome_name: 'Quan tâm' });
    const { dispositions } = await detailOf(admin, row.id);
    expect(dispositions).toMatchObject([{ note: 'Khách hỏi bảo hành, hẹn thứ Hai', call_id: row.id }]);
  });

  test('what one writes of somebody whom nobody knows stands at the other computer too, is the call’s, and is written up from there', async () => {
    const { product, lan, admin } = company();
    const other = await openPhone(product.address, 'lan');
    onTestFinished(() => other.close());
    const { number } = await mainNumberAndCustomer(admin);
    const since = await mark();
    await customerCalls(product, { from: '0399000911', to: number, hertz: tones.customer });
    await Promise.all([lan.shows('Cuộc gọi đến'), other.shows('Cuộc gọi đến')]);
    await other.answer();
    await lan.shows('Đã kết nối');
    const fields = [lan, other].map((phone) => ({
      note: cardOf(phone).getByLabel('Ghi chú cuộc gọi'),
      name: cardOf(phone).getByLabel('Tên khách hàng'),
    }));
    const [here, there] = fields;
    if (here === undefined || there === undefined) throw new Error('there are two of them');
    await there.note.fill('Hỏi giá');
    await expect.poll(() => here.note.inputValue()).toBe('Hỏi giá');
    await here.name.fill('Chị Bưởi');
    await here.note.fill('Hỏi giá gói năm');
    await expect.poll(() => there.note.inputValue()).toBe('Hỏi giá gói năm');
    await expect.poll(() => there.name.inputValue()).toBe('Chị Bưởi');
    // A page that is loaded again has them of the server.
    other.page.once('dialog', (dialog) => void dialog.accept());
    await other.page.reload();
    await other.shows('Đã kết nối');
    await expect.poll(() => there.note.inputValue()).toBe('Hỏi giá gói năm');

    await lan.hangUp();
    await Promise.all([other.isIdle(), lan.isIdle()]);
    await cardOf(lan).getByRole('radio', { name: 'Khác', exact: true }).check();
    await cardOf(lan).getByRole('button', { name: 'Lưu kết quả' }).click();
    await Promise.all([lan, other].map((phone) => cardOf(phone).waitFor({ state: 'detached' })));
    const row = await theCallSince(admin, since);
    const { dispositions } = await detailOf(admin, row.id);
    expect(dispositions).toMatchObject([{ note: 'Hỏi giá gói năm', outcome_name: 'Khác' }]);
  });
}
