import { allAccount, callQueues, roster, setRoster, shifts } from '@alo/contract';
import type { Page } from 'playwright-core';

import { signInByApi } from './api.ts';
import type { Shot } from './shot.ts';

const hours = [
  { name: 'Ca sáng', from_time: '08:00', to_time: '16:00', colour: '#2563eb', breaks: [['12:00', '12:30']] },
  { name: 'Ca chiều', from_time: '13:00', to_time: '21:00', colour: '#0891b2', breaks: [['17:00', '17:30']] },
  { name: 'Ca đêm', from_time: '22:00', to_time: '06:00', colour: '#4f46e5', breaks: [] },
] as const;

const later = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Shifts of the demo company, and a week in which its people work them. */
async function planned(page: Page, address: string): Promise<void> {
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
    [0, 1, 2, 3, 4, 5].map((day) => {
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
  await page.goto(`/roster?queue_id=${queue}`);
  await page.getByRole('table', { name: 'Ai làm ca nào trong tuần' }).waitFor();
  await page.getByRole('table', { name: 'Số người trực và số người cần theo nửa giờ' }).waitFor();
  await page.getByText(/^(Nửa giờ nào cũng đủ|Thiếu người ở|Ngày này không dự báo)/).waitFor();
}

/** Screens of shifts and of who works when. */
export const rosterShots: readonly Shot[] = [
  { name: 'roster', path: '/roster', as: 'admin', prepare: planned },
  { name: 'roster-adherence', path: '/roster-adherence', as: 'admin' },
  { name: 'shifts', path: '/shifts', as: 'admin' },
  { name: 'shift-form', path: '/shift/add', as: 'admin' },
];
