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

test('one thing that is told from two places is told once, and keeps what can be done about it', () => {
  const toasts = createToasts();
  const action = { label: 'Tải về', run: () => undefined };
  toasts.show({ key: 'job:1', kind: 'info', text: 'Tệp đang được chuẩn bị' });
  toasts.show({ key: 'job:1', kind: 'success', text: 'Tệp đã sẵn sàng', action });
  toasts.show({ key: 'job:1', kind: 'info', text: 'Xuất khách hàng: đã xong' });
  expect(toasts.get().map(({ text }) => text)).toEqual(['Tệp đã sẵn sàng']);
  toasts.show({ key: 'job:1', kind: 'error', text: 'Không tải được' });
  expect(toasts.get().map(({ text }) => text)).toEqual(['Không tải được']);
});

test('what came of something stays where it is told once more from elsewhere, and takes the place of that', () => {
  const toasts = createToasts();
  toasts.show({ key: 'job:1', kind: 'success', text: 'Đã hoàn tác 1 dòng' });
  toasts.show({ key: 'job:1', kind: 'info', text: 'Xong' });
  toasts.show({ key: 'job:2', kind: 'info', text: 'Xong' });
  toasts.show({ key: 'job:2', kind: 'success', text: 'Đã xoá 2 dòng' });
  expect(toasts.get().map(({ text }) => text)).toEqual(['Đã xoá 2 dòng', 'Đã hoàn tác 1 dòng']);
});
