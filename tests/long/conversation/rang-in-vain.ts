import { expect, test } from 'vitest';

import { mainNumberAndCustomer } from '../../e2e/support/api.ts';
import { windowOf } from '../../e2e/support/call-window.ts';
import { customerCalls } from '../../e2e/support/customer.ts';
import type { Company } from '../../e2e/support/office.ts';
import { tones } from '../../e2e/support/voices.ts';

/** Whose phone has rung learns what became of the call. */
export function rangInVainStories(company: () => Company): void {
  async function customerRingsAtBoth() {
    const { product, lan, minh, admin } = company();
    const { number, customer } = await mainNumberAndCustomer(admin);
    const from = customer.number.replace(/^\+84/, '0');
    const call = await customerCalls(product, { from, to: number, hertz: tones.customer });
    await Promise.all([lan.shows('Cuộc gọi đến'), minh.shows('Cuộc gọi đến')]);
    return call;
  }

  test('a colleague who was faster is named', async () => {
    const { lan, minh } = company();
    const call = await customerRingsAtBoth();
    await minh.answer();
    expect(await lan.page.locator('section[data-status="connected"]').count()).toBe(0);
    await lan.page.getByText('Trần Văn Minh đã nghe máy').waitFor();
    await lan.isIdle();
    await call.hangUp();
    await minh.isIdle();
  });

  test('a caller who gave up is said to have', async () => {
    const { lan } = company();
    const call = await customerRingsAtBoth();
    call.cancel();
    await lan.says('Cuộc gọi nhỡ');
    const why = windowOf(lan).getByText('Người gọi gác máy trước khi có ai nghe');
    await why.waitFor();
    expect(await why.count()).toBe(1);
  });
}
