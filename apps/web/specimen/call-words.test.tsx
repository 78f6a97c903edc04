import type { CallRow, callTranscript, ResultOf } from '@alo/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import Words from '../src/features/call-history/words.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

type Transcript = ResultOf<typeof callTranscript>;

const id = '00000000-0000-4000-8000-0000000000c1';

const call: CallRow = {
  id,
  direction: 'inbound',
  purpose: 'people',
  status: 'answered',
  started_at: '2026-11-20T02:00:00Z',
  answered_at: '2026-11-20T02:00:12Z',
  ended_at: '2026-11-20T02:03:00Z',
  phone: '0912345001',
  customer_id: null,
  customer_name: 'Phạm Thu Hà',
  hotline: '02873001234',
  dialled: '02873001234',
  extension: '101',
  agent_name: 'Nguyễn Thị Lan',
  tags: [],
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
};

const said: readonly (readonly ['left' | 'right', string])[] = [
  ['right', 'Dạ Alô Shop xin nghe, em có thể giúp gì cho anh ạ?'],
  ['left', 'Anh muốn đổi cái máy lọc nước mua hôm thứ bảy'],
  ['right', 'Anh mua giá bao nhiêu ạ?'],
  ['left', 'Năm triệu hai, có hoá đơn'],
  ['right', 'Dạ em sẽ gọi lại anh trước 15 giờ ngày mai ạ'],
];

const transcript: Transcript = {
  state: 'done',
  because: '',
  possible: true,
  by: 'whisper-1 · may-chep.vn',
  done_at: '2026-11-20T02:04:00Z',
  lines: said.map(([side, text], at) => ({ side, text, from: at * 31, to: at * 31 + 4, words: [] })),
  summary: {
    by: '',
    dropped: 0,
    sentences: [
      { kind: 'reason', text: 'Anh muốn đổi cái máy lọc nước mua hôm thứ bảy', side: 'left', at: [31] },
      { kind: 'question', text: 'Anh mua giá bao nhiêu ạ?', side: 'right', at: [62] },
      { kind: 'answer', text: 'Năm triệu hai, có hoá đơn', side: 'left', at: [93] },
      { kind: 'promise', text: 'Dạ em sẽ gọi lại anh trước 15 giờ ngày mai ạ', side: 'right', at: [124] },
    ],
  },
  writing: { state: 'none', because: '', possible: false },
};

const written: Transcript['summary'] = {
  by: 'tom-tat-1 · may-tom-tat.vn',
  dropped: 2,
  sentences: [
    { kind: 'told', text: 'Khách muốn đổi máy lọc nước mua giá năm triệu hai.', side: null, at: [31, 93] },
    { kind: 'told', text: 'Nhân viên sẽ gọi lại trước 15 giờ ngày mai.', side: 'right', at: [124] },
  ],
};

async function show(more: Partial<Transcript> = {}, asked: string[] = []) {
  const sought: number[] = [];
  const heard = { current: { at: 0, seek: (second: number) => void sought.push(second) } };
  const server = playedServer({
    'GET /me': () => personWith(['call-history.view', 'call-history.listen']),
    [`GET /histories-call/${id}/transcript`]: () => ({ ...transcript, ...more }),
    [`POST /histories-call/${id}/summary`]: () => asked.push('summary') && {},
  });
  const Page = () => <Words call={call} heard={heard} followers={new Set()} said="" />;
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Page }} />);
  await expect.element(page.getByText('Máy chép (whisper-1 · may-chep.vn)', { exact: false })).toBeVisible();
  return sought;
}

const summary = () => page.getByRole('region', { name: 'Tóm tắt' });

test('each sentence of a summary says whose it is and leads to its second', async () => {
  const sought = await show();
  await expect.element(summary().getByText('Lý do gọi · Phạm Thu Hà')).toBeVisible();
  await expect.element(summary().getByText('Hẹn · Nguyễn Thị Lan')).toBeVisible();
  await summary()
    .getByRole('button', { name: /^Nghe từ 02:04: Dạ em sẽ/ })
    .click();
  expect(sought).toEqual([124]);
  await expect.element(summary().getByText('không máy nào viết thêm', { exact: false })).toBeVisible();
  await expect.element(summary().getByText('bị bỏ', { exact: false })).not.toBeInTheDocument();
  await expectGoodLooks();
});

test('a sentence of several lines leads to each of them, and what had no evidence is counted', async () => {
  const sought = await show({ summary: written });
  for (const second of ['00:31', '01:33'])
    await summary()
      .getByRole('button', { name: new RegExp(`^Nghe từ ${second}: Khách`) })
      .click();
  expect(sought).toEqual([31, 93]);
  await expect.element(summary().getByText('2 câu bị bỏ vì không có chứng cứ.', { exact: false })).toBeVisible();
  await expectGoodLooks();
});

test('a call that is too short for one has no summary', async () => {
  await show({ summary: null });
  await expect.element(summary()).not.toBeInTheDocument();
});

test('where the company has a writer, a call is sent to it at a press, and why it wrote nothing is told', async () => {
  const asked: string[] = [];
  await show({ writing: { state: 'failed', because: 'Máy tóm tắt trả lời 503', possible: true } }, asked);
  await expect.element(summary().getByText('Không tóm tắt được: Máy tóm tắt trả lời 503')).toBeVisible();
  await summary().getByRole('button', { name: 'Tóm tắt lại' }).click();
  await expect.poll(() => asked).toEqual(['summary']);
  await expectGoodLooks();
});

test('while the writer writes, the lines that say most are there', async () => {
  await show({ writing: { state: 'due', because: '', possible: true } });
  await expect.element(summary().getByText('Máy tóm tắt đang viết…')).toBeVisible();
  await expect.element(summary().getByText('Lý do gọi · Phạm Thu Hà')).toBeVisible();
});
