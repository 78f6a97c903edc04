import { addConsent, customers } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { signInByApi } from '../support/api.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';
import { until } from '../support/until.ts';

/** An automation is begun from a ready-made one, rehearsed, switched on, and does what it says. */
export function automationStories(here: () => Stage): void {
  let page: Page;

  beforeAll(async () => {
    page = await here().signedIn('admin');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => page.context().close());

  test('what would have run last month is said before it is switched on; from then on it rings, and says when and why', async () => {
    const { address } = here();
    await page.goto(`${address}/automations`);
    await page.getByRole('button', { name: 'Dùng mẫu Khách rút lại đồng ý' }).click();
    await page.getByRole('heading', { name: /tự động hoá/i }).waitFor();
    await page.getByRole('button', { name: 'Diễn tập 30 ngày qua' }).click();
    const said = page.getByText(/30 ngày qua: sẽ chạy/);
    expect(await said.innerText()).toMatch(/sẽ chạy \d+ lần/);
    await page.getByRole('switch', { name: 'Trạng thái' }).click();
    await page.getByRole('button', { name: 'Lưu tự động hoá' }).click();
    await page.getByRole('button', { name: 'Khách rút lại đồng ý', exact: true }).click();
    const log = page.getByRole('region', { name: 'Nhật ký chạy' });
    await log.getByText('Chưa có gì xảy ra từ khi được bật.').waitFor();

    const admin = await signInByApi(address, 'admin');
    const [customer] = (await admin.call(customers.list, {})).data;
    if (customer === undefined) throw new Error('the demo has no customer');
    await admin.call(addConsent, {
      params: { id: customer.id },
      body: { purpose: 'marketing', given: false, way: 'call', evidence: 'Khách nói qua điện thoại' },
    });
    await until('the automation has run', async () => {
      await page.reload();
      await log.waitFor();
      return (await log.getByText('Đã rung chuông').count()) > 0;
    });
    await page.goto(`${address}/dashboard`);
    await page.getByRole('button', { name: /^Thông báo/ }).click();
    const rung = page.getByText(`Khách đổi ý về dữ liệu, quảng cáo: ${customer.name}`).first();
    await rung.waitFor();
    expect(await rung.isVisible()).toBe(true);
  });
}
