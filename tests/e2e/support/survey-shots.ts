import { customers, makeSurveyLink, surveyCampaigns } from '@alo/contract';
import type { Page } from 'playwright-core';

import { signInByApi } from './api.ts';
import type { Shot } from './shot.ts';

/** The demo's survey, with somebody to ask. */
async function asking(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const [survey] = (await admin.call(surveyCampaigns.list, { query: { status: 'running' } })).data;
  const [customer] = (await admin.call(customers.list, {})).data;
  await page.goto(`/survey/campaign/start/${survey?.id}?customer=${customer?.id}`);
  await page.getByRole('form', { name: 'Câu hỏi khảo sát' }).waitFor();
}

/** What customers answered, one of them opened. */
async function reading(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const [survey] = (await admin.call(surveyCampaigns.list, { query: { status: 'running' } })).data;
  await page.goto(`/survey/campaign/responses/${survey?.id}`);
  await page.locator('tbody tr button').or(page.locator('main li button')).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Xem khách' }).waitFor();
}

/** What came of it, by week. */
async function results(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const [survey] = (await admin.call(surveyCampaigns.list, { query: { status: 'running' } })).data;
  await page.goto(`/survey/campaign/results/${survey?.id}`);
  await page.getByRole('table', { name: 'Kết quả theo tuần' }).waitFor();
}

/** What is required was left out. */
async function missing(page: Page, address: string): Promise<void> {
  await asking(page, address);
  await page.getByRole('button', { name: 'Lưu câu trả lời' }).click();
  await page.getByText('Thông tin không được để trống').first().waitFor();
}

/** What the customer sees who was sent a link. */
async function byLink(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const [survey] = (await admin.call(surveyCampaigns.list, { query: { status: 'running' } })).data;
  const [customer] = (await admin.call(customers.list, {})).data;
  const body = { customer_id: customer?.id ?? '' };
  const { url } = await admin.call(makeSurveyLink, { params: { id: survey?.id ?? '' }, body });
  await page.goto(url);
  await page.getByRole('button').first().waitFor();
}

/** Screens of surveys. */
export const surveyShots: readonly Shot[] = [
  { name: 'surveys', path: '/survey/campaign', as: 'admin' },
  {
    name: 'survey-figures',
    path: '/survey/campaign',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Hài lòng sau mua hàng' }).first().click();
      await page.getByText('NPS', { exact: false }).last().waitFor();
    },
  },
  { name: 'survey-responses', path: '/survey/campaign', as: 'admin', prepare: reading },
  { name: 'survey-results', path: '/survey/campaign', as: 'admin', prepare: results },
  { name: 'survey-form', path: '/survey/campaign/add', as: 'admin' },
  { name: 'survey-questions', path: '/survey/question', as: 'admin' },
  { name: 'survey-categories', path: '/survey/categories', as: 'admin' },
  { name: 'survey-ask', path: '/survey/campaign', as: 'lan', prepare: asking },
  { name: 'survey-by-link', path: '/login', as: null, prepare: byLink },
  { name: 'survey-ask-missing', path: '/survey/campaign', as: 'lan', prepare: missing },
];
