import { addConsentOfNumber } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { signInByApi } from '../support/api.ts';
import { consentShots } from '../support/consent-shots.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** Whoever answers for the law looks up what somebody said, and takes the sheet of the month along. */
export function consentStories(here: () => Stage): void {
  let page: Page;

  beforeAll(async () => {
    page = await here().signedIn('admin');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => page?.context().close());

  test('a refusal that a number answered is found by that number, and counted on the sheet of the month', async () => {
    const phone = '0936120120';
    const admin = await signInByApi(here().address, 'admin');
    const said = { purpose: 'marketing', given: false, way: 'message', evidence: 'TC gửi 1313' } as const;
    await admin.call(addConsentOfNumber, { body: { phone, ...said } });
    await page.goto(`${here().address}/consents?search=${phone}`);
    const row = page.getByRole('row', { name: /TC gửi 1313/ });
    await row.getByText('Từ chối', { exact: true }).waitFor();
    await row.getByText('Qua tin nhắn').waitFor();
    await page.goto(`${here().address}/consents/month`);
    const refused = page.getByRole('row', { name: /Lượt khách từ chối quảng cáo/ });
    await refused.getByText('Nghị định 91/2020/NĐ-CP, Điều 13').first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Tải phiếu' }).click();
    await page.getByRole('menuitem', { name: /PDF/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^Phiếu quảng cáo và đồng ý tháng .*\.pdf$/);
  });

  test('ledger and sheet stand in nobody’s way', async () => {
    await expectGoodLooks(here().browser, here().address, consentShots);
  });
}
