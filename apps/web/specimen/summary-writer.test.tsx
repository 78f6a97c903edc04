import type { companySummaryWriter, ResultOf } from '@alo/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import SummaryWriter from '../src/features/setting/summary-writer.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

type Kept = ResultOf<typeof companySummaryWriter>;

const nowhere: Kept = {
  offered: true,
  active: false,
  url: '',
  model: '',
  has_key: false,
  done: 0,
  dropped: 0,
  waiting: 0,
  failed: 0,
};

async function show(kept: Kept, permissions = ['setting.view', 'setting.update', 'call-history.listen']) {
  const sent: unknown[] = [];
  const server = playedServer({
    'GET /me': () => personWith(permissions),
    'GET /company-summary-writer': () => kept,
    'PUT /company-summary-writer': ({ body }) => sent.push(body) && {},
    'POST /company-summary-writer/try': () => ({
      ok: true,
      words: 'Đúng cách: 3 câu có chứng cứ, 1 câu bị bỏ',
    }),
  });
  const Page = () => (
    <>
      <h2>Chép lời cuộc gọi</h2>
      <SummaryWriter />
    </>
  );
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Page }} />);
  await expect.element(page.getByRole('heading', { name: 'Chép lời cuộc gọi' })).toBeVisible();
  return sent;
}

const heading = () => page.getByRole('heading', { name: 'Tóm tắt cuộc gọi' });

test('what leaves the house is said beside the switch, and nothing is switched on without an address and a model', async () => {
  const sent = await show(nowhere);
  await expect.element(page.getByText('số điện thoại trong lời được che', { exact: false })).toBeVisible();
  await page.getByRole('switch', { name: 'Gửi lời thoại tới máy tóm tắt' }).click();
  await page.getByRole('button', { name: 'Lưu máy tóm tắt' }).click();
  await expect.element(page.getByText('Nhập địa chỉ của máy tóm tắt trước khi bật')).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByLabelText('Địa chỉ máy tóm tắt').fill('https://may-tom-tat.vn/v1/chat/completions');
  await page.getByLabelText('Mô hình tóm tắt').fill('tom-tat-1');
  await page.getByRole('button', { name: 'Lưu máy tóm tắt' }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ active: true, url: 'https://may-tom-tat.vn/v1/chat/completions', model: 'tom-tat-1' }]);
});

test('a writer that is on tells what it wrote and what was left out, and is tried with a call that nobody made', async () => {
  await show({
    ...nowhere,
    active: true,
    url: 'https://may-tom-tat.vn/v1/chat/completions',
    model: 'tom-tat-1',
    has_key: true,
    done: 128,
    dropped: 9,
    waiting: 2,
    failed: 1,
  });
  await expect.element(page.getByText('9 câu bị bỏ vì không có chứng cứ', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Thử máy tóm tắt' }).click();
  await expect.element(page.getByText('3 câu có chứng cứ, 1 câu bị bỏ', { exact: false })).toBeVisible();
  await expectGoodLooks();
});

test('where the operator does not offer it, or for who may not set it up, there is nothing of it', async () => {
  await show({ ...nowhere, offered: false });
  await expect.element(heading()).not.toBeInTheDocument();
});
test('who may not hear recordings sees nothing of it', async () => {
  await show(nowhere, ['setting.view', 'setting.update']);
  await expect.element(heading()).not.toBeInTheDocument();
});
