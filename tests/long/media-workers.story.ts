import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mark, recordingOf, theCallSince } from '../e2e/support/api.ts';
import { hearsOnly, voicesIn } from '../e2e/support/hearing.ts';
import { type Office, openOffice } from '../e2e/support/office.ts';
import { startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

const count = 2;
let office: Office;

beforeAll(async () => {
  office = await openOffice(() => startProduct({ ALO_MEDIA_WORKERS: String(count) }));
}, 300_000);

afterAll(() => office?.close());

async function workers(): Promise<readonly number[]> {
  const found: number[] = [];
  for (const pid of await office.product.processes()) {
    // One that has ended meanwhile has none.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('media/workers/worker.ts')) found.push(pid);
  }
  return found;
}

test('two browsers talk on, recorded, while the processes that carry audio are killed one after the other', async () => {
  const { lan, minh, admin } = office;
  const since = await mark();
  await lan.dial('102');
  await minh.shows('Cuộc gọi đến');
  await minh.answer();
  await lan.shows('Đã kết nối');
  const hearEachOther = () => Promise.all([hearsOnly(lan, 'minh'), hearsOnly(minh, 'lan')]);
  await hearEachOther();
  const first = await workers();
  expect(first).toHaveLength(count);
  // Nobody outside knows which of them has the call.
  for (const pid of first) {
    process.kill(pid, 'SIGKILL');
    await until('another has its place', async () => {
      const now = await workers();
      return now.length === count && !now.includes(pid);
    });
    await hearEachOther();
  }
  await lan.hangUp();
  const row = await theCallSince(admin, since);
  expect(row).toMatchObject({ status: 'answered', cause: 'normal', recording: 'incomplete' });
  const { left, right, sampleRate } = await recordingOf(admin, row.id);
  const lately = (side: Float32Array) => side.subarray(-2 * sampleRate);
  expect([...voicesIn(lately(left), sampleRate), ...voicesIn(lately(right), sampleRate)].toSorted()).toEqual([
    'lan',
    'minh',
  ]);
}, 300_000);
