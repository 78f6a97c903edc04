import { startBotCall, updateActivityStatus } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { mainNumberAndCustomer, type PersonApi, signInByApi } from '../support/api.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** A supervisor looks at what goes on. */
export function monitorStories(here: () => Stage): void {
  let lan: PersonApi;
  let hoa: PersonApi;
  let page: Page;

  beforeAll(async () => {
    lan = await signInByApi(here().address, 'lan');
    hoa = await signInByApi(here().address, 'hoa');
    page = await here().signedIn('hoa');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(async () => {
    await hoa?.call(updateActivityStatus, { body: { status: 1, reason: '' } });
    await page?.context().close();
  });

  test('what people do and which calls go on is seen as it happens, at the vendor’s address and on the wall', async () => {
    await page.goto(`${here().address}/etelecom/monitor`);
    const people = page.getByRole('table', { name: 'Nhân viên' });
    await people.getByText('Nguyễn Thị Lan').waitFor();
    await page.getByText('Lúc này không có cuộc gọi nào qua eTelecom.').waitFor();
    await page.goto(`${here().address}/monitor`);
    await page.getByText('Trực tiếp', { exact: true }).waitFor();

    // The customer hangs up by themselves: long after whoever looks has seen it, however late that is.
    const { number, customer } = await mainNumberAndCustomer(lan);
    await lan.call(startBotCall, {
      body: { from: customer.number, to: number, script: { voice: 'silent', seconds: 12 } },
    });
    const calls = page.getByRole('table', { name: 'Cuộc gọi đang diễn ra' });
    await calls.getByText(customer.name).waitFor();
    await page.getByText('Lúc này không có cuộc gọi nào.').waitFor();

    await hoa.call(updateActivityStatus, { body: { status: 2, reason: 'Ăn trưa' } });
    const row = (name: string) => people.getByRole('row').filter({ hasText: name });
    await row('Lê Thu Hoa').getByText('Ăn trưa').waitFor();
    await page.getByRole('searchbox', { name: /^Tìm người/ }).fill('thu hoa');
    await row('Trần Văn Minh').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Màn hình lớn' }).click();
    const wall = page.getByRole('dialog', { name: 'Màn hình lớn' });
    await wall.getByText('Khách đang chờ').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('wall')).toBe('1');
    await page.keyboard.press('Escape');
    await wall.waitFor({ state: 'detached' });
    await row('Lê Thu Hoa').waitFor();
  });
}
