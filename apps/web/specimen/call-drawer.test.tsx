import type { callDetail, callEvidence, callWaveform, ResultOf } from '@alo/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { CallDrawer } from '../src/features/call-history/call-drawer.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

type Detail = ResultOf<typeof callDetail>;

const id = '00000000-0000-4000-8000-0000000000c1';
const customer_id = '00000000-0000-4000-8000-0000000000c2';

const call: Detail = {
  id,
  direction: 'inbound',
  purpose: 'people',
  status: 'answered',
  started_at: '2026-11-20T02:00:00Z',
  answered_at: '2026-11-20T02:00:12Z',
  ended_at: '2026-11-20T02:03:00Z',
  phone: '0912345001',
  customer_id,
  customer_name: 'Phạm Thu Hà',
  hotline: '02873001234',
  dialled: '02873001234',
  extension: '101',
  agent_name: 'Nguyễn Thị Lan',
  tags: [{ id: '01a0b6f0-0000-7000-8000-0000000000aa', name: 'Khiếu nại', colour: '#dc2626' }],
  others: '',
  caller_extension: '',
  caller_name: null,
  wait_seconds: 12,
  talk_seconds: 168,
  total_seconds: 180,
  cause: 'normal',
  network_said: null,
  broken: '',
  name_prefix: '',
  recording: 'ready',
  recording_refused_after: null,
  voices: null,
  queues: '',
  mos: 4.2,
  poor: false,
  outcome: null,
  outcome_name: null,
  trace: [{ at: '2026-11-20T02:00:00Z', kind: 'rule', text: 'Quy tắc gọi vào “Tổng đài” khớp', detail: {} }],
  legs: [],
  segments: [],
  queue_stays: [{ queue: 'Chăm sóc khách hàng', outcome: 'answered', wait_seconds: 9 }],
  recording_seconds: 168,
  dispositions: [],
  notes: [],
  surveys: [],
  customer_opens: true,
  held: null,
};

const wave: ResultOf<typeof callWaveform> = {
  seconds: 168,
  left: [0.1, 0.5, 0.2],
  right: [0.2, 0.1, 0.4],
  voices: {
    left: [
      [0, 40],
      [100, 160],
    ],
    right: [[38, 92]],
    silences: [[92, 100]],
    told: { agent_percent: 35.1, overtalk_percent: 1.3, dead_air_seconds: 8, longest_silence_seconds: 8 },
  },
};

const evidence: ResultOf<typeof callEvidence> = {
  kept_as: 'opus',
  bytes: 480_000,
  link: { seq: 12, at: '2026-11-30T08:00:00.000Z', sha256: 'ab'.repeat(32), hash: 'cd'.repeat(32) },
  head: { seq: 40, hash: 'ef'.repeat(32) },
  fingerprint: '0123 4567 89ab cdef 0123 4567 89ab cdef',
};

async function show({
  permissions,
  with: more = {},
}: {
  permissions?: readonly string[];
  with?: Partial<Detail>;
} = {}) {
  const asked: string[] = [];
  const server = playedServer({
    'GET /me': () => personWith(permissions),
    [`GET /histories-call/${id}`]: () => ({ ...call, ...more }),
    [`GET /histories-call/${id}/waveform`]: () => wave,
    [`GET /histories-call/${id}/evidence`]: () => evidence,
    [`PUT /histories-call/${id}/hold`]: ({ body }) => asked.push(JSON.stringify(body)),
  });
  const Page = () => <CallDrawer id={id} rows={[]} onOpen={() => undefined} />;
  const pages = { '/': Page, '/customer': () => <p>Trang khách hàng</p> };
  await render(<ConsoleAround server={server} at="/" pages={pages} />);
  await expect.element(drawer().getByText('Vì sao cuộc gọi đi như vậy')).toBeVisible();
  return asked;
}

const drawer = () => page.getByRole('dialog');
const play = () => drawer().getByRole('button', { name: 'Nghe ghi âm' });

test('whoever may listen has the player, everything that happened, and a way to the customer', async () => {
  await show({ permissions: ['call-history.view', 'call-history.listen', 'customer.view'] });
  await expect.element(play()).toBeVisible();
  await expect.element(drawer().getByText(/^đã nghe sau khi chờ/)).toBeVisible();
  await drawer().getByRole('link', { name: 'Phạm Thu Hà' }).click();
  await expect.element(page.getByText('Trang khách hàng')).toBeVisible();
});

test('who spoke how much stands under the wave, and a silence is gone to at a press', async () => {
  await show({ permissions: ['call-history.view', 'call-history.listen'] });
  await expect.element(drawer().getByText('35,1%')).toBeVisible();
  await expect.element(drawer().getByText('1,3%')).toBeVisible();
  await drawer().getByRole('button', { name: 'Im lặng 00:08 từ 01:32' }).click();
  // A little of what was said before it is heard as well.
  await expect.element(drawer().getByText('01:30 / 02:48')).toBeVisible();
  await drawer().getByRole('button', { name: 'Nhân viên nói' }).click();
  await expect.element(page.getByText(/^Thời gian phía nhân viên nói ÷/)).toBeVisible();
});

test('whoever may not listen is told so, and has no player', async () => {
  await show({ permissions: ['call-history.view'] });
  await expect.element(drawer().getByText('Bạn chưa có quyền nghe ghi âm.')).toBeVisible();
  await expect.element(play()).not.toBeInTheDocument();
});

test('a customer whose card is not there for one is a name, and no way', async () => {
  await show({ with: { customer_opens: false } });
  await expect.element(drawer().getByText('Phạm Thu Hà').first()).toBeVisible();
  await expect.element(drawer().getByRole('link', { name: 'Phạm Thu Hà' })).not.toBeInTheDocument();
});

test.each<[Detail['recording'], string, boolean]>([
  ['open', 'Cuộc gọi đang được ghi âm, nghe được sau khi kết thúc.', false],
  ['failed', 'Không lưu được ghi âm của cuộc gọi này.', false],
  ['no-room', 'Không ghi âm được vì ổ đĩa đã đầy.', false],
  ['incomplete', 'Ghi âm dừng trước khi cuộc gọi kết thúc.', true],
  ['no-space', 'Ghi âm bị cắt vì ổ đĩa đã đầy.', true],
])('a recording that is %s says “%s”', async (recording, words, plays) => {
  await show({ with: { recording } });
  await expect.element(drawer().getByText(words)).toBeVisible();
  await expect.poll(() => play().elements().length).toBe(plays ? 1 : 0);
});

test('of a call that nobody has answered yet the waiting goes on', async () => {
  const started_at = new Date(Date.now() - 75_000).toISOString();
  await show({
    with: { status: 'in_progress', started_at, answered_at: null, ended_at: null, cause: '', wait_seconds: 0 },
  });
  const waited = () => drawer().element().textContent;
  await expect.poll(waited).toMatch(/Thời gian chờ01:1[5-9]|Thời gian chờ01:[2-5]/);
});

test('a call that came to nothing says why once', async () => {
  await show({ with: { direction: 'outbound', status: 'busy', cause: 'busy', answered_at: null } });
  await expect.element(drawer().getByText('Máy bận')).toBeVisible();
  await expect
    .poll(
      () =>
        drawer()
          .getByText(/máy bận/i)
          .elements().length,
    )
    .toBe(1);
});

test('a call without a recording has no part of it', async () => {
  await show({ with: { recording: 'none' } });
  await expect.element(drawer().getByRole('heading', { name: 'Ghi âm' })).not.toBeInTheDocument();
});

test('whoever may keep a call for a dispute says why; who may not sees nothing of it', async () => {
  const asked = await show({ permissions: ['call-history.view', 'setting.update'] });
  const part = drawer().getByRole('region', { name: 'Giữ lại' });
  await part.getByRole('button').click();
  await expect.element(part.getByText('Thông tin không được để trống')).toBeVisible();
  await part.getByLabelText('Lý do giữ lại').fill('Khách khiếu nại');
  await part.getByRole('button').click();
  await expect.poll(() => asked).toEqual(['{"reason":"Khách khiếu nại"}']);
});

test('whoever may not keep a call has no form for it', async () => {
  await show({ permissions: ['call-history.view'] });
  await expect.element(drawer().getByRole('region', { name: 'Giữ lại' })).not.toBeInTheDocument();
});

test('the drawer lets everybody through', async () => {
  await show({ with: { broken: 'Hàng đợi không còn' } });
  await expect.element(play()).toBeVisible();
  await expectGoodLooks();
});

test('what proves the recording is told when it is asked for, and a part of it is for who may take it out', async () => {
  await show({ permissions: ['call-history.view', 'call-history.listen'] });
  await drawer().getByText('Bằng chứng và trích đoạn').click();
  await expect.element(drawer().getByText('Mục 12')).toBeVisible();
  await expect.element(drawer().getByText('0123 4567 89ab cdef 0123 4567 89ab cdef')).toBeVisible();
  await expect.element(drawer().getByLabelText('Từ (phút:giây)')).not.toBeInTheDocument();
});

test('the moments of a part are typed as people say them, and what is none is told', async () => {
  await show({ permissions: ['call-history.view', 'call-history.listen', 'call-history.export'] });
  await drawer().getByText('Bằng chứng và trích đoạn').click();
  await drawer().getByLabelText('Từ (phút:giây)').fill('02:00');
  await drawer().getByLabelText('Đến (phút:giây)').fill('1:30');
  await expect.element(drawer().getByText('Phải sau chỗ bắt đầu')).toBeVisible();
  await drawer().getByLabelText('Đến (phút:giây)').fill('hai phút');
  await expect.element(drawer().getByText('Viết như 02:05')).toBeVisible();
  await drawer().getByLabelText('Đến (phút:giây)').fill('2:30');
  await expect.element(drawer().getByText('Viết như 02:05')).not.toBeInTheDocument();
  await expectGoodLooks();
});
