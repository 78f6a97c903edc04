import type { ResultOf, rehearseCampaign } from '@alo/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import RehearsalPage from '../src/features/campaigns/rehearsal-page.tsx';
import { courseOf, wishOf } from '../src/features/campaigns/rehearsal-words.ts';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer, Refusal } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const id = '00000000-0000-4000-8000-0000000000c1';
/** As the wire has it: moments are text. */
const lived: ResultOf<typeof rehearseCampaign> = {
  campaign: { id, name: 'Hỏi thăm khách cũ', mode: 'ratio' },
  runs: 11,
  ended: 10,
  contacts: 1_240,
  callable: 1_100,
  begins_at: '2026-12-02T01:00:00Z',
  ends_at: '2026-12-04T08:30:00Z',
  ends_early: '2026-12-04T03:00:00Z',
  ends_late: '2026-12-05T02:00:00Z',
  left: 0,
  calls: 2_310,
  reached: 980,
  abandoned_percent: 1.4,
  used_percent: 71.5,
  days: [
    { day: '2026-12-02', calls: 900, reached: 400, abandoned: 5 },
    { day: '2026-12-03', calls: 880, reached: 370, abandoned: 6 },
    { day: '2026-12-04', calls: 530, reached: 210, abandoned: 3 },
  ],
  people: 5,
  kept_out: [
    { why: 'Khách từ chối nhận quảng cáo (Nghị định 91/2020/NĐ-CP, Điều 13)', customers: 90, later: false },
    { why: 'Hôm nay đã gọi quảng cáo một cuộc', customers: 50, later: true },
  ],
  taken: [
    { what: 'Khách nghe máy', words: '42% của 900 cuộc gọi ra', guessed: false },
    { what: 'Chiến dịch khác', words: 'không tính: chỉ chiến dịch này dùng người và đầu số', guessed: true },
  ],
  wished: null,
};

const shown = (answer: (body: unknown) => unknown) =>
  render(
    <ConsoleAround
      server={playedServer({
        'GET /me': () => personWith(['campaign.view', 'customer.view']),
        [`POST /campaign/${id}/rehearsal`]: ({ body }) => answer(body),
      })}
      pages={{ '/marketings/campaign/rehearsal/$id': () => <RehearsalPage /> }}
      at={`/marketings/campaign/rehearsal/${id}`}
    />,
  );

test('whoever opens it reads when the campaign ends, whom it never calls and what that rests on, and tries other people', async () => {
  const asked: unknown[] = [];
  await shown((body) => {
    asked.push(body);
    const { people, by } = body as { people: number | null; by: string | null };
    return { ...lived, people: people ?? 5, wished: by === null ? null : { by, people: 8 } };
  });
  await expect.element(page.getByRole('heading', { name: 'Diễn tập: Hỏi thăm khách cũ' })).toBeVisible();
  await expect
    .element(page.getByText(/^Bắt đầu 02\/12\/2026 08:00, xong khoảng 04\/12\/2026 15:30 \(mười lần thì tám lần từ/))
    .toBeVisible();
  await expect.element(page.getByText(/^1\.100/)).toBeVisible();
  await expect.element(page.getByText(/^10\/11/)).toBeVisible();
  const kept = page.getByRole('region', { name: 'Khách không gọi, hoặc chưa gọi ngay' });
  await expect.element(kept.getByText('Không gọi', { exact: true })).toBeVisible();
  await expect.element(kept.getByText('Gọi sau')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Tính từ đâu' }).getByText('Ước đoán')).toBeVisible();
  await expectGoodLooks();

  await page.getByRole('textbox', { name: 'Nếu có' }).fill('201');
  await page.getByRole('button', { name: 'Diễn tập' }).click();
  await expect.element(page.getByText('Từ 1 đến 200')).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.getByRole('textbox', { name: 'Nếu có' }).fill('3');
  await page.getByRole('textbox', { name: 'Cần xong trước hết ngày' }).fill('31/12/2099');
  await page.getByRole('button', { name: 'Diễn tập' }).click();
  await expect.element(page.getByText('Muốn xong trước hết ngày 31/12/2099 cần ít nhất 8 người.')).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ people: 3, by: '2099-12-31' });
});

test('of a campaign that has ended it says why there is none, and a button tries again', async () => {
  await shown(() => new Refusal(409, { code: 'call_refused', message: 'Chiến dịch đã kết thúc, không gọi ai nữa' }));
  await expect.element(page.getByText('Chiến dịch đã kết thúc, không gọi ai nữa')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Thử lại' })).toBeVisible();
  await expectGoodLooks();
});

test('what comes of it is said in words: no customers, nobody to call, no end, one day for all ways', () => {
  expect(courseOf({ ...lived, contacts: 0 })).toBe('Chiến dịch chưa có khách nào.');
  expect(courseOf({ ...lived, callable: 0 })).toBe('Như lúc này chiến dịch không gọi được khách nào.');
  expect(courseOf({ ...lived, begins_at: null, people: 0 })).toBe('Với 0 người chiến dịch không gọi được cuộc nào.');
  expect(courseOf({ ...lived, ends_at: null, left: 41 })).toBe(
    'Bắt đầu 02/12/2026 08:00, hết ngày chạy vẫn còn 41 khách chưa xong.',
  );
  expect(courseOf({ ...lived, ends_late: lived.ends_early })).not.toContain('mười lần');
  const never = { ...lived, wished: { by: '2026-12-03', people: null } };
  expect(wishOf(never)).toContain('Thêm người cũng không xong trước hết ngày 03/12/2026');
  const message = { ...lived, campaign: { ...lived.campaign, mode: 'broadcast' as const } };
  expect(wishOf({ ...message, wished: { by: '2026-12-03', people: 12 } })).toContain('ít nhất 12 cuộc cùng lúc');
});
