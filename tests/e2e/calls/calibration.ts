import { answerCalibration, calibrations, scoreSheets } from '@alo/contract';
import { expect, onTestFinished, test } from 'vitest';

import { runSipp } from '../../sip/run-sipp.ts';
import { mainNumberAndCustomer, signInByApi, theCallSince } from '../support/api.ts';
import { launch, openPage, signIn } from '../support/browser-phone.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { isHeardBy } from '../support/heard.ts';
import type { Company } from '../support/office.ts';

const from = '0912345691';
const session = 'Hiệu chuẩn đầu tuần';
const sheet = 'Phiếu hiệu chuẩn';

/** A recorded call is scored by two who do not see each other. */
export function calibrationStories(company: () => Company): void {
  test('two score a recorded call without seeing each other, and see what divides them once it is closed', async () => {
    const { product, lan, admin } = company();
    const { address } = product;
    const { number } = await mainNumberAndCustomer(admin);
    const since = Date.now();
    const carrier = runSipp({
      scenario: 'callee-hangs-up',
      target: { host: '127.0.0.1', port: product.sipPort },
      from,
      name: 'Sipp',
      to: number.replace(/^\+84/, '0'),
      seconds: 60,
      hertz: 440,
    });
    await lan.shows('Cuộc gọi đến');
    await lan.answer();
    await lan.shows('Đã kết nối');
    await isHeardBy(lan);
    await lan.hangUp();
    expect(await carrier).toEqual({ ok: true, errors: '' });
    const { id: call } = await theCallSince(admin, since);
    const questions = [
      { text: 'Có hỏi lại nhu cầu?' },
      { text: 'Giọng nói', kind: 'scale' as const },
      { text: 'Xin phép giữ máy?', optional: true },
    ];
    await admin.call(scoreSheets.create, { body: { name: sheet, sections: [{ name: 'Nội dung', questions }] } });

    const browser = await launch([]);
    onTestFinished(() => browser.close());
    const leader = await openPage(browser);
    await signIn(leader, address, 'admin');
    await leader.waitForURL((url) => url.pathname !== '/login');
    const pick = async (label: string, choice: string) => {
      await leader.getByRole('combobox', { name: label }).click();
      await leader.getByRole('option', { name: choice, exact: true }).click();
    };
    await leader.goto(`${address}/call-history?id=${call}`);
    await leader.getByRole('dialog').getByRole('link', { name: 'Mở buổi hiệu chuẩn' }).click();
    await leader.getByLabel('Tên buổi').fill(session);
    await pick('Phiếu chấm điểm', sheet);
    await pick('Người chấm', 'Lê Thu Hoa');
    await pick('Người chấm', 'Phạm Quốc Anh');
    await leader.keyboard.press('Escape');
    await leader.getByRole('list', { name: 'Cuộc gọi đã chọn' }).getByText('Nguyễn Thị Lan').waitFor();
    await leader.getByRole('button', { name: 'Lưu buổi hiệu chuẩn' }).click();
    await leader.getByRole('heading', { name: session }).waitFor();
    const { data: opened } = await admin.call(calibrations, { query: { search: session } });
    const id = opened[0]?.id ?? '';
    expect(opened).toMatchObject([{ scorers: 2, given: 0, calls: 1, to_score: true }]);
    const shownHere = (of: string) => `${address}/calibration/view/${of}`;
    await expectGoodLooks(browser, address, [
      {
        name: 'calibration-scoring',
        path: '/call-history',
        as: 'admin',
        prepare: async (page) => {
          await page.goto(`${address}/call-history?id=${call}`);
          const form = page.getByRole('dialog').getByRole('form', { name: `Chấm hiệu chuẩn ${session}` });
          await form.getByRole('button', { name: 'Gửi điểm hiệu chuẩn' }).waitFor();
          await form.scrollIntoViewIfNeeded();
        },
      },
      {
        name: 'calibration-open',
        path: '/calibrations',
        as: 'admin',
        prepare: async (page) => {
          await page.goto(shownHere(id));
          await page.getByRole('list', { name: 'Người chấm của buổi này' }).waitFor();
        },
      },
    ]);

    await leader.getByRole('link', { name: /^Nghe và chấm cuộc của Nguyễn Thị Lan/ }).click();
    const form = leader.getByRole('dialog').getByRole('form', { name: `Chấm hiệu chuẩn ${session}` });
    const say = (question: RegExp, answer: string) =>
      form.getByRole('group', { name: question }).getByRole('radio', { name: answer, exact: true }).check();
    await say(/Có hỏi lại/, 'Đạt');
    await say(/Giọng nói/, '4');
    await form.getByRole('button', { name: 'Gửi điểm hiệu chuẩn' }).click();
    await form.getByText('Hãy chấm câu này').first().waitFor();
    await say(/Xin phép/, 'Không áp dụng');
    await form.getByRole('button', { name: 'Gửi điểm hiệu chuẩn' }).click();
    await form.waitFor({ state: 'detached' });

    const hoa = await signInByApi(address, 'hoa');
    const { data: sheets } = await hoa.call(scoreSheets.list, { query: { search: sheet } });
    const asked = (sheets[0]?.sections ?? []).flatMap((section) => section.questions ?? []);
    const answers = asked.map((question, at) => ({
      question_id: question.id ?? '',
      value: ([0, 4, 'n/a'] as const)[at] ?? 0,
      comment: '',
    }));
    await hoa.call(answerCalibration, { params: { id }, body: { call_id: call, answers, given: true } });
    await leader.goto(shownHere(id));
    await leader.getByRole('button', { name: 'Đóng và xem kết quả' }).click();
    await leader.getByRole('dialog').getByRole('button', { name: 'Đóng buổi' }).click();
    const divided = leader.getByRole('list', { name: 'Câu mà người chấm trả lời khác nhau' });
    await divided.getByText('Có hỏi lại nhu cầu?').waitFor();
    await expect.poll(() => divided.getByRole('listitem').count()).toBe(1);
    const table = leader.getByRole('table', { name: /^Từng câu, cuộc Nguyễn Thị Lan/ });
    await table
      .getByRole('row', { name: /Có hỏi lại/ })
      .getByText('Không đạt')
      .waitFor();

    await leader.getByRole('button', { name: /^Đặt đáp án chuẩn cho cuộc/ }).click();
    const right = leader.getByRole('dialog', { name: 'Đáp án chuẩn' });
    await right
      .getByRole('group', { name: /Có hỏi lại/ })
      .getByRole('radio', { name: 'Đạt', exact: true })
      .check();
    await right.getByRole('button', { name: 'Lưu đáp án chuẩn' }).click();
    await right.waitFor({ state: 'detached' });
    await expect.poll(() => table.getByText('khác chuẩn').count()).toBe(1);
    // Of two questions alike and one that is not: two of three pairs.
    await leader.getByText('66,7%').first().waitFor();
    await expectGoodLooks(browser, address, [
      {
        name: 'calibration-closed',
        path: '/calibrations',
        as: 'admin',
        prepare: async (page) => {
          await page.goto(shownHere(id));
          await page.getByText('khác chuẩn').waitFor();
        },
      },
      {
        name: 'calibrated-scorers',
        path: '/calibrated-scorers',
        as: 'admin',
        prepare: (page) => page.getByRole('region', { name: 'Lê Thu Hoa' }).waitFor(),
      },
    ]);
  });
}
