import { Chart, type Series } from '@alo/ui';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { expectGoodLooks } from './testing/obstacles.ts';

const outcomes = ['Đồng ý mua', 'Hẹn gọi lại', 'Từ chối nói chuyện', 'Sai số', 'Không nghe máy', 'Chưa ghi kết quả'];
const reached: Series = { name: 'Gặp khách', look: 'main', values: [7, 12, 3, 0, 0, 1] };
const others: Series = { name: 'Chưa gặp', look: 'rest', values: [0, 2, 1, 4, 21, 2] };
const before: Series = { name: 'Kỳ trước', look: 'compare', values: [9, 9, 9, 1, 25, 3] };

const chartOf = (categories: readonly string[], series: readonly Series[], evenly = false) => (
  <Chart
    title="Cuộc gọi"
    column="Kết quả"
    summary="Biểu đồ cuộc gọi"
    format={String}
    {...{ categories, series, evenly }}
  />
);
const picture = () => page.getByRole('img', { name: /^Biểu đồ cuộc gọi/ });

/** Words of the picture that are not cut off and lie over no other. */
function wordsRead(): string[] {
  const texts = [...picture().element().querySelectorAll<HTMLElement | SVGElement>('span, text')].filter(
    (one) => one.childElementCount === 0 && one.textContent !== '',
  );
  const room = picture().element().getBoundingClientRect();
  const boxes = texts.map((one) => one.getBoundingClientRect());
  const over = (a: DOMRect, b: DOMRect) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return texts.flatMap((one, at) => {
    const box = boxes[at];
    if (box === undefined || box.width === 0) return [];
    if (one.scrollWidth > one.clientWidth && one instanceof HTMLElement) return [];
    if (box.left < room.left - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 1) return [];
    return boxes.some((other, nth) => nth !== at && over(box, other)) ? [] : [one.textContent ?? ''];
  });
}

beforeEach(async () => {
  await page.viewport(390, 844);
});

test('on a phone every category of a chart has its name and its figure beside its bar', async () => {
  await render(chartOf(outcomes, [reached, others, before]));
  await expect.poll(wordsRead).toEqual(outcomes.flatMap((name, at) => [name, `${sum(at)}`]));
  await expectGoodLooks();
});

test('bars that lie are as long as their figures are high', async () => {
  await render(chartOf(outcomes, [reached, others]));
  const lengths = () =>
    outcomes.map((_, at) => {
      const bars = [...picture().element().querySelectorAll('[data-look]')].slice(at * 2, at * 2 + 2);
      return bars.reduce((all, bar) => all + bar.getBoundingClientRect().width, 0);
    });
  await expect.poll(() => Math.max(...lengths())).toBeGreaterThan(250);
  await expect
    .poll(() => {
      const now = lengths();
      return outcomes.filter((_, at) => Math.abs((now[at] ?? 0) - (Math.max(...now) * sum(at)) / 21) > 1);
    })
    .toEqual([]);
});

test('where there is room the bars stand, and lie again where there is none', async () => {
  await page.viewport(1440, 900);
  await render(chartOf(outcomes, [reached, others]));
  await expect.poll(() => picture().element().querySelector('svg')).not.toBeNull();
  await expect.poll(wordsRead).toEqual(expect.arrayContaining(outcomes));
  await page.viewport(390, 844);
  await expect.poll(() => picture().element().querySelector('svg')).toBeNull();
  await expect.poll(wordsRead).toEqual(expect.arrayContaining(outcomes));
});

test('hours, whose steps are even, stand on a phone as well', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => `${hour}h`);
  await render(chartOf(hours, [{ name: 'Cuộc gọi', look: 'main', values: hours.map((_, hour) => hour) }], true));
  await expect.poll(() => picture().element().querySelector('svg')).not.toBeNull();
});

test('the keys and the mouse say what a lying bar is made of', async () => {
  await render(chartOf(outcomes, [reached, others]));
  await expect.poll(wordsRead).toEqual(expect.arrayContaining(outcomes));
  picture().element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  const told = page.getByRole('status');
  await expect.element(told).toHaveTextContent('Chưa ghi kết quảGặp khách 1Chưa gặp 2');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(told).toHaveTextContent('Hẹn gọi lạiGặp khách 12Chưa gặp 2');
  await page.elementLocator(picture().element()).getByText('Không nghe máy').hover({ force: true });
  await expect.element(told).toHaveTextContent('Không nghe máyGặp khách 0Chưa gặp 21');
});

const sum = (at: number) => (reached.values[at] ?? 0) + (others.values[at] ?? 0);
