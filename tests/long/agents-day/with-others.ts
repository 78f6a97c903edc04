import { callsToReturn } from '@alo/contract';
import { expect, test } from 'vitest';

import { detailOf, mark, segmentsOf, theCallSince } from '../../e2e/support/api.ts';
import { callWaiting } from '../../e2e/support/call-waiting.ts';
import { choose, windowIsOf, windowOf } from '../../e2e/support/call-window.ts';
import { cardOf, lastNotesOf, saysOutcome, writesNote } from '../../e2e/support/customer-card.ts';
import { hearsOnly } from '../../e2e/support/hearing.ts';
import { people } from '../../e2e/support/people.ts';
import { headerSays } from './beginning.ts';
import { isBack } from './calls-in.ts';
import { calls, type Day, dialledBy, isLeftBy, lanAnswers, nothingCalledOff } from './day.ts';

export function withOthersStories(here: () => Day): void {
  test('she calls a customer out of the list, and says in two clicks what came of it', async () => {
    const day = here();
    const { lan, admin, customers } = day;
    const { page } = lan;
    const customer = customers[1];
    if (customer === undefined) throw new Error('the demo has one customer only');
    const since = await mark();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(customer.name);
    await page.getByRole('option', { name: customer.name, selected: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await lan.says(customer.name);
    await nothingCalledOff(day, async () => {
      await lan.shows('Đã kết nối');
      await lan.hangUp();
      await lan.isIdle();
      const strip = page.getByRole('complementary', { name: 'Ghi kết quả cuộc gọi' });
      await strip.getByRole('radio', { name: 'Đã chốt' }).check();
      await strip.getByRole('button', { name: 'Lưu & Sẵn sàng' }).click();
      await strip.waitFor({ state: 'detached' });
      await headerSays(day, 'Sẵn sàng');
    });
    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ direction: 'outbound', status: 'answered', outcome_name: 'Đã chốt' });
  });

  test('Minh calls while she talks with a customer: she takes him, the customer hears music, and she goes back', async () => {
    const day = here();
    const { lan, minh, admin, customers } = day;
    const customer = customers[2];
    if (customer === undefined) throw new Error('the demo has two customers only');
    await callWaiting(admin, people.lan.extension);
    await nothingCalledOff(day, async () => {
      const call = await calls(day, dialledBy(customer));
      await lanAnswers(day);
      await writesNote(lan, 'Chờ trong lúc hỏi Minh');
      await minh.dial(people.lan.extension);
      const others = windowOf(lan).getByRole('list', { name: 'Cuộc gọi khác' });
      await others.getByText('Trần Văn Minh', { exact: true }).waitFor();
      await windowOf(lan).getByRole('button', { name: 'Nghe và giữ máy' }).click();
      await windowIsOf(lan, 'Trần Văn Minh');
      await Promise.all([hearsOnly(minh, 'lan'), hearsOnly(call)]);
      await others.getByRole('button', { name: /^Nói tiếp/ }).click();
      await windowIsOf(lan, customer.name);
      await hearsOnly(call, 'lan');
      const note = cardOf(lan).getByRole('textbox', { name: 'Ghi chú cuộc gọi' });
      await expect.poll(() => note.inputValue()).toBe('Chờ trong lúc hỏi Minh');
      await minh.hangUp();
      await others.waitFor({ state: 'hidden' });
      await isLeftBy(call, day);
      await saysOutcome(lan, 'Quan tâm');
    });
  });

  test('she asks Minh, who sees whom it is about, goes back, and sends the customer to him with a word of what it is', async () => {
    const day = here();
    const { lan, minh, admin, customers } = day;
    const customer = customers[3];
    if (customer === undefined) throw new Error('the demo has three customers only');
    await isBack(minh);
    const since = await mark();
    await nothingCalledOff(day, async () => {
      const call = await calls(day, dialledBy(customer));
      await lanAnswers(day);
      await minh.isIdle();
      await writesNote(lan, 'Hỏng sau hai tuần');
      await choose(lan, 'Chuyển', 'Minh', 'Hỏi trước');
      await minh.shows('Cuộc gọi đến');
      await minh.answer();
      await minh.shows('Đã kết nối');
      const asked = minh.page.getByRole('complementary', { name: 'Khách hàng được hỏi ý kiến' });
      await asked.getByRole('heading', { name: customer.name }).waitFor();
      await Promise.all([hearsOnly(minh, 'lan'), hearsOnly(call)]);
      await windowOf(lan).getByRole('button', { name: 'Quay lại' }).click();
      await minh.isIdle();
      await asked.waitFor({ state: 'detached' });

      await hearsOnly(call, 'lan');
      const window = windowOf(lan);
      await window.getByRole('button', { name: 'Chuyển', exact: true }).click();
      await window.getByRole('button', { name: /Minh/ }).click();
      await window.getByLabel('Lời bàn giao khi chuyển ngay').fill('đòi đổi máy');
      await window.getByRole('button', { name: 'Chuyển ngay' }).click();
      await minh.shows('Cuộc gọi đến');
      await windowOf(minh).getByText('Nguyễn Thị Lan: đòi đổi máy').waitFor();
      await minh.answer();
      await minh.shows('Đã kết nối');
      await lan.isIdle();
      await hearsOnly(call, 'minh');
      await lastNotesOf(minh).getByText('Hỏng sau hai tuần').waitFor();
      await writesNote(minh, 'Đổi máy ngày mai');
      await saysOutcome(lan, 'Khác');
      await call.hangUp();
      await minh.isIdle();
      await saysOutcome(minh, 'Quan tâm');
    });
    const row = await theCallSince(admin, since);
    expect(await segmentsOf(admin, row.id)).toEqual([
      '101 answered (group)',
      '101 consultation',
      '102 consultation',
      '102 transfer',
    ]);
    const { dispositions } = await detailOf(admin, row.id);
    const notes = new Map(dispositions.map(({ note, by_name: by }) => [by, note]));
    expect([dispositions.length, notes.get('Nguyễn Thị Lan'), notes.get('Trần Văn Minh')]).toEqual([
      2,
      'Hỏng sau hai tuần',
      'Đổi máy ngày mai',
    ]);
  });

  test('a customer who gave up waiting stands under what she has to do, is called from there, and stands there no more', async () => {
    const day = here();
    const { lan, minh, admin, customers } = day;
    const { page } = lan;
    const customer = customers[4];
    if (customer === undefined) throw new Error('the demo has four customers only');
    const call = await calls(day, dialledBy(customer));
    await lan.shows('Cuộc gọi đến');
    call.cancel();
    await Promise.all([lan.isIdle(), minh.isIdle()]);
    const owed = page.getByRole('region', { name: 'Cần gọi lại' });
    await owed.getByRole('link', { name: 'Xem tất cả' }).click();
    await page.waitForURL('**/calls-to-return');
    // Who waits longest stands first, and the demo's people wait longer.
    await page.getByRole('searchbox').fill(customer.name);
    const row = page.getByRole('row').filter({ hasText: customer.name });
    await row.waitFor();
    await nothingCalledOff(day, async () => {
      await row.getByRole('button', { name: 'Nhận xử lý' }).click();
      await row.getByText('Tôi', { exact: true }).waitFor();
      await row.getByRole('button', { name: `Gọi ${customer.name}` }).click();
      await lan.says(customer.name);
      await lan.shows('Đã kết nối');
      await lan.hangUp();
      await lan.isIdle();
      const strip = page.getByRole('complementary', { name: 'Ghi kết quả cuộc gọi' });
      await strip.getByRole('radio', { name: 'Quan tâm' }).check();
      await strip.getByRole('button', { name: 'Lưu & Sẵn sàng' }).click();
      await strip.waitFor({ state: 'detached' });
      await row.waitFor({ state: 'detached' });
    });
    const { data } = await admin.call(callsToReturn, { query: { search: customer.name } });
    expect(data).toEqual([]);
  });
}
