import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { FiguresStrip } from '../src/resource/page/figures-strip.tsx';

test('words and figures of a strip stand on one line each, explained or not, with what they are reckoned from or without', async () => {
  await page.viewport(1366, 768);
  const { container } = await render(
    <FiguresStrip
      figures={[
        { name: 'Đã hỏi', value: '8' },
        { name: 'Tỷ lệ trả lời', formula: 'Số khách trả lời chia cho số khách được hỏi', value: '75%', of: '6/8' },
        { name: 'NPS', formula: 'Phần trăm chấm 9, 10 trừ phần trăm chấm 0 đến 6', value: '50' },
      ]}
    />,
  );
  const heights = [...container.querySelectorAll('dd')].map((one) => one.getBoundingClientRect().height);
  expect(heights).toHaveLength(3);
  expect(new Set(heights).size).toBe(1);
});
