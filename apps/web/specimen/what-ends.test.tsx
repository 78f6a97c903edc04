import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { EndingTold } from '../src/app/frame/banners/ends.tsx';
import type { Ending } from '../src/app/frame/banners/what-ends.ts';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const trial: Ending = { of: 'trial', names: '', at: '2026-12-04T17:00:00Z', isOver: false, daysLeft: 5 };

const show = (ending: Ending, permissions?: readonly string[]) =>
  render(
    <ConsoleAround
      server={playedServer({ 'GET /me': () => personWith(permissions) })}
      at="/"
      pages={{ '/': () => <EndingTold ending={ending} />, '/setting/$slug': () => <h1>Bản quyền của công ty</h1> }}
    />,
  );

test('who sees to what is registered is led there', async () => {
  await show(trial);
  await expect.element(page.getByText('Công ty đang dùng thử đến 05/12/2026, còn 5 ngày.')).toBeVisible();
  await expectGoodLooks();
  await page.getByRole('link', { name: 'Xem bản quyền' }).click();
  await expect.element(page.getByRole('heading', { name: 'Bản quyền của công ty' })).toBeVisible();
});

test('everybody else is told whom to tell, and may put it off', async () => {
  await show({ of: 'licences', names: 'Voice OTP', at: '2026-11-20T17:00:00Z', isOver: true, daysLeft: 0 }, [
    'call-history.view',
  ]);
  await expect
    .element(page.getByText('Voice OTP: đã hết hạn từ 21/11/2026. Hãy báo người quản trị của công ty.'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Xem bản quyền' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Để sau' }).click();
  await expect.element(page.getByText('Voice OTP')).not.toBeInTheDocument();
});
