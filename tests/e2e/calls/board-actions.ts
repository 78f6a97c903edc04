import { expect, test } from 'vitest';

import { mainNumberAndCustomer } from '../support/api.ts';
import { windowOf } from '../support/call-window.ts';
import { customerCalls } from '../support/customer.ts';
import { hearsOnly } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';
import { tones } from '../support/voices.ts';

export function boardActionStories(company: () => Company): void {
  test('on the board Hoa moves Lan’s call to Minh and sends Lan to a meeting: both are told by whom', async () => {
    const { product, lan, minh, hoa, admin } = company();
    const { number } = await mainNumberAndCustomer(admin);
    const customer = await customerCalls(product, { from: '0912345685', to: number, hertz: tones.customer });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await minh.isIdle();

    const board = hoa.page;
    await board.getByRole('link', { name: 'Giám sát cuộc gọi' }).first().click();
    const people = board.getByRole('region', { name: 'Nhân viên' });
    await people.getByRole('button', { name: 'Giám sát cuộc gọi của Nguyễn Thị Lan' }).click();
    await board.getByRole('menuitem', { name: 'Chuyển cuộc gọi…' }).click();
    const dialog = board.getByRole('dialog', { name: 'Chuyển cuộc gọi của Nguyễn Thị Lan' });
    await dialog.getByRole('searchbox').fill('minh');
    await dialog.getByRole('radio', { name: /Minh/ }).click();
    await dialog.getByRole('button', { name: 'Chuyển', exact: true }).click();

    await lan.page.getByText(/^Lê Thu Hoa đã chuyển cuộc gọi của bạn tới .*Minh · 102/).waitFor();
    await lan.isIdle();
    await minh.shows('Cuộc gọi đến');
    await windowOf(minh)
      .getByText(/Lê Thu Hoa/)
      .waitFor();
    await minh.answer();
    await minh.shows('Đã kết nối');
    await Promise.all([hearsOnly(minh, 'customer'), hearsOnly(customer, 'minh')]);

    await people.getByRole('button', { name: 'Thao tác với Nguyễn Thị Lan' }).click();
    await board.getByRole('menuitem', { name: 'Họp', exact: true }).click();
    await lan.page.getByText('Lê Thu Hoa đã chuyển bạn sang Nghỉ (Họp).').waitFor();
    await lan.page.getByRole('button', { name: /Trạng thái làm việc: Họp/ }).waitFor();
    await people
      .getByRole('row', { name: /Nguyễn Thị Lan/ })
      .getByText('Họp')
      .waitFor();
    await people.getByRole('button', { name: 'Thao tác với Nguyễn Thị Lan' }).click();
    await board.getByRole('menuitem', { name: 'Sẵn sàng', exact: true }).click();
    await lan.page.getByText('Lê Thu Hoa đã chuyển bạn sang Sẵn sàng.').waitFor();
    await expect.poll(() => lan.page.getByRole('button', { name: /Trạng thái làm việc: Sẵn sàng/ }).count()).toBe(1);
    await minh.hangUp();
  });
}
