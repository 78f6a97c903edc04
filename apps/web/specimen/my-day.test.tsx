import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { PhoneDoorContext } from '../src/domain/phone-door/phone-door.ts';
import MyDayPage from '../src/features/my-day/my-day-page.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { type Answers, playedServer, Refusal } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const nobody = { data: [], total: 0, total_capped: false };
const waits = {
  id: '00000000-0000-4000-8000-0000000000d1',
  customer_id: null,
  customer_name: 'Phạm Thu Hà',
  phone: '0912345001',
  call_back: '0912345001',
  calls: 3,
  since: '2026-11-20T02:00:00Z',
  last_at: '2026-11-20T02:30:00Z',
  status: 'voicemail',
  hotline: '02873001234',
  queues: '',
  message: null,
  last_try: null,
  claim: { account_id: '00000000-0000-4000-8000-0000000000d5', name: 'Minh', at: '2026-11-20T02:45:00Z', mine: false },
};
const said = {
  id: '00000000-0000-4000-8000-0000000000b1',
  direction: 'inbound',
  status: 'answered',
  started_at: '2026-11-20T01:00:00Z',
  answered_at: '2026-11-20T01:00:05Z',
  ended_at: '2026-11-20T01:02:05Z',
  phone: '0901234567',
  customer_id: null,
  customer_name: 'Nguyễn Văn An',
  hotline: '',
  dialled: '',
  extension: '101',
  agent_name: null,
  caller_extension: '',
  caller_name: null,
  wait_seconds: 5,
  talk_seconds: 120,
  total_seconds: 125,
  cause: 'normal',
  recording: 'none',
};

async function show(answers: Answers) {
  const dial = vi.fn<(target: string) => void>();
  const asked: string[] = [];
  const server = playedServer({
    'GET /me': () => personWith(),
    'GET /my-day': () => ({ date: '2026-11-20', answered: 12, missed: 2, talk_seconds: 3_720 }),
    'GET /calls-to-return': () => nobody,
    'GET /get-data-filter': ({ url }) => {
      asked.push(url.search);
      return nobody;
    },
    'GET /histories-call': () => nobody,
    ...answers,
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
      <MyDayPage />
    </PhoneDoorContext>
  );
  const pages = { '/': Shown, '/call-history': () => <p>Lịch sử</p>, '/calls-to-return': () => <p>Danh sách</p> };
  await render(<ConsoleAround server={server} at="/" pages={pages} />);
  return { dial, asked };
}

const part = (name: string) => page.getByRole('region', { name });

test('whom one has to call stands there with who has taken them on, is called by one click, and calls without outcome lead to theirs', async () => {
  const { dial, asked } = await show({
    'GET /calls-to-return': () => ({ ...nobody, data: [waits], total: 1 }),
    'GET /histories-call': () => ({ ...nobody, data: [said], total: 1 }),
  });
  await expect.element(part('Cần gọi lại').getByText(/Minh đã nhận/)).toBeVisible();
  await expect.element(part('Chưa ghi kết quả').getByText('Nguyễn Văn An')).toBeVisible();
  await expect.element(page.getByText('12', { exact: true })).toBeVisible();
  expect(asked[0]).toContain('promise=due');
  await expectGoodLooks();
  await page.getByRole('button', { name: 'Gọi Phạm Thu Hà' }).click();
  expect(dial.mock.calls).toEqual([['0912345001']]);
  await page.getByRole('link', { name: 'Nguyễn Văn An' }).click();
  await expect.element(page.getByText('Lịch sử', { exact: true })).toBeVisible();
});

test('of more than stand there it says how many, and leads to all of them', async () => {
  const data = Array.from('abcdef', (letter) => ({
    ...waits,
    id: waits.id.replace(/1$/, letter),
    customer_name: `Khách ${letter}`,
  }));
  await show({ 'GET /calls-to-return': () => ({ ...nobody, data, total: 18 }) });
  await expect.element(part('Cần gọi lại').getByText('Khách f')).toBeVisible();
  await expectGoodLooks();
  await page.getByRole('link', { name: 'Còn 12 khách nữa' }).click();
  await expect.element(page.getByText('Danh sách', { exact: true })).toBeVisible();
});

test('a day without work says so, and what could not be read is told in its place', async () => {
  await show({ 'GET /calls-to-return': () => new Refusal(422, { code: 'invalid', message: 'Không đọc được' }) });
  await expect.element(part('Cần gọi lại').getByRole('alert')).toBeVisible();
  await expect.element(page.getByText('Không có hẹn nào đến giờ')).toBeVisible();
  await expect.element(page.getByText('Cuộc gọi nào cũng có kết quả')).toBeVisible();
  await expectGoodLooks();
});
