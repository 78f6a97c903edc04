import { calibrations, evaluations, historiesCall, scoreSheets } from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from '../support/api.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** A sheet is made, a call is scored by it, disputed by its agent and decided by a third. */
export function qualityStories(here: () => Stage): void {
  let [admin, hoa]: PersonApi[] = [];
  let pages: Page[] = [];

  beforeAll(async () => {
    admin = await signInByApi(here().address, 'admin');
    hoa = await signInByApi(here().address, 'hoa');
    pages = await Promise.all((['hoa', 'lan', 'admin'] as const).map((name) => here().signedIn(name)));
  });
  afterEach((context) => tellOfFailure(context.task, here(), pages));
  afterAll(async () => {
    for (const page of pages) await page.context().close();
  });

  test('a call is scored with a mark, its agent disagrees, somebody else decides, and the score is found again', async () => {
    const [leader, agent, judge] = pages;
    if (leader === undefined || agent === undefined || judge === undefined || hoa === undefined || admin === undefined)
      throw new Error('nobody has signed in');
    const { address } = here();
    await leader.goto(`${address}/score-sheet/add`);
    await leader.getByLabel('Tên phiếu').fill('Phiếu câu chuyện');
    const section = leader.getByRole('group', { name: 'phần 1', exact: true });
    await section.getByLabel('Tên phần').fill('Mở đầu');
    const question = section.getByRole('group', { name: 'câu 1', exact: true });
    await question.getByRole('textbox', { name: 'Câu hỏi' }).fill('Có chào và xưng tên không?');
    await section.getByRole('button', { name: 'Thêm câu' }).click();
    const second = section.getByRole('group', { name: 'câu 2', exact: true });
    await second.getByRole('textbox', { name: 'Câu hỏi' }).fill('Giọng nói');
    await second.getByRole('radio', { name: 'Thang điểm 1–5' }).check();
    await leader.getByRole('button', { name: 'Lưu phiếu chấm điểm' }).click();
    await leader.getByRole('button', { name: 'Phiếu câu chuyện' }).first().waitFor();
    const { data: sheets } = await hoa.call(scoreSheets.list, { query: { search: 'Phiếu câu chuyện' } });
    expect(sheets.map(({ questions }) => questions)).toEqual([2]);

    const { data: calls } = await hoa.call(historiesCall, {
      query: { extension: '101', status: 'answered', direction: 'inbound', per_page: 100 },
    });
    const call = calls.find(({ extension, agent_name: name }) => extension === '101' && name === 'Nguyễn Thị Lan');
    if (call === undefined) throw new Error('Lan has talked with nobody');
    const partOf = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Chấm điểm' });

    await leader.goto(`${address}/call-history?id=${call.id}`);
    await partOf(leader).getByRole('button', { name: 'Phiếu câu chuyện' }).click();
    const greets = partOf(leader).getByRole('group', { name: /Có chào/ });
    await greets.getByRole('radio', { name: 'Không đạt' }).check();
    await partOf(leader)
      .getByRole('button', { name: /^Đánh dấu chỗ đang nghe cho câu Có chào/ })
      .click();
    await partOf(leader)
      .getByLabel(/Nghe thấy gì ở/)
      .fill('Vào thẳng việc');
    await partOf(leader).getByRole('button', { name: 'Lưu nháp' }).click();
    await leader.getByText('Đã lưu nháp').first().waitFor();
    // What was left out is said where it is.
    await partOf(leader).getByRole('button', { name: 'Gửi điểm' }).click();
    await partOf(leader).getByText('Hãy chấm câu này').first().waitFor();
    await partOf(leader)
      .getByRole('group', { name: /Giọng nói/ })
      .getByRole('radio', { name: '5', exact: true })
      .check();
    await expect.poll(() => partOf(leader).getByLabel('Điểm', { exact: true }).innerText()).toBe('50%');
    await partOf(leader).getByRole('button', { name: 'Gửi điểm' }).click();
    await partOf(leader).getByText('Chờ nhân viên xem').waitFor();

    await agent.goto(`${address}/call-scores?own=1`);
    await agent.getByText('Phiếu câu chuyện').first().click();
    await partOf(agent).getByText('Vào thẳng việc').waitFor();
    await partOf(agent).getByRole('button', { name: 'Không đồng ý' }).click();
    await partOf(agent).getByLabel('Vì sao không đồng ý').fill('Tôi có chào ở giây thứ hai');
    await partOf(agent).getByRole('button', { name: 'Gửi phản hồi' }).click();
    await partOf(agent).getByText('Tôi có chào ở giây thứ hai').waitFor();

    await judge.goto(`${address}/call-history?id=${call.id}`);
    const decision = partOf(judge).getByRole('form', { name: 'Phân xử' });
    await decision
      .getByRole('group', { name: /Có chào/ })
      .getByRole('radio', { name: 'Đạt', exact: true })
      .check();
    await decision.getByLabel('Quyết định và lý do').fill('Có chào, nghe lại từ đầu');
    await decision.getByRole('button', { name: 'Gửi quyết định' }).click();
    await partOf(judge).getByText('Đã phân xử').first().waitFor();
    await expect.poll(() => partOf(agent).getByText('Có chào, nghe lại từ đầu').isVisible()).toBe(true);

    const { data: scores } = await admin.call(evaluations, { query: { state: 'decided', sheet_id: sheets[0]?.id } });
    expect(scores).toMatchObject([{ percent: 100, passed: true, scorer: { name: expect.any(String) } }]);
  });

  test('two score one call without seeing each other, and see what divides them once it is closed', async () => {
    const [scorer, , leader] = pages;
    if (scorer === undefined || leader === undefined || admin === undefined) throw new Error('nobody has signed in');
    const { address } = here();
    const name = 'Hiệu chuẩn câu chuyện';
    const questions = [{ text: 'Có hỏi lại nhu cầu?' }, { text: 'Giọng nói', kind: 'scale' as const }];
    await admin.call(scoreSheets.create, {
      body: { name: 'Phiếu hiệu chuẩn', sections: [{ name: 'Nội dung', questions }] },
    });
    const { data: calls } = await admin.call(historiesCall, {
      query: { extension: '101', status: 'answered', direction: 'inbound', per_page: 100 },
    });
    const call = calls.find(({ agent_name: who, recording }) => who === 'Nguyễn Thị Lan' && recording === 'ready');
    if (call === undefined) throw new Error('Lan has talked with nobody');

    const pick = async (label: string, choice: string) => {
      await leader.getByRole('combobox', { name: label }).click();
      await leader.getByRole('option', { name: choice, exact: true }).click();
    };
    await leader.goto(`${address}/call-history?id=${call.id}`);
    await leader.getByRole('dialog').getByRole('link', { name: 'Mở buổi hiệu chuẩn' }).click();
    await leader.getByLabel('Tên buổi').fill(name);
    await pick('Phiếu chấm điểm', 'Phiếu hiệu chuẩn');
    await pick('Người chấm', 'Lê Thu Hoa');
    await pick('Người chấm', 'Phạm Quốc Anh');
    await leader.keyboard.press('Escape');
    await leader.getByRole('list', { name: 'Cuộc gọi đã chọn' }).getByText('Nguyễn Thị Lan').waitFor();
    await leader.getByRole('button', { name: 'Lưu buổi hiệu chuẩn' }).click();
    await leader.getByRole('heading', { name }).waitFor();

    const give = async (page: Page, answers: Readonly<Record<string, string>>) => {
      await page.goto(`${address}/calibrations?to_score=1`);
      await page.getByText(name).first().click();
      await page.getByRole('link', { name: /^Nghe và chấm cuộc của Nguyễn Thị Lan/ }).click();
      const form = page.getByRole('dialog').getByRole('form', { name: `Chấm hiệu chuẩn ${name}` });
      for (const [question, answer] of Object.entries(answers))
        await form
          .getByRole('group', { name: new RegExp(question, 'u') })
          .getByRole('radio', { name: answer, exact: true })
          .check();
      await form.getByRole('button', { name: 'Gửi điểm hiệu chuẩn' }).click();
      await form.waitFor({ state: 'detached' });
    };
    await give(scorer, { 'Có hỏi lại': 'Không đạt', 'Giọng nói': '4' });
    await give(leader, { 'Có hỏi lại': 'Đạt', 'Giọng nói': '4' });
    const { data: opened } = await admin.call(calibrations, { query: { search: name } });
    await leader.goto(`${address}/calibration/view/${opened[0]?.id}`);
    await leader.getByRole('button', { name: 'Đóng và xem kết quả' }).click();
    await leader.getByRole('dialog').getByRole('button', { name: 'Đóng buổi' }).click();
    const divided = leader.getByRole('list', { name: 'Câu mà người chấm trả lời khác nhau' });
    await divided.getByText('Có hỏi lại nhu cầu?').waitFor();
    await expect.poll(() => divided.getByRole('listitem').count()).toBe(1);

    await leader.getByRole('button', { name: /^Đặt đáp án chuẩn cho cuộc/ }).click();
    await leader.getByRole('dialog').getByRole('button', { name: 'Lưu đáp án chuẩn' }).click();
    await leader.getByRole('dialog').waitFor({ state: 'detached' });
    // Whoever scored sees the other's answer beside their own, and which of the two is not what is held right.
    await scorer.goto(`${address}/calibration/view/${opened[0]?.id}`);
    const table = scorer.getByRole('table', { name: /^Từng câu, cuộc Nguyễn Thị Lan/ });
    await table.getByText('khác chuẩn').first().waitFor();
    await expect
      .poll(() =>
        table
          .getByRole('row', { name: /Có hỏi lại/ })
          .getByText('Không đạt')
          .count(),
      )
      .toBeGreaterThan(0);
  });
}
