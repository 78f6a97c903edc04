import type { Shot } from './shot.ts';

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
