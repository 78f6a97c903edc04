import type { CampaignDialling, myQueues, ResultOf } from '@alo/contract';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { AutoCall } from '../src/features/campaigns/auto-call.tsx';
import { Dialling } from '../src/features/campaigns/dialling.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const campaign = '00000000-0000-4000-8000-0000000000c1';
const queue = { id: '00000000-0000-4000-8000-0000000000a1', name: 'Gọi ra' };
const stands: CampaignDialling = {
  mode: 'ratio',
  queue,
  under_way: 7,
  reached: { n: 41, of: 100 },
  abandoned: { n: 1, of: 41 },
  decisions: [
    { at: '2026-11-20T02:00:07Z', dial: 7, words: 'đang gọi 7 vì 5 rảnh, 1,5 đường mỗi người, gặp 41 %' },
    { at: '2026-11-20T02:00:00Z', dial: 0, words: 'chưa gọi: không ai rảnh' },
  ],
};
const mine = (joined: boolean): ResultOf<typeof myQueues> => ({
  at: '2026-11-20T02:00:00Z',
  wrap_up_until: null,
  wrap_up_required: false,
  wrap_up_call: null,
  why: '',
  data: [{ ...queue, joined, pause: null, free: joined, why: '' }],
});

test('whoever looks at a campaign that calls sees how many are called and why, takes part, and leaves', async () => {
  let joined = false;
  const server = playedServer({
    'GET /me': () => personWith(),
    [`GET /campaign/${campaign}/dialling`]: () => stands,
    'GET /my-queues': () => mine(joined),
    'POST /queue/join': () => {
      joined = true;
      return { call_id: null, slot: null };
    },
    'POST /queue/leave': () => {
      joined = false;
      return { call_id: null, slot: null };
    },
  });
  await render(<ConsoleAround server={server} pages={{ '/': () => <Dialling id={campaign} waits /> }} at="/" />);
  await expect.element(page.getByText(/^đang gọi 7 vì 5 rảnh, 1,5 đường mỗi người, gặp 41 %/)).toBeVisible();
  await expect.element(page.getByText(/41\/100/)).toBeVisible();
  await expect.element(page.getByText(/1\/41$/)).toBeVisible();
  await expectGoodLooks();
  await page.getByRole('button', { name: 'Tham gia gọi' }).click();
  await expect.element(page.getByText('Bạn đang chờ khách')).toBeVisible();
  await page.getByRole('button', { name: 'Rời chiến dịch' }).click();
  await expect.element(page.getByText('Bạn chưa tham gia')).toBeVisible();
});

test('whoever is no member of the queue is told so', async () => {
  const server = playedServer({
    'GET /me': () => personWith(),
    [`GET /campaign/${campaign}/dialling`]: () => ({ ...stands, decisions: [], reached: { n: 0, of: 0 } }),
    'GET /my-queues': () => ({ ...mine(false), data: [] }),
  });
  await render(<ConsoleAround server={server} pages={{ '/': () => <Dialling id={campaign} waits /> }} at="/" />);
  await expect.element(page.getByText(/Bạn không thuộc hàng đợi này/)).toBeVisible();
  await expect.element(page.getByText('Chưa có quyết định gọi nào.')).toBeVisible();
  await expectGoodLooks();
});

test('a customer who is shown is called when the time is over, and not where somebody stops that', async () => {
  const called = vi.fn<() => void>();
  const shown = await render(<AutoCall seconds={1} onCall={called} />);
  await expect.poll(() => called.mock.calls.length).toBe(1);
  await shown.unmount();

  const never = vi.fn<() => void>();
  await render(<AutoCall seconds={300} onCall={never} />);
  await expect.element(page.getByText(/Tự gọi sau \d+ giây/)).toBeVisible();
  await page.getByRole('button', { name: 'Dừng' }).click();
  await expect.element(page.getByText(/Đã dừng tự gọi/)).toBeVisible();
  expect(never).not.toHaveBeenCalled();
});
