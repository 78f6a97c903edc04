import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';

import { UiProvider } from '../theme/ui-provider.tsx';
import { Toaster } from './toaster.tsx';
import { createToasts } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const shown = () => document.querySelector('section[aria-label="Thông báo"]')?.textContent ?? '';
const now = (work: () => void) => flushSync(work);
const after = (ms: number) => now(() => void vi.advanceTimersByTime(ms));

async function show() {
  const toasts = createToasts();
  await render(
    <UiProvider>
      <Toaster toasts={toasts} />
    </UiProvider>,
  );
  return toasts;
}

test('a word leaves by itself after five seconds, an error stays until it is closed', async () => {
  const toasts = await show();
  now(() => {
    toasts.show({ kind: 'success', text: 'Đã lưu' });
    toasts.show({ kind: 'error', text: 'Không lưu được', code: 'r-1' });
  });
  after(4_900);
  expect(shown()).toContain('Đã lưu');
  after(200);
  expect(shown()).not.toContain('Đã lưu');
  after(600_000);
  expect(shown()).toContain('Không lưu được');
  expect(shown()).toContain('Mã hỗ trợ: r-1');
});

test('what something can be done about stays for eight seconds, and for as long as it has the focus', async () => {
  const run = vi.fn<() => void>();
  const toasts = await show();
  now(() => toasts.show({ kind: 'info', text: 'Đã xoá 1 mẫu', action: { label: 'Hoàn tác', run } }));
  after(6_000);
  const undo = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Hoàn tác');
  now(() => undo?.focus());
  after(60_000);
  expect(shown()).toContain('Đã xoá 1 mẫu');
  now(() => undo?.blur());
  after(7_900);
  expect(shown()).toContain('Đã xoá 1 mẫu');
  after(200);
  expect(shown()).not.toContain('Đã xoá 1 mẫu');
  expect(run).not.toHaveBeenCalled();
});

test('what can be done is done once, and the word is gone', async () => {
  const run = vi.fn<() => void>();
  const toasts = await show();
  now(() => toasts.show({ kind: 'info', text: 'Đã xoá 1 mẫu', action: { label: 'Hoàn tác', run } }));
  const undo = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Hoàn tác');
  now(() => undo?.click());
  expect(run).toHaveBeenCalledOnce();
  expect(shown()).not.toContain('Đã xoá 1 mẫu');
});
