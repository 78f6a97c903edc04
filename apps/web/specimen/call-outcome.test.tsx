import type { allCallOutcome, disposition, ResultOf } from '@alo/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { z } from 'zod';

import { CorrectSaid } from '../src/domain/outcomes/correct-said.tsx';
import StrangerOutcome from '../src/phone/card/stranger-outcome.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const call = '00000000-0000-4000-8000-0000000000c1';
const someone = '00000000-0000-4000-8000-0000000000c9';

const outcome = (code: string, name: string, more: object = {}): ResultOf<typeof allCallOutcome>['data'][number] => ({
  id: '00000000-0000-4000-8000-0000000000d1',
  code,
  name,
  group: '',
  colour: '#64748b',
  next_step: 'none',
  active: true,
  ...more,
});
const outcomes = {
  data: [
    outcome('agreed', 'Đã chốt'),
    outcome('call-again', 'Hẹn gọi lại', { next_step: 'call-again' }),
    outcome('spam', 'Spam / quảng cáo'),
    outcome('tet', 'Khuyến mại Tết', { active: false }),
  ],
};

const said: z.output<typeof disposition> = {
  id: '00000000-0000-4000-8000-0000000000d9',
  outcome: 'tet',
  outcome_name: 'Khuyến mại Tết',
  note: 'Gửi quà',
  next_call_at: null,
  call_id: call,
  created_at: '2026-11-20T02:00:00Z',
  by_name: 'Nguyễn Thị Lan',
  by_id: someone,
  version: 3,
  campaign_name: null,
};

test('of somebody who is no customer one says what it was: it is kept with the call, with the words beside it', async () => {
  const asked: unknown[] = [];
  const server = playedServer({
    'GET /me': () => personWith(['customer.update']),
    'GET /all-call-outcome': () => outcomes,
    [`POST /histories-call/${call}/disposition`]: ({ body }) => {
      asked.push(body);
      return { disposition: { ...said, outcome: 'spam', outcome_name: 'Spam / quảng cáo' } };
    },
    'POST /queue/ready': () => ({ call_id: null, slot: null }),
  });
  let kept = 0;
  const Page = () => <StrangerOutcome conversation={call} note="Bán bảo hiểm" bar={null} onKept={() => (kept += 1)} />;
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Page }} />);
  await expect.element(page.getByText('Khuyến mại Tết')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Lưu kết quả' }).click();
  await expect.element(page.getByText('Thông tin không được để trống')).toBeVisible();
  await page.getByRole('radio', { name: 'Spam / quảng cáo' }).click();
  await expectGoodLooks();
  await page.getByRole('button', { name: 'Lưu kết quả' }).click();
  await expect.poll(() => kept).toBe(1);
  expect(asked).toEqual([{ outcome: 'spam', note: 'Bán bảo hiểm', next_call_at: null }]);
});

async function correcting(permissions: readonly string[]) {
  const asked: unknown[] = [];
  const server = playedServer({
    'GET /me': () => personWith(permissions),
    'GET /all-call-outcome': () => outcomes,
    [`PUT /disposition/${said.id}`]: ({ body }) => {
      asked.push(body);
      return { disposition: { ...said, version: 4 } };
    },
  });
  const Page = () => (
    <CorrectSaid said={said}>
      <b>{said.outcome_name}</b>
    </CorrectSaid>
  );
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Page }} />);
  await expect.element(page.getByText('Khuyến mại Tết')).toBeVisible();
  return asked;
}

test('whoever supervises puts right what was said, from where it stands, though it is chosen no more', async () => {
  const asked = await correcting(['customer.update', 'monitor.view']);
  await page.getByRole('button', { name: 'Sửa kết quả' }).click();
  await expect.element(page.getByRole('radio', { name: 'Khuyến mại Tết' })).toBeChecked();
  await page.getByLabelText('Ghi chú').fill('Quà đã gửi');
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await expect.poll(() => asked).toEqual([{ outcome: 'tet', note: 'Quà đã gửi', next_call_at: null, version: 3 }]);
  await expect.element(page.getByRole('button', { name: 'Sửa kết quả' })).toBeVisible();
});

test('whoever neither said it nor supervises has nothing to put right', async () => {
  await correcting(['customer.update']);
  await expect.element(page.getByRole('button', { name: 'Sửa kết quả' })).not.toBeInTheDocument();
});
