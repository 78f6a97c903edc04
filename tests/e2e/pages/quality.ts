import { evaluations, historiesCall, scoreSheets } from '@alo/contract';
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
}
