import { expect, test } from 'vitest';

import { createToasts } from './toasts.ts';

const texts = (toasts: ReturnType<typeof createToasts>) => toasts.get().map(({ text }) => text);

test('an error stays until it is closed, however much is told after it', () => {
  const toasts = createToasts();
  toasts.show({ kind: 'error', text: 'hỏng', key: 'hỏng' });
  for (const text of ['một', 'hai', 'ba']) toasts.show({ kind: 'success', text });
  expect(texts(toasts)).toEqual(['ba', 'hai', 'hỏng']);
  toasts.close('hỏng');
  expect(texts(toasts)).toEqual(['ba', 'hai']);
});

test('among many errors what was told last is seen all the same, and only the newest of what leaves by itself', () => {
  const toasts = createToasts();
  for (const text of ['một', 'hai', 'ba', 'bốn']) toasts.show({ kind: 'error', text });
  for (const text of ['đã lưu', 'đã xoá']) toasts.show({ kind: 'info', text });
  expect(texts(toasts)).toEqual(['đã xoá', 'bốn', 'ba', 'hai', 'một']);
});

test('the same trouble again is one toast, on top', () => {
  const toasts = createToasts();
  for (const text of ['một', 'hai', 'một']) toasts.show({ kind: 'error', text });
  expect(texts(toasts)).toEqual(['một', 'hai']);
});
