import {
  allAccount,
  answerSwap,
  callQueues,
  myRoster,
  offerShift,
  roster,
  setRoster,
  shiftSwaps,
  shifts,
} from '@alo/contract';
import type { Page } from 'playwright-core';

import { signInByApi } from './api.ts';
import type { Shot } from './shot.ts';

const hours = [
  { name: 'Ca sáng', from_time: '08:00', to_time: '16:00', colour: '#2563eb', breaks: [['12:00', '12:30']] },
  { name: 'Ca chiều', from_time: '13:00', to_time: '21:00', colour: '#0891b2', breaks: [['17:00', '17:30']] },
  { name: 'Ca đêm', from_time: '22:00', to_time: '06:00', colour: '#4f46e5', breaks: [] },
] as const;

const later = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Shifts of the demo company, and two weeks in which its people work them; answers a queue of theirs. */
async function plan(address: string): Promise<string> {
  const admin = await signInByApi(address, 'admin');
  const there = await admin.call(shifts.list, { query: {} });
  const known = new Map(there.data.map(({ name, id }) => [name, id]));
  const ids: string[] = [];
  for (const { breaks, ...shift } of hours) {
    const body = { ...shift, breaks: breaks.map(([from, to]) => ({ from_time: from, to_time: to })) };
    ids.push(known.get(shift.name) ?? (await admin.call(shifts.create, { body })).id);
  }
  const { data: queues } = await admin.call(callQueues.list, { query: {} });
  const queue = queues[0]?.id ?? '';
  const someMonday = '2026-11-23';
  const { today } = await admin.call(roster, { query: { week: someMonday } });
  const monday = later(today, -((new Date(today).getUTCDay() + 6) % 7));
  const { data: people } = await admin.call(allAccount, {});
  const entries = people.flatMap(({ id }, row) =>
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12].map((day) => {
      const isLeave = row === 1 && day === 2;
      return {
        account_id: id,
        day: later(monday, day),
        kind: isLeave ? ('leave' as const) : ('shift' as const),
        shift_id: isLeave ? null : (ids[(row + (day > 3 ? 1 : 0)) % 3] ?? null),
      };
    }),
  );
  await admin.call(setRoster, { body: { entries } });
  return queue;
}

async function planned(page: Page, address: string): Promise<void> {
  const queue = await plan(address);
  await page.goto(`/roster?queue_id=${queue}`);
  await page.getByRole('table', { name: 'Ai làm ca nào trong tuần' }).waitFor();
  await page.getByRole('table', { name: 'Số người trực và số người cần theo nửa giờ' }).waitFor();
  await page.getByText(/^(Nửa giờ nào cũng đủ|Thiếu người ở|Ngày này không dự báo)/).waitFor();
}

/** Lan and Minh change places on a day and wait for whoever plans; another day Lan gives away. */
async function changingHands(address: string): Promise<void> {
  await plan(address);
  const lan = await signInByApi(address, 'lan');
  const { data } = await lan.call(shiftSwaps, {});
  if (data.length === 0) {
    const { days, today } = await lan.call(myRoster, {});
    const [first = '', second = ''] = days
      .filter(({ day, shift }) => shift !== null && day > today)
      .map(({ day }) => day);
    const note = 'Nhà em có đám cưới, anh chị nào đổi giúp em với';
    const { id } = await lan.call(offerShift, { body: { day: first, kind: 'exchange', note } });
    const minh = await signInByApi(address, 'minh');
    await minh.call(answerSwap, { params: { id }, body: { answer: 'take', back_day: first } });
    await lan.call(answerSwap, { params: { id }, body: { answer: 'agree' } });
    await lan.call(offerShift, { body: { day: second, kind: 'give' } });
  }
}

/** As an agent sees their own, and as whoever plans. */
async function ownSwaps(page: Page, address: string): Promise<void> {
  await changingHands(address);
  await page.goto('/my-day');
  await page.getByRole('region', { name: 'Nhượng và đổi ca' }).getByRole('listitem').first().waitFor();
}

async function swapsToApprove(page: Page, address: string): Promise<void> {
  await changingHands(address);
  await page.goto('/roster');
  await page.getByRole('region', { name: 'Đổi ca chờ duyệt' }).getByRole('listitem').first().waitFor();
}

async function offering(page: Page, address: string): Promise<void> {
  await ownSwaps(page, address);
  await page
    .getByRole('button', { name: /^Nhượng, đổi ca/ })
    .last()
    .click();
  await page.getByRole('dialog').getByLabel('Cho ai').waitFor();
}

/** Screens of shifts and of who works when. */
export const rosterShots: readonly Shot[] = [
  { name: 'roster', path: '/roster', as: 'admin', prepare: planned },
  { name: 'roster-adherence', path: '/roster-adherence', as: 'admin' },
  { name: 'shift-swaps', path: '/my-day', as: 'lan', prepare: ownSwaps },
  { name: 'shift-swap-offer', path: '/my-day', as: 'lan', prepare: offering },
  { name: 'shift-swaps-approve', path: '/roster', as: 'admin', prepare: swapsToApprove },
  { name: 'shifts', path: '/shifts', as: 'admin' },
  { name: 'shift-form', path: '/shift/add', as: 'admin' },
];
