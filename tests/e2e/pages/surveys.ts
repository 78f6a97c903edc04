import {
  customers,
  customerTimeline,
  surveyCampaigns,
  surveyCategories,
  surveyFigures,
  surveyQuestions,
} from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from '../support/api.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** Somebody asks a customer the questions of a survey. */
export function surveyStories(here: () => Stage): void {
  let admin: PersonApi;
  let page: Page;

  beforeAll(async () => {
    admin = await signInByApi(here().address, 'admin');
    page = await here().signedIn('lan');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => page?.context().close());

  test('a customer is asked: mistakes are told in the field, answers outlive a reload, and stand in the timeline', async () => {
    const { id: category_id } = await admin.call(surveyCategories.create, { body: { name: 'Giao hàng' } });
    const ask = async (name: string, more: { kind: 'scale' | 'nps' | 'yes-no' | 'text'; required?: boolean }) =>
      (await admin.call(surveyQuestions.create, { body: { name, category_id, ...more } })).id;
    const question_ids = [
      await ask('Giao đúng hẹn không?', { kind: 'yes-no' }),
      await ask('Có giới thiệu cho bạn bè không?', { kind: 'nps', required: true }),
      await ask('Cần làm gì tốt hơn?', { kind: 'text' }),
    ];
    const survey = await admin.call(surveyCampaigns.create, {
      body: { name: 'Sau giao hàng', status: 'running', question_ids, note: 'Em xin hỏi ba câu ạ.' },
    });
    const [customer] = (await admin.call(customers.list, {})).data;
    const { id = '', name = '' } = customer ?? {};

    await page.goto(`${here().address}/customer?id=${id}`);
    await page.getByRole('link', { name: 'Khảo sát: Sau giao hàng' }).click();
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('button', { name: /^Gọi / }).waitFor();
    const form = page.getByRole('form', { name: 'Câu hỏi khảo sát' });
    const nps = form.getByRole('group', { name: /Có giới thiệu/ });
    const save = form.getByRole('button', { name: 'Lưu câu trả lời' });

    await form
      .getByRole('group', { name: /Giao đúng hẹn/ })
      .getByRole('radio', { name: 'Có' })
      .check();
    await form.getByRole('textbox', { name: /tốt hơn/ }).fill('Hẹn giờ từ hôm trước');
    await save.click();
    await nps.getByText('Thông tin không được để trống').waitFor();
    // The mistake has the focus: the arrow keys answer it.
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => nps.getByRole('radio', { name: '10' }).isChecked()).toBe(true);
    // Chosen and gone in the same moment.
    const loaded = page.waitForEvent('load');
    await nps.getByRole('radio', { name: '9', exact: true }).evaluate((radio: HTMLElement) => {
      radio.click();
      location.reload();
    });
    await loaded;
    await expect.poll(() => nps.getByRole('radio', { name: '9', exact: true }).isChecked()).toBe(true);
    expect(await form.getByRole('textbox', { name: /tốt hơn/ }).inputValue()).toBe('Hẹn giờ từ hôm trước');
    await save.click();
    await page.getByText('Đã lưu câu trả lời').waitFor();

    const { data } = await admin.call(customerTimeline, { params: { id } });
    const kept = data.flatMap((entry) =>
      entry.kind === 'survey' && entry.survey.survey_id === survey.id ? [entry.survey] : [],
    );
    expect(kept).toMatchObject([
      { outcome: 'answered', by_name: 'Nguyễn Thị Lan', answers: [{ value: true }, { value: 9 }, {}] },
    ]);
    await page.goto(`${here().address}/customer?id=${id}`);
    await page.getByText('Khảo sát Sau giao hàng: 9/10').click();
    await page.getByText('Hẹn giờ từ hôm trước').waitFor();

    // A second time edits the first.
    await page.getByRole('link', { name: 'Khảo sát: Sau giao hàng' }).click();
    await form.getByText('Lưu lại sẽ sửa lần đó').waitFor();
    await form.getByRole('button', { name: 'Từ chối' }).click();
    await page.getByText('Đã lưu: không có câu trả lời').waitFor();
    expect(await admin.call(surveyFigures, { params: { id: survey.id } })).toMatchObject({
      asked: 1,
      answered: 0,
      declined: 1,
    });
  });
}
