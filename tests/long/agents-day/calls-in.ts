import { expect, test } from 'vitest';

import { callsSince, detailOf, mark, menuNumber, segmentsOf, theCallSince } from '../../e2e/support/api.ts';
import { askedBy } from '../../e2e/support/asked.ts';
import { windowIsOf, windowOf } from '../../e2e/support/call-window.ts';
import { customerCalls } from '../../e2e/support/customer.ts';
import { cardOf, saysOutcome, writesNote } from '../../e2e/support/customer-card.ts';
import { hearsOnly } from '../../e2e/support/hearing.ts';
import { tones } from '../../e2e/support/voices.ts';
import { headerSays } from './beginning.ts';
import { calls, type Day, dialledBy, isLeftBy, lanAnswers, nothingCalledOff } from './day.ts';

/** What Lan says of her first customer. */
export const firstNote = 'Hỏi giá gói năm, gọi lại sáng mai';

export function callsInStories(here: () => Day): void {
  test('a customer whom the queue brings: card, note, tag, outcome, next step, and half a minute more to write it up', async () => {
    const day = here();
    const { admin } = day;
    const since = await mark();
    await firstCustomer(day);
    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ status: 'answered', extension: '101', outcome_name: 'Hẹn gọi lại' });
    expect(row.tags.map(({ name }) => name)).toEqual(['Hỏi giá']);
    expect(await segmentsOf(admin, row.id)).toEqual(['101 answered (queue)']);
    const { dispositions } = await detailOf(admin, row.id);
    expect(dispositions).toMatchObject([
      { note: firstNote, outcome: 'call-again', next_call_at: expect.any(String), by_name: 'Nguyễn Thị Lan' },
    ]);
  });

  test('a call that the queue brings asks the server for who it is, and for what she does, and nothing is called off again', async () => {
    const day = here();
    // What the first card of a page asks for once, as the outcomes that there are, is there.
    await afterFirstCustomer(day);
    const { product, lan, admin, customers } = day;
    const customer = customers[2];
    if (customer === undefined) throw new Error('the demo has three customers');
    const asked = askedBy(lan);
    const call = await customerCalls(product, {
      from: dialledBy(customer),
      to: await menuNumber(admin),
      hertz: tones.customer,
    });
    await call.until('talking');
    call.audio.press('2');
    await lanAnswers(day);
    await cardOf(lan).getByRole('heading', { name: customer.name }).waitFor();
    await hearsOnly(call, 'lan');
    await writesNote(lan, 'Hỏi bảo hành');
    await isLeftBy(call, day);
    await headerSays(day, 'Xử lý sau cuộc gọi');
    await saysOutcome(lan, 'Quan tâm');
    await headerSays(day, 'Sẵn sàng');
    // The four lists of "Việc của tôi", on which she is, stand beside the call: they follow calls and customers of whomever.
    const listsOfPage = ['GET /my-day', 'GET /calls-to-return', 'GET /get-data-filter', 'GET /histories-call'];
    const ofCall = () =>
      asked.all.filter((one) => !listsOfPage.includes(one)).map((one) => one.replace(/[0-9a-f-]{36}/, ':id'));
    // It makes sure, behind what the switchboard has said already.
    await expect.poll(ofCall).toContain('POST /queue/ready');
    // Nothing else that the server is asked for is left out; what comes over live sockets and SIP is no request.
    expect(ofCall()).toEqual([
      'GET /customer-by-phone',
      'PUT /customer/:id/note-in-calling',
      'POST /customer/:id/disposition',
      'POST /queue/ready',
    ]);
    expect(asked.calledOff).toEqual([]);
  });

  test('two whom nobody knows: one has the wrong number, and one becomes a customer while they talk', async () => {
    const day = here();
    const { lan, admin } = day;
    const since = await mark();
    await nothingCalledOff(day, async () => {
      const wrong = await calls(day, '0399000811');
      await lanAnswers(day);
      const card = cardOf(lan);
      await card.getByRole('heading', { name: 'Khách chưa có trong danh bạ' }).waitFor();
      await card.getByLabel('Ghi chú cuộc gọi').fill('Tìm tiệm bánh');
      await card.getByRole('radio', { name: 'Sai số' }).check();
      await isLeftBy(wrong, day);
      await card.getByRole('button', { name: 'Lưu kết quả' }).click();
      await card.waitFor({ state: 'detached' });

      const interested = await calls(day, '0399000822');
      await lanAnswers(day);
      await card.getByLabel('Tên khách hàng').fill('Phạm Thị Mới');
      await card.getByLabel('Ghi chú cuộc gọi').fill('Muốn dùng thử');
      await card.getByRole('button', { name: 'Lưu khách hàng' }).click();
      await card.getByRole('heading', { name: 'Phạm Thị Mới' }).waitFor();
      await isLeftBy(interested, day);
      await saysOutcome(lan, 'Quan tâm');
      await headerSays(day, 'Sẵn sàng');
    });
    await expect
      .poll(async () =>
        (await callsSince(admin, since)).map(({ outcome_name, customer_name }) => [customer_name, outcome_name]),
      )
      .toEqual([
        ['Phạm Thị Mới', 'Quan tâm'],
        [null, 'Sai số'],
      ]);
    const [, wrong] = await callsSince(admin, since);
    const { dispositions } = await detailOf(admin, wrong?.id ?? '');
    expect(dispositions).toMatchObject([{ note: 'Tìm tiệm bánh', by_name: 'Nguyễn Thị Lan' }]);
  });
}

/** The days whose first customer has been. */
const begun = new WeakSet<Day>();

/** What later parts of the day go on from: where one of them runs without the others, it is done first. */
export async function afterFirstCustomer(day: Day): Promise<void> {
  if (!begun.has(day)) await firstCustomer(day);
}

/** The queue brings somebody, who is written up with all that there is to say of a call. */
async function firstCustomer(day: Day): Promise<void> {
  const { product, lan, minh, admin, customers } = day;
  const [customer] = customers;
  if (customer === undefined) throw new Error('the demo has no customer');
  await takesABreak(minh);
  await nothingCalledOff(day, async () => {
    const call = await customerCalls(product, {
      from: dialledBy(customer),
      to: await menuNumber(admin),
      hertz: tones.customer,
    });
    await call.until('talking');
    call.audio.press('2');
    await lan.shows('Cuộc gọi đến');
    await windowIsOf(lan, customer.name);
    await windowOf(lan).getByText('Hàng đợi “Chăm sóc khách hàng”').waitFor();
    await lan.answer();
    await lan.shows('Đã kết nối');
    const card = cardOf(lan);
    await card.getByRole('heading', { name: customer.name }).waitFor();
    await Promise.all([hearsOnly(lan, 'customer'), hearsOnly(call, 'lan')]);
    await headerSays(day, 'Đàm thoại');

    await writesNote(lan, firstNote);
    await card.getByRole('button', { name: 'Gắn nhãn cuộc gọi' }).click();
    await lan.page.getByRole('checkbox', { name: 'Hỏi giá' }).click();
    await card.getByRole('region', { name: 'Nhãn cuộc gọi' }).getByText('Hỏi giá').waitFor();
    await lan.page.keyboard.press('Escape');

    await isLeftBy(call, day);
    await headerSays(day, 'Xử lý sau cuộc gọi');
    await card.getByRole('button', { name: '+30 giây' }).click();
    const form = card.getByRole('form', { name: 'Kết quả cuộc gọi' });
    await form
      .getByRole('group', { name: /^Kết quả cuộc gọi/ })
      .getByRole('radio', { name: 'Hẹn gọi lại' })
      .check();
    await form.getByRole('radio', { name: '9 giờ sáng mai' }).check();
    // Asked behind what the switchboard has said already: it is no part of the next call.
    const isReady = lan.page.waitForResponse((answer) => answer.url().endsWith('/queue/ready'));
    await card.getByRole('button', { name: 'Lưu & Sẵn sàng' }).click();
    await card.waitFor({ state: 'detached' });
    await headerSays(day, 'Sẵn sàng');
    await isReady;
  });
  begun.add(day);
}

/** Minh leaves the calls to Lan. */
export async function takesABreak({ page }: Day['minh']): Promise<void> {
  await page.getByRole('button', { name: /^Trạng thái làm việc/ }).click();
  await page
    .getByRole('menuitemradio', { name: 'Nghỉ ngắn' })
    .or(page.getByRole('menuitem', { name: 'Nghỉ ngắn' }))
    .click();
  await page.getByRole('button', { name: /^Trạng thái làm việc: Nghỉ ngắn/ }).waitFor();
}

export async function isBack({ page }: Day['minh']): Promise<void> {
  await page.getByRole('button', { name: /^Trạng thái làm việc/ }).click();
  const ready = 'Sẵn sàng nhận cuộc gọi';
  await page
    .getByRole('menuitemradio', { name: ready })
    .or(page.getByRole('menuitem', { name: ready }))
    .click();
  await page.getByRole('button', { name: /^Trạng thái làm việc: Sẵn sàng/ }).waitFor();
}
