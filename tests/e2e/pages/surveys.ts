import {
  allProfileStatus,
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
import { phoneOf } from '../support/browser-phone.ts';
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
    await expect.poll(() => form.getByRole('textbox', { name: /tốt hơn/ }).inputValue()).toBe('Hẹn giờ từ hôm trước');
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

  test('two surveys of one customer are two forms, however one comes from one to the other', async () => {
    const { id: category_id } = await admin.call(surveyCategories.create, { body: { name: 'Hai khảo sát' } });
    const question = await admin.call(surveyQuestions.create, {
      body: { name: 'Có hài lòng không?', category_id, kind: 'yes-no' },
    });
    const survey = (name: string) =>
      admin.call(surveyCampaigns.create, { body: { name, status: 'running', question_ids: [question.id] } });
    const [one, other] = [await survey('Sau bảo hành'), await survey('Sau mua thêm')];
    const status = (await admin.call(allProfileStatus, {})).data[0]?.id ?? '';
    const body = { name: 'Khách Hai Phiếu', phone: '0987702255', status };
    const customer = await admin.call(customers.create, { body });

    const phone = phoneOf(here().browser, page, () => page.close());
    await page.goto(`${here().address}/survey/campaign/start/${one.id}?customer=${customer.id}`);
    await phone.registered();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Gọi 0987/ })
      .click();
    await phone.says(customer.name);
    // The pop-up of the call stands beside the page, with a way to each survey that runs.
    const card = page.getByRole('complementary', { name: 'Khách hàng đang gọi' });
    const open = async ({ name }: { readonly name: string }) => {
      await card.getByRole('link', { name: `Khảo sát: ${name}` }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    };
    const form = page.getByRole('form', { name: 'Câu hỏi khảo sát' });
    const note = form.getByRole('textbox', { name: 'Ghi chú' });
    const yes = form.getByRole('radio', { name: 'Có' });
    await open(other);
    await yes.check();
    await note.fill('Hỏi về lần mua thêm');
    await open(one);
    await expect.poll(async () => [await note.inputValue(), await yes.isChecked()]).toEqual(['', false]);
    await open(other);
    await expect
      .poll(async () => [await note.inputValue(), await yes.isChecked()])
      .toEqual(['Hỏi về lần mua thêm', true]);
    await phone.hangUp();
    await phone.isIdle();
  });

  test('a survey that is not there says so and offers no vain way; a customer who is gone is in the way of no other', async () => {
    const [survey] = (await admin.call(surveyCampaigns.list, { query: { status: 'running' } })).data;
    const open = (path: string) => page.goto(`${here().address}/survey/campaign/start/${path}`);
    await open(crypto.randomUUID());
    await page.getByText('Không tìm thấy', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Thử lại' }).count()).toBe(0);
    await open(`${survey?.id}?customer=${crypto.randomUUID()}`);
    await page.getByText('Không tìm thấy khách này').waitFor();
    await page.getByRole('button', { name: 'Chọn khách khác' }).click();
    await page.getByRole('combobox', { name: 'Khách hàng' }).waitFor();
  });
}
