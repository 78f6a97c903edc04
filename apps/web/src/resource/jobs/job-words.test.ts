import type { Job } from '@alo/contract';
import { expect, test } from 'vitest';

import { jobWords } from './job-words.ts';
import { withJob } from './use-jobs.ts';

const job: Job = {
  id: '1',
  kind: 'export',
  title: 'Xuất phòng ban',
  state: 'running',
  done: 0,
  total: null,
  report: {},
  error: '',
  cancel_requested: false,
  file_name: null,
  file_bytes: null,
  created_at: '2026-01-01T00:00:00Z',
  finished_at: null,
  expires_at: null,
};

test('a job is told in words, with its progress as far as it is known', () => {
  expect(jobWords(job)).toBe('Đang chạy');
  expect(jobWords({ ...job, done: 1_200 })).toBe('Đang chạy · 1.200 dòng');
  expect(jobWords({ ...job, done: 450, total: 1_000 })).toBe('Đang chạy · 45% (450 / 1.000)');
  expect(jobWords({ ...job, done: 1_100, total: 1_000 })).toContain('100%');
  expect(jobWords({ ...job, cancel_requested: true })).toBe('Đang dừng lại…');
  expect(jobWords({ ...job, state: 'cancelled', cancel_requested: true })).toBe('Đã huỷ');
  expect(jobWords({ ...job, state: 'failed', error: 'Tệp trống' })).toBe('Thất bại: Tệp trống');
});

test('a change of many rows says what it came to, and what came of taking it back', () => {
  const counts = { rows: 1_240, done: 1_234, same: 0, kept: 3, gone: 3 };
  const report = { subject: 'branchs', action: 'delete', step: 'run', counts, kept: [] };
  const done: Job = { ...job, kind: 'bulk', state: 'done', report };
  expect(jobWords(done)).toBe('Đã xoá 1.234 dòng, giữ lại 3, không còn 3');
  expect(jobWords({ ...done, state: 'cancelled' })).toBe('Đã huỷ: Đã xoá 1.234 dòng, giữ lại 3, không còn 3');
  const undone = { ...report, step: 'undo', undone: { restored: 1_234, kept: 0 } };
  expect(jobWords({ ...done, report: undone })).toBe('Đã hoàn tác 1.234 dòng');
  const put = { ...report, action: 'put', counts: { rows: 12, done: 9, same: 2, kept: 1, gone: 0 } };
  expect(jobWords({ ...done, report: put })).toBe('Đã thêm 9 dòng, không thêm được 1, đã có từ trước 2');
});

test('what has changed takes its place in the list, what is new stands first', () => {
  const other = { ...job, id: '2' };
  expect(withJob([job, other], { ...other, done: 5 }).map(({ id, done }) => [id, done])).toEqual([
    ['1', 0],
    ['2', 5],
  ]);
  expect(withJob([job], other).map(({ id }) => id)).toEqual(['2', '1']);
});
