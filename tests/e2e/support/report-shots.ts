import { allAccount, mailedReports, makeReportLink } from '@alo/contract';
import type { Page } from 'playwright-core';

import { signInByApi } from './api.ts';
import type { Shot } from './shot.ts';

/** A report of the demo company that is sent by mail, and a link to it. */
async function mailed(address: string): Promise<{ id: string; url: string }> {
  const admin = await signInByApi(address, 'admin');
  const name = 'Giờ đông khách';
  const there = await admin.call(mailedReports.list, { query: { search: name } });
  const { data: people } = await admin.call(allAccount, {});
  const body = {
    name,
    report: 'call-analysis',
    filters: 'of=calls&by=hour&figure=inbound&across=weekday',
    span: 'last-week',
    every: 'week',
    person_ids: people.slice(0, 2).map(({ id }) => id),
  } as const;
  const { id } =
    there.data[0] ?? (await admin.call(mailedReports.create, { body: { ...body, person_ids: [...body.person_ids] } }));
  const { url } = await admin.call(makeReportLink, { params: { id }, body: { days: 7 } });
  return { id, url };
}

/** What is known of it, down to its links. */
async function mailedOne(page: Page, address: string): Promise<void> {
  const { id } = await mailed(address);
  await page.goto(`/mailed-reports?id=${id}`);
  const links = page.getByRole('dialog').getByRole('region', { name: 'Liên kết xem' });
  await links.getByText('Đang mở').first().waitFor();
  await links.getByRole('button', { name: 'Tạo liên kết' }).scrollIntoViewIfNeeded();
}

/** What calls come to. */
export const reportShots: readonly Shot[] = [
  { name: 'report-heat', path: '/call-analysis', as: 'admin' },
  {
    name: 'report-change',
    path: '/call-analysis?of=calls&by=hour&figure=answer_rate&against=previous',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('table', { name: /^Thay đổi của/ }).waitFor();
    },
  },
  {
    name: 'report-waits',
    path: '/call-analysis?of=queues&by=wait&across=outcome&figure=total',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('table', { name: /^Lượt vào hàng/ }).waitFor();
    },
  },
  { name: 'mailed-reports', path: '/mailed-reports', as: 'admin' },
  {
    name: 'mailed-report-form',
    path: '/mailed-report/add?report=call-analysis&filters=of%3Dqueues%26by%3Dwait%26across%3Doutcome',
    as: 'admin',
    prepare: (page) => page.getByRole('combobox', { name: 'Số liệu của' }).waitFor(),
  },
  { name: 'mailed-report', path: '/mailed-reports', as: 'admin', prepare: mailedOne },
  {
    name: 'shared-report',
    path: '/login',
    as: null,
    prepare: async (page, address) => {
      await page.goto((await mailed(address)).url);
      await page.getByRole('table').first().waitFor();
    },
  },
  { name: 'report-departments', path: '/history-by-department-team', as: 'admin' },
  {
    name: 'report-department',
    path: '/history-by-department-team',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Kinh doanh', exact: true }).click();
      await page.getByRole('dialog', { name: 'Kinh doanh' }).getByRole('table', { name: 'Tư vấn' }).waitFor();
    },
  },
  { name: 'report-extensions', path: '/history-cdr-by-exten', as: 'admin' },
  { name: 'report-queues', path: '/history-by-queue', as: 'admin' },
  {
    name: 'report-queue',
    path: '/history-by-queue',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Chăm sóc khách hàng', exact: true }).click();
      await page.getByRole('table', { name: 'Theo khung giờ' }).waitFor();
    },
  },
  { name: 'report-statuses', path: '/history-by-status', as: 'admin' },
  {
    name: 'report-status',
    path: '/history-by-status',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Nguyễn Thị Lan', exact: true }).click();
      await page.getByRole('region', { name: /^Diễn biến ngày/ }).waitFor();
    },
  },
  { name: 'report-quality', path: '/history-by-quality', as: 'admin' },
  {
    name: 'staffing',
    path: '/staffing',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Thêm hoặc bớt người' }).fill('2');
      await page.getByRole('columnheader', { name: 'Sau thay đổi' }).waitFor();
    },
  },
  {
    name: 'staffing-ahead',
    path: '/staffing',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'Những ngày tới' }).check();
      await page.getByRole('heading', { name: 'Số người cần theo nửa giờ' }).waitFor();
    },
  },
  { name: 'successful-calls', path: '/history-success-call', as: 'admin' },
  { name: 'carrier-calls', path: '/reports/fpt/call-history', as: 'admin' },
  { name: 'carrier-no-calls', path: '/etelecom/call-history', as: 'admin' },
];
