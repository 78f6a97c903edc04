import type { ShiftSwap } from '@alo/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import MyDayPage from '../src/features/my-day/my-day-page.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { type Answers, playedServer, Refusal } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const nobody = { data: [], total: 0, total_capped: false };
const idOf = (nth: number) => `00000000-0000-4000-8000-0000000000e${nth}`;
const morning = { id: idOf(1), name: 'Ca sáng', colour: '#0f766e', from_time: '08:00', to_time: '16:00', breaks: [] };
const night = { ...morning, id: idOf(2), name: 'Ca đêm', from_time: '22:00', to_time: '06:00' };
const minh = { id: idOf(3), name: 'Trần Quang Minh' };
const lan = { id: idOf(4), name: 'Nguyễn Thị Lan' };
const days = [
  { day: '2026-12-03', holiday: null, lunar: null, kind: 'shift', shift: morning },
  { day: '2026-12-05', holiday: null, lunar: null, kind: 'shift', shift: night },
  { day: '2026-12-06', holiday: null, lunar: null, kind: 'leave', shift: null },
];
const swap: ShiftSwap = {
  id: idOf(5),
  kind: 'give',
  state: 'open',
  offered_by: minh,
  offered_to: null,
  taken_by: null,
  offered: { day: '2026-12-04', shift: morning },
  back: null,
  note: 'Nhà có việc, ai làm giúp mình với',
  why: '',
  may: ['take'],
  created_at: '2026-12-01T02:00:00Z',
};

async function show(swaps: readonly ShiftSwap[], answers: Answers = {}) {
  const server = playedServer({
    'GET /me': () => personWith(),
    'GET /my-day': () => ({ date: '2026-12-01', answered: 12, missed: 2, talk_seconds: 3_720 }),
    'GET /calls-to-return': () => nobody,
    'GET /get-data-filter': () => nobody,
    'GET /histories-call': () => nobody,
    'GET /my-roster': () => ({ today: '2026-12-01', days }),
    'GET /shift-swaps': () => ({ data: swaps }),
    'GET /shift-swap/partners': () => ({ data: [minh] }),
    ...answers,
  });
  await render(<ConsoleAround server={server} at="/" pages={{ '/': MyDayPage }} />);
}

const swaps = page.getByRole('region', { name: 'Nhượng và đổi ca' });

test('an own shift is offered to a colleague, and what is wrong with it stands beside its field', async () => {
  const sent: unknown[] = [];
  await show([], {
    'POST /shift-swap': ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? new Refusal(422, { code: 'invalid_input', message: 'Chưa được', fields: { day: 'Ca đã được xếp lại' } })
        : { id: swap.id };
    },
  });
  await page.getByRole('button', { name: 'Nhượng, đổi ca 03/12/2026' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Đổi ca/ }).click();
  await dialog.getByRole('textbox', { name: 'Lời nhắn' }).fill('Đi khám');
  await expectGoodLooks();
  await dialog.getByRole('button', { name: 'Đổi ca', exact: true }).click();
  await expect.element(dialog.getByText('Ca đã được xếp lại')).toBeVisible();
  await dialog.getByRole('radio', { name: /Nhượng ca/ }).click();
  await dialog.getByRole('button', { name: 'Nhượng ca', exact: true }).click();
  await expect.element(page.getByText('Đã báo cho đồng nghiệp')).toBeVisible();
  expect(sent).toEqual([
    { day: '2026-12-03', kind: 'exchange', offered_to: null, note: 'Đi khám' },
    { day: '2026-12-03', kind: 'give', offered_to: null, note: 'Đi khám' },
  ]);
});

test('a shift of a colleague is taken by one click, an exchange with the shift that is given for it, and a refusal says why', async () => {
  const sent: unknown[] = [];
  const exchange: ShiftSwap = {
    ...swap,
    id: idOf(6),
    kind: 'exchange',
    note: '',
    may: ['take', 'decline'],
    offered_to: lan,
  };
  const waiting: ShiftSwap = {
    ...exchange,
    id: idOf(7),
    state: 'waiting',
    taken_by: lan,
    back: { day: '2026-12-05', shift: night },
    may: ['approve', 'refuse'],
  };
  const answered = ({ body }: { body: unknown }) => {
    sent.push(body);
    return { state: 'waiting', why: '' };
  };
  await show(
    [swap, exchange, waiting],
    Object.fromEntries([swap, exchange, waiting].map(({ id }) => [`POST /shift-swap/${id}/answer`, answered])),
  );
  await expect.element(swaps.getByText('Trần Quang Minh nhượng Ca sáng T6 04/12')).toBeVisible();
  await expect.element(swaps.getByText(/đổi lại Ca đêm T7 05\/12 \(22:00–06:00 hôm sau\)/)).toBeVisible();
  await expectGoodLooks();
  await swaps.getByRole('button', { name: /^Nhận: Trần Quang Minh nhượng/ }).click();
  await expect.poll(() => sent.length).toBe(1);
  await swaps.getByRole('button', { name: /^Nhận: Trần Quang Minh đổi/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Ca của bạn để đổi lại' }).click();
  await page.getByRole('option', { name: /Ca đêm/ }).click();
  await expectGoodLooks();
  await dialog.getByRole('button', { name: 'Nhận ca' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await swaps.getByRole('button', { name: /^Không duyệt/ }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Vì sao' }).fill('Thiếu người');
  await page.getByRole('dialog').getByRole('button', { name: 'Không duyệt' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([
    { answer: 'take' },
    { answer: 'take', back_day: '2026-12-05', reason: '' },
    { answer: 'refuse', back_day: null, reason: 'Thiếu người' },
  ]);
});

test('what came between is said, and whoever has nobody in their team offers nothing', async () => {
  await show([{ ...swap, offered_by: lan, state: 'void', why: 'Ca đã được xếp lại', may: [] }], {
    'GET /shift-swap/partners': () => ({ data: [] }),
  });
  await expect.element(swaps.getByText('Không còn hiệu lực: Ca đã được xếp lại')).toBeVisible();
  await page.getByRole('button', { name: 'Nhượng, đổi ca 05/12/2026' }).click();
  await expect.element(page.getByText('Nhóm của bạn chưa có ai khác')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Nhượng ca' })).toBeDisabled();
  await expectGoodLooks();
});
