import { inDepth } from '@alo/testing/in-depth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPage } from '../support/browser-phone.ts';
import { lookForObstacles } from '../support/pictures.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';

/** Somebody looks at what calls come to, and goes on to the calls. */
export function callReportStories(here: () => Stage): void {
  let page: Page;

  beforeAll(async () => {
    page = await here().signedIn('admin');
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => page?.context().close());

  /** The number that a link shows, and how many calls the history has where it leads. */
  async function follow(name: RegExp): Promise<[string, string]> {
    const link = page.getByRole('link', { name }).first();
    const shown = (await link.textContent()) ?? '';
    await link.click();
    await page.waitForURL('**/call-history?**');
    const title = page.getByRole('heading', { level: 1, name: /^Lịch sử cuộc gọi\s*\d/ });
    await title.waitFor();
    return [shown, ((await title.textContent()) ?? '').replace('Lịch sử cuộc gọi', '').trim()];
  }

  test('a department is opened by team and person, and each number leads to so many calls', async () => {
    await page.goto(`${here().address}/history-by-department-team`);
    await page.locator('tbody tr [data-row-open]', { hasText: 'Kinh doanh' }).click();
    const drawer = page.getByRole('dialog', { name: 'Kinh doanh' });
    await drawer.getByRole('table', { name: 'Tư vấn' }).waitFor();
    expect(await lookForObstacles(page)).toEqual([]);
    const [answered, listed] = await follow(/^Gặp của Nguyễn Thị Lan/);
    expect(Number(answered)).toBeGreaterThan(0);
    expect(listed).toBe(answered);
    await page.goto(`${here().address}/history-by-department-team`);
    const [total, all] = await follow(/^Tổng của Kinh doanh/);
    expect(all).toBe(total);
  });

  test('any figure stands by hour and weekday, leads to so many calls, and becomes another report at a press', async () => {
    await page.goto(`${here().address}/call-analysis`);
    const heat = page.getByRole('table', { name: 'Gọi vào theo giờ và thứ' });
    await heat.getByRole('columnheader', { name: 'Chủ nhật' }).waitFor();
    expect(await lookForObstacles(page)).toEqual([]);
    const [inHour, listed] = await follow(/^Gọi vào của \d+h, /);
    expect(Number(inHour)).toBeGreaterThan(0);
    expect(listed).toBe(inHour);
    await page.getByRole('button', { name: /^Thứ\s*(Thứ|Chủ)/ }).waitFor();
    await page.goto(`${here().address}/call-analysis`);
    await page.getByRole('link', { name: 'So với kỳ trước' }).click();
    await page.getByRole('table', { name: 'Thay đổi của tỷ lệ gặp theo giờ' }).waitFor();
    await page.getByRole('img', { name: 'Biểu đồ tỷ lệ gặp theo giờ' }).waitFor();
    expect(await lookForObstacles(page)).toEqual([]);
    // What was across is chosen, and stays in the address as a link to keep.
    await page.getByRole('button', { name: 'Cột', exact: true }).click();
    await page.getByRole('dialog', { name: 'Lọc theo cột' }).getByText('Chiều gọi').click();
    await page.getByRole('table', { name: 'Tỷ lệ gặp theo giờ và chiều gọi' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('across')).toBe('direction');
  });

  inDepth(
    'an extension leads to its calls, and those that were answered stand by themselves with what they come to',
    async () => {
      await page.goto(`${here().address}/history-cdr-by-exten`);
      const [total, listed] = await follow(/^Tổng của Nguyễn Thị Lan/);
      expect(listed).toBe(total);
      await page.goto(`${here().address}/history-success-call`);
      // How a figure comes about is told to whoever presses its name.
      await page.getByRole('button', { name: 'Đàm thoại mỗi cuộc' }).click();
      const formula = page.getByText('Trung bình: tổng đàm thoại ÷ số cuộc gặp, cả ba chiều gọi');
      await formula.waitFor();
      await page.keyboard.press('Escape');
      await formula.waitFor({ state: 'detached' });
      await page.locator('tbody tr').first().waitFor();
      expect(await lookForObstacles(page)).toEqual([]);
      await expect.poll(() => page.locator('tbody tr', { hasText: 'Nhỡ' }).count()).toBe(0);
    },
  );

  inDepth('on whose lines calls sounded poor leads to these calls, and each says how its lines sounded', async () => {
    await page.goto(`${here().address}/history-by-quality`);
    const first = page.locator('tbody tr', { has: page.locator('[data-row-open]') }).first();
    const poor = Number(await first.locator('td').nth(3).textContent());
    expect(poor).toBeGreaterThan(0);
    expect(await lookForObstacles(page)).toEqual([]);
    await first.locator('[data-row-open]').click();
    await page.waitForURL('**/call-history?**');
    await page.getByRole('button', { name: /Âm thanh\s*Kém/ }).waitFor();
    // Others in these calls may have sounded poor, too.
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThanOrEqual(Math.min(poor, 10));
    await page.locator('tbody tr [data-row-open]').first().click();
    const lines = page.getByRole('dialog').locator('section', { hasText: 'Chất lượng âm thanh' });
    await lines
      .getByText(/^Kém · MOS [1-4],\d$/)
      .first()
      .waitFor();
    await lines.getByText('G.711 A', { exact: true }).first().waitFor();
    expect(await lookForObstacles(page)).toEqual([]);
  });

  inDepth(
    'a queue is opened by day and by quarter of an hour, each number leads to so many calls, and reports are narrowed down to it',
    async () => {
      const queue = 'Chăm sóc khách hàng';
      await page.goto(`${here().address}/history-by-queue`);
      await page.locator('tbody tr [data-row-open]', { hasText: queue }).click();
      const drawer = page.getByRole('dialog', { name: queue });
      await drawer.getByRole('table', { name: 'Theo khung giờ' }).waitFor();
      // How a figure comes about is told by a press here, too, and one queue is stepped to like any other row.
      await drawer.getByRole('button', { name: 'Chờ lâu nhất' }).first().waitFor();
      await drawer.getByRole('button', { name: 'Dòng sau' }).waitFor();
      expect(await lookForObstacles(page)).toEqual([]);
      const [ofDay, listed] = await follow(/^Lượt vào hàng của \d\d\/\d\d\/\d{4}/);
      expect(Number(ofDay)).toBeGreaterThan(0);
      expect(listed).toBe(ofDay);
      await page.goto(`${here().address}/history-by-queue`);
      const [answered, all] = await follow(new RegExp(`^Đã nghe của ${queue}`));
      expect(all).toBe(answered);
      await page.getByRole('button', { name: /Rời hàng đợi\s*Đã nghe/ }).waitFor();
      const { searchParams } = new URL(page.url());
      await page.goto(`${here().address}/history-by-department-team?queue_id=${searchParams.get('queue_id')}`);
      await page.getByRole('button', { name: new RegExp(`Hàng đợi\\s*${queue}`) }).waitFor();
      const [total, some] = await follow(/^Tổng của Kinh doanh/);
      expect(some).toBe(total);
      await expect.poll(() => new URL(page.url()).searchParams.get('queue_id')).toBe(searchParams.get('queue_id'));
    },
  );

  inDepth('what somebody’s time went to is opened by day, and a day is told one thing after the other', async () => {
    await page.goto(`${here().address}/history-by-status`);
    await page.locator('tbody tr [data-row-open]', { hasText: 'Nguyễn Thị Lan' }).click();
    const drawer = page.getByRole('dialog', { name: 'Nguyễn Thị Lan' });
    const days = drawer.getByRole('table', { name: 'Theo ngày' });
    await days.waitFor();
    const day = days.getByRole('button', { name: /^\d\d\/\d\d\/\d{4}$/ }).first();
    const name = (await day.textContent()) ?? '';
    await day.click();
    const course = drawer.getByRole('region', { name: `Diễn biến ngày ${name}` });
    await course.getByRole('cell', { name: 'Nghỉ: Nghỉ trưa' }).first().waitFor();
    await course.getByRole('cell', { name: 'Trong cuộc gọi' }).first().waitFor();
    expect(await lookForObstacles(page)).toEqual([]);
    // Each ends where the next begins.
    const times = await course
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent)),
      );
    for (const [index, [, to]] of times.slice(0, -1).entries()) expect(times[index + 1]?.[0]).toBe(to);
  });

  test('calls are narrowed down by what came of them, and one of them says it whole and leads to its customer', async () => {
    await page.goto(`${here().address}/call-history`);
    await page.getByRole('button', { name: 'Kết quả', exact: true }).click();
    await page.getByRole('dialog', { name: 'Lọc theo kết quả' }).getByText('Quan tâm').click();
    await page.waitForURL('**/call-history?**outcome=interested**');
    const rows = page.locator('tbody tr');
    await rows.filter({ hasText: 'Quan tâm' }).first().waitFor();
    await expect.poll(() => rows.filter({ hasNotText: 'Quan tâm' }).count()).toBe(0);
    await rows.locator('[data-row-open]').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('region', { name: 'Kết quả cuộc gọi' }).getByText('Quan tâm').waitFor();
    await drawer.getByRole('button', { name: 'Chép mã cuộc gọi' }).waitFor();
    expect(await lookForObstacles(page)).toEqual([]);
    const customer = drawer.locator('dl').getByRole('link');
    const name = (await customer.first().textContent()) ?? '';
    await customer.first().click();
    await page.waitForURL('**/customer?**');
    await page.getByRole('dialog', { name }).waitFor();
  });

  test('a report is saved to be sent by mail, sent at once, and shown by a link to somebody who has not signed in', async () => {
    await page.goto(`${here().address}/call-analysis`);
    await page.getByRole('link', { name: 'Gửi định kỳ' }).click();
    await page.getByRole('heading', { level: 1, name: 'Thêm báo cáo qua thư' }).waitFor();
    await page.getByRole('textbox', { name: 'Tên' }).fill('Giờ đông khách');
    await page.getByText('Dòng: Giờ').waitFor();
    expect(await lookForObstacles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Lưu báo cáo qua thư' }).click();
    const drawer = page.getByRole('dialog', { name: 'Giờ đông khách' });
    await drawer.getByText('Chưa gửi lần nào. Bấm Gửi ngay để thử.').waitFor();
    await drawer.getByRole('button', { name: 'Gửi ngay' }).click();
    await drawer
      .getByRole('region', { name: 'Nhật ký gửi' })
      .getByText(/: đã gửi$/)
      .waitFor();
    await drawer.getByRole('button', { name: 'Tạo liên kết' }).click();
    await page.getByRole('menuitem', { name: 'Mở được trong 7 ngày' }).click();
    const link = await drawer.getByRole('textbox', { name: 'Liên kết' }).inputValue();
    expect(await lookForObstacles(page)).toEqual([]);

    const stranger = await openPage(here().browser);
    try {
      await stranger.goto(link);
      await stranger.getByRole('heading', { level: 1, name: 'Giờ đông khách' }).waitFor();
      await stranger.getByRole('table').first().getByText('Tất cả').first().waitFor();
      expect(await lookForObstacles(stranger)).toEqual([]);
      await drawer.getByRole('button', { name: 'Thu hồi' }).click();
      await drawer.getByText('Đã thu hồi').waitFor();
      await stranger.reload();
      await stranger.getByText('Liên kết này không còn mở được').waitFor();
    } finally {
      await stranger.context().close();
    }
  });

  inDepth('calls over the lines of a carrier are narrowed down, and keep their address', async () => {
    await page.goto(`${here().address}/reports/fpt/call-history`);
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('columnheader', { name: 'Lý do kết thúc' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/reports/fpt/call-history');
  });
}
