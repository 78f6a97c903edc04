import { customerByPhone } from '@alo/contract';
import { expect, test } from 'vitest';

import { mark, theCallSince } from '../../e2e/support/api.ts';
import { windowIsOf } from '../../e2e/support/call-window.ts';
import { cardOf, saysOutcome, writesNote } from '../../e2e/support/customer-card.ts';
import { hearsOnly } from '../../e2e/support/hearing.ts';
import { until } from '../../e2e/support/until.ts';
import { headerSays, stateOfLan } from './beginning.ts';
import { afterFirstCustomer, firstNote, isBack, takesABreak } from './calls-in.ts';
import { calls, type Day, dialledBy, isLeftBy, lanAnswers, nothingCalledOff } from './day.ts';

export function endStories(here: () => Day): void {
  test('on her break no call comes to her; she is back, and the next one does', async () => {
    const day = here();
    const { lan, minh, admin } = day;
    const since = await mark();
    await takesABreak(lan);
    await until('colleagues see that', async () => (await stateOfLan(day)) === 'paused');
    const call = await calls(day, '0399000833');
    await minh.shows('Cuộc gọi đến');
    expect(await lan.page.getByText('Cuộc gọi đến', { exact: true }).count()).toBe(0);
    call.cancel();
    await minh.isIdle();
    await isBack(lan);
    await until('colleagues see her ready', async () => (await stateOfLan(day)) === 'ready');
    expect(await theCallSince(admin, since)).toMatchObject({ direction: 'inbound', talk_seconds: 0 });
  });

  test('she loads the page again in a call: they talk on, and card, note and outcome are this call’s', async () => {
    const day = here();
    const { lan, admin, customers } = day;
    const customer = customers[5];
    if (customer === undefined) throw new Error('the demo has five customers only');
    const since = await mark();
    const call = await calls(day, dialledBy(customer));
    await lanAnswers(day);
    await writesNote(lan, 'Xin hoá đơn');
    lan.page.once('dialog', (dialog) => void dialog.accept());
    await lan.page.reload();
    await nothingCalledOff(day, async () => {
      await lan.shows('Đã kết nối');
      await windowIsOf(lan, customer.name);
      await hearsOnly(call, 'lan');
      const note = cardOf(lan).getByRole('textbox', { name: 'Ghi chú cuộc gọi' });
      await expect.poll(() => note.inputValue()).toBe('Xin hoá đơn');
      // On a screen as small as a phone's the card stands below the window, and is scrolled to.
      await lan.page.setViewportSize({ width: 390, height: 844 });
      await note.click();
      await cardOf(lan).getByRole('radio', { name: 'Đã chốt' }).check();
      await lan.page.setViewportSize({ width: 1280, height: 800 });
      await isLeftBy(call, day);
      await saysOutcome(lan, 'Quan tâm');
    });
    expect(await theCallSince(admin, since)).toMatchObject({ status: 'answered', outcome_name: 'Quan tâm' });
  });

  test('history row and the customer’s time line hold what she wrote this morning', async () => {
    const day = here();
    await afterFirstCustomer(day);
    const { lan, admin, customers } = day;
    const { page } = lan;
    const [first] = customers;
    const { customer } = await admin.call(customerByPhone, { query: { phone: first?.number ?? '' } });
    await goTo(lan, '/call-history');
    await page.getByRole('searchbox').fill(customer?.name ?? '');
    const row = page
      .getByRole('row')
      .filter({ hasText: customer?.name ?? '' })
      .first();
    await row.click();
    await page.getByRole('dialog').getByText('Hỏi giá', { exact: true }).waitFor();
    const said = page.getByRole('dialog').getByRole('region', { name: 'Kết quả cuộc gọi' });
    await said.getByText(firstNote, { exact: true }).waitFor();
    await said.getByText('Hẹn gọi lại', { exact: true }).first().waitFor();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: customer?.name ?? '' })
      .click();
    const story = page.getByRole('dialog').getByRole('region', { name: 'Diễn biến' });
    await story.getByText(firstNote, { exact: true }).waitFor();
    expect(await story.getByText(firstNote, { exact: true }).count()).toBe(1);
    await page.keyboard.press('Escape');
  });

  test('she goes home: signed out, seen as such, and her phone rings no more', async () => {
    const day = here();
    const { lan } = day;
    const { page } = lan;
    await headerSays(day, 'Sẵn sàng');
    await page.getByRole('button', { name: /^Tài khoản/ }).click();
    await page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => stateOfLan(day)).toBe('offline');
  });
}

const goTo = ({ page }: Day['lan'], path: string) =>
  page.getByRole('navigation', { name: 'Điều hướng chính' }).locator(`a[href="${path}"]`).click();
