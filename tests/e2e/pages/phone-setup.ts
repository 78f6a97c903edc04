import { allExtension } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signInByApi } from '../support/api.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { added, phoneSetupShots } from '../support/phone-setup-shots.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** Desk and soft phones are set up from the page of an extension, and by people for their own. */
export function phoneSetupStories(here: () => Stage): void {
  let page: Page;

  beforeAll(async () => {
    page = await here().signedIn('admin');
  });
  afterEach(({ task }) => tellOfFailure(task, here(), [page]));
  afterAll(() => page?.context().close());

  const address = () => page.getByRole('textbox', { name: 'Địa chỉ cài đặt' });
  const fetched = async () => {
    const answer = await fetch(await address().inputValue());
    return { status: answer.status, text: await answer.text() };
  };

  test('an administrator adds a phone to an extension, and its maker’s file sets it up', async () => {
    const api = await signInByApi(here().address, 'admin');
    const { data } = await api.call(allExtension, {});
    const id = data.find(({ number }) => number === '103')?.id ?? '';
    await page.goto(`${here().address}/subscribers?id=${id}`);
    await added(page, 'Máy bàn của Hoa');
    await page.getByRole('img', { name: 'Mã QR để Linphone tự cài đặt' }).waitFor();
    await expect.poll(fetched).toMatchObject({ status: 200, text: expect.stringContaining('lpconfig.xsd') });
    await page.getByRole('combobox', { name: 'Điện thoại hoặc phần mềm' }).click();
    await page.getByRole('option', { name: 'Yealink', exact: true }).click();
    await page.getByText('dán địa chỉ vào Server URL').waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Mã QR/ }).count()).toBe(0);
    await expect.poll(fetched).toMatchObject({
      status: 200,
      text: expect.stringContaining('account.1.user_name = 103-m'),
    });
    await page.getByText('Gõ tay thông số').click();
    const password = await page.getByRole('textbox', { name: 'Mật khẩu' }).inputValue();
    await expect.poll(async () => (await fetched()).text).toContain(`account.1.password = ${password}`);
    await page.getByRole('button', { name: 'Xong' }).click();
    await page.getByText(/^Máy bàn của Hoa \(103-m/).waitFor();
  });

  inDepth('who sets up a phone sees how in light and dark, wide and on a phone', async () => {
    await expectGoodLooks(here().browser, here().address, phoneSetupShots);
  });
}
