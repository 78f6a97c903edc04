import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { botNumbers, listenToCall, myCalls } from '@alo/contract';
import { expect, onTestFinished, test } from 'vitest';

import { companyOfFile } from '../e2e/calls/company.ts';
import { mainNumberAndCustomer } from '../e2e/support/api.ts';
import type { BrowserPhone } from '../e2e/support/browser-phone.ts';
import { windowOf } from '../e2e/support/call-window.ts';
import { clicksOn, countClicks } from '../e2e/support/clicks.ts';
import { type CustomerCall, customerCalls } from '../e2e/support/customer.ts';
import { cardOf, closesCard, writesNote } from '../e2e/support/customer-card.ts';
import { tones } from '../e2e/support/voices.ts';

const here = companyOfFile();

/** Something that people do all day: `begin` brings them there, and of `work` the clicks are counted. */
interface Job {
  readonly job: string;
  readonly clicks: number;
  /** Whose work it is; Lan's, if nothing is said. */
  readonly who?: 'hoa';
  begin?(): Promise<void>;
  work(): Promise<void>;
}

let call: CustomerCall | undefined;

/** A customer calls the company, and it rings at Lan's. */
async function isCalled(): Promise<void> {
  const { product, admin, lan } = here();
  const { number, customer } = await mainNumberAndCustomer(admin);
  const from = customer.number.replace(/^\+84/, '0');
  call = await customerCalls(product, { from, to: number, hertz: tones.customer });
  await lan.shows('Cuộc gọi đến');
}

async function talksWithCustomer(): Promise<void> {
  const { lan, minh } = here();
  await isCalled();
  await lan.page.keyboard.press('Alt+a');
  await lan.shows('Đã kết nối');
  await minh.isIdle();
}

/** The customer has hung up; the card waits for what came of it. */
async function hasTalked(): Promise<void> {
  await talksWithCustomer();
  await call?.hangUp();
  await here().lan.isIdle();
}

/** A list of customers whose first has refused nothing. */
async function isAtList(): Promise<void> {
  const { lan, admin } = here();
  const { callers } = await admin.call(botNumbers, {});
  const name = callers[1]?.name ?? '';
  await goTo(lan, '/customer');
  await lan.page.getByRole('searchbox').fill(name);
  await lan.page.getByRole('row').nth(1).filter({ hasText: name }).waitFor();
}

/** Lan has called somebody out of the list, and hung up by the keyboard. */
async function hasCalled(): Promise<void> {
  const { lan } = here();
  await isAtList();
  await callsThem(lan);
  await lan.page.keyboard.press('Alt+h');
  await lan.isIdle();
}

async function callsThem(lan: BrowserPhone): Promise<void> {
  const row = lan.page.getByRole('row').nth(1);
  await row.hover();
  await row.getByRole('button', { name: /^Gọi / }).click();
  await lan.shows('Đã kết nối');
}

const goTo = ({ page }: BrowserPhone, path: string) =>
  page.getByRole('navigation', { name: 'Điều hướng chính' }).locator(`a[href="${path}"]`).click();

const asks = (person: BrowserPhone) => windowOf(person).getByRole('button', { name: 'Chuyển', exact: true });

const says = (person: BrowserPhone, outcome: string) =>
  person.page
    .getByRole('group', { name: /^Kết quả cuộc gọi/ })
    .getByRole('radio', { name: outcome, exact: true })
    .check();

const saves = ({ page }: BrowserPhone) => page.getByRole('button', { name: 'Lưu & Sẵn sàng' });

async function picks({ page }: BrowserPhone, status: string): Promise<void> {
  await page.getByRole('button', { name: /^Trạng thái làm việc/ }).click();
  await page.getByRole('menu').getByText(status, { exact: true }).click();
}

const jobs: readonly Job[] = [
  {
    job: 'answer a call',
    clicks: 1,
    begin: isCalled,
    async work() {
      await here().lan.answer();
      await here().lan.shows('Đã kết nối');
    },
  },
  {
    job: 'call a customer of the list',
    clicks: 1,
    begin: isAtList,
    work: () => callsThem(here().lan),
  },
  {
    job: 'call a colleague by name',
    clicks: 1,
    async work() {
      const { lan, minh } = here();
      await lan.page.getByRole('button', { name: /^Điện thoại:/ }).click();
      await windowOf(lan).getByLabel('Số cần gọi').fill('minh');
      await windowOf(lan)
        .getByRole('button', { name: /Trần Văn Minh/ })
        .first()
        .waitFor();
      await lan.page.keyboard.press('Enter');
      await minh.shows('Cuộc gọi đến');
    },
  },
  {
    job: 'write a note and say what came of the call',
    clicks: 2,
    begin: hasTalked,
    async work() {
      const { lan } = here();
      await writesNote(lan, 'Muốn xem báo giá');
      await says(lan, 'Quan tâm');
      await saves(lan).click();
      await cardOf(lan).waitFor({ state: 'detached' });
    },
  },
  {
    job: 'say what came of a call that one made',
    clicks: 2,
    begin: hasCalled,
    async work() {
      const { lan } = here();
      await says(lan, 'Đã chốt');
      await saves(lan).click();
      await lan.page.getByRole('complementary', { name: 'Ghi kết quả cuộc gọi' }).waitFor({ state: 'detached' });
    },
  },
  {
    job: 'promise to call again',
    clicks: 3,
    begin: hasTalked,
    async work() {
      const { lan } = here();
      await says(lan, 'Hẹn gọi lại');
      await cardOf(lan).getByRole('radio', { name: '1 giờ nữa' }).check();
      await saves(lan).click();
      await cardOf(lan).waitFor({ state: 'detached' });
    },
  },
  {
    job: 'send a customer to a colleague at once',
    clicks: 3,
    begin: talksWithCustomer,
    async work() {
      const { lan, minh } = here();
      await asks(lan).click();
      await windowOf(lan).getByRole('button', { name: /Minh/ }).click();
      await windowOf(lan).getByRole('button', { name: 'Chuyển ngay' }).click();
      await minh.shows('Cuộc gọi đến');
    },
  },
  {
    job: 'ask a colleague first, then connect the two',
    clicks: 4,
    begin: talksWithCustomer,
    async work() {
      const { lan, minh } = here();
      await asks(lan).click();
      await windowOf(lan).getByRole('button', { name: /Minh/ }).click();
      await windowOf(lan).getByRole('button', { name: 'Hỏi trước' }).click();
      await minh.shows('Cuộc gọi đến');
      await minh.answer();
      await windowOf(lan).getByText('Đang nói riêng với').waitFor();
      await windowOf(lan).getByRole('button', { name: 'Nối máy rồi rời đi' }).click();
      await lan.isIdle();
    },
  },
  {
    job: 'call back whom nobody served',
    clicks: 1,
    begin: () => goTo(here().lan, '/my-day'),
    async work() {
      const { lan } = here();
      const owed = lan.page.getByRole('region', { name: 'Cần gọi lại' });
      await owed.getByRole('button', { name: /^Gọi / }).first().click();
      await lan.shows('Đã kết nối');
    },
  },
  {
    job: 'hear a recording',
    clicks: 2,
    async work() {
      const { lan } = here();
      await goTo(lan, '/call-history');
      await lan.page
        .getByRole('button', { name: /^Nghe ghi âm cuộc gọi với/ })
        .first()
        .click();
      await lan.page.getByRole('button', { name: 'Tạm dừng' }).waitFor();
    },
  },
  {
    job: 'take a break and come back',
    clicks: 4,
    async work() {
      const { lan } = here();
      await picks(lan, 'Nghỉ ngắn');
      await lan.page.getByRole('button', { name: /^Trạng thái làm việc: Nghỉ ngắn/ }).waitFor();
      await picks(lan, 'Sẵn sàng nhận cuộc gọi');
      await lan.page.getByRole('button', { name: /^Trạng thái làm việc: Sẵn sàng/ }).waitFor();
    },
  },
  {
    job: 'whisper in place of listening',
    clicks: 1,
    who: 'hoa',
    async begin() {
      const { hoa, as } = here();
      await talksWithCustomer();
      const { data } = await as.lan.call(myCalls, {});
      await as.hoa.call(listenToCall, { params: { id: data[0]?.id ?? '' }, body: { agent: '101' } });
      await windowOf(hoa).getByText('Không ai nghe thấy bạn').waitFor();
    },
    async work() {
      const { hoa } = here();
      await windowOf(hoa).getByRole('button', { name: 'Nhắc', exact: true }).click();
      await windowOf(hoa).getByText('Chỉ Nguyễn Thị Lan nghe thấy bạn').waitFor();
    },
  },
];

test.each(jobs)('$job: $clicks', async ({ clicks, who, begin, work }) => {
  const person = who === 'hoa' ? here().hoa : here().lan;
  onTestFinished(() => closesCard(here().lan));
  await begin?.();
  await countClicks(person);
  await work();
  expect(await clicksOn(person)).toBe(clicks);
});

test('the document says what is counted', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/everyday-jobs.md'), 'utf8');
  const rows = text.split('\n').flatMap((line) => {
    const [, job = '', , clicks = ''] = line.split('|').map((cell) => cell.trim());
    return /^\d+$/.test(clicks) ? [{ job, clicks: Number(clicks) }] : [];
  });
  expect(rows).toEqual(jobs.map(({ job, clicks }) => ({ job, clicks })));
});
