import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { MicrophoneTrial } from '../src/phone/audio/microphone-trial.tsx';
import { expectGoodLooks } from './testing/obstacles.ts';

const part = (name: string) => page.getByRole('region', { name });

test.each([
  ['blocked', /Hãy cho phép micro ở biểu tượng bên trái thanh địa chỉ/],
  ['missing', /Hãy cắm tai nghe hoặc micro/],
  ['failing', /Hãy đóng chương trình đó hoặc cắm lại tai nghe/],
] as const)('a microphone that is %s: it says that no call comes, and what to do', async (standing, words) => {
  await render(<MicrophoneTrial standing={standing} />);
  await expect.element(part('Bạn chưa nhận được cuộc gọi').getByText(words)).toBeVisible();
  await expectGoodLooks();
});

test('who was told closes it, and is told again once something else is wrong', async () => {
  const { rerender } = await render(<MicrophoneTrial standing="blocked" />);
  await page.getByRole('button', { name: 'Để sau' }).click();
  await expect.element(part('Bạn chưa nhận được cuộc gọi')).not.toBeInTheDocument();
  await rerender(<MicrophoneTrial standing="usable" />);
  await rerender(<MicrophoneTrial standing="missing" />);
  await expect.element(part('Bạn chưa nhận được cuộc gọi')).toBeVisible();
});

test('a usable microphone is not asked about', async () => {
  const { container } = await render(<MicrophoneTrial standing="usable" />);
  expect(container.textContent).toBe('');
});
