import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { CarrierSums } from '../src/features/call-history/carrier-sums.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer, Refusal } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const sum = (key: string, name: string, total: number) => ({
  key,
  name,
  total,
  inbound: total,
  outbound: 0,
  answered: total - 1,
  talk_seconds: 60 * total,
});

const show = (answer: unknown) =>
  render(
    <ConsoleAround
      server={playedServer({ 'GET /me': () => personWith(), 'GET /histories-call/by-carrier': () => answer })}
      at="/"
      pages={{ '/': () => <CarrierSums carrier="FPT" filters={{}} /> }}
    />,
  );

test('what the calls of a carrier come to stands above them, and by day, number and hour where it is asked for', async () => {
  await show({
    from: '2026-11-01',
    to: '2026-11-30',
    total: sum('', '', 1240),
    days: [sum('2026-11-29', '2026-11-29', 40), sum('2026-11-30', '2026-11-30', 1200)],
    numbers: [sum('00000000-0000-4000-8000-0000000000a1', '02471000111', 1240)],
    hours: [sum('9', '9h', 1240)],
  });
  await expect.element(page.getByText('01/11/2026 – 30/11/2026')).toBeVisible();
  await page.getByRole('button', { name: 'Theo ngày' }).click();
  const days = page.getByRole('table', { name: 'Cuộc gọi qua FPT theo ngày' });
  await expect.element(days.getByRole('link', { name: '30/11/2026' })).toBeVisible();
  await expectGoodLooks();
  await page.getByRole('button', { name: 'Theo đầu số' }).click();
  const numbers = page.getByRole('table', { name: 'Cuộc gọi qua FPT theo đầu số' });
  await expect.element(numbers.getByRole('link')).toHaveAttribute('href', expect.stringContaining('service_number_id'));
  await page.getByRole('button', { name: 'Theo đầu số' }).click();
  await expect.element(numbers).not.toBeInTheDocument();
});

test('more days than are counted at once are refused in words', async () => {
  const fields = { from: 'Nhiều nhất 31 ngày một lần' };
  await show(new Refusal(400, { code: 'invalid_request', message: 'Yêu cầu không hợp lệ', fields }));
  await expect.element(page.getByText('Chưa tính được tổng: Nhiều nhất 31 ngày một lần')).toBeVisible();
});
