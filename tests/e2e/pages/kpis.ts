import { allDepartment, kpis } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from '../support/api.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** Targets are set for a department, and looked at by person and by department. */
export function kpiStories(here: () => Stage): void {
  let admin: PersonApi;
  let page: Page;

  beforeAll(async () => {
    admin = await signInByApi(here().address, 'admin');
    page = await here().signedIn('admin');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => page?.context().close());

  test('a department gets targets: mistakes are told in the field, people have theirs, and the department the sum', async () => {
    const { data } = await admin.call(allDepartment, {});
    const sales = data.find(({ name }) => name === 'Kinh doanh');
    await page.goto(`${here().address}/kpi/add`);
    const save = page.getByRole('button', { name: 'Lưu KPI' });
    await save.click();
    await page.getByText('Hãy chọn ít nhất một').waitFor();
    await page.getByText('Hãy đặt ít nhất một mục tiêu').waitFor();
    await page.getByRole('combobox', { name: 'Phòng ban' }).or(page.getByLabel('Phòng ban')).last().click();
    await page.getByRole('option', { name: 'Kinh doanh' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Cuộc gọi ra').fill('250');
    await page.getByRole('navigation', { name: 'Điều hướng chính' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Ở lại trang' }).click();
    await save.click();
    await page.getByText(/Đã thêm 3 KPI/).waitFor();
    const set = await admin.call(kpis.list, { query: { measure: 'outbound', department_id: sales?.id ?? '' } });
    expect(set.data.map(({ target }) => target)).toEqual([250, 250, 250]);

    await page.goto(`${here().address}/kpi-by-department?measure=met`);
    const reached = page.getByRole('link', { name: /^Thực hiện của Kinh doanh/ });
    const [calls] = ((await reached.textContent()) ?? '').split(' ');
    await reached.click();
    await page.waitForURL(/call-history\?.*department_id=/);
    await page.getByRole('heading', { level: 1, name: new RegExp(`^Lịch sử cuộc gọi\\s*${calls}$`) }).waitFor();

    await page.goto(`${here().address}/kpi-by-department?measure=outbound`);
    const row = page.getByRole('row', { name: /Kinh doanh/ });
    await row.getByText('750 cuộc').waitFor();
    await row.getByRole('button', { name: 'Kinh doanh' }).click();
    await page.getByRole('button', { name: 'Tư vấn' }).click();
    await page.getByRole('link', { name: 'Nguyễn Thị Lan', exact: true }).click();
    await page.getByRole('heading', { name: 'KPI' }).waitFor();
    await page.getByText('Cuộc gọi ra').first().waitFor();

    // Whoever comes for the month sees one row a person, and goes on to the targets one by one and back.
    await page.goto(`${here().address}/kpis`);
    const hers = page.getByRole('table', { name: 'KPI' }).getByRole('row').filter({ hasText: 'Nguyễn Thị Lan' });
    await hers.getByText(/^\/ 250 cuộc/).waitFor();
    await expect.poll(() => hers.count()).toBe(1);
    await page.getByRole('button', { name: 'Từng chỉ tiêu' }).click();
    await expect.poll(() => hers.count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Mỗi người một dòng' }).click();
    await hers.getByText(/^\/ 250 cuộc/).waitFor();
  });
}
