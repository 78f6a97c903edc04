import { startBotCall, updateActivityStatus } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';

import { mainNumberAndCustomer, type PersonApi, signInByApi } from '../support/api.ts';
import { openPage } from '../support/browser-phone.ts';
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

    await page.getByRole('button', { name: 'Màn hình lớn', exact: true }).click();
    const wall = page.getByRole('dialog', { name: 'Màn hình lớn' });
    await wall.getByText('Khách đang chờ').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('wall')).toBe('1');
    await page.keyboard.press('Escape');
    await wall.waitFor({ state: 'detached' });
    await row('Lê Thu Hoa').waitFor();
  });

  test('a television shows the big screen by a link, of the queue that the page was narrowed to, until the link is withdrawn', async () => {
    const admin = await here().signedIn('admin');
    onTestFinished(() => admin.context().close());
    await admin.goto(`${here().address}/monitor`);
    await admin.getByRole('button', { name: /^Hàng đợi/ }).click();
    await admin.getByRole('radio', { name: 'Chăm sóc khách hàng' }).click();
    await admin.getByRole('button', { name: 'Liên kết màn hình lớn' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Liên kết màn hình lớn' });
    await dialog.getByText('Chỉ hiện Chăm sóc khách hàng').waitFor();
    await dialog.getByRole('button', { name: 'Tạo liên kết' }).click();
    await admin.getByRole('menuitem', { name: 'Mở được trong 7 ngày' }).click();
    const url = await dialog.getByRole('textbox', { name: 'Liên kết' }).inputValue();

    const television = await openPage(here().browser);
    onTestFinished(() => television.context().close());
    await television.goto(url);
    await television.getByRole('heading', { name: /^Chăm sóc khách hàng/ }).waitFor();
    await television.getByRole('list', { name: 'Hàng đợi' }).getByText('Chăm sóc khách hàng').waitFor();
    expect(await television.getByText('Lê Thu Hoa').count()).toBe(0);

    await dialog.getByRole('button', { name: 'Thu hồi Chăm sóc khách hàng' }).click();
    await television.getByText('Liên kết này không còn mở được').waitFor();
    expect(await television.getByRole('list', { name: 'Hàng đợi' }).count()).toBe(0);
  });
}
