import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, timestamp } from '../lib/values.ts';

/** Where a piece of work in the background stands. `waiting` asks its person something before it goes on. */
export const jobStates = {
  queued: 'Đang chờ',
  running: 'Đang chạy',
  waiting: 'Chờ bạn xác nhận',
  done: 'Hoàn tất',
  failed: 'Thất bại',
  cancelled: 'Đã huỷ',
} as const;
export const jobState = oneOf(jobStates);

/** Work that takes longer than a request: an export, an import, a change of many rows. Its person alone sees it. */
export const job = z.object({
  id,
  kind: z.string(),
  /** What people call it, in Vietnamese: "Xuất phòng ban". */
  title: z.string(),
  state: jobState,
  /** So many steps of so many, where it is known how many there are. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** What it found or did, as its kind says. */
  report: z.record(z.string(), z.unknown()),
  /** Why it failed, as a person is told; '' where it did not. */
  error: z.string(),
  cancel_requested: z.boolean(),
  /** The file that came of it, kept until `expires_at`. */
  file_name: z.string().nullable(),
  file_bytes: z.number().int().nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
});
export type Job = z.output<typeof job>;

const one = { base: 'tenant', access: 'general', params: z.object({ id }) } as const;

export const jobs = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/jobs',
  access: 'general',
  summary: 'My work in the background, newest first',
  result: z.object({ data: z.array(job) }),
});

export const getJob = endpoint({ ...one, method: 'GET', path: '/job/:id', summary: 'One of my jobs', result: job });

export const cancelJob = endpoint({
  ...one,
  method: 'POST',
  path: '/job/:id/cancel',
  summary: 'Ask a job to stop; what it has done so far stays',
  result: job,
});

export const retryJob = endpoint({
  ...one,
  method: 'POST',
  path: '/job/:id/retry',
  summary: 'Run a job again that has failed or was cancelled',
  result: job,
});

export const jobFile = endpoint({
  ...one,
  method: 'GET',
  path: '/job/:id/file',
  summary: 'The file that a job made',
  answers: 'file',
});
