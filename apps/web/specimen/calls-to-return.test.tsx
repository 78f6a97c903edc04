import type { CallToReturn } from '@alo/contract';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { PhoneDoorContext } from '../src/domain/phone-door/phone-door.ts';
import CallsToReturnPage from '../src/features/calls-to-return/calls-to-return-page.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer, Refusal } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const ha: CallToReturn = {
  id: '00000000-0000-4000-8000-0000000000d1',
  customer_id: '00000000-0000-4000-8000-0000000000d2',
  customer_name: 'Phạm Thu Hà',
  phone: '0912345001',
  call_back: '0912345001',
  calls: 3,
  since: '2026-11-20T02:00:00Z',
  last_at: '2026-11-20T02:30:00Z',
  status: 'voicemail',
  hotline: '02873001234',
  queues: 'Chăm sóc khách hàng',
  message: { call_id: '00000000-0000-4000-8000-0000000000d1', heard: false },
  last_try: {
    call_id: '00000000-0000-4000-8000-0000000000d3',
    at: '2026-11-20T02:40:00Z',
    status: 'no_answer',
    by_name: 'Trần Văn Minh',
  },
  claim: null,
};
const hidden: CallToReturn = {
  ...ha,
  id: '00000000-0000-4000-8000-0000000000d4',
  customer_id: null,
  customer_name: null,
  phone: '091****002',
  call_back: 'call/00000000-0000-4000-8000-0000000000d4',
  calls: 1,
  status: 'missed',
  queues: '',
  message: null,
  last_try: null,
  claim: {
    account_id: '00000000-0000-4000-8000-0000000000d5',
    name: 'Trần Văn Minh',
    at: '2026-11-20T02:45:00Z',
    mine: false,
  },
};

async function show(rows: CallToReturn[], { taken = false, fails = false } = {}) {
  const asked: string[] = [];
  const dial = vi.fn<(target: string) => void>();
  let listed = rows;
  const server = playedServer({
    'GET /me': () => personWith(),
    'GET /saved-views': () => ({ data: [] }),
    'GET /calls-to-return': () =>
      fails ? new Refusal(500) : { data: listed, total: listed.length, total_capped: false },
    'GET /calls-to-return/figures': () => ({
      unserved: 4,
      open: rows.length,
      within_15_minutes: 1,
      within_hour: 2,
      within_day: 2,
    }),
    [`POST /calls-to-return/${ha.id}/claim`]: () => {
      asked.push('claim');
      const claim = { account_id: ha.id, name: 'Nguyễn Thị Lan', at: '2026-11-20T03:00:00Z', mine: !taken };
      listed = listed.map((row) => (row.id === ha.id ? { ...row, claim } : row));
      return taken ? new Refusal(409, { code: 'conflict', message: 'Đã thay đổi' }) : {};
    },
    [`POST /calls-to-return/${ha.id}/close`]: ({ body }) => {
      asked.push(JSON.stringify(body));
      listed = listed.filter(({ id }) => id !== ha.id);
      return {};
    },
  });
  const door = {
    dial,
    open: () => undefined,
    whyNot: null,
    holdsCall: () => false,
    cardShown: false,
    isDocked: false,
    asksOutcome: () => () => undefined,
    showSettings: () => undefined,
  };
  const Shown = () => (
    <PhoneDoorContext value={door}>
      <CallsToReturnPage />
    </PhoneDoorContext>
  );
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Shown, '/call-history': () => <p>Lịch sử</p> }} />);
  return { asked, dial };
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test('who waits stands there with why, how often and who has tried; a hidden number is called by what stands for it', async () => {
  const { dial } = await show([ha, hidden]);
  await expect.element(row('Phạm Thu Hà').getByText('Hộp thư thoại')).toBeVisible();
  await expect.element(row('Phạm Thu Hà').getByText(/Không trả lời · Trần Văn Minh/)).toBeVisible();
  await expect.element(row('Phạm Thu Hà').getByRole('button', { name: /^Nghe lời nhắn/ })).toBeVisible();
  await expect.element(row('Gỡ').getByText('Trần Văn Minh')).toBeVisible();
  await expect.element(page.getByText('1/4')).toBeVisible();
  await row('Gỡ')
    .getByRole('button', { name: /^Gọi 091/ })
    .click();
  expect(dial.mock.calls).toEqual([[hidden.call_back]]);
});

test('a customer is taken on by one click, and closed by hand with a reason', async () => {
  const { asked } = await show([ha, hidden]);
  await row('Phạm Thu Hà').getByRole('button', { name: 'Nhận xử lý' }).click();
  await expect.element(row('Phạm Thu Hà').getByRole('button', { name: 'Thôi nhận' })).toBeVisible();
  await row('Phạm Thu Hà')
    .getByRole('button', { name: /^Không cần gọi lại/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Lý do').fill('Khách gọi nhầm');
  await dialog.getByRole('button', { name: 'Không cần gọi lại' }).click();
  await expect.element(row('Phạm Thu Hà')).not.toBeInTheDocument();
  expect(asked).toEqual(['claim', '{"reason":"Khách gọi nhầm"}']);
});

test('whoever was slower than a colleague is told so, and sees whose the customer is', async () => {
  await show([ha], { taken: true });
  await row('Phạm Thu Hà').getByRole('button', { name: 'Nhận xử lý' }).click();
  await expect.element(page.getByText('Đồng nghiệp vừa nhận khách này')).toBeVisible();
  await expect.element(row('Phạm Thu Hà').getByText('Nguyễn Thị Lan')).toBeVisible();
});

test('nobody waits, and it cannot be said who does', async () => {
  await show([]);
  await expect.element(page.getByText('Không còn ai phải gọi lại')).toBeVisible();
  await show([], { fails: true });
  await expect.element(page.getByText('Chưa tải được dữ liệu')).toBeVisible();
});

test('the page lets everybody through', async () => {
  await show([ha, hidden]);
  await expect.element(row('Phạm Thu Hà')).toBeVisible();
  await expectGoodLooks();
});
